package document

import (
	"regexp"
	"strings"
)

var commentText = regexp.MustCompile(`(?s)<!--(.*?)(?:-->|$)`)

// withoutComments notes the comments in a block and blanks them out of its text.
func (r *reader) withoutComments(b Block) string {
	if !strings.Contains(b.Text, "<!--") {
		return b.Text
	}
	code := codeSpans(b.Text)
	var out strings.Builder
	done := 0
	for _, m := range commentText.FindAllStringSubmatchIndex(b.Text, -1) {
		if inSpan(code, m[0]) {
			continue
		}
		first, last := strings.Count(b.Text[:m[0]], "\n"), strings.Count(b.Text[:m[1]], "\n")
		r.doc.Comments = append(r.doc.Comments, Comment{
			Line: b.At[first], End: b.At[min(last, len(b.At)-1)], Text: strings.TrimSpace(b.Text[m[2]:m[3]]),
		})
		out.WriteString(b.Text[done:m[0]] + strings.Repeat("\n", last-first))
		done = m[1]
	}
	return out.String() + b.Text[done:]
}
