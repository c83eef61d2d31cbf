package book

import (
	"bytes"
	"go/scanner"
	"go/token"
	"regexp"

	"github.com/yuin/goldmark/util"
)

// The classes of a piece of code: one letter each, since there are thousands of them.
const (
	keyword  = 'k'
	literal  = 's' // a string, a character
	comment  = 'c'
	number   = 'n'
	function = 'f' // a name that is called or declared as a function
)

// highlight is code as HTML, its pieces in spans.
func highlight(language string, code []byte) []byte {
	m := &marker{src: code}
	switch language {
	case "go":
		m.golang()
	case "json":
		m.json()
	}
	m.plainTo(len(code))
	return m.out.Bytes()
}

// A marker writes code from its beginning to its end.
type marker struct {
	src []byte
	at  int // what stands before is written
	out bytes.Buffer
}

func (m *marker) plainTo(end int) {
	m.out.Write(util.EscapeHTML(m.src[m.at:end]))
	m.at = end
}

func (m *marker) span(class byte, start, end int) {
	if start < m.at || start >= end {
		return
	}
	m.plainTo(start)
	m.out.WriteString(`<span class="` + string(rune(class)) + `">`)
	m.plainTo(end)
	m.out.WriteString("</span>")
}

// golang reads Go's tokens as the compiler does; what is no Go stays plain.
func (m *marker) golang() {
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(m.src))
	var s scanner.Scanner
	s.Init(file, m.src, func(token.Position, string) {}, scanner.ScanComments)
	name, nameEnd := -1, -1 // of the identifier just read
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			return
		}
		start := file.Offset(pos)
		end := min(start+len(lit), len(m.src))
		if tok == token.LPAREN && name >= 0 {
			m.span(function, name, nameEnd)
		}
		name = -1
		switch {
		case tok == token.IDENT:
			name, nameEnd = start, end
		case tok == token.COMMENT:
			m.span(comment, start, end)
		case tok == token.STRING, tok == token.CHAR:
			m.span(literal, start, end)
		case tok == token.INT, tok == token.FLOAT, tok == token.IMAG:
			m.span(number, start, end)
		case tok.IsKeyword():
			m.span(keyword, start, end)
		}
	}
}

var jsonToken = regexp.MustCompile(`("(?:[^"\\\n]|\\.)*")(\s*:)?|(-?\b[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?\b)|\b(true|false|null)\b`)

func (m *marker) json() {
	for _, at := range jsonToken.FindAllSubmatchIndex(m.src, -1) {
		switch {
		case at[4] >= 0: // a key
			m.span(function, at[2], at[3])
		case at[2] >= 0:
			m.span(literal, at[2], at[3])
		case at[6] >= 0:
			m.span(number, at[6], at[7])
		default:
			m.span(keyword, at[8], at[9])
		}
	}
}
