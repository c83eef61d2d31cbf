package scrub

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// A place is where a rule has found something in a line.
type place struct {
	from, to int
	around   [2]int // all that the rule's expression matched
	rule     *rule
}

// A ruleSet is all rules, and where to look for which.
type ruleSet struct {
	rules []*rule // where two find the same, the first names it
	index map[*rule]int
	words *finder
}

// allRules is made when it is first needed, and never changes.
var allRules = sync.OnceValue(func() *ruleSet {
	set := &ruleSet{index: map[*rule]int{}}
	general := ownRules()
	for _, r := range loadGitleaks() {
		if r.id == "gcp-api-key" { // its list has keys that are in the documentation
			for _, own := range general {
				if own.id == "token" {
					own.allowed = r.allowed
				}
			}
		}
		if r.id == generic {
			general = append(general, r)
			continue
		}
		set.rules = append(set.rules, r)
	}
	set.rules = append(set.rules, general...)
	words := map[string][]int{}
	for i, r := range set.rules {
		set.index[r] = i
		for _, w := range r.words {
			words[strings.ToLower(w)] = append(words[strings.ToLower(w)], i)
		}
	}
	set.words = newFinder(words)
	return set
})

// A scan looks through lines.
type scan struct {
	set     *ruleSet
	covered []int // of a rule: up to where this line has been searched
	dirty   []int // the rules that have been
}

func newScan() *scan { return &scan{set: allRules()} }

const (
	longLine  = 4 << 10  // a longer line is searched only near the words
	before    = 256      // bytes before the end of a word
	behind    = 1 << 10  // bytes that a secret may go on behind a word and still be found whole
	longToken = 32 << 10 // bytes
)

// places are where the rules find something in a line, in no order, and overlapping.
func (s *scan) places(line string) []place {
	plain, at := visible(strings.TrimRight(line, "\r\n"))
	found := append(s.spelled(plain), s.encoded(plain)...)
	for i, p := range found {
		found[i].from, found[i].to = inLine(at, startOfRune(plain, p.from), endOfRune(plain, p.to))
		found[i].around[0], found[i].around[1] = inLine(at, p.around[0], p.around[1])
	}
	return found
}

// spelled are the places in what is visible of a line that the rules find as they stand.
func (s *scan) spelled(line string) []place {
	var found []place
	s.set.words.each(line, func(numbers []int, end int) {
		if s.covered == nil {
			s.covered = make([]int, len(s.set.rules))
		}
		for _, n := range numbers {
			r := s.set.rules[n]
			if end <= s.covered[n] || !r.likely(line, end) {
				continue
			}
			if s.covered[n] == 0 {
				s.dirty = append(s.dirty, n)
			}
			var to int
			found, to = r.near(found, line, end)
			s.covered[n] = to - behind
			if to == len(line) {
				s.covered[n] = to
			}
		}
	})
	for _, n := range s.dirty {
		s.covered[n] = 0
	}
	s.dirty = s.dirty[:0]
	return found
}

// near appends the places in a line around a word that ends at that index, in all of the line if it is not long. It returns
// up to where it has searched: not into the middle of a token, unless that is very long.
func (r *rule) near(places []place, line string, end int) ([]place, int) {
	if len(line) <= longLine {
		return r.find(places, line, 0, len(line)), len(line)
	}
	to := min(len(line), end+longLine)
	for last := min(len(line), to+longToken); to < last && (isWordByte(line[to]) || strings.IndexByte("./+=", line[to]) >= 0); {
		to++
	}
	from, to := startOfRune(line, max(0, end-before)), startOfRune(line, to)
	return r.find(places, line, from, to), to
}

// merge sorts places and joins those that overlap. The first of their rules names them.
func (s *scan) merge(places []place) []place {
	slices.SortStableFunc(places, func(a, b place) int { return cmp.Compare(a.from, b.from) })
	var out []place
	for _, p := range places {
		last := len(out) - 1
		if last < 0 || p.from >= out[last].to {
			out = append(out, p)
			continue
		}
		out[last].to = max(out[last].to, p.to)
		if s.set.index[p.rule] < s.set.index[out[last].rule] {
			out[last].rule = p.rule
		}
	}
	return out
}

// startOfRune is where the character begins that holds byte i of s: i itself if it is in none.
func startOfRune(s string, i int) int {
	for start := i - 1; start >= 0 && start > i-utf8.UTFMax; start-- {
		if _, size := utf8.DecodeRuneInString(s[start:]); start+size > i {
			return start
		}
	}
	return i
}

// endOfRune is where the character ends that holds byte i-1 of s.
func endOfRune(s string, i int) int {
	if start := startOfRune(s, i); start < i {
		_, size := utf8.DecodeRuneInString(s[start:])
		return start + size
	}
	return i
}
