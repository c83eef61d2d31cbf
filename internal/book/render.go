package book

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"
)

// An edition is how one output of the book writes what outputs write differently.
type edition struct {
	xhtml   bool                     // an EPUB: one file a page, XML, no controls
	link    func(l *pageLink) string // where a link within the book leads
	picture func(p *picture) string  // the address of a picture
}

// render writes a page's text.
func (e edition) render(d *document) ([]byte, error) {
	options := []renderer.Option{renderer.WithNodeRenderers(util.Prioritized(nodeRenderer{e, d}, 1))}
	if e.xhtml {
		options = append(options, html.WithXHTML())
	}
	markdown := goldmark.New(
		goldmark.WithExtensions(
			extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignNone)),
			extension.Strikethrough, extension.Linkify, extension.TaskList,
			extension.NewFootnote(
				extension.WithFootnoteIDPrefix(d.anchor+"--"),
				extension.WithFootnoteBacklinkTitle("Back to the text"),
			),
		),
		goldmark.WithRendererOptions(options...),
	)
	var out bytes.Buffer
	err := markdown.Renderer().Render(&out, d.text, d.tree)
	return out.Bytes(), err
}

// address is a link's address, as it stands in an attribute.
func (e edition) address(l *pageLink) []byte { return util.URLEscape([]byte(e.link(l)), false) }

// A nodeRenderer writes the nodes that a book shows otherwise than goldmark does.
type nodeRenderer struct {
	edition
	doc *document
}

// RegisterFuncs tells goldmark which nodes those are.
func (r nodeRenderer) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(ast.KindHeading, r.heading)
	reg.Register(ast.KindCodeBlock, r.code)
	reg.Register(ast.KindFencedCodeBlock, r.code)
	reg.Register(ast.KindHTMLBlock, r.html)
	reg.Register(ast.KindRawHTML, r.html)
	reg.Register(extast.KindTable, r.table)
	reg.Register(extast.KindTableCell, r.cell)
	reg.Register(extast.KindTaskCheckBox, r.checkbox)
	reg.Register(kindTaskLabel, r.taskLabel)
	reg.Register(kindAlert, r.alert)
	reg.Register(kindPageLink, r.pageLink)
	reg.Register(kindFileRef, r.fileRef)
	reg.Register(kindPicture, r.image)
	reg.Register(kindFigure, r.figure)
}

// heading is one level lower where the book's title is the only heading of level one. Below the page's title stands its
// status.
func (r nodeRenderer) heading(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	level := n.(*ast.Heading).Level
	if !r.xhtml {
		level = min(level+1, 6)
	}
	if entering {
		fmt.Fprintf(w, `<h%d id="%s"`, level, attribute(n, "id"))
		if dir := attribute(n, "dir"); dir != "" {
			fmt.Fprintf(w, ` dir="%s"`, dir)
		}
		_ = w.WriteByte('>')
	} else {
		fmt.Fprintf(w, "</h%d>\n", level)
		if attribute(n, "id") == r.doc.title {
			_, _ = w.WriteString(r.doc.status())
		}
	}
	return ast.WalkContinue, nil
}

// status is the box below a page's title that says how far to trust it, if anything is said of it.
func (d *document) status() string {
	if d.page.Status == "" {
		return ""
	}
	return fmt.Sprintf("<p class=\"status\">%s</p>\n", escape(d.page.Status))
}

// code has the name of its file above it, and can be focused on a screen, so that long lines can be scrolled with the
// keyboard.
func (r nodeRenderer) code(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	first, language := 0, ""
	if fenced, ok := n.(*ast.FencedCodeBlock); ok {
		language = string(fenced.Language(src))
	}
	if f := r.doc.sources[n]; f != nil {
		first = f.from
		r.source(w, f)
	}
	_, _ = w.WriteString("<pre")
	if !r.xhtml {
		_, _ = w.WriteString(` tabindex="0"`)
		if language != "" {
			fmt.Fprintf(w, ` data-lang="%s"`, escape(language))
		}
	}
	_, _ = w.WriteString("><code>")
	var code []byte
	for i := first; i < n.Lines().Len(); i++ {
		line := n.Lines().At(i)
		code = append(append(code, bytes.TrimRight(line.Value(src), "\r\n")...), '\n')
	}
	_, _ = w.Write(highlight(language, code))
	_, _ = w.WriteString("</code></pre>\n")
	return ast.WalkSkipChildren, nil
}

// source names the file of a piece of code, and leads to it if it is in the book.
func (r nodeRenderer) source(w util.BufWriter, f *fence) {
	name := escape(f.source.file)
	if f.listed != nil {
		name = fmt.Sprintf(`<a href="%s">%s</a>`, r.address(f.listed), name)
	}
	fmt.Fprintf(w, "<p class=\"source\">%s</p>\n", name)
}

// html has been checked before: only harmless tags are left in it.
func (r nodeRenderer) html(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		html := settled(blankComments(htmlOf(n, src)))
		if r.xhtml {
			html = asXML(html)
		}
		_, _ = w.Write(html)
	}
	return ast.WalkSkipChildren, nil
}

func (r nodeRenderer) table(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	switch {
	case entering && r.xhtml:
		_, _ = w.WriteString("<div class=\"table\">\n<table>\n")
	case entering && r.doc.isWide(n):
		_, _ = w.WriteString("<div class=\"table wide\" role=\"group\" aria-label=\"Table\" tabindex=\"0\">\n<table>\n")
	case entering:
		_, _ = w.WriteString("<div class=\"table\" role=\"group\" aria-label=\"Table\" tabindex=\"0\">\n<table>\n")
	default:
		_, _ = w.WriteString("</table>\n</div>\n")
	}
	return ast.WalkContinue, nil
}

// cell is the heading of a column only if it says something.
func (nodeRenderer) cell(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	tag := "td"
	if n.Parent().Kind() == extast.KindTableHeader && n.HasChildren() {
		tag = "th"
	}
	if entering {
		_, _ = w.WriteString("<" + tag)
		html.RenderAttributes(w, n, nil)
		_ = w.WriteByte('>')
	} else {
		fmt.Fprintf(w, "</%s>\n", tag)
	}
	return ast.WalkContinue, nil
}

// checkbox is a control that the page's script makes ready, and in an EPUB a sign.
func (r nodeRenderer) checkbox(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	checked, sign := "", "☐"
	if n.(*extast.TaskCheckBox).IsChecked {
		checked, sign = " checked", "☑"
	}
	if r.xhtml {
		fmt.Fprintf(w, `<span class="box">%s</span>`, sign)
	} else {
		fmt.Fprintf(w, `<input type="checkbox" disabled%s data-task="%s" aria-labelledby="%s">`, checked, attribute(n, "task"), attribute(n, "label"))
	}
	return ast.WalkContinue, nil
}

func (nodeRenderer) taskLabel(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		fmt.Fprintf(w, ` <span id="%s">`, n.(*taskLabel).id)
	} else {
		_, _ = w.WriteString("</span>")
	}
	return ast.WalkContinue, nil
}

func (nodeRenderer) alert(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		kind := n.(*alert).kind
		title := kind[:1] + strings.ToLower(kind[1:])
		fmt.Fprintf(w, "<div class=\"alert %s\" role=\"note\">\n<p class=\"alert-title\">%s</p>\n", strings.ToLower(kind), title)
	} else {
		_, _ = w.WriteString("</div>\n")
	}
	return ast.WalkContinue, nil
}

func (r nodeRenderer) pageLink(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		_, _ = w.WriteString("</a>")
		return ast.WalkContinue, nil
	}
	l := n.(*pageLink)
	more := ""
	if l.page.source == glossaryFile {
		more = ` class="term"`
	}
	if l.title != "" {
		more += fmt.Sprintf(` title="%s"`, escape(l.title))
	}
	fmt.Fprintf(w, `<a href="%s"%s>`, r.address(l), more)
	return ast.WalkContinue, nil
}

func (nodeRenderer) fileRef(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if file := n.(*fileRef).path; !entering && file != "" {
		fmt.Fprintf(w, ` (<code>%s</code>)`, escape(file))
	}
	return ast.WalkContinue, nil
}

func (r nodeRenderer) image(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	p := n.(*picture)
	fmt.Fprintf(w, `<img src="%s" alt="%s"`, r.picture(p), escape(p.alt))
	if p.title != "" {
		fmt.Fprintf(w, ` title="%s"`, escape(p.title))
	}
	if r.xhtml {
		_, _ = w.WriteString(" /")
	}
	_ = w.WriteByte('>')
	return ast.WalkSkipChildren, nil
}

func (nodeRenderer) figure(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = w.WriteString("<figure>\n")
		return ast.WalkContinue, nil
	}
	if caption := n.(*figure).caption; caption != "" {
		fmt.Fprintf(w, "\n<figcaption>%s</figcaption>", escape(caption))
	}
	_, _ = w.WriteString("\n</figure>\n")
	return ast.WalkContinue, nil
}

// attribute is an attribute that this package has given a node.
func attribute(n ast.Node, name string) string {
	value, _ := n.AttributeString(name)
	text, _ := value.([]byte)
	return string(text)
}
