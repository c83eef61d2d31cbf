package book

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// paperColumns is how many letters of a table, each column's longest word and what stands between two columns, a page of
// paper surely holds beside each other.
const (
	paperColumns = 70
	paperGap     = 3
)

// isWide reports whether a table may be wider than paper unless its words are cut. Code is cut anyway.
func (d *document) isWide(table ast.Node) bool {
	var longest []int
	for row := table.FirstChild(); row != nil; row = row.NextSibling() {
		i := 0
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			if cell.Kind() != extast.KindTableCell {
				continue
			}
			if i == len(longest) {
				longest = append(longest, paperGap)
			}
			for _, word := range strings.Fields(wordsOf(cell, d.text)) {
				longest[i] = max(longest[i], paperGap+columns(word))
			}
			i++
		}
	}
	total := 0
	for _, width := range longest {
		total += width
	}
	return total > paperColumns
}

// wordsOf is the text of a cell without its code.
func wordsOf(cell ast.Node, src []byte) string {
	var b strings.Builder
	for n := cell.FirstChild(); n != nil; n = n.NextSibling() {
		if n.Kind() == ast.KindCodeSpan {
			b.WriteByte(' ')
			continue
		}
		if text, ok := n.(*ast.Text); ok {
			b.Write(seenText(text, src))
			continue
		}
		b.WriteString(plainText(n, src))
	}
	return b.String()
}
