package book

import (
	"net/url"
	"unicode"

	"github.com/yuin/goldmark/ast"
)

// A passage is the running text of a paragraph, an item or a cell, in lower case and with single spaces.
type passage struct {
	text   []rune
	exact  []rune  // the same, with its capital letters
	places []place // of each rune
}

// A place says where a letter of a passage stands.
type place struct {
	line int       // of the file
	link *ast.Link // in which it stands, or nil
}

// noWord stands in a passage for what is no running text: code, pictures, bare addresses. It ends a word.
const noWord = '\uFFFC'

// passages are the running text of a page: no headings, no code, no quotations.
func (d *document) passages() []*passage {
	var all []*passage
	_ = ast.Walk(d.tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			return ast.WalkSkipChildren, nil
		case *ast.Blockquote:
			if !d.isAlert(n) {
				return ast.WalkSkipChildren, nil
			}
		}
		if first := n.FirstChild(); n.Type() == ast.TypeBlock && first != nil && first.Type() == ast.TypeInline {
			p := &passage{}
			p.read(d, n, nil)
			all = append(all, p)
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	return all
}

// read adds the text in a node.
func (p *passage) read(d *document, parent ast.Node, link *ast.Link) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Text:
			at := place{d.lineOf(n), link}
			p.add(string(seenText(n, d.text)), at)
			if n.SoftLineBreak() || n.HardLineBreak() {
				p.add(" ", at)
			}
		case *ast.String:
			p.add(string(n.Value), place{d.lineOf(n), link})
		case *ast.Link:
			p.read(d, n, n)
		case *ast.CodeSpan, *ast.AutoLink, *ast.Image:
			p.add(string(noWord), place{d.lineOf(n), link})
		default:
			p.read(d, n, link)
		}
	}
}

func (p *passage) add(text string, at place) {
	for _, r := range text {
		if unicode.IsSpace(r) {
			if r = ' '; len(p.text) > 0 && p.text[len(p.text)-1] == ' ' {
				continue
			}
		}
		p.text = append(p.text, unicode.ToLower(r))
		p.exact = append(p.exact, r)
		p.places = append(p.places, at)
	}
}

func isWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) || r == '_'
}

// isAlert reports whether a quotation is shown as a box.
func (d *document) isAlert(quote *ast.Blockquote) bool {
	first, ok := quote.FirstChild().(*ast.Paragraph)
	if !ok {
		return false
	}
	line := first.Lines().At(0)
	return alertMark.Match(line.Value(d.text))
}

// leadsTo reports whether a link leads to a heading of a page.
func (b *Book) leadsTo(d *document, link *ast.Link, page *document, fragment string) bool {
	u, err := url.Parse(string(link.Destination))
	if err != nil || u.Scheme != "" || u.Host != "" {
		return false
	}
	target, inside := d.resolve(u.Path)
	return inside && b.pageAt(target) == page && u.Fragment == fragment
}
