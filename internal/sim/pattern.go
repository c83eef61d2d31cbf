package sim

import (
	"regexp"
	"sync"
)

// pattern is a regular expression that is compiled when it is first used. The
// package has hundreds, and most runs of the course need none of them.
type pattern struct {
	expr string
	re   func() *regexp.Regexp
}

func lazy(expr string) *pattern {
	return &pattern{expr, sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })}
}

func (p *pattern) String() string                       { return p.expr }
func (p *pattern) MatchString(s string) bool            { return p.re().MatchString(s) }
func (p *pattern) FindString(s string) string           { return p.re().FindString(s) }
func (p *pattern) FindStringIndex(s string) []int       { return p.re().FindStringIndex(s) }
func (p *pattern) FindStringSubmatch(s string) []string { return p.re().FindStringSubmatch(s) }

func (p *pattern) FindStringSubmatchIndex(s string) []int { return p.re().FindStringSubmatchIndex(s) }

func (p *pattern) FindAllString(s string, n int) []string { return p.re().FindAllString(s, n) }

func (p *pattern) FindAllStringIndex(s string, n int) [][]int { return p.re().FindAllStringIndex(s, n) }

func (p *pattern) FindAllStringSubmatch(s string, n int) [][]string {
	return p.re().FindAllStringSubmatch(s, n)
}

func (p *pattern) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return p.re().FindAllStringSubmatchIndex(s, n)
}

func (p *pattern) Split(s string, n int) []string { return p.re().Split(s, n) }

func (p *pattern) ReplaceAllString(s, with string) string { return p.re().ReplaceAllString(s, with) }

func (p *pattern) ReplaceAllStringFunc(s string, with func(string) string) string {
	return p.re().ReplaceAllStringFunc(s, with)
}
