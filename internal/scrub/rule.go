package scrub

import (
	"math"
	"regexp"
	"strings"
	"sync"
)

// A rule says how something private looks in a line of a text.
type rule struct {
	id    string // "aws-access-token"
	what  string // "an AWS access token"
	kind  Kind
	words []string                        // in lower case; one of them stands in all that the rule finds
	after int                             // this many letters, digits, - and _ at least follow the word
	alone bool                            // the secret has a form of its own
	sign  bool                            // a sign such as = follows the word soon
	expr  func() *regexp.Regexp           // compiled when it is first needed
	group int                             // from this group on, the first that is not empty is the secret; 0 and no group: all of it
	keep  func(line string, m []int) bool // what looks like it and is not, nil for nothing
	sure  func(secret string) bool        // what Secrets tells of it, nil for all; the rest is redacted without being told
	wide  bool                            // a word such as "example" around the secret makes it a fake one too

	entropy float64 // bits in each byte of the secret, which it has to have more of
	allowed []allowlist
}

// lazily is a regular expression that is compiled when it is first needed.
func lazily(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// likely reports whether it is worth searching where one of the rule's words ends at that index.
func (r *rule) likely(line string, end int) bool {
	rest := line[end:]
	if r.sign && !strings.ContainsAny(rest[:min(len(rest), farthestSign)], "=:,|>") {
		return false
	}
	if len(rest) < r.after {
		return false
	}
	for _, b := range []byte(rest[:r.after]) {
		if !isWordByte(b) {
			return false
		}
	}
	return true
}

const farthestSign = 40

func isWordByte(b byte) bool {
	return b == '-' || b == '_' || '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'z'
}

// find appends the places in line[from:to].
func (r *rule) find(places []place, line string, from, to int) []place {
	for _, m := range r.expr().FindAllStringSubmatchIndex(line[from:to], -1) {
		for i := range m {
			if m[i] >= 0 {
				m[i] += from
			}
		}
		start, end := r.secret(m)
		if start >= end || touchesRedacted(line, start, end) || r.keep != nil && r.keep(line, m) {
			continue
		}
		secret := line[start:end]
		if r.entropy > 0 && entropy(secret) <= r.entropy {
			continue
		}
		if r.allows(secret, line, m) {
			continue
		}
		places = append(places, place{from: start, to: end, rule: r, around: [2]int{m[0], m[1]}})
	}
	return places
}

// secret is where the secret stands in what the expression has matched.
func (r *rule) secret(m []int) (from, to int) {
	for g := max(r.group, 1); 2*g < len(m); g++ {
		if m[2*g] < m[2*g+1] {
			return m[2*g], m[2*g+1]
		}
	}
	return m[0], m[1]
}

func (r *rule) allows(secret, line string, m []int) bool {
	for i := range r.allowed {
		if r.allowed[i].allows(secret, line, m) {
			return true
		}
	}
	return false
}

// touchesRedacted reports whether something in that place has been taken out before.
func touchesRedacted(line string, from, to int) bool {
	around := line[max(0, from-len(Redacted)+1):min(len(line), to+len(Redacted)-1)]
	return strings.Contains(around, Redacted)
}

// entropy is how much each byte of a text says, in bits: 0 for one letter repeated, near 6 for random base64.
func entropy(text string) (bits float64) {
	counts := map[rune]int{}
	for _, r := range text {
		counts[r]++
	}
	for _, n := range counts {
		share := float64(n) / float64(len(text))
		bits -= share * math.Log2(share)
	}
	return bits
}
