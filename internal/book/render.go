package book

import (
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// A nodeRenderer writes the nodes that a book shows otherwise than goldmark does.
type nodeRenderer struct{}

// RegisterFuncs tells goldmark which nodes those are.
func (r nodeRenderer) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(ast.KindHeading, r.heading)
	reg.Register(ast.KindCodeBlock, r.code)
	reg.Register(ast.KindFencedCodeBlock, r.code)
	reg.Register(ast.KindHTMLBlock, r.html)
	reg.Register(ast.KindRawHTML, r.html)
	reg.Register(extast.KindTable, r.table)
	reg.Register(extast.KindTaskCheckBox, r.checkbox)
	reg.Register(kindTaskLabel, r.taskLabel)
	reg.Register(kindAlert, r.alert)
	reg.Register(kindFileRef, r.fileRef)
	reg.Register(kindPicture, r.picture)
	reg.Register(kindFigure, r.figure)
}

// heading is one level lower than on the page: the book's title is the only heading of level one.
func (nodeRenderer) heading(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	level := min(n.(*ast.Heading).Level+1, 6)
	if entering {
		fmt.Fprintf(w, `<h%d id="%s">`, level, attribute(n, "id"))
	} else {
		fmt.Fprintf(w, "</h%d>\n", level)
	}
	return ast.WalkContinue, nil
}

// code can be focused, so that long lines can be scrolled with the keyboard.
func (nodeRenderer) code(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	class := ""
	if fenced, ok := n.(*ast.FencedCodeBlock); ok {
		if language := fenced.Language(src); language != nil {
			class = fmt.Sprintf(` class="language-%s"`, util.EscapeHTML(language))
		}
	}
	fmt.Fprintf(w, `<pre tabindex="0"><code%s>`, class)
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		_, _ = w.Write(util.EscapeHTML(line.Value(src)))
	}
	_, _ = w.WriteString("</code></pre>\n")
	return ast.WalkSkipChildren, nil
}

// html has been checked before: only harmless tags are left in it.
func (nodeRenderer) html(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = w.Write(blankComments(htmlOf(n, src)))
	}
	return ast.WalkSkipChildren, nil
}

func (nodeRenderer) table(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = w.WriteString("<div class=\"table\" role=\"group\" aria-label=\"Table\" tabindex=\"0\">\n<table>\n")
	} else {
		_, _ = w.WriteString("</table>\n</div>\n")
	}
	return ast.WalkContinue, nil
}

func (nodeRenderer) checkbox(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		checked := ""
		if n.(*extast.TaskCheckBox).IsChecked {
			checked = " checked"
		}
		fmt.Fprintf(w, `<input type="checkbox" disabled%s aria-labelledby="%s">`, checked, attribute(n, "aria-labelledby"))
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

func (nodeRenderer) fileRef(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if file := n.(*fileRef).path; !entering && file != "" {
		fmt.Fprintf(w, ` (<code>%s</code>)`, util.EscapeHTML([]byte(file)))
	}
	return ast.WalkContinue, nil
}

func (nodeRenderer) picture(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		p := n.(*picture)
		fmt.Fprintf(w, `<img src="%s" alt="%s"`, p.address, util.EscapeHTML([]byte(p.alt)))
		if p.title != "" {
			fmt.Fprintf(w, ` title="%s"`, util.EscapeHTML([]byte(p.title)))
		}
		_ = w.WriteByte('>')
	}
	return ast.WalkSkipChildren, nil
}

func (nodeRenderer) figure(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = w.WriteString("<figure>\n")
		return ast.WalkContinue, nil
	}
	if caption := n.(*figure).caption; caption != "" {
		fmt.Fprintf(w, "\n<figcaption>%s</figcaption>", util.EscapeHTML([]byte(caption)))
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
