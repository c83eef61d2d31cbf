package sim

import (
	"strings"
	"unicode"
)

// fieldKinds tell by the words of a field's name, else by those of its
// description, what it is for.
var fieldKinds = []struct {
	kind string
	is   *pattern
}{
	{"email", lazy(`^e?mails?$`)},
	{"phone", lazy(`^(?:phone|mobile|tel|telephone)$`)},
	{"title", lazy(`^(?:title|what|event|summary|subject|task|activity|heading|appointment)$`)},
	{"time", lazy(`^(?:times?|hours?|clock)$`)},
	{"date", lazy(`^(?:dates?|datetime|days?|when|deadline|due)$`)},
	{"place", lazy(`^(?:place|location|where|venue|city|address|town)$`)},
	{"person", lazy(`^(?:person|persons|who|attendees?|customer|contact|sender|participants?|people|guests?)$`)},
	{"money", lazy(`^(?:amount|price|costs?|total|sum|fee)$`)},
	{"count", lazy(`^(?:quantity|qty|count|pieces)$`)},
	{"text", lazy(`^(?:text|message|body|notes?|content|original)$`)},
	{"person", lazy(`^name$`)}, // after the others: the name of an event is its title
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
