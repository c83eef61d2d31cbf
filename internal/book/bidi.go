package book

import (
	"unicode"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// rightToLeft are the scripts that are written from right to left.
var rightToLeft = []*unicode.RangeTable{
	unicode.Adlam, unicode.Arabic, unicode.Hanifi_Rohingya, unicode.Hebrew, unicode.Mandaic, unicode.Mende_Kikakui, unicode.Nko,
	unicode.Samaritan, unicode.Syriac, unicode.Thaana,
}

// prepareDirections lets the browser find the direction of texts that begin in a script written from right to left.
func (d *document) prepareDirections() {
	_ = ast.Walk(d.tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		text := n
		switch n.Kind() {
		case ast.KindParagraph, ast.KindHeading, extast.KindTableCell:
		case ast.KindListItem: // its sign stands on the side on which its first line begins
			if text = n.FirstChild(); text == nil || text.Kind() != ast.KindTextBlock && text.Kind() != ast.KindParagraph {
				return ast.WalkContinue, nil
			}
		default:
			return ast.WalkContinue, nil
		}
		if beginsRightToLeft(plainText(text, d.text)) {
			n.SetAttributeString("dir", []byte("auto"))
		}
		return ast.WalkContinue, nil
	})
}

// beginsRightToLeft looks at the first letter, or the first mark of direction.
func beginsRightToLeft(text string) bool {
	for _, r := range text {
		switch {
		case r == '\u200f' || r == '\u061c':
			return true
		case r == '\u200e':
			return false
		case unicode.IsLetter(r):
			return unicode.In(r, rightToLeft...)
		}
	}
	return false
}
