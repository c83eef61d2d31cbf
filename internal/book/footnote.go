package book

import (
	"bytes"
	"regexp"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// noteSign is the sign of a footnote in a text.
var noteSign = regexp.MustCompile(`\[\^([^\[\]\s]+)\]`)

// A note is a footnote as it stands in the page.
type note struct {
	name string
	node *extast.Footnote
	used bool // something refers to it
}

// notesKey is the attribute of a document under which its footnotes are kept.
const notesKey = "notes"

// A noteReader looks at all footnotes before goldmark throws those away that nothing refers to.
type noteReader struct{}

// Transform leaves the document as it is.
func (noteReader) Transform(document *ast.Document, reader text.Reader, _ parser.Context) {
	var notes []note
	_ = ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if f, ok := n.(*extast.Footnote); ok && entering {
			notes = append(notes, note{string(f.Ref), f, f.Index >= 0})
		}
		return ast.WalkContinue, nil
	})
	document.SetAttributeString(notesKey, notes)
}

// checkFootnotes reports footnotes whose text would not be shown, and signs of footnotes that are none.
func (d *document) checkFootnotes() {
	value, _ := d.tree.AttributeString(notesKey)
	notes, _ := value.([]note)
	first := map[string]int{}
	for _, n := range notes {
		line, seen := first[n.name]
		switch {
		case seen:
			d.report(d.lineOf(n.node), "the footnote [^%s] stands on line %d too", n.name, line)
			continue
		case !n.used:
			d.report(d.lineOf(n.node), "nothing refers to the footnote [^%s]; its text would not be shown", n.name)
		}
		first[n.name] = d.lineOf(n.node)
	}
	for _, run := range d.textRuns() {
		for _, m := range noteSign.FindAllStringSubmatchIndex(run.text, -1) {
			isEscaped := m[0] > 0 && run.text[m[0]-1] == '\\'
			if name := run.text[m[2]:m[3]]; !isEscaped && first[name] == 0 {
				d.report(run.line, "there is no footnote [^%s]", name)
			}
		}
	}
}

// checkImageText reports a footnote in the text of an image, where nobody could follow it, and HTML, which would be lost.
func (d *document) checkImageText(image *ast.Image) {
	_ = ast.Walk(image, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering && n.Kind() == extast.KindFootnoteLink {
			d.report(d.lineOf(n), "a footnote stands in the text of the image %q", image.Destination)
		}
		if entering && n.Kind() == ast.KindRawHTML && len(bytes.TrimSpace(blankComments(htmlOf(n, d.text)))) > 0 {
			d.report(d.lineOf(n), "%s stands in the text of the image %q and would not be shown; write \\< for the sign", htmlOf(n, d.text), image.Destination)
		}
		return ast.WalkContinue, nil
	})
}
