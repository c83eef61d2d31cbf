package book

import (
	"bytes"
	"regexp"

	"github.com/yuin/goldmark/ast"
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
}

// checkHTML reports HTML that a book cannot carry, and tags that are not closed: they would swallow the pages after them.
func (d *document) checkHTML() {
	var open []openTag
	_ = ast.Walk(d.tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			if html := htmlOf(n, d.text); html != nil {
				open = d.checkTags(html, d.lineOf(n), open)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, tag := range open {
		d.report(tag.line, "<%s> is not closed", tag.name)
	}
}

func (d *document) checkTags(html []byte, line int, open []openTag) []openTag {
	html = blankComments(html)
	for _, at := range htmlTag.FindAllSubmatchIndex(html, -1) {
		tag := html[at[0]:at[1]]
		if !htmlOpening.Match(tag) {
			continue
		}
		line := line + bytes.Count(html[:at[0]], []byte("\n"))
		sign, name, rest := string(html[at[2]:at[3]]), group(html, at[4], at[5]), string(bytes.TrimSpace(html[at[6]:at[7]]))
		paired, allowed := allowedHTML(name)
		plain := bytes.HasSuffix(tag, []byte(">")) && (rest == "" || rest == "/" && !paired || rest == "open" && name == "details" && sign == "")
		switch {
		case !allowed || !plain || sign != "" && sign != "/":
			d.report(line, "the book cannot carry the HTML %s; use Markdown", tag)
		case !paired:
		case sign == "":
			open = append(open, openTag{name, line})
		case len(open) > 0 && open[len(open)-1].name == name:
			open = open[:len(open)-1]
		default:
			d.report(line, "</%s> closes no tag that is open here", name)
		}
	}
	return open
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
