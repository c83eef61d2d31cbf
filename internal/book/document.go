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
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// A book is what Build works on.
type book struct {
	root     string
	docs     []*document
	bySource map[string]*document
	byAnchor map[string]*document
}

func newBook(root string) *book {
	return &book{root: root, bySource: map[string]*document{}, byAnchor: map[string]*document{}}
}

// A document is a page that has been parsed.
type document struct {
	page     Page
	source   string            // page.Source, cleaned and from the repository's folder
	anchor   string            // id of the page's section; the page's other ids start with it and two hyphens
	markdown goldmark.Markdown // makes ids of this page
	text     []byte            // the Markdown without its front matter
	line     int               // the line of the file on which text starts
	tree     ast.Node
	headings map[string]string // the fragment a link may end in → the id in the book
	title    string            // id of the heading that names the page
	problems []Problem
}

// add parses a page and gives it and its headings their ids.
func (b *book) add(page Page) {
	d := &document{page: page, source: b.clean(page.Source), line: max(page.Line, 1)}
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
	d.text, d.line = body, d.line+lines
	d.markdown = newMarkdown(d.anchor)
	d.tree = d.markdown.Parser().Parse(text.NewReader(d.text))
	d.nameHeadings()
}

func (d *document) checkPage() {
	if d.page.Kind != Lesson && d.page.Kind != Exercise {
		d.report(d.line, "kind %q: a page is a %q or an %q", d.page.Kind, Lesson, Exercise)
	}
	if anchorPart(d.page.ID) == "" {
		d.report(d.line, "the page has no id")
	}
	if strings.TrimSpace(d.page.Title) == "" {
		d.report(d.line, "the page has no title")
	}
}

// prepare turns what stands for GitHub and the file system into what stands in a book, and reports what cannot be turned.
func (b *book) prepare(d *document) {
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
	d.prepareAlerts()
	d.prepareTasks()
}

// clean is the path of a page from the repository's folder, with slashes.
func (b *book) clean(source string) string {
	if filepath.IsAbs(source) {
		if rel, err := filepath.Rel(b.root, source); err == nil {
			source = rel
		}
	}
	return path.Clean(filepath.ToSlash(source))
}

// newMarkdown is GitHub's Markdown with footnotes, rendered by this package where that matters.
func newMarkdown(anchor string) goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(
			extension.GFM,
			extension.NewFootnote(
				extension.WithFootnoteIDPrefix(anchor+"--"),
				extension.WithFootnoteBacklinkTitle("Back to the text"),
			),
		),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(nodeRenderer{}, 1))),
	)
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

// nodes returns the document's nodes of type N, in reading order.
func nodes[N ast.Node](d *document) []N {
	var found []N
	_ = ast.Walk(d.tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if wanted, ok := n.(N); ok && entering {
			found = append(found, wanted)
		}
		return ast.WalkContinue, nil
	})
	return found
}
