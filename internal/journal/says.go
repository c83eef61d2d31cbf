package journal

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"agentcourse/internal/document"
)

var tag = regexp.MustCompile(`<[^>]*>`)

// says reports whether blocks say something: more than headings, what a template leaves, and marks that put it off.
func says(blocks []document.Block) bool {
	for _, b := range blocks {
		switch {
		case document.Empty([]document.Block{b}):
		case len(b.Links) > 0, b.Kind == document.Code:
			return true
		case wordsIn(tag.ReplaceAllString(b.Text, "")):
			return true
		}
	}
	return false
}

// putOff are words that stand where somebody means to write later.
var putOff = regexp.MustCompile(`(?i)^[\s\pP\pS]*(?:todo|tbd|tba|fixme|xxx|wip|to do|to be done|to be written|later)?[\s\pP\pS]*$`)

// wordsIn reports whether a line of a text holds a letter or a digit, and not only a word that puts it off.
func wordsIn(text string) bool {
	for line := range strings.Lines(text) {
		if !putOff.MatchString(line) && strings.ContainsFunc(line, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) {
			return true
		}
	}
	return false
}

// hidden says that a comment on some lines holds what somebody has written, so neither what the template says nor a word to
// the course; "" if none does.
func (r reading) hidden(from, to int) string {
	for _, c := range r.doc.Comments {
		own := strings.Fields(c.Text)
		if c.Line < from || to < c.Line || len(own) == 0 || strings.HasPrefix(strings.ToLower(c.Text), "course:") {
			continue
		}
		if !slices.ContainsFunc(r.template, func(words []string) bool { return len(own)*2 >= len(words) && sharedWords(own, words)*3 >= len(own)*2 }) {
			return fmt.Sprintf("; the text on line %d does not count, as it stands in a comment", c.Line)
		}
	}
	return ""
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
