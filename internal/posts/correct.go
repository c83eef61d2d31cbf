package posts

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"

	"agentcourse/internal/document"
	"agentcourse/internal/rewrite"
)

// ErrSwallowed says that a correction would not be seen where it belongs.
var ErrSwallowed = errors.New("a fence or a comment above the end is not closed, so that the correction would stand inside of it")

// Correct adds a visible note of that day to a post, below everything but its checklist, so that the newest of several
// stands last. All other text stays as it is, byte for byte. The note becomes one line.
func Correct(path string, day time.Time, note string) error {
	if strings.TrimSpace(note) == "" {
		return errors.New("a correction says what was wrong and what is right")
	}
	return rewrite.File(path, func(old []byte) ([]byte, error) { return corrected(old, correction(day, note)) })
}

// correction is the note's line.
func correction(day time.Time, note string) string {
	note = strings.ReplaceAll(strings.Join(strings.Fields(note), " "), "<!--", "&lt;!--")
	return "> **Correction, " + day.Format("2 January 2006") + ":** " + note
}

func corrected(old []byte, line string) ([]byte, error) {
	d := document.Parse(old)
	if len(d.Problems) > 0 {
		return nil, fmt.Errorf("line %d: %s", d.Problems[0].Line, d.Problems[0].What)
	}
	eol := lineEnd(old)
	at := len(old)
	if heading := checklist(d); heading > 0 {
		at = offsetOf(old, heading)
	}
	before, after := old[:at], old[at:]
	var add strings.Builder
	if len(before) > 0 && !endsLine(before) {
		add.WriteString(eol)
	}
	if len(before) > 0 && !endsBlank(before) {
		add.WriteString(eol)
	}
	add.WriteString(line + eol)
	if len(after) > 0 {
		add.WriteString(eol)
	}
	text := bytes.Join([][]byte{before, []byte(add.String()), after}, nil)
	if !shows(text, line, at) {
		return nil, ErrSwallowed
	}
	return text, nil
}

// shows reports whether the line stands in a quotation, behind that offset.
func shows(text []byte, line string, at int) bool {
	want := strings.TrimPrefix(line, "> ")
	first := bytes.Count(document.Plain(text[:at]), []byte("\n"))
	for _, b := range document.Parse(text).Blocks {
		if b.Quoted && b.Kind == document.Paragraph && b.Line > first && strings.TrimSpace(b.Text) == want {
			return true
		}
	}
	return false
}

// checklist is the line of the heading above the boxes to tick, 0 if there is none.
func checklist(d *document.Document) int {
	if s := sectionTitled(d, "Before publishing"); s != nil {
		return s.Line
	}
	for _, s := range d.Sections {
		if s.Level > 2 || s.End != d.Lines { // not the last one
			continue
		}
		for _, b := range s.Own {
			if b.Task != "" {
				return s.Line
			}
		}
	}
	return 0
}

// lineEnd is the line end that a text uses first.
func lineEnd(src []byte) string {
	i := bytes.IndexAny(src, "\r\n")
	switch {
	case i >= 0 && bytes.HasPrefix(src[i:], []byte("\r\n")):
		return "\r\n"
	case i >= 0 && src[i] == '\r':
		return "\r"
	}
	return "\n"
}

// offsetOf is where a line begins, as document counts lines.
func offsetOf(src []byte, line int) int {
	at := 0
	for ; line > 1; line-- {
		i := bytes.IndexAny(src[at:], "\r\n")
		if i < 0 {
			return len(src)
		}
		at += i + 1
		if src[at-1] == '\r' && at < len(src) && src[at] == '\n' {
			at++
		}
	}
	return at
}

func endsLine(src []byte) bool {
	return bytes.HasSuffix(src, []byte("\n")) || bytes.HasSuffix(src, []byte("\r"))
}

// endsBlank reports whether the last line of a text that ends a line is blank.
func endsBlank(src []byte) bool {
	if !endsLine(src) {
		return false
	}
	lines := strings.Split(string(document.Plain(src)), "\n")
	return strings.TrimSpace(lines[len(lines)-2]) == ""
}
