package cli

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"agentcourse/internal/grader"
	"agentcourse/internal/term"
)

const (
	maxLines    = 40 // of one block, the rest is left out and counted
	maxRequests = 12
)

// plainLines prints a heading, if there is one, and lines as they are.
func (a *app) plainLines(title string, lines []string) {
	if title != "" {
		title = "  " + title + "\n"
	}
	a.term.Printf("\n%s", title)
	for i, l := range lines {
		if i == maxLines {
			a.term.Printf("    … (%d lines left out)\n", len(lines)-i)
			return
		}
		a.term.Printf("    %s\n", l)
	}
}

// describedLines prints a heading and descriptions, with a mark at that index.
func (a *app) describedLines(title string, lines []string, mark int) {
	a.lines(title, lines, mark, func(l string) string { return l })
}

// quotedLines prints a heading and lines in quotes, so that white space shows, with a mark at that index. nil prints
// nothing at all; no lines print as such.
func (a *app) quotedLines(title string, lines []string, mark int) {
	a.lines(title, lines, mark, term.Quote)
}

func (a *app) lines(title string, lines []string, mark int, show func(string) string) {
	if lines == nil {
		return
	}
	if title != "" {
		title = "  " + title + "\n"
	}
	a.term.Printf("\n%s", title)
	if len(lines) == 0 {
		a.term.Printf("    (nothing)\n")
	}
	head, tail := maxLines/2, len(lines)-maxLines/2
	for i, l := range lines {
		if len(lines) > maxLines && i >= head && i < tail && i != mark {
			if i == head {
				a.term.Printf("    … (%d lines left out)\n", tail-head)
			}
			continue
		}
		prefix := "    "
		if i == mark {
			prefix = "  > "
		}
		a.term.Printf("%s\n", hardWrap(show(l), prefix, "      "))
	}
}

// markDifference points at the first character in which a line differs from the one expected: below it where it is the
// last line and short enough, else by its number.
func (a *app) markDifference(f *grader.Failure) {
	if f.At < 0 || f.At >= len(f.Expected) || f.At >= len(f.Actual) {
		return
	}
	actual := term.Quote(f.Actual[f.At])
	at := firstDifference(term.Quote(f.Expected[f.At]), actual)
	if f.At == len(f.Actual)-1 && utf8.RuneCountInString(actual)+4 <= term.Width {
		a.term.Printf("%s%s\n", strings.Repeat(" ", 4+at), a.term.Paint(term.Bad, "^ first difference"))
		return
	}
	a.term.Printf("    %s\n", a.term.Paint(term.Bad, fmt.Sprintf("first difference: line %d, character %d as shown", f.At+1, at)))
}

// firstDifference is the number of leading characters that two texts have in common.
func firstDifference(a, b string) int {
	ra, rb := []rune(a), []rune(b)
	i := 0
	for i < len(ra) && i < len(rb) && ra[i] == rb[i] {
		i++
	}
	return i
}

// hardWrap breaks a line at the terminal's width, wherever that is: a value must not lose its white space.
func hardWrap(text, first, rest string) string {
	var b strings.Builder
	b.WriteString(first)
	used := utf8.RuneCountInString(first)
	for _, r := range text {
		if used == term.Width {
			b.WriteString("\n" + rest)
			used = utf8.RuneCountInString(rest)
		}
		b.WriteRune(r)
		used++
	}
	return b.String()
}

// paragraphs wraps a text, keeping its paragraphs.
func (a *app) paragraphs(text, indent string) {
	for i, p := range strings.Split(text, "\n\n") {
		if i > 0 {
			a.term.Printf("\n")
		}
		a.term.Printf("%s\n", term.Wrap(p, indent, indent))
	}
}
