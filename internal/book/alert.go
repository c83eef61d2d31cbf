package book

import (
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// alertMark is the first line of a quotation that GitHub shows as a box, in large letters or small.
var alertMark = regexp.MustCompile(`(?i)^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]\s*$`)

// prepareAlerts turns the quotations that are alerts into boxes.
func (d *document) prepareAlerts() {
	for _, quote := range nodes[*ast.Blockquote](d) {
		first, ok := quote.FirstChild().(*ast.Paragraph)
		if !ok {
			continue
		}
		line := first.Lines().At(0)
		m := alertMark.FindSubmatch(line.Value(d.text))
		if m == nil {
			continue
		}
		removeFirstLine(first)
		if !first.HasChildren() {
			quote.RemoveChild(quote, first)
		}
		box := &alert{kind: strings.ToUpper(string(m[1]))}
		moveChildren(quote, quote.FirstChild(), box)
		quote.Parent().ReplaceChild(quote.Parent(), quote, box)
	}
}

func removeFirstLine(p *ast.Paragraph) {
	for child := p.FirstChild(); child != nil; child = p.FirstChild() {
		p.RemoveChild(p, child)
		if t, ok := child.(*ast.Text); ok && (t.SoftLineBreak() || t.HardLineBreak()) {
			return
		}
	}
}
