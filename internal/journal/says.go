package journal

import (
	"fmt"
	"html"
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"agentcourse/internal/document"
)

var (
	tag     = regexp.MustCompile(`<[^>]*>`)
	picture = regexp.MustCompile(`(?i)<(?:img|video|object|embed)\b[^>]*(?:src|data)\s*=\s*["']?[^\s"'>]|<svg\b`)
	linked  = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
)

// says reports whether blocks say something: more than headings, what a template leaves, marks that put it off, and what
// is skipped.
func says(blocks []document.Block, skipped ...func(text string) bool) bool {
	for _, b := range blocks {
		text := words(b.Text)
		switch {
		case document.Empty([]document.Block{b}):
		case b.Kind == document.Table:
			if slices.ContainsFunc(b.Rows, rowSays) {
				return true
			}
		case b.Kind == document.HTML && picture.MatchString(b.Text), slices.ContainsFunc(b.Links, isPicture):
			return true
		case slices.ContainsFunc(skipped, func(skip func(string) bool) bool { return skip(text) }):
		case wordsIn(text), b.Kind == document.Code && wordsIn(b.Text):
			return true
		}
	}
	return false
}

func isPicture(l document.Link) bool { return l.Image && l.To != "" }

// words is a text as it is shown: without tags and addresses of links.
func words(text string) string {
	return html.UnescapeString(tag.ReplaceAllString(linked.ReplaceAllString(text, "$1"), ""))
}

// rowSays reports whether something stands in two cells of a row, below the head; the first often only counts the rows.
func rowSays(row document.Row) bool {
	n := 0
	for _, cell := range row.Cells {
		if cellSays(cell) {
			n++
		}
	}
	return !row.Head && n >= min(2, len(row.Cells))
}

// cellSays reports whether a cell holds a word, a number, or a sign such as ✓.
func cellSays(cell string) bool {
	cell = words(cell)
	return wordsIn(cell) || strings.ContainsFunc(cell, func(r rune) bool { return unicode.Is(unicode.So, r) })
}

// putOff are words that stand where somebody means to write later.
var putOff = regexp.MustCompile(`(?i)^[\s\pP\pS]*(?:todo|tbd|tba|t\.b\.[ad]|fixme|xxx|wip|to do|to be done|to be written|later)?[\s\pP\pS]*$` +
	`|^[\s\pP\pS]*(?:(?-i:TODO|TBD|FIXME|WIP)\b|(?:todo|tbd|fixme|wip)\s*:)`)

// wordsIn reports whether a line of a text holds a letter or a digit, and is not only there to put it off.
func wordsIn(text string) bool {
	for line := range strings.Lines(text) {
		if !putOff.MatchString(line) && strings.ContainsFunc(line, isWritten) {
			return true
		}
	}
	return false
}

// isWritten reports whether a rune is a letter or a digit that can be seen.
func isWritten(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsNumber(r)) && !strings.ContainsRune("\u115f\u1160\u3164\uffa0", r)
}

// hidden says that a comment on some lines holds what somebody has written, so neither what the template says nor a word to
// the course; "" if none does.
func (r reading) hidden(from, to int) string {
	for _, c := range r.doc.Comments {
		own := strings.Fields(c.Text)
		if c.Line < from || to < c.Line || len(own) == 0 || strings.HasPrefix(strings.ToLower(c.Text), "course:") {
			continue
		}
		if !r.isTemplate(c.Text) {
			return fmt.Sprintf("; the text on line %d does not count, as it stands in a comment", c.Line)
		}
	}
	return ""
}

// isTemplate reports whether a text is a comment of the template, be it an older one's, or half of one.
func (r reading) isTemplate(text string) bool {
	own := strings.Fields(text)
	return slices.ContainsFunc(r.template, func(words []string) bool {
		return len(own) > 0 && len(own)*2 >= len(words) && sharedWords(own, words)*3 >= len(own)*2
	})
}

// templateComments are the words of the comments in the template of entries. An entry may have been made from an older one,
// so what has two of three words in common with one of them counts as the same.
func templateComments(root string) [][]string {
	src, err := os.ReadFile(native(root, folder+"/TEMPLATE.md"))
	if err != nil {
		return nil // then a template's comment counts as somebody's, which only words a problem otherwise
	}
	var comments [][]string
	for _, c := range document.Parse(src).Comments {
		comments = append(comments, strings.Fields(c.Text))
	}
	return comments
}
