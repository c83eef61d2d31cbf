package book

import (
	"bytes"
	"fmt"
	"net/url"
	"strings"
	"unicode"

	"github.com/mattn/go-runewidth"
	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// A run is text of one role. A line end in it ends the line.
type run struct {
	role Role
	text string
}

// columns is how wide a text is on a terminal, whatever the environment says.
func columns(text string) int {
	c := runewidth.Condition{StrictEmojiNeutral: true}
	return c.StringWidth(text)
}

// printable takes away what would steer a terminal.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\r':
			return ' '
		case unicode.IsControl(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd"))
}

// inline gathers the text in a node; what has no role of its own has the given one.
func (t *terminal) inline(parent ast.Node, role Role) []run {
	var runs []run
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		_, isHTML := n.(*ast.RawHTML)
		if more := t.piece(n, role); isHTML || !t.folded() {
			runs = append(runs, more...)
		}
	}
	return runs
}

func (t *terminal) piece(n ast.Node, role Role) []run {
	switch n := n.(type) {
	case *ast.Text:
		runs := []run{{role, printable(string(seenText(n, t.d.text)))}}
		switch {
		case n.HardLineBreak():
			runs = append(runs, run{role, "\n"})
		case n.SoftLineBreak():
			runs = append(runs, run{role, " "})
		}
		return runs
	case *ast.String:
		return []run{{role, printable(string(n.Value))}}
	case *ast.CodeSpan:
		return []run{{innermost(role, RoleCode), quotedCode(printable(rawText(n, t.d.text)))}}
	case *ast.Emphasis:
		if n.Level > 1 {
			return t.inline(n, innermost(role, RoleStrong))
		}
		return t.inline(n, innermost(role, RoleEmphasis))
	case *ast.Link:
		return t.link(n, role)
	case *ast.AutoLink:
		return []run{{innermost(role, RoleLink), printable(string(n.Label(t.d.text)))}}
	case *ast.Image:
		return t.image(n, role)
	case *ast.RawHTML:
		return t.html(n, role)
	case *extast.Strikethrough:
		return append(append([]run{{role, "~~"}}, t.inline(n, role)...), run{role, "~~"})
	case *extast.FootnoteLink:
		return []run{{innermost(role, RoleQuiet), fmt.Sprintf("[%d]", n.Index)}}
	case *extast.FootnoteBacklink:
		return nil
	}
	return t.inline(n, role)
}

// innermost is the role of a piece in a text that has one: a heading is one all through.
func innermost(outer, inner Role) Role {
	if outer == RoleHeading {
		return outer
	}
	return inner
}

// rawText is the text of a code span as it stands.
func rawText(n ast.Node, src []byte) string {
	var b bytes.Buffer
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			b.Write(c.Value(src))
		case *ast.String:
			b.Write(c.Value)
		}
	}
	return b.String()
}

// quotedCode puts code into backticks, as many as keep it apart from those in it: that it is code can be seen without
// colour.
func quotedCode(code string) string {
	sign := "`"
	for strings.Contains(code, sign) {
		sign += "`"
	}
	if strings.HasPrefix(code, "`") || strings.HasSuffix(code, "`") {
		code = " " + code + " "
	}
	return sign + code + sign
}

// link sets a link's text and, unless the text tells it, where it leads: a file's path from the repository's folder, or an
// address. A link within the page and one to a word of the glossary are their text alone.
func (t *terminal) link(n *ast.Link, role Role) []run {
	runs := t.inline(n, innermost(role, RoleLink))
	if target := t.target(string(n.Destination), plainText(n, t.d.text)); target != "" {
		runs = append(runs, run{role, " "}, run{innermost(role, RoleQuiet), "(" + printable(target) + ")"})
	}
	return runs
}

// target is where a link leads, or "" if its text says so.
func (t *terminal) target(dest, text string) string {
	u, err := url.Parse(dest)
	switch {
	case err != nil:
		return dest
	case u.Scheme != "" || u.Host != "":
		if strings.TrimSuffix(dest, "/") == strings.TrimSuffix(text, "/") || dest == "mailto:"+text {
			return ""
		}
		return dest
	}
	file, inside := t.d.resolve(u.Path)
	switch {
	case !inside:
		return dest
	case file == t.d.source, file == glossaryFile && u.Fragment != "":
		return ""
	case u.Fragment != "":
		return file + "#" + u.Fragment
	case strings.Contains(text, file):
		return ""
	}
	return file
}

// image sets what a picture shows and where it is; one that stands alone has its caption below it.
func (t *terminal) image(n *ast.Image, role Role) []run {
	runs := []run{{role, "[figure: " + printable(strings.TrimSpace(plainText(n, t.d.text))) + "]"}}
	if target := t.target(string(n.Destination), ""); target != "" {
		runs = append(runs, run{role, " "}, run{innermost(role, RoleQuiet), "(" + printable(target) + ")"})
	}
	if title := printable(titleOf(n.Title)); title != "" && n.Parent().Kind() == ast.KindParagraph && n.Parent().ChildCount() == 1 {
		runs = append(runs, run{role, "\n"}, run{innermost(role, RoleEmphasis), title})
	}
	return runs
}
