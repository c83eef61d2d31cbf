package book

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

// A Role is what a piece of a page is to its reader, for whoever colours it.
type Role string

// The roles of text; most text has none.
const (
	RoleStrong   Role = "strong"
	RoleEmphasis Role = "emphasis"
	RoleCode     Role = "code" // in a line; blocks of code have no role
	RoleHeading  Role = "heading"
	RoleQuiet    Role = "quiet" // bars, rules and remarks that are not the page's own words
	RoleLink     Role = "link"

	rolePlain Role = ""
)

// TerminalOptions say how a page is set for a terminal.
type TerminalOptions struct {
	Width  int                                 // columns, at least 20; 0 means 80
	Style  func(role Role, text string) string // may add what takes no column; nil adds nothing
	Unfold bool                                // show what is folded away too
}

const (
	usualWidth = 80
	leastWidth = 20 // below it nothing is indented any further
	codeIndent = "    "
)

// Terminal sets a page for a terminal. No line is wider than the width but code and words that cannot be broken. What is
// folded in the book, as answers are, is not shown: its summary says where it stands. The page's mistakes are not reported.
func Terminal(page Page, o TerminalOptions) string {
	d := &document{page: page, source: path.Clean(filepath.ToSlash(page.Source)), line: max(page.Line, 1)}
	body, cut, _ := frontMatter(page.Markdown, d.line)
	d.text, d.line = body, d.line+cut
	d.tree = newParser().Parse(text.NewReader(d.text))
	d.prepareAlerts()
	if o.Style == nil {
		o.Style = func(_ Role, text string) string { return text }
	}
	o.Width = max(cmp.Or(o.Width, usualWidth), leastWidth)
	t := &terminal{d: d, o: o}
	lines := t.fill([]run{{RoleQuiet, printable(page.Status)}}, o.Width)
	if len(lines) > 0 {
		lines = append(lines, line{})
	}
	var b strings.Builder
	for _, l := range append(lines, t.blocks(d.tree, o.Width, false)...) {
		b.WriteString(l.text + "\n")
	}
	return b.String()
}

// A terminal sets one page.
type terminal struct {
	d     *document
	o     TerminalOptions
	folds []fold // the details elements that are open here
}

// A line is one line as it is printed.
type line struct {
	text  string // with its style
	width int    // columns
}

func (t *terminal) paint(role Role, text string) string {
	if role == rolePlain || text == "" {
		return text
	}
	return t.o.Style(role, text)
}

// blocks sets what stands in a node, with an empty line between two blocks unless they are tight.
func (t *terminal) blocks(parent ast.Node, width int, tight bool) []line {
	var out []line
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		lines := t.block(n, width)
		switch {
		case len(out) == 0:
			out = lines
		case len(lines) > 0:
			if !tight {
				out = append(out, line{})
			}
			out = append(out, lines...)
		}
	}
	return out
}

// block sets one block; a block of which nothing is seen has no lines.
func (t *terminal) block(n ast.Node, width int) []line {
	if _, isHTML := n.(*ast.HTMLBlock); t.folded() && !isHTML {
		t.passOver(n)
		return nil
	}
	switch n := n.(type) {
	case *ast.Heading:
		return t.heading(n, width)
	case *ast.CodeBlock, *ast.FencedCodeBlock:
		return t.code(n)
	case *ast.HTMLBlock:
		return t.fill(t.html(n, rolePlain), width)
	case *ast.ThematicBreak:
		return []line{t.rule(width)}
	case *ast.Blockquote:
		return t.barred(n, width, nil)
	case *alert:
		return t.barred(n, width, t.fill([]run{{RoleStrong, alertTitle(n)}}, width))
	case *ast.List:
		return t.list(n, width)
	case *extast.Table:
		return t.table(n, width)
	case *extast.FootnoteList:
		return append([]line{t.rule(width / 4)}, t.blocks(n, width, true)...)
	case *extast.Footnote:
		return t.hanging(n, fmt.Sprintf("[%d] ", n.Index), width, false)
	case *ast.Paragraph, *ast.TextBlock:
		return t.fill(t.inline(n, rolePlain), width)
	}
	return t.blocks(n, width, false)
}

func alertTitle(n *alert) string { return n.kind[:1] + strings.ToLower(n.kind[1:]) }

func (t *terminal) rule(width int) line {
	return line{t.paint(RoleQuiet, strings.Repeat("─", width)), width}
}

// heading sets a heading; that of the page and those of its sections have a line below them, so that levels are told apart
// without colour.
func (t *terminal) heading(n *ast.Heading, width int) []line {
	lines, widest := t.fill(t.inline(n, RoleHeading), width), 0
	for _, l := range lines {
		widest = max(widest, l.width)
	}
	if n.Level <= 2 && widest > 0 {
		lines = append(lines, t.rule(min(widest, width)))
	}
	return lines
}

// code sets a block of code: its lines are as long as they are.
func (t *terminal) code(n ast.Node) []line {
	var lines []line
	for i := range n.Lines().Len() {
		segment := n.Lines().At(i)
		text := strings.TrimRight(strings.ReplaceAll(string(segment.Value(t.d.text)), "\t", "    "), " \r\n")
		if text != "" {
			text = codeIndent + printable(text)
		}
		lines = append(lines, line{text, columns(text)})
	}
	for len(lines) > 0 && lines[len(lines)-1].text == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// barred sets a block with a bar along its left side.
func (t *terminal) barred(n ast.Node, width int, title []line) []line {
	bar := line{t.paint(RoleQuiet, "│") + " ", 2}
	inner := width - bar.width
	if inner < leastWidth {
		return append(title, t.blocks(n, width, false)...)
	}
	return indented(append(title, t.blocks(n, inner, false)...), bar, bar)
}

// list sets a list. The boxes of tasks stand in place of the items' bullets.
func (t *terminal) list(list *ast.List, width int) []line {
	var out []line
	number, digits := list.Start, len(fmt.Sprint(list.Start+list.ChildCount()-1))
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		if t.folded() {
			t.passOver(item)
			continue
		}
		marker := "- "
		if list.IsOrdered() {
			marker = fmt.Sprintf("%*d%c ", digits, number, list.Marker)
			number++
		}
		if box := taskBox(item); box != nil {
			marker = "[ ] "
			if box.IsChecked {
				marker = "[x] "
			}
		}
		if len(out) > 0 && !list.IsTight {
			out = append(out, line{})
		}
		out = append(out, t.hanging(item, marker, width, list.IsTight)...)
	}
	return out
}

func taskBox(item ast.Node) *extast.TaskCheckBox {
	if first := item.FirstChild(); first != nil && first.FirstChild() != nil {
		box, _ := first.FirstChild().(*extast.TaskCheckBox)
		return box
	}
	return nil
}

// hanging sets what stands in a node behind a marker, and lets the marker hang out on the left.
func (t *terminal) hanging(n ast.Node, marker string, width int, tight bool) []line {
	first := line{marker, columns(marker)}
	inner := width - first.width
	if inner < leastWidth { // the marker has a line of its own
		return append([]line{{strings.TrimSpace(marker), first.width}}, t.blocks(n, width, tight)...)
	}
	lines := t.blocks(n, inner, tight)
	if len(lines) == 0 {
		lines = []line{{}}
	}
	return indented(lines, first, line{strings.Repeat(" ", first.width), first.width})
}

// indented puts one text before the first line and another before the others.
func indented(lines []line, first, rest line) []line {
	before := first
	for i, l := range lines {
		if l.text == "" {
			before.text = strings.TrimRight(before.text, " ")
		}
		lines[i] = line{before.text + l.text, before.width + l.width}
		before = rest
	}
	return lines
}
