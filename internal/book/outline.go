package book

import (
	"strings"

	"github.com/yuin/goldmark/ast"
)

// checkOutline reports headings from which a reader could not make out how a page is built. A page has one heading of
// level one, which comes first, or none, and then its front matter names it; no level is left out.
func (d *document) checkOutline() {
	above := 1             // the level of the last heading; that of the page's name at first
	parents := [7]string{} // the heading of each level under which we are
	seen := map[string]int{}
	for i, h := range nodes[*ast.Heading](d) {
		line, text := d.lineOf(h), strings.TrimSpace(plainText(h, d.text))
		switch {
		case text == "":
			d.report(line, "the heading is empty")
		case h.Level == 1 && i > 0:
			d.report(line, "heading %q is of level one; a page has one such heading, which comes first", text)
		case h.Level == 1 && !d.isFirst(h):
			d.report(line, "heading %q names the page and does not come first", text)
		case h.Level > above+1:
			d.report(line, "heading %q is of level %d and follows one of level %d; no level is left out", text, h.Level, above)
		}
		above = h.Level
		parents[h.Level] = text
		clear(parents[h.Level+1:])
		path := strings.Join(parents[:h.Level+1], "\n")
		if first, twice := seen[path]; twice && text != "" {
			d.report(line, "heading %q stands on line %d too, in the same part; the address of one of them would change with the other",
				text, first)
			continue
		}
		seen[path] = line
	}
}

// isFirst reports whether nothing that is shown stands before a heading.
func (d *document) isFirst(h *ast.Heading) bool {
	if h.Parent() != d.tree {
		return false
	}
	for n := h.PreviousSibling(); n != nil; n = n.PreviousSibling() {
		if html := htmlOf(n, d.text); html == nil || strings.TrimSpace(string(blankComments(html))) != "" {
			return false
		}
	}
	return true
}
