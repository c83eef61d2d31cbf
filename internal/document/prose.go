package document

import (
	"regexp"
	"strings"
)

var (
	codeSpan = regexp.MustCompile("(?s)``.*?``|`[^`]*`")
	quotes   = regexp.MustCompile(`(?s)“[^”]*”|"[^"]*"`)
	target   = regexp.MustCompile(`\]\([^)]*\)|<?\bhttps?://[^\s>)]+>?`)
)

func codeSpans(text string) [][]int { return codeSpan.FindAllStringIndex(text, -1) }

func inSpan(spans [][]int, at int) bool {
	for _, s := range spans {
		if s[0] <= at && at < s[1] {
			return true
		}
	}
	return false
}

// Prose is the block's own words: its Text with spaces in the place of code in backticks, of what stands in quotation marks
// and of addresses, so that what stands at an offset of Text stands there too. Of code there is none.
func (b Block) Prose() string {
	if b.Kind == Code || b.Quoted {
		return Blank(b.Text)
	}
	text := b.Text
	for _, what := range []*regexp.Regexp{codeSpan, quotes, target} {
		text = what.ReplaceAllStringFunc(text, Blank)
	}
	return text
}

// LineAt is the line on which a byte of Text stands.
func (b Block) LineAt(offset int) int {
	if len(b.At) == 0 {
		return b.Line
	}
	return b.At[min(strings.Count(b.Text[:offset], "\n"), len(b.At)-1)]
}

// Blank is a text of spaces as long as another, with its line ends.
func Blank(text string) string {
	out := []byte(text)
	for i, c := range out {
		if c != '\n' {
			out[i] = ' '
		}
	}
	return string(out)
}
