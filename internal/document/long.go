package document

import (
	"bytes"
	"unicode/utf8"
)

// MaxLine is how much of a line is read, in bytes. Nobody writes a longer one by hand; it is output that was pasted, and
// the time that Markdown takes grows with the square of what is left open in it.
const MaxLine = 8 << 10

// shortLines is a text without what is too much of its lines. The end of a comment is kept, so that the lines below it
// stay what they are.
func shortLines(src []byte) []byte {
	var out []byte
	done := 0 // up to here it stands in out
	for at := 0; at < len(src); {
		end := at + bytes.IndexByte(src[at:], '\n')
		if end < at {
			end = len(src)
		}
		if end-at > MaxLine {
			cut := at + MaxLine
			for !utf8.RuneStart(src[cut]) {
				cut--
			}
			out = append(out, src[done:cut]...)
			if bytes.Contains(src[cut:end], []byte("-->")) {
				out = append(out, " -->"...)
			}
			done = end
		}
		at = end + 1
	}
	if done == 0 {
		return src
	}
	return append(out, src[done:]...)
}
