package sim

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

var curly = strings.NewReplacer("’", "'", "‘", "'", "“", `"`, "”", `"`)

// plain is a text in lower case, with straight quotes and single spaces.
func plain(text string) string {
	return strings.Join(strings.Fields(strings.ToLower(curly.Replace(text))), " ")
}

const stopWords = " a an the of to in on at for and or but is are was were be been am do does did what who where when why how which that this it its i me my you your we our they them please can could would will should tell explain write give name show about with from as by if then than so just not no yes let make made have has had some any all there here very into out up exactly only word words sentence sentences one two three story poem haiku answer wrote translate fix prove say said ask asked far away work works "

// keywords are the words of a text that may be its topic, lower case, each once.
func keywords(text string) []string {
	var found []string
	seen := map[string]bool{}
	for _, w := range strings.FieldsFunc(plain(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '-' }) {
		w = strings.Trim(strings.TrimSuffix(w, "'s"), "'-")
		if utf8.RuneCountInString(w) < 2 || len(w) > 60 || seen[w] || strings.Contains(stopWords, " "+w+" ") {
			continue
		}
		seen[w] = true
		found = append(found, w)
	}
	return found
}

// listOf joins items as English does; or says otherwise if there are none.
func listOf(items []string, otherwise string) string {
	switch n := len(items); n {
	case 0:
		return otherwise
	case 1:
		return items[0]
	default:
		return strings.Join(items[:n-1], ", ") + " and " + items[n-1]
	}
}

func firstN[T any](items []T, n int) []T { return items[:min(len(items), n)] }

// capital gives a text a capital letter at its front.
func capital(s string) string { return mapFirst(s, unicode.ToUpper) }

func mapFirst(s string, f func(rune) rune) string {
	r, size := utf8.DecodeRuneInString(s)
	if size == 0 || r == utf8.RuneError {
		return s
	}
	return string(f(r)) + s[size:]
}

// lowerStart takes the capital from a sentence's first word, if that is a
// common one.
func lowerStart(s string) string {
	first, _, _ := strings.Cut(s, " ")
	if strings.Contains(" the a an it its this that there here you your my we they in on at with for when while if once each every no not nice what to by from some most ", " "+strings.ToLower(first)+" ") {
		return mapFirst(s, unicode.ToLower)
	}
	return s
}

func wordCount(s string) int { return len(strings.Fields(s)) }

// numberWord reads a count in digits or as an English word up to twelve; 0 if
// it is neither.
func numberWord(s string) int {
	if n, err := strconv.Atoi(s); err == nil && n > 0 && n <= 5000 {
		return n
	}
	for i, w := range []string{"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"} {
		if w == strings.ToLower(s) {
			return i + 1
		}
	}
	return 0
}

// group is a regular expression's first group that matched something; empty if
// there is no match.
func group(re *pattern, text string) string {
	for i, g := range re.FindStringSubmatch(text) {
		if i > 0 && g != "" {
			return strings.TrimSpace(g)
		}
	}
	return ""
}
