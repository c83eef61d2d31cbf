package journal

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// toFillIn is a word that stands where somebody means to write later.
var toFillIn = regexp.MustCompile(`^(?:[?._]+|TODO|TBD|FIXME)[:.]?$`)

// wordsOf are the words of a line. Of scripts that put no spaces between words, each letter is one.
func wordsOf(line string) []string {
	if !strings.ContainsFunc(line, isUnspaced) {
		return strings.Fields(line)
	}
	var spaced strings.Builder
	for _, r := range line {
		if isUnspaced(r) {
			spaced.WriteString(" " + string(r) + " ")
		} else {
			spaced.WriteRune(r)
		}
	}
	return strings.Fields(spaced.String())
}

func isUnspaced(r rune) bool {
	return r > unicode.MaxLatin1 && (unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai) || 0x3000 <= r && r <= 0x30ff || 0xff00 <= r && r <= 0xff0f)
}

// extended reports whether the old words stand among the new ones in their order, and nothing that was added turns them
// round: no word that says no, and no number beside another one. The word that followed the old ones may follow them.
func extended(old, words []string, next string) bool {
	i := 0
	for at, w := range words {
		if i == len(old) {
			return !turned(words[:at], words[at:], next)
		}
		if sameWord(w, old[i]) {
			i++
			continue
		}
		number := i > 0 && hasDigit(w) && !strings.HasPrefix(w, "(") && (hasDigit(words[at-1]) || hasDigit(old[i]))
		if negates(w) || number {
			return false
		}
	}
	return i == len(old)
}

// sameWord reports whether a word is the old one, but for the sign behind it or, when that is an address or a file's name, what
// was put around it. Any word may stand in the place of a mark.
func sameWord(word, old string) bool {
	if toFillIn.MatchString(old) {
		return true
	}
	const signs = ".,;:!"
	word, old = strings.TrimRight(word, signs), strings.TrimRight(old, signs)
	if word == old {
		return true
	}
	before, after, found := strings.Cut(word, old)
	if !found || len(old) < 10 || !strings.ContainsAny(old, "/-.") {
		return false
	}
	isPart := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	return !strings.ContainsFunc(lastRune(before)+firstRune(after), isPart)
}

// sameStart reports whether two words begin with the same letter, or with the same two, swapped.
func sameStart(a, b string) bool {
	letters := func(w string) []rune {
		return append([]rune(strings.TrimLeftFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })), 0, 0)
	}
	x, y := letters(a), letters(b)
	return x[0] == y[0] || x[0] == y[1] && x[1] == y[0]
}

func firstRune(s string) string {
	for _, r := range s {
		return string(r)
	}
	return ""
}

func lastRune(s string) string {
	_, n := utf8.DecodeLastRuneInString(s)
	return s[len(s)-n:]
}

// turned reports whether words behind a line go on in its sentence and turn it round: "… knows the name not", "12 000".
func turned(line, behind []string, next string) bool {
	last := line[len(line)-1]
	if len(behind) == 0 || behind[0] == next || strings.ContainsAny(last[len(last)-1:], ".,;:!?)") {
		return false
	}
	return negates(behind[0]) || hasDigit(last) && !strings.ContainsFunc(behind[0], func(r rune) bool { return !unicode.IsDigit(r) })
}

func hasDigit(word string) bool { return strings.ContainsFunc(word, unicode.IsDigit) }

// negations are words that say no, or nearly so.
var negations = strings.Fields(`not no never without cannot none nothing nobody neither nor hardly barely scarcely rarely seldom
	nicht nichts nie niemals kaum weder pas rien jamais aucun aucune nunca nada`)

func negates(word string) bool {
	word = strings.ToLower(strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }))
	return slices.Contains(negations, word) || strings.HasPrefix(word, "kein") || strings.HasSuffix(word, "n't") || strings.HasSuffix(word, "n’t")
}

// mended reports whether the new words are the old ones but for slips of the pen: at least nine of ten letters are the
// same, all numbers are, and no word has become another one. Few slips are at the beginning of a word, and there it is turned
// round: unlikely, incorrect, decrease.
func mended(old, words []string) bool {
	was, is := strings.Join(old, " "), strings.Join(words, " ")
	if len(was) > 2*len(is) || len(is) > 2*len(was) || !sameNumbers(old, words) {
		return false
	}
	if len(old) == len(words) {
		for i := range old {
			if a, b := strings.ToLower(old[i]), strings.ToLower(words[i]); a != b && (negates(a) != negates(b) || !sameStart(a, b) || distance(a, b) > max(1, len([]rune(a))/3)) {
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
	asWord := func(w string) bool {
		return isNumberWord(strings.ToLower(strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) })), "", "")
	}
	for _, is := range []func(string) bool{hasDigit, asWord} { // the quick one first
		if !slices.Equal(chosen(old, is), chosen(words, is)) {
			return false
		}
	}
	return true
}

// thousands is a comma within a number: 1,000.
var thousands = regexp.MustCompile(`([0-9]),([0-9]{3})\b`)

func chosen(words []string, is func(string) bool) []string {
	var found []string
	for _, w := range words {
		if is(w) {
			found = append(found, strings.ToLower(thousands.ReplaceAllString(strings.Trim(w, ".,;:!?()"), "$1$2")))
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
