package scaffold

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

var placeholder = regexp.MustCompile(`\{\{([A-Za-z][A-Za-z0-9 _-]*)\}\}`)

// Fill puts values in place of placeholders such as {{date}} and {{go-version}}. Names are compared without regard to
// case, spaces, hyphens and underscores: the value "Go version" stands for {{go-version}}. A placeholder without a value
// is left as it is, so that a misspelt one shows. A value becomes one line and is itself never filled.
func Fill(template string, values map[string]string) string {
	values = Merge(values)
	return placeholder.ReplaceAllStringFunc(template, func(found string) string {
		value, ok := values[plainName(found)]
		if !ok {
			return found
		}
		return strings.Join(strings.Fields(value), " ")
	})
}

// Merge puts sets of values together under names as Fill compares them; where two agree in a name, the later set wins.
func Merge(sets ...map[string]string) map[string]string {
	merged := map[string]string{}
	for _, set := range sets {
		for _, name := range slices.Sorted(maps.Keys(set)) {
			merged[plainName(name)] = set[name]
		}
	}
	return merged
}

// plainName keeps the letters and digits of a name, in lower case.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}
