package publish

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf16"

	"agentcourse/internal/findings"
)

// A text is the content of a file.
type text struct {
	unread  string // why it is not looked through, or for secrets alone: "binary", "large", "missing" or "lfs"; "" if it is
	size    int64
	lines   []string // with their ends
	places  []found  // what was found in it; nil before anybody looked
	allowed []findings.Allowance
}

const looksBinary = 8000 // bytes in which git looks for a zero

func newText(data []byte) *text {
	t := &text{size: int64(len(data))}
	if plain, ok := fromUTF16(data); ok {
		data = plain
	}
	if bytes.IndexByte(data[:min(len(data), looksBinary)], 0) >= 0 {
		t.unread = "binary"
		data = letters(data)
	}
	if bytes.HasPrefix(data, []byte("version https://git-lfs.github.com/spec/")) {
		t.unread = "lfs"
	}
	t.lines = slices.Collect(strings.Lines(string(data)))
	return t
}

// letters are the lines of letters in what is no text: as they are, and behind them what stands in UTF-16.
func letters(data []byte) []byte {
	var plain, wide []byte
	add := func(out []byte, b byte, is bool) []byte {
		switch {
		case is:
			return append(out, b)
		case len(out) > 0 && out[len(out)-1] != '\n':
			return append(out, '\n')
		}
		return out
	}
	for i, b := range data {
		plain = add(plain, b, isLetter(b))
		before, behind := i > 0 && data[i-1] == 0, i+1 < len(data) && data[i+1] == 0
		if b != 0 { // between two letters of UTF-16 there is a zero
			wide = add(wide, b, isLetter(b) && (before || behind))
		}
	}
	return slices.Concat(plain, []byte("\n"), wide)
}

func isLetter(b byte) bool { return ' ' <= b && b < 0x7f }

// fromUTF16 reads a text as PowerShell writes it.
func fromUTF16(data []byte) ([]byte, bool) {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")):
		order = binary.LittleEndian
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		order = binary.BigEndian
	default:
		return nil, false
	}
	var units []uint16
	for pair := range slices.Chunk(data[2:], 2) {
		if len(pair) == 2 {
			units = append(units, order.Uint16(pair))
		}
	}
	return []byte(string(utf16.Decode(units))), true
}

// countLines adds the text's lines to those that are known.
func (t *text) countLines(known map[string]int) {
	for _, line := range t.lines {
		known[strings.TrimRight(line, "\r\n")]++
	}
}

// added says of each line whether it is new, and of how many that is so.
func (t *text) added(known map[string]int) (added []bool, n int) {
	added = make([]bool, len(t.lines))
	for i, line := range t.lines {
		line = strings.TrimRight(line, "\r\n")
		if known[line] > 0 {
			known[line]--
			continue
		}
		added[i] = true
		n++
	}
	return added, n
}

// question asks for a person's eyes on what is not looked through.
func (t *text) question(name string) findings.Question {
	q := findings.Question{File: name, Rule: t.unread, Ask: "does it hold a key, a name or a path? Of a file that is no text only letters in a row are looked through, for secrets"}
	switch strings.ToLower(path.Ext(name)) {
	case ".png", ".jpg", ".jpeg", ".gif", ".webp", ".heic", ".mp4", ".mov":
		q.Rule, q.Ask = "picture", "what can be read in it: the shell's history, a printed environment, an address bar, a name?"
	}
	if t.unread == "missing" {
		q.Rule, q.Ask = t.unread, "what does it hold? It is not in this clone"
	}
	if t.unread == "lfs" {
		q.Rule, q.Ask = t.unread, "what does it hold? git lfs sends its content, which is not looked through"
	}
	if t.unread == "large" {
		q.Rule, q.Ask = t.unread, fmt.Sprintf("does it have to be in the repository, and what does it hold? It has %.1f MB, and more than %d MB are not looked through", float64(t.size)/(1<<20), largest>>20)
	}
	return q
}

// allowances are the author's words on lines of a text, in comments of whatever language: each holds for its own line and
// for the one below.
func allowances(lines []string) []findings.Allowance {
	var all []findings.Allowance
	for i, line := range lines {
		if !strings.Contains(line, "allow") {
			continue
		}
		if a, ok, err := findings.ParseAllowance(strings.TrimRight(line, "\r\n \t*/->#}%)")); ok && err == nil {
			a.Line, a.To = i+1, i+2
			all = append(all, a)
		}
	}
	return all
}
