package book

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"
)

// The limits keep the time bounded in which a page is read: Markdown can be written so that it grows with the square of
// what they limit. The longest page of the course has 60 KB, and its longest paragraph 2 KB.
const (
	pageLimit      = 512 << 10 // bytes
	paragraphLimit = 16 << 10  // bytes without a blank line between, code left out
	depthLimit     = 100       // quotations, lists, emphasis and so on inside each other
)

var (
	innerMark  = regexp.MustCompile(`^[ \t]*(?:>|[-*+][ \t]|[0-9]{1,9}[.)][ \t])`)
	fenceSign  = regexp.MustCompile("^[ \t>]*(?:[-*+][ \t]+|[0-9]{1,9}[.)][ \t]+)*(```+|~~~+)")
	signNumber = regexp.MustCompile(`&#(?:[xX][0-9a-fA-F]{1,6}|[0-9]{1,7});`)
)

// unsound reports what no page may hold, before it is parsed; the text starts on a line of its file. A page that must not
// be parsed would take too long, or too much memory.
func unsound(text []byte, line int) (wrong []finding, parse bool) {
	if len(text) > pageLimit {
		return []finding{{line, fmt.Sprintf("the page has %d bytes; the book takes pages of at most %d: make two of it", len(text), pageLimit)}}, false
	}
	parse = true
	run, fence := 0, "" // bytes since the last blank line, and the sign that has opened a fence
	for part := range bytes.Lines(text) {
		if bad := badSign(part); bad != "" {
			wrong = append(wrong, finding{line, bad})
		}
		sign, after := fenceIn(part)
		switch {
		case fence == "" && sign != "":
			fence = sign
		case fence != "" && strings.HasPrefix(sign, fence) && after == "":
			fence, run = "", 0
		case fence != "":
		case len(bytes.TrimSpace(part)) == 0:
			run = 0
		case run <= paragraphLimit:
			if run += len(part); run > paragraphLimit {
				wrong, parse = append(wrong, finding{line, fmt.Sprintf("more than %d bytes without a blank line: make paragraphs of them", paragraphLimit)}), false
			}
		}
		if marks(part) > depthLimit {
			wrong, parse = append(wrong, finding{line, tooDeep}), false
		}
		line++
	}
	return wrong, parse
}

// marks counts the quotations and lists that a line opens or goes on with, up to one more than the limit.
func marks(line []byte) int {
	n := 0
	for n <= depthLimit {
		mark := innerMark.Find(line)
		if mark == nil {
			break
		}
		line = line[len(mark):]
		n++
	}
	return n
}

// fenceIn is the row of signs that opens or closes a fence on a line, and what follows it.
func fenceIn(line []byte) (sign, after string) {
	m := fenceSign.FindSubmatchIndex(line)
	if m == nil {
		return "", ""
	}
	return string(line[m[2]:m[3]]), strings.TrimSpace(string(line[m[3]:]))
}

var tooDeep = fmt.Sprintf("more than %d quotations, lists or stresses lie inside each other; no browser shows that", depthLimit)

// badSign words what a line holds that is no text: bytes that are no UTF-8, and signs that neither HTML nor XML may hold.
func badSign(line []byte) string {
	line = bytes.TrimSuffix(line, []byte("\n"))
	line = bytes.TrimSuffix(line, []byte("\r"))
	for i := 0; i < len(line); {
		r, size := utf8.DecodeRune(line[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			return fmt.Sprintf("the byte %#02x is no UTF-8, at byte %d of the line", line[i], i+1)
		case isUnfit(r):
			return fmt.Sprintf("the sign %U may not stand in a page, at byte %d of the line", r, i+1)
		}
		i += size
	}
	return ""
}

// isUnfit reports whether a sign is none that HTML and XML allow in a text.
func isUnfit(r rune) bool {
	return unicode.IsControl(r) && r != '\t' && r != '\n' || r >= 0xFDD0 && r <= 0xFDEF || r&0xFFFE == 0xFFFE
}

// checkSound reports what Markdown reads otherwise than its author can have meant, so that text would be lost or shown as
// something else.
func (d *document) checkSound() {
	d.checkDepth()
	d.checkFences()
	d.checkFootnotes()
	for _, run := range d.textRuns() {
		d.checkReferences(run.line, run.text)
	}
	for _, link := range nodes[*ast.Link](d) {
		d.checkReferences(d.lineOf(link), string(link.Title))
		d.checkLinkInLink(link)
	}
	for _, image := range nodes[*ast.Image](d) {
		d.checkImageText(image)
		d.checkReferences(d.lineOf(image), string(image.Title))
	}
	for _, code := range nodes[*ast.FencedCodeBlock](d) {
		d.checkReferences(d.lineOf(code), string(code.Language(d.text)))
	}
}

// checkLinkInLink reports what would be a link in a link: HTML has none.
func (d *document) checkLinkInLink(link *ast.Link) {
	_ = ast.Walk(link, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n.Kind() {
		case ast.KindAutoLink, extast.KindFootnoteLink:
			if entering {
				d.report(d.lineOf(link), "in the text of the link %q stands another link, or a footnote", link.Destination)
			}
		}
		return ast.WalkContinue, nil
	})
}

func (d *document) checkDepth() {
	depth, reported := 0, false
	_ = ast.Walk(d.tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			depth--
			return ast.WalkContinue, nil
		}
		if depth++; depth > 2*depthLimit && !reported { // an item is a list and an item
			d.report(d.lineOf(n), "%s", tooDeep)
			reported = true
		}
		return ast.WalkContinue, nil
	})
}

// checkFences reports fences that nothing closes: the rest of the page, or of the list or the quotation, is code then.
func (d *document) checkFences() {
	p := newPageFile(d.text)
	var all []*fence
	opening := map[int]bool{}
	for _, block := range nodes[*ast.FencedCodeBlock](d) {
		f := p.fence(block, d.text, 0)
		all = append(all, f)
		opening[f.line] = true
	}
	for _, f := range all {
		if !f.closed || opening[f.line+len(f.lines)+1] {
			d.report(d.line+f.line-1, notClosed)
		}
	}
}

// A textRun is text as it was written, up to the next thing that is more than text.
type textRun struct {
	line int
	text string
}

// textRuns are a page's texts outside of code.
func (d *document) textRuns() (runs []textRun) {
	for _, n := range nodes[*ast.Text](d) {
		previous, joined := n.PreviousSibling().(*ast.Text)
		if joined && previous.Segment.Stop == n.Segment.Start || n.Parent().Kind() == ast.KindCodeSpan {
			continue
		}
		text := string(n.Segment.Value(d.text))
		end := n.Segment.Stop
		for next, ok := n.NextSibling().(*ast.Text); ok && next.Segment.Start == end; next, ok = next.NextSibling().(*ast.Text) {
			text += string(next.Segment.Value(d.text))
			end = next.Segment.Stop
		}
		runs = append(runs, textRun{d.lineOf(n), text})
	}
	return runs
}

// checkReferences reports numbers that stand for a sign which no page may hold. goldmark takes a number that starts with a
// zero for a decimal one in some places and for an octal one in others; both must do.
func (d *document) checkReferences(line int, text string) {
	for _, name := range signNumber.FindAllString(text, -1) {
		digits, base := strings.TrimSuffix(strings.TrimPrefix(name, "&#"), ";"), 10
		if digits[0] == 'x' || digits[0] == 'X' {
			digits, base = digits[1:], 16
		}
		number, _ := strconv.ParseInt(digits, base, 32)
		signs := append([]rune(string(util.ResolveNumericReferences([]byte(name)))), rune(number))
		for _, r := range signs {
			if isUnfit(r) && r != 0 { // NUL becomes the sign of what cannot be shown
				d.report(line, "%s stands for the sign %U, which may not stand in a page", name, r)
				break
			}
		}
	}
}
