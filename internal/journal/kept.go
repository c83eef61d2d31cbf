package journal

import (
	"slices"
	"strings"
	"unicode"
)

// A present is an entry as it stands, to look for lines in.
type present struct {
	lines  []string   // plain, by the line of the file
	words  [][]string // of each line
	exact  map[string]bool
	stream string // all words in a row, each with a space before and behind it
}

func newPresent(lines []string) *present {
	now := &present{exact: map[string]bool{}}
	var all []string
	for _, line := range lines {
		plain := plainLine(line)
		now.lines, now.words = append(now.lines, plain), append(now.words, strings.Fields(plain))
		now.exact[plain] = true
		all = append(all, strings.Fields(plain)...)
	}
	now.stream = " " + strings.Join(all, " ") + " "
	return now
}

// keeps reports whether a line is still there: as it was, broken in other places, extended, mended in its spelling, or with
// something taken out that nobody shall see.
func (now *present) keeps(line string) bool {
	if strings.Contains(now.stream, " "+line+" ") {
		return true
	}
	old := strings.Fields(line)
	for _, words := range now.words {
		if extended(old, words) {
			return true
		}
		if shared := sharedWords(old, words); len(old) > 3 && shared*2 < len(old) {
			continue
		}
		if mended(old, words) || len(words) > len(old) && mended(old, words[:len(old)]) || redacted(line, words) {
			return true
		}
	}
	return false
}

// likest is the line that shares most words with one that is gone; 0 if none shares half of them.
func (now *present) likest(line string) int {
	old := strings.Fields(line)
	best, most := 0, (len(old)+1)/2-1
	for i, words := range now.words {
		if n := sharedWords(old, words); n > most {
			best, most = i+1, n
		}
	}
	return best
}

func sharedWords(old, words []string) int {
	n := 0
	for _, w := range old {
		if slices.Contains(words, w) {
			n++
		}
	}
	return n
}

// extended reports whether the old words stand among the new ones in their order, and nothing that was added says no.
func extended(old, words []string) bool {
	i := 0
	added := []string(nil)
	for _, w := range words {
		if i < len(old) && strings.TrimRight(w, ".,;:!") == strings.TrimRight(old[i], ".,;:!") {
			i++
		} else if i < len(old) {
			added = append(added, w)
		}
	}
	return i == len(old) && !slices.ContainsFunc(added, negates)
}

func negates(word string) bool {
	word = strings.ToLower(strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }))
	return slices.Contains([]string{"not", "no", "never", "without", "cannot", "nicht", "kein", "nie", "pas", "jamais", "nunca"}, word) ||
		strings.HasSuffix(word, "n't") || strings.HasSuffix(word, "n’t")
}

// mended reports whether the new words are the old ones but for slips of the pen: at least nine of ten letters are the
// same, all numbers are, and no word has become another one.
func mended(old, words []string) bool {
	was, is := strings.Join(old, " "), strings.Join(words, " ")
	if len(was) > 2*len(is) || len(is) > 2*len(was) || !sameNumbers(old, words) {
		return false
	}
	if len(old) == len(words) {
		for i := range old {
			if a, b := strings.ToLower(old[i]), strings.ToLower(words[i]); a != b && (negates(a) != negates(b) || distance(a, b) > max(1, len([]rune(a))/3)) {
				return false
			}
		}
	} else if slices.ContainsFunc(old, negates) != slices.ContainsFunc(words, negates) {
		return false
	}
	return distance(strings.ToLower(was), strings.ToLower(is))*10 <= max(10, len([]rune(was)))
}

// sameNumbers reports whether the numbers among words are the same, in digits or not.
func sameNumbers(old, words []string) bool {
	inDigits := func(w string) bool { return strings.ContainsFunc(w, unicode.IsDigit) }
	asWord := func(w string) bool {
		return isNumberWord(strings.ToLower(strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) })), "", "")
	}
	for _, is := range []func(string) bool{inDigits, asWord} { // the quick one first
		if !slices.Equal(chosen(old, is), chosen(words, is)) {
			return false
		}
	}
	return true
}

func chosen(words []string, is func(string) bool) []string {
	var found []string
	for _, w := range words {
		if is(w) {
			found = append(found, strings.ToLower(strings.Trim(w, ".,;:!?()")))
		}
	}
	return found
}

// redacted reports whether the new words are the old line with something in the place of what nobody shall see.
func redacted(line string, words []string) bool {
	is := strings.Join(words, " ")
	if !strings.Contains(is, "[REDACTED]") {
		return false
	}
	parts := strings.Split(is, "[REDACTED]")
	for i, part := range parts {
		at := strings.Index(line, part)
		if at < 0 || i == 0 && at > 0 {
			return false
		}
		line = line[at+len(part):]
	}
	return true
}

// distance counts the letters to add, take away, change or swap with the next one to make one text of another. Long texts
// that differ much are not measured to the end.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	if len(x) > 400 || len(y) > 400 {
		for len(x) > 0 && len(y) > 0 && x[0] == y[0] {
			x, y = x[1:], y[1:]
		}
		for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
			x, y = x[:len(x)-1], y[:len(y)-1]
		}
		if len(x) > 400 || len(y) > 400 {
			return max(len(x), len(y))
		}
	}
	before, last, next := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := range x {
		next[0] = i + 1
		for j := range y {
			cost := 1
			if x[i] == y[j] {
				cost = 0
			}
			next[j+1] = min(last[j]+cost, last[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, last, next = last, next, before
	}
	return last[len(y)]
}
