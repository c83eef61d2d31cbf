package journal

import (
	"errors"
	"slices"
	"strings"

	"agentcourse/internal/document"
)

// errNoPlace says that an entry has no place where an addition would be read as what it is.
var errNoPlace = errors.New("there is no place for it in the entry")

// A text is an entry's lines as they stand in the file, each with its end, so that nothing but an addition changes. The
// last one has none, and is empty if the file ends with the end of a line: document.Parse counts alike.
type text struct {
	mark  string // a byte-order mark, if there is one
	lines []string
}

const byteOrderMark = "\ufeff"

func split(src []byte) *text {
	var lines []string
	s, marked := strings.CutPrefix(string(src), byteOrderMark)
	mark := ""
	if marked {
		mark = byteOrderMark
	}
	for {
		i := strings.IndexAny(s, "\r\n")
		if i < 0 {
			return &text{mark, append(lines, s)}
		}
		n := i + 1
		if strings.HasPrefix(s[i:], "\r\n") {
			n++
		}
		lines, s = append(lines, s[:n]), s[n:]
	}
}

func (t *text) bytes() []byte { return []byte(t.mark + strings.Join(t.lines, "")) }

func (t *text) clone() *text { return &text{t.mark, slices.Clone(t.lines)} }

// line is a line without its end, "" if there is none.
func (t *text) line(n int) string {
	if n < 1 || n > len(t.lines) {
		return ""
	}
	return strings.TrimRight(t.lines[n-1], "\r\n")
}

func (t *text) blank(n int) bool { return strings.TrimSpace(t.line(n)) == "" }

// end is how lines end around a line.
func (t *text) end(n int) string {
	for i := min(n, len(t.lines)); i >= 1; i-- {
		if end := t.lines[i-1][len(t.line(i)):]; end != "" {
			return end
		}
	}
	if end := t.lines[0][len(t.line(1)):]; end != "" {
		return end
	}
	return "\n"
}

// insert puts lines below a line, 0 for the top.
func (t *text) insert(below int, lines ...string) {
	below = min(below, len(t.lines))
	if below == len(t.lines) && t.lines[below-1] == "" {
		below--
	}
	end := t.end(max(below, 1))
	added := make([]string, len(lines))
	for i, l := range lines {
		added[i] = l + end
	}
	if below == len(t.lines) { // the last line has no end: the new last one has none either
		t.lines[below-1] += end
		added[len(added)-1] = lines[len(lines)-1]
	}
	t.lines = slices.Insert(t.lines, below, added...)
}

// lastFilled is the last line of some that is not blank, or the first one.
func (t *text) lastFilled(first, last int) int {
	for n := min(last, len(t.lines)); n > first; n-- {
		if !t.blank(n) {
			return n
		}
	}
	return first
}

// insertBlock puts lines below a line, apart from what stands around them by blank lines.
func (t *text) insertBlock(below int, lines ...string) {
	lines, below = slices.Clone(lines), min(below, len(t.lines))
	if below > 0 && !t.blank(below) {
		lines = append([]string{""}, lines...)
	}
	if below < len(t.lines) && !t.blank(below+1) {
		lines = append(lines, "")
	}
	t.insert(below, lines...)
}

// firstGood is the first of some ways to add to a text after which it reads as it should.
func firstGood(src []byte, good func(before, after *document.Document) bool, ways ...func(*text)) ([]byte, error) {
	before, whole := document.Parse(src), split(src)
	for _, way := range ways {
		t := whole.clone()
		way(t)
		out := t.bytes()
		if after := document.Parse(out); len(after.Problems) == len(before.Problems) && after.Title == before.Title && good(before, after) {
			return out, nil
		}
	}
	return nil, errNoPlace
}

// sameSections reports whether two versions of a text have the same headings, but for some that were added.
func sameSections(before, after *document.Document, added ...string) bool {
	var old, now []string
	for _, s := range before.Sections {
		old = append(old, s.Title)
	}
	for _, s := range after.Sections {
		now = append(now, s.Title)
	}
	for _, a := range added {
		i := slices.Index(now, a)
		if i < 0 {
			return false
		}
		now = slices.Delete(now, i, i+1)
	}
	return slices.Equal(old, now)
}
