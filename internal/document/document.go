// Package document reads a Markdown text the way that journal entries and posts are written: a title, a header of fields,
// sections, and blocks, each with the lines on which it stands. It reads whatever it is given: a text that is broken or no
// text at all gives a document with problems.
package document

import (
	"bytes"
	"fmt"
	"sync"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// MaxSize is how long a text may be, in bytes, to be read: no entry and no post comes near it.
const MaxSize = 2 << 20

// A Document is a text that has been read. Lines count from 1, in the file as it is.
type Document struct {
	Title    string // the first heading of level one, or the front matter's title; "" without either
	Fields   []Field
	Blocks   []Block // in the order of the text, without comments
	Sections []Section
	Comments []Comment
	Problems []Problem // why the text could not be read, or not all of it
	Lines    int       // in the file; 1 if it was too long to read
}

// A Problem is something that keeps a text from being read as it was meant.
type Problem struct {
	Line int
	What string // "the front matter is not closed by a line ---"
}

// A Comment is what stands between <!-- and -->.
type Comment struct {
	Line, End int
	Text      string
}

// markdown is the parser, made once: to make it takes longer than to parse a short text.
var markdown = sync.OnceValue(func() parser.Parser {
	return goldmark.New(goldmark.WithExtensions(extension.Table, extension.TaskList, extension.Strikethrough, extension.Linkify)).Parser()
})

// Parse reads a text. A byte-order mark and line ends of two bytes are fine. Of a line that is longer than any that people
// write, the rest is not read.
func Parse(src []byte) *Document {
	d := &Document{Lines: 1}
	if len(src) > MaxSize {
		d.problem(1, "it is %d bytes long; more than %d are not read", len(src), MaxSize)
		return d
	}
	src = Plain(src)
	d.Lines = bytes.Count(src, []byte("\n")) + 1
	if i := bytes.IndexByte(src, 0); i >= 0 {
		d.problem(lineAt(src, i), "it holds a byte 0: this is no text")
		return d
	}
	if i := invalid(src); i >= 0 {
		d.problem(lineAt(src, i), "it is not valid UTF-8: byte %d is 0x%02x", i, src[i])
		return d
	}
	body := d.frontMatter(shortLines(src))
	r := &reader{doc: d, src: body, starts: lineStarts(body)}
	r.walk(markdown().Parse(text.NewReader(body)))
	d.header(r)
	d.sections()
	return d
}

func (d *Document) problem(line int, format string, args ...any) {
	d.Problems = append(d.Problems, Problem{line, fmt.Sprintf(format, args...)})
}

// Plain is a text as Parse reads it, and counts its lines: without a byte-order mark, and with line ends of one byte.
func Plain(src []byte) []byte {
	src = bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))
	src = bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n"))
	return bytes.ReplaceAll(src, []byte("\r"), []byte("\n"))
}

// invalid is where the first byte stands that is no UTF-8, -1 if there is none.
func invalid(src []byte) int {
	for i := 0; i < len(src); {
		r, n := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

func lineAt(src []byte, offset int) int { return bytes.Count(src[:offset], []byte("\n")) + 1 }

func lineStarts(src []byte) []int {
	starts := []int{0}
	for i, b := range src {
		if b == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}
