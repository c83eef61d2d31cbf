package book

import (
	"bytes"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// A document is a page that has been parsed.
type document struct {
	page     Page
	source   string // page.Source, cleaned and from the repository's folder
	anchor   string // id of the page's section; the page's other ids start with it and two hyphens
	text     []byte // the Markdown without its front matter
	line     int    // the line of the file on which text starts
	tree     ast.Node
	headings map[string]string   // the fragment a link may end in → the id in the book
	title    string              // id of the heading that names the page
	sources  map[ast.Node]*fence // the fences that are held to a file
	problems []Problem
}

// add parses a page and gives it and its headings their ids.
func (b *Book) add(page Page) {
	d := &document{page: page, source: b.clean(page.Source), line: max(page.Line, 1), sources: map[ast.Node]*fence{}}
	b.docs = append(b.docs, d)
	d.checkPage()
	d.anchor = page.Kind + "-" + anchorPart(page.ID)
	if other := b.byAnchor[d.anchor]; other != nil {
		d.report(d.line, "%s %q has the same id as %s", page.Kind, page.ID, other.source)
	}
	if b.bySource[d.source] != nil {
		d.report(d.line, "the page stands twice in the book")
	}
	b.byAnchor[d.anchor], b.bySource[d.source] = d, d

	body, lines, closed := frontMatter(page.Markdown, d.line)
	if !closed {
		d.report(d.line, "the front matter is not closed: no line of three hyphens ends it")
	}
	d.text, d.line = bytes.ReplaceAll(body, []byte("\r\n"), []byte("\n")), d.line+lines
	d.parse()
	d.nameHeadings()
	for _, file := range page.files {
		b.listed[file] = d.headings[fragmentOf(file)]
	}
	d.checkSound()
}

// parse reads the text, unless that would take too long.
func (d *document) parse() {
	wrong, parse := unsound(d.text, d.line)
	for _, w := range wrong {
		d.report(w.line, "%s", w.message)
	}
	if !parse {
		d.text = nil
	}
	d.tree = newParser().Parse(text.NewReader(d.text))
}

func (d *document) checkPage() {
	if d.page.Kind != Lesson && d.page.Kind != Exercise && d.page.Kind != Listing {
		d.report(d.line, "kind %q: a page is a %q, an %q or a %q", d.page.Kind, Lesson, Exercise, Listing)
	}
	if anchorPart(d.page.ID) == "" {
		d.report(d.line, "the page has no id")
	}
	if strings.TrimSpace(d.page.Title) == "" {
		d.report(d.line, "the page has no title")
	}
	for _, text := range []string{d.page.Title, d.page.Status} {
		if bad := badSign([]byte(text)); bad != "" {
			d.report(d.line, "the front matter holds %q: %s", text, bad)
		}
	}
}

// prepare turns what stands for GitHub and the file system into what stands in a book, and reports what cannot be turned.
func (b *Book) prepare(d *document) {
	for _, link := range nodes[*ast.Link](d) {
		b.prepareLink(d, link)
	}
	for _, link := range nodes[*ast.AutoLink](d) {
		d.checkAutoLink(link)
	}
	for _, image := range nodes[*ast.Image](d) {
		b.prepareImage(d, image)
	}
	d.checkHTML()
	d.prepareDirections()
	d.prepareTables()
	d.prepareAlerts()
	d.prepareTasks()
}

// prepareTables gives the cells of an aligned column their style.
func (d *document) prepareTables() {
	for _, cell := range nodes[*extast.TableCell](d) {
		if cell.Alignment != extast.AlignNone {
			cell.SetAttributeString("style", []byte("text-align:"+cell.Alignment.String()))
		}
	}
}

// clean is the path of a page from the repository's folder, with slashes.
func (b *Book) clean(source string) string {
	if filepath.IsAbs(source) {
		if rel, err := filepath.Rel(b.root, source); err == nil {
			source = rel
		}
	}
	return path.Clean(filepath.ToSlash(source))
}

// newParser reads GitHub's Markdown with footnotes.
func newParser() parser.Parser {
	return goldmark.New(
		goldmark.WithExtensions(extension.GFM, extension.Footnote),
		goldmark.WithParserOptions(parser.WithASTTransformers(util.Prioritized(noteReader{}, 1))),
	).Parser()
}

// frontMatter cuts the YAML between two lines of three hyphens off the top of a file. Text that starts further down in
// its file has none. It returns the rest, the number of lines cut, and whether front matter that opens also closes.
func frontMatter(src []byte, line int) (body []byte, lines int, closed bool) {
	src = bytes.TrimPrefix(src, []byte("\ufeff"))
	if line > 1 {
		return src, 0, true
	}
	rest := src
	for len(rest) > 0 {
		current, after, _ := bytes.Cut(rest, []byte("\n"))
		isFence := string(bytes.TrimRight(current, " \t\r")) == "---"
		if lines == 0 && !isFence {
			return src, 0, true
		}
		lines++
		rest = after
		if lines > 1 && isFence {
			return rest, lines, true
		}
	}
	return src, 0, lines == 0
}

// lineOf is the line of the file on which a node stands.
func (d *document) lineOf(n ast.Node) int {
	for ; n != nil; n = n.Parent() {
		if pos := n.Pos(); pos >= 0 && pos <= len(d.text) && n.Kind() != ast.KindDocument {
			return d.line + bytes.Count(d.text[:pos], []byte("\n"))
		}
	}
	return d.line
}

func (d *document) report(line int, format string, args ...any) {
	d.problems = append(d.problems, Problem{File: d.source, Line: line, Message: fmt.Sprintf(format, args...)})
}
