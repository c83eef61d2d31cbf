package sim

import (
	"regexp"
	"strings"
	"unicode"
)

// fieldKinds tell by the words of a field's name, else by those of its
// description, what it is for.
var fieldKinds = []struct {
	kind string
	is   *regexp.Regexp
}{
	{"email", regexp.MustCompile(`^e?mails?$`)},
	{"phone", regexp.MustCompile(`^(?:phone|mobile|tel|telephone)$`)},
	{"title", regexp.MustCompile(`^(?:title|what|event|summary|subject|task|activity|heading|appointment)$`)},
	{"time", regexp.MustCompile(`^(?:times?|hours?|clock)$`)},
	{"date", regexp.MustCompile(`^(?:dates?|datetime|days?|when|deadline|due)$`)},
	{"place", regexp.MustCompile(`^(?:place|location|where|venue|city|address|town)$`)},
	{"person", regexp.MustCompile(`^(?:person|persons|who|attendees?|customer|contact|sender|participants?|people|guests?)$`)},
	{"money", regexp.MustCompile(`^(?:amount|price|costs?|total|sum|fee)$`)},
	{"count", regexp.MustCompile(`^(?:quantity|qty|count|pieces)$`)},
	{"text", regexp.MustCompile(`^(?:text|message|body|notes?|content|original)$`)},
	{"person", regexp.MustCompile(`^name$`)}, // after the others: the name of an event is its title
}

// kindOf looks at the last words of a name first: an event_date is a date.
func kindOf(name, description string) string {
	words := wordsOf(name)
	for _, weak := range []bool{false, true} {
		for i := len(words) - 1; i >= 0; i-- {
			if (words[i] == "name") == weak {
				if kind := kindOfWord(words[i]); kind != "" {
					return kind
				}
			}
		}
	}
	for _, w := range wordsOf(firstOr(sentencesOf(description), "")) {
		if kind := kindOfWord(w); kind != "" {
			return kind
		}
	}
	return ""
}

func kindOfWord(w string) string {
	for _, k := range fieldKinds {
		if k.is.MatchString(w) {
			return k.kind
		}
	}
	return ""
}

// wordsOf gives the words of a name such as start_time or startTime, in lower
// case.
func wordsOf(name string) []string {
	var b strings.Builder
	lower := false
	for _, r := range strings.ReplaceAll(strings.ReplaceAll(name, "e-mail", "email"), "E-mail", "email") {
		if unicode.IsUpper(r) && lower {
			b.WriteByte(' ')
		}
		lower = unicode.IsLower(r)
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			r = ' '
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.Fields(b.String())
}
