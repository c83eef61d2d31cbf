package document

import (
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
)

// A Kind of block.
type Kind string

// The kinds.
const (
	Heading   Kind = "heading"
	Paragraph Kind = "paragraph" // running text, in a list and in a quotation too
	Code      Kind = "code"
	Table     Kind = "table"
	HTML      Kind = "html" // other than comments
)

// A Block is a piece of the text that holds no other.
type Block struct {
	Kind      Kind
	Line, End int    // its first and last line
	Text      string // its lines without the marks of lists and quotations; of a fence, what is in it
	At        []int  // the line of each line of Text
	Level     int    // of a heading, from 1
	Language  string // of code in a fence, "" if none is named
	Quoted    bool   // it stands in a quotation
	Listed    bool   // it stands in a list
	Task      string // of an item with a box: "open" or "done"
	Rows      []Row  // of a table, its head among them
	Links     []Link
}

// A Row of a table.
type Row struct {
	Line  int
	Head  bool
	Cells []string
}

// A Link leads to an address or a file.
type Link struct {
	To    string // as it was written
	Text  string
	Line  int
	Image bool
}

// A reader turns a parsed text into blocks.
type reader struct {
	doc    *Document
	src    []byte
	starts []int // where each line begins
}

func (r *reader) line(offset int) int {
	i, found := slices.BinarySearch(r.starts, offset)
	if found {
		return i + 1
	}
	return i
}

// sourceLine is a line as it stands in the file.
func (r *reader) sourceLine(line int) string {
	end := len(r.src)
	if line < len(r.starts) {
		end = r.starts[line]
	}
	return strings.TrimRight(string(r.src[r.starts[line-1]:end]), "\n")
}

func (r *reader) walk(tree ast.Node) {
	_ = ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering || n.Type() != ast.TypeBlock {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			r.add(n, Block{Kind: Heading, Level: n.Level})
		case *ast.Paragraph, *ast.TextBlock:
			r.add(n, Block{Kind: Paragraph})
		case *ast.FencedCodeBlock:
			r.add(n, Block{Kind: Code, Language: string(n.Language(r.src))})
		case *ast.CodeBlock:
			r.add(n, Block{Kind: Code})
		case *ast.HTMLBlock:
			r.add(n, Block{Kind: HTML})
		case *east.Table:
			r.table(n)
		default:
			return ast.WalkContinue, nil
		}
		return ast.WalkSkipChildren, nil
	})
}

// add takes a block's lines. A fence that is empty stands nowhere in the parsed text and is left out.
func (r *reader) add(n ast.Node, b Block) {
	segments := n.Lines().Sliced(0, n.Lines().Len())
	var text []string
	for _, s := range segments {
		b.At = append(b.At, r.line(s.Start))
		text = append(text, strings.TrimRight(string(s.Value(r.src)), "\n"))
	}
	if html, ok := n.(*ast.HTMLBlock); ok && html.HasClosure() && html.ClosureLine.Start >= 0 {
		b.At = append(b.At, r.line(html.ClosureLine.Start))
		text = append(text, strings.TrimRight(string(html.ClosureLine.Value(r.src)), "\n"))
	}
	if len(b.At) == 0 {
		return
	}
	b.Text, b.Line, b.End = strings.Join(text, "\n"), b.At[0], b.At[len(b.At)-1]
	if b.Kind != Code {
		b.Text = r.withoutComments(b)
	}
	if strings.TrimSpace(b.Text) == "" {
		return
	}
	if b.Kind == Heading {
		b.Text = strings.TrimSpace(b.Text)
	}
	r.place(n, &b)
	r.inline(n, &b, b.Line, b.End)
	r.doc.Blocks = append(r.doc.Blocks, b)
}

// place says in what the block stands.
func (r *reader) place(n ast.Node, b *Block) {
	for p := n.Parent(); p != nil; p = p.Parent() {
		switch p.(type) {
		case *ast.Blockquote:
			b.Quoted = true
		case *ast.ListItem:
			b.Listed = true
		}
	}
}

// inline finds links, pictures and boxes in a node of the block, which stands on some of its lines.
func (r *reader) inline(n ast.Node, b *Block, first, last int) {
	at := first
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering || n.Type() != ast.TypeInline {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			at = r.line(n.Segment.Start)
		case *ast.Link:
			b.Links = append(b.Links, Link{To: string(n.Destination), Text: r.textOf(n), Line: r.lineOf(n, at)})
		case *ast.Image:
			b.Links = append(b.Links, Link{To: string(n.Destination), Text: r.textOf(n), Line: r.lineOf(n, at), Image: true})
		case *ast.AutoLink:
			to := string(n.URL(r.src))
			b.Links = append(b.Links, Link{To: to, Text: to, Line: r.find(to, at, last)})
		case *east.TaskCheckBox:
			b.Task = "open"
			if n.IsChecked {
				b.Task = "done"
			}
		}
		return ast.WalkContinue, nil
	})
}

// lineOf is the line of a node's first text, or else that of the text before it.
func (r *reader) lineOf(n ast.Node, before int) int {
	line := before
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			line = r.line(t.Segment.Start)
			return ast.WalkStop, nil
		}
		return ast.WalkContinue, nil
	})
	return line
}

// find is the first of some lines that holds a text, or else the first of them all.
func (r *reader) find(text string, from, to int) int {
	for line := from; line <= to; line++ {
		if strings.Contains(r.sourceLine(line), text) {
			return line
		}
	}
	return from
}

func (r *reader) textOf(n ast.Node) string {
	var text strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			text.Write(t.Segment.Value(r.src))
		}
		return ast.WalkContinue, nil
	})
	return text.String()
}

func (r *reader) table(t *east.Table) {
	b := Block{Kind: Table}
	var text []string
	for row := t.FirstChild(); row != nil; row = row.NextSibling() {
		_, head := row.(*east.TableHeader)
		out := Row{Head: head, Line: b.End + 1}
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			value := ""
			if cell.Lines().Len() > 0 {
				s := cell.Lines().At(0)
				out.Line, value = r.line(s.Start), string(s.Value(r.src))
			}
			out.Cells = append(out.Cells, strings.TrimSpace(commentText.ReplaceAllString(value, "")))
			r.inline(cell, &b, out.Line, out.Line)
		}
		if len(b.Rows) == 1 && out.Line == b.End+1 {
			out.Line++ // an empty row below the line of hyphens
		}
		if b.Line == 0 {
			b.Line = out.Line
		}
		b.End = out.Line
		b.Rows = append(b.Rows, out)
		b.At = append(b.At, out.Line)
		text = append(text, r.sourceLine(min(out.Line, len(r.starts))))
	}
	b.Text = strings.Join(text, "\n")
	r.place(t, &b)
	r.doc.Blocks = append(r.doc.Blocks, b)
}
