package book

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

// nameHeadings gives each heading its id. The fragments are those that GitHub makes of the same headings, so a link that
// works there works in the book.
func (d *document) nameHeadings() {
	d.headings = map[string]string{}
	repeated := map[string]int{}
	for _, h := range nodes[*ast.Heading](d) {
		fragment := freeFragment(d.headings, repeated, fragmentOf(plainText(h, d.text)))
		id := d.anchor + "--" + fragment
		d.headings[fragment] = id
		h.SetAttributeString("id", []byte(id))
		if d.title == "" && h.Level == 1 && d.isFirst(h) {
			d.title = id
		}
	}
}

// freeFragment numbers a fragment that an earlier heading has, and goes on from the number that it got last time.
func freeFragment(taken map[string]string, repeated map[string]int, fragment string) string {
	free := fragment
	for taken[free] != "" {
		repeated[fragment]++
		free = fmt.Sprintf("%s-%d", fragment, repeated[fragment])
	}
	return free
}

// fragmentOf makes a fragment as GitHub does: lower case, letters and digits of every script, hyphens and underscores
// stay, a space becomes a hyphen, all else goes, also ², ½ and ①.
func fragmentOf(heading string) string {
	fragment := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r), unicode.IsMark(r), unicode.In(r, unicode.Nd, unicode.Nl, unicode.Other_Alphabetic, unicode.Pc), r == '-':
			return r
		case r == ' ':
			return '-'
		}
		return -1
	}, strings.ToLower(strings.TrimSpace(heading)))
	if fragment == "" {
		return "section"
	}
	return fragment
}

// anchorPart makes the page's part of an id: never two hyphens in a row nor one at an end, so that the page and the
// heading in "exercise-1-2--done-when" can be told apart.
func anchorPart(id string) string {
	words := strings.FieldsFunc(strings.ToLower(id), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	return strings.Join(words, "-")
}

// plainText is what a reader sees of the text in a node; pictures in it have none.
func plainText(root ast.Node, src []byte) string {
	var b bytes.Buffer
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			b.Write(seenText(n, src))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(n.Value)
		case *ast.AutoLink:
			b.Write(n.Label(src))
		case *ast.Image:
			if n != root {
				return ast.WalkSkipChildren, nil
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// seenText resolves escapes and entities, which stand for themselves in code.
func seenText(n *ast.Text, src []byte) []byte {
	value := n.Value(src)
	if n.IsRaw() || n.Parent().Kind() == ast.KindCodeSpan {
		return value
	}
	return util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(value)))
}
