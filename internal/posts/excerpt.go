package posts

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"agentcourse/internal/document"
)

// An excerpt is a piece of an entry, in Markdown that can stand anywhere.
type excerpt struct {
	text string // "" for none
	from string // the comment that says whence it is
}

// block is the excerpt with its comment above.
func (e excerpt) block() string {
	if e.text == "" {
		return ""
	}
	return e.from + "\n\n" + e.text
}

const longestExcerpt = 200 // lines

// star is the mark of a surprise to come back to, which is for its author.
var star = regexp.MustCompile(`(?m)^([ \t]*(?:[-*+][ \t]+)?)(?:★|⭐|\[\*\])[ \t]*`)

// excerpt copies blocks of the entry: no comments, headings as bold lines so that no section begins there, code in a fence
// that ends.
func (m *Material) excerpt(what string, lines []string, d *document.Document, blocks []document.Block) excerpt {
	if document.Empty(blocks) {
		return excerpt{}
	}
	var out []string
	first, end := 0, 0
	for _, b := range blocks {
		part := blockLines(b, lines, d)
		if len(part) == 0 {
			continue
		}
		if first == 0 {
			first = b.Line
		}
		if end > 0 && (b.Line > end+1 || !b.Listed) {
			out = append(out, "")
		}
		out, end = append(out, part...), b.End
	}
	if len(out) > longestExcerpt {
		m.note("%s:%d: of %d lines the first %d are carried over", m.Entry, first, len(out), longestExcerpt)
		out = append(closeFence(out[:longestExcerpt]), "…")
	}
	text := strings.Trim(m.clean(star.ReplaceAllString(strings.Join(out, "\n"), "$1")), "\n")
	if strings.TrimSpace(text) == "" {
		return excerpt{}
	}
	if !standsAlone(text) {
		text = strings.Join(fenced("text", text), "\n")
	}
	return excerpt{text: text, from: m.from(fmt.Sprintf("%s:%d", m.Entry, first), what)}
}

// standsAlone reports whether a text leaves what stands below it as it is, and begins no section: with its comments gone
// and its broken marks out of their place, something in it may open a fence or an element.
func standsAlone(text string) bool {
	const below = "below"
	d := document.Parse([]byte(text + "\n\n## " + below + "\n\nx\n"))
	return len(d.Problems) == 0 && len(d.Comments) == 0 && len(d.Sections) > 0 && d.Title == "" &&
		d.Sections[0].Title == below && d.Sections[0].Level == 2 && len(d.Sections[0].Blocks) == 1
}

// from is the comment above what was carried over.
func (m *Material) from(where, what string) string {
	return "<!-- from " + uncommented(where) + ", " + uncommented(what) + ": edit it, then take this line out -->"
}

// uncommented is a text that may stand in a comment.
func uncommented(text string) string { return strings.ReplaceAll(text, "-->", "-- >") }

// blockLines are the lines of a block as they may stand in another text.
func blockLines(b document.Block, lines []string, d *document.Document) []string {
	switch {
	case b.Kind == document.Heading && strings.HasSuffix(strings.Split(b.Text, " ")[0], "-predict"):
		return nil // the place that the template made
	case b.Kind == document.Heading:
		return []string{"**" + strings.ReplaceAll(b.Text, "*", "") + "**"}
	case b.Kind == document.Code:
		return fenced(b.Language, b.Text)
	case b.Kind == document.HTML:
		return fenced("html", b.Text)
	case b.Line < 1 || b.End > len(lines):
		return nil
	case b.Kind == document.Table:
		return strings.Split(comment.ReplaceAllString(strings.Join(lines[b.Line-1:b.End], "\n"), ""), "\n")
	case slices.ContainsFunc(d.Comments, func(c document.Comment) bool { return c.Line <= b.End && b.Line <= c.End }):
		return withoutMarks(b)
	}
	return slices.Clone(lines[b.Line-1 : b.End])
}

// withoutMarks is a block's own text, without comments, with the simplest marks of a list or a quotation put back.
func withoutMarks(b document.Block) []string {
	var out []string
	for line := range strings.Lines(b.Text) {
		line = strings.TrimRight(line, " \t\n")
		switch {
		case strings.TrimSpace(line) == "":
			continue
		case b.Quoted:
			line = "> " + line
		case b.Listed && len(out) == 0:
			line = "- " + line
		case b.Listed:
			line = "  " + line
		}
		out = append(out, line)
	}
	return out
}

var (
	ticks   = regexp.MustCompile("`{3,}")
	comment = regexp.MustCompile(`<!--.*?(?:-->|$)`)
)

// fenced is code in a fence longer than any in it.
func fenced(language, code string) []string {
	fence := "```"
	for _, t := range ticks.FindAllString(code, -1) {
		if len(t) >= len(fence) {
			fence = t + "`"
		}
	}
	return slices.Concat([]string{fence + strings.Trim(language, "`")}, strings.Split(code, "\n"), []string{fence})
}

// closeFence ends a fence that was cut in the middle.
func closeFence(lines []string) []string {
	open := ""
	for _, l := range lines {
		switch mark := ticks.FindString(l); {
		case !strings.HasPrefix(l, "```"):
		case open == "":
			open = mark
		case l == open:
			open = ""
		}
	}
	if open != "" {
		lines = append(slices.Clone(lines), open)
	}
	return lines
}
