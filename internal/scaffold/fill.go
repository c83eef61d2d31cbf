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
func Fill(template string, values map[string]string) string { return FillBlocks(template, values, nil) }

// FillBlocks also puts blocks, texts of several lines, in the place of placeholders that stand on a line of their own. A
// block goes in as it is, without the blank lines around it; where it is empty, the line vanishes with one of the blank
// lines beside it.
func FillBlocks(template string, values, blocks map[string]string) string {
	values, blocks = Merge(values), Merge(blocks)
	var out strings.Builder
	afterBlank, skipBlank := false, false
	for line := range strings.Lines(template) {
		isBlank := strings.TrimSpace(line) == ""
		if isBlank && skipBlank {
			skipBlank = false
			continue
		}
		skipBlank = false
		block, is := blockOf(line, blocks)
		switch {
		case is && block == "":
			skipBlank = afterBlank
			continue
		case is:
			out.WriteString(block + line[len(strings.TrimRight(line, "\r\n")):])
		default:
			out.WriteString(fillLine(line, values))
		}
		afterBlank = isBlank
	}
	return out.String()
}

// blockOf is the block whose placeholder is all that a line holds.
func blockOf(line string, blocks map[string]string) (block string, is bool) {
	line = strings.TrimSpace(line)
	m := placeholder.FindStringSubmatch(line)
	if m == nil || m[0] != line {
		return "", false
	}
	block, is = blocks[plainName(m[1])]
	return strings.Trim(block, "\r\n"), is
}

func fillLine(line string, values map[string]string) string {
	return placeholder.ReplaceAllStringFunc(line, func(found string) string {
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
