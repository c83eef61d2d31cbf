package journal

import (
	"regexp"
	"strings"

	"agentcourse/internal/catalog"
	"agentcourse/internal/document"
)

// Says reports whether something stands in a section, its subsections among it, beside what the template left there.
func Says(d *document.Document, section string) bool {
	s := d.Section(section)
	return s != nil && says(s.Blocks)
}

// Rows counts the rows of the table of numbers that hold something; without such a table, those of all in its section.
func Rows(d *document.Document) int {
	s := d.Section(numbersSection)
	if s == nil {
		return 0
	}
	if table := numbersTable(s); table != nil {
		return len(table.Filled())
	}
	n := 0
	for _, b := range s.Blocks { // tables of a learner's own make
		if b.Kind == document.Table {
			n += len(b.Filled())
		}
	}
	return n
}

// Answers counts the answers and tables that an entry's exercises want, and those of them that stand in it. Of exercises that
// the course does not have it knows nothing.
func (e Entry) Answers(exercises []*catalog.Exercise) (filled, all int) {
	if e.page.lines == nil {
		return 0, 0
	}
	for _, ex := range exercises {
		if !e.page.names(ex.ID) {
			continue
		}
		for _, w := range wants(ex) {
			if w.rule != "answers" && w.rule != "tables" {
				continue
			}
			all++
			if w.state(reading{page: e.page, ex: ex}).done {
				filled++
			}
		}
	}
	return filled, all
}

// Unpredicted are the exercises of an entry for which it predicts nothing; of an entry without exercises, "" if the
// section for it is empty.
func Unpredicted(e Entry) []string {
	ids := e.Exercises
	if len(ids) == 0 {
		ids = []string{""}
	}
	var empty []string
	for _, id := range ids {
		if text, _ := Prediction(e.Doc, id); text == "" {
			empty = append(empty, id)
		}
	}
	return empty
}

// A Note is one of an entry's surprises, or its like.
type Note struct {
	Text string // in one line
	Star bool   // it begins with ★ or [*], and is one to come back to
	Line int
}

var (
	star    = regexp.MustCompile(`^\s*(?:★|⭐|\[\*\])\s*`)
	noPost  = regexp.MustCompile(`(?i)^\W*(?:none|no|nothing|n/?a)(?:\W+(?:today|yet|post|this time))*\W*$`)
	escapes = regexp.MustCompile("\\\\([!-/:-@\\[-`{-~])") // what is written so that Markdown takes it for a letter
	struck  = regexp.MustCompile(`^~~.*~~$`)
)

// Surprises are what stands in the section Surprises: a note for each item, paragraph and line that begins with a star.
func Surprises(d *document.Document) []Note { return notes(d, "Surprises") }

// PostCandidate is the first line of the post that an entry might become, "" when it says that there is none.
func PostCandidate(d *document.Document) string {
	for _, n := range notes(d, "Post candidate") {
		if !noPost.MatchString(n.Text) {
			return n.Text
		}
	}
	return ""
}

// NextActions are what an entry leaves to do next: without boxes that are ticked, and what is struck out.
func NextActions(d *document.Document) []string {
	var open []string
	for _, n := range notes(d, "Next action") {
		if !struck.MatchString(n.Text) {
			open = append(open, n.Text)
		}
	}
	return open
}

func notes(d *document.Document, section string) []Note {
	s := d.Section(section)
	if s == nil {
		return nil
	}
	var all []Note
	for _, b := range s.Blocks {
		if b.Kind == document.Heading || b.Task == "done" || document.Empty([]document.Block{b}) {
			continue
		}
		at := -1
		for i, line := range strings.Split(b.Text, "\n") {
			starred := b.Kind == document.Paragraph && star.MatchString(line)
			if i == 0 || starred || at < 0 {
				all = append(all, Note{Star: starred, Line: b.At[min(i, len(b.At)-1)]})
				at = len(all) - 1
			}
			if starred {
				line = star.ReplaceAllString(line, "")
			}
			line = escapes.ReplaceAllString(strings.TrimPrefix(strings.TrimSpace(line), "[ ] "), "$1")
			line = strings.ReplaceAll(line, "&lt;", "<")
			all[at].Text = strings.TrimSpace(all[at].Text + " " + strings.TrimSpace(line))
		}
	}
	return all
}
