package scrub

import (
	"regexp"
	"strings"
)

// An allowlist says what a rule finds that is no secret.
type allowlist struct {
	target string // what the expressions look at: "" the secret, "match" all that the rule's expression matched, "line" the line
	exprs  []func() *regexp.Regexp
	stops  []string // words, in lower case, that are in no secret
	all    bool     // both have to hold, not one
}

func (a *allowlist) allows(secret, line string, m []int) bool {
	byWord := a.stopped(secret)
	if a.all {
		return (len(a.stops) == 0 || byWord) && (len(a.exprs) == 0 || a.matches(secret, line, m))
	}
	return byWord || a.matches(secret, line, m)
}

func (a *allowlist) stopped(secret string) bool {
	secret = strings.ToLower(secret)
	for _, word := range a.stops {
		if strings.Contains(secret, word) {
			return true
		}
	}
	return false
}

func (a *allowlist) matches(secret, line string, m []int) bool {
	text := secret
	switch a.target {
	case "match":
		text = line[nameStart(line, m[0]):m[1]]
	case "line":
		text = line[max(0, m[0]-longLine):min(len(line), m[1]+longLine)]
	}
	for _, expr := range a.exprs {
		if expr().MatchString(text) {
			return true
		}
	}
	return false
}

const longestName = 50 // of a name whose end is a word such as "key"

// nameStart is where the name starts that goes on at that index.
func nameStart(line string, at int) int {
	for i := at; i > 0 && at-i < longestName; i-- {
		if b := line[i-1]; !isWordByte(b) && b != '.' {
			return i
		}
	}
	return max(0, at-longestName)
}
