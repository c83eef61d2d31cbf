package main

import (
	"fmt"
	"strings"
)

// A score counts, over the messages so far, the right fields and the messages that were right as a whole.
type score struct {
	right  map[string]int
	passed int
	of     int
}

// row counts one message and describes it.
func (s *score) row(number int, got event, invalid error, want event) string {
	s.of++
	pass := "yes"
	line := fmt.Sprintf("message=%d line=%d score=%d/%d", number, number+3, s.passed, s.of)
	detail := ""
	for _, name := range fields {
		verdict := "wrong"
		if invalid == nil && same(got[name], want[name]) {
			verdict = "right"
			s.right[name]++
		} else {
			pass = "no"
			detail += fmt.Sprintf("\n   field=%s got=%v want=%v", name, got[name], want[name])
		}
		line += fmt.Sprintf(" %s=%s", name, verdict)
	}
	if pass == "yes" {
		s.passed++
	}
	line += " pass=" + pass
	if invalid != nil {
		line += fmt.Sprintf(" invalid: %v", invalid)
	}
	return line + detail
}

func (s *score) summary(version string) string {
	var b strings.Builder
	for _, name := range fields {
		fmt.Fprintf(&b, "field=%s right=%d of=%d rate=%.2f\n", name, s.right[name], s.of, share(s.right[name], s.of))
	}
	fmt.Fprintf(&b, "passed=%d of=%d rate=%.2f version=%s\n", s.passed, s.of, share(s.passed, s.of), version)
	return b.String()
}

func share(n, of int) float64 { return float64(n) / float64(of) }
