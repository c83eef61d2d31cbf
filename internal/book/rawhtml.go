package book

import (
	"bytes"
	"regexp"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

var (
	htmlComment = regexp.MustCompile(`(?s)<!--.*?-->`)
	htmlTag     = regexp.MustCompile(`<([/!?]?)([A-Za-z][A-Za-z0-9-]*|\[)?([^<>]*)>?`)
	htmlOpening = regexp.MustCompile(`^<[A-Za-z/!?]`)
)

// allowedHTML says which tags may stand in the Markdown: those that Markdown has no sign for and that load, link and name
// nothing. True means that the tag is closed by another.
func allowedHTML(name string) (paired, allowed bool) {
	switch name {
	case "details", "summary", "kbd", "sub", "sup", "mark":
		return true, true
	case "br":
		return false, true
	}
	return false, false
}

// An openTag is one that has not been closed yet.
type openTag struct {
	name string
	line int
	node ast.Node // the piece of HTML in which it stands
	in   ast.Node // what holds that piece
	held bool     // something stands in it
	head bool     // a summary stands in it
}

// checkHTML reports HTML that a book cannot carry, and tags that are not closed: they would swallow the pages after them.
func (d *document) checkHTML() {
	var open []openTag
	_ = ast.Walk(d.tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			if html := htmlOf(n, d.text); html != nil {
				open = d.checkTags(html, n, open)
			} else {
				fill(open)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, tag := range open {
		d.report(tag.line, "<%s> is not closed", tag.name)
	}
}

func (d *document) checkTags(html []byte, n ast.Node, open []openTag) []openTag {
	html = blankComments(html)
	first, end := d.lineOf(n), 0
	for i, line := range bytes.SplitAfter(html, []byte("\n")) {
		d.checkReferences(first+i, string(line))
	}
	for _, at := range htmlTag.FindAllSubmatchIndex(html, -1) {
		tag := html[at[0]:at[1]]
		if !htmlOpening.Match(tag) {
			continue
		}
		if len(bytes.TrimSpace(html[end:at[0]])) > 0 {
			fill(open)
		}
		end = at[1]
		line := first + bytes.Count(html[:at[0]], []byte("\n"))
		sign, name, rest := string(html[at[2]:at[3]]), group(html, at[4], at[5]), string(bytes.TrimSpace(html[at[6]:at[7]]))
		paired, allowed := allowedHTML(name)
		plain := bytes.HasSuffix(tag, []byte(">")) && (rest == "" || rest == "/" && !paired || rest == "open" && name == "details" && sign == "")
		switch {
		case !allowed || !plain || sign != "" && !(sign == "/" && paired):
			d.report(line, "the book cannot carry the HTML %s; use Markdown", tag)
		case name != string(html[at[4]:at[5]]):
			d.report(line, "write the name in %s in small letters", tag)
		case !paired:
		case sign == "":
			d.checkPlace(name, line, n, open)
			fill(open)
			open = append(open, openTag{name: name, line: line, node: n, in: n.Parent()})
		case len(open) > 0 && open[len(open)-1].name == name:
			d.checkEnd(open[len(open)-1], line, n)
			open = open[:len(open)-1]
		default:
			d.report(line, "</%s> closes no tag that is open here", name)
		}
	}
	if len(bytes.TrimSpace(html[end:])) > 0 {
		fill(open)
	}
	return open
}

// fill notes that something stands in the innermost tag.
func fill(open []openTag) {
	if len(open) > 0 {
		open[len(open)-1].held = true
	}
}

// checkSummary reports a summary that does not come first, and notes it.
func (d *document) checkSummary(line int, details *openTag) {
	switch {
	case details.head:
		d.report(line, "a second <summary> stands in the <details> on line %d", details.line)
	case details.held:
		d.report(line, "<summary> does not stand first in the <details> on line %d", details.line)
	}
	details.head = true
}

// checkPlace reports a tag that opens where HTML has no room for it.
func (d *document) checkPlace(name string, line int, n ast.Node, open []openTag) {
	outer := ""
	if len(open) > 0 {
		outer = open[len(open)-1].name
	}
	switch isBlock := n.Kind() == ast.KindHTMLBlock; {
	case name == "summary" && outer != "details":
		d.report(line, "<summary> stands in no <details>")
	case (name == "details" || name == "summary") && !isBlock:
		d.report(line, "<%s> stands within a line of text; put it on a line of its own", name)
	case name == "details" && outer != "" && outer != "details":
		d.report(line, "<details> stands in <%s>", outer)
	case name == "summary":
		d.checkSummary(line, &open[len(open)-1])
	}
}

// checkEnd reports a tag that is closed outside of what it was opened in: the two would overlap.
func (d *document) checkEnd(tag openTag, line int, n ast.Node) {
	if tag.in != n.Parent() || tag.node != n && n.Kind() == ast.KindHTMLBlock && tag.name != "details" || tag.node.Kind() != n.Kind() {
		d.report(line, "</%s> closes the tag on line %d, which lies in another paragraph, list, quotation or stress", tag.name, tag.line)
		return
	}
	if tag.name == "details" && !tag.head && n.Kind() == ast.KindHTMLBlock {
		d.report(tag.line, "<details> has no <summary> that says what it holds")
	}
}

func group(src []byte, start, end int) string {
	if start < 0 {
		return ""
	}
	return string(bytes.ToLower(src[start:end]))
}

// blankComments takes comments away and keeps their line breaks, so that lines still count. What is checked and what is
// rendered both went through it.
func blankComments(html []byte) []byte {
	return htmlComment.ReplaceAllFunc(html, func(comment []byte) []byte {
		return bytes.Repeat([]byte("\n"), bytes.Count(comment, []byte("\n")))
	})
}

// htmlOf is the HTML of a node that holds some, else nil.
func htmlOf(n ast.Node, src []byte) []byte {
	var html []byte
	switch n := n.(type) {
	case *ast.HTMLBlock:
		for i := range n.Lines().Len() {
			line := n.Lines().At(i)
			html = append(html, line.Value(src)...)
		}
		if n.HasClosure() {
			html = append(html, n.ClosureLine.Value(src)...)
		}
	case *ast.RawHTML:
		for i := range n.Segments.Len() {
			segment := n.Segments.At(i)
			html = append(html, segment.Value(src)...)
		}
	}
	return html
}

var loneAmpersand = regexp.MustCompile(`&(#[0-9]+;|#[xX][0-9a-fA-F]+;|[A-Za-z][A-Za-z0-9]*;)?`)

// settled writes checked HTML so that it is well formed: signs in place of their names and numbers, and no < or & alone.
func settled(html []byte) []byte {
	html = htmlTag.ReplaceAllFunc(html, func(tag []byte) []byte {
		if !htmlOpening.Match(tag) {
			return append([]byte("&lt;"), tag[1:]...)
		}
		return tag
	})
	html = bytes.ReplaceAll(html, []byte("]]>"), []byte("]]&gt;"))
	return loneAmpersand.ReplaceAllFunc(html, func(sign []byte) []byte {
		if len(sign) == 1 {
			return []byte("&amp;")
		}
		return util.EscapeHTML(util.ResolveEntityNames(util.ResolveNumericReferences(sign)))
	})
}

// asXML writes settled HTML as XML: empty tags closed, and every attribute with a value.
func asXML(html []byte) []byte {
	return htmlTag.ReplaceAllFunc(html, func(tag []byte) []byte {
		switch {
		case bytes.HasPrefix(tag, []byte("<br")):
			return []byte("<br />")
		case string(tag) == "<details open>":
			return []byte(`<details open="open">`)
		}
		return tag
	})
}
