package trace

import (
	"bytes"
	"encoding/json"
	"iter"
	"strings"
	"unicode/utf8"
)

// fields are the names and values of an object in valid JSON, in order. The values are parts of src, so that a long one
// is not copied. A name may stand twice.
func fields(src []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		i := bytes.IndexByte(src, '{') + 1
		for {
			i = afterSpace(src, i)
			if src[i] == ',' {
				i = afterSpace(src, i+1)
			}
			if src[i] == '}' {
				return
			}
			end := valueEnd(src, i)
			name := text(src[i:end])
			i = afterSpace(src, afterSpace(src, end)+1) // behind the colon
			end = valueEnd(src, i)
			if !yield(name, src[i:end]) {
				return
			}
			i = end
		}
	}
}

func afterSpace(src []byte, i int) int {
	for src[i] == ' ' || src[i] == '\t' || src[i] == '\r' || src[i] == '\n' {
		i++
	}
	return i
}

// valueEnd is the index behind the value that begins at src[i], in valid JSON.
func valueEnd(src []byte, i int) int {
	switch src[i] {
	case '"':
		return stringEnd(src, i)
	case '{', '[':
		for depth := 0; ; i++ {
			switch src[i] {
			case '"':
				i = stringEnd(src, i) - 1
			case '{', '[':
				depth++
			case '}', ']':
				if depth--; depth == 0 {
					return i + 1
				}
			}
		}
	}
	n := bytes.IndexAny(src[i:], ",}] \t\r\n")
	if n < 0 {
		return len(src)
	}
	return i + n
}

// stringEnd is the index behind the string that begins at src[i].
func stringEnd(src []byte, i int) int {
	for i++; src[i] != '"'; i++ {
		if src[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// elements are the values of a list in valid JSON, as parts of src.
func elements(src []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		i := bytes.IndexByte(src, '[') + 1
		for {
			i = afterSpace(src, i)
			if src[i] == ',' {
				i = afterSpace(src, i+1)
			}
			if src[i] == ']' {
				return
			}
			end := valueEnd(src, i)
			if !yield(src[i:end]) {
				return
			}
			i = end
		}
	}
}

// textPiece is how much of a long text with escapes is decoded at once, in bytes.
const textPiece = 64 << 10

// text is what a JSON string says. raw is one. A long one is decoded in pieces: all at once takes its room twice.
func text(raw []byte) string {
	body := raw[1 : len(raw)-1]
	if bytes.IndexByte(body, '\\') < 0 && utf8.Valid(body) {
		return string(body)
	}
	if len(body) <= textPiece {
		return decodeText(raw)
	}
	var out strings.Builder
	out.Grow(len(body))
	var piece []byte
	for len(body) > 0 {
		n := pieceEnd(body)
		piece = append(append(append(piece[:0], '"'), body[:n]...), '"')
		out.WriteString(decodeText(piece))
		body = body[n:]
	}
	return out.String()
}

// pieceEnd is where a text may be parted: behind the first escaped line end that makes the piece long enough.
func pieceEnd(body []byte) int {
	for i := 0; ; i += 2 {
		n := bytes.IndexByte(body[i:], '\\')
		if n < 0 {
			return len(body)
		}
		if i += n; i >= textPiece && body[i+1] == 'n' {
			return i + 2
		}
	}
}

func decodeText(raw []byte) string {
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		panic(err) // callers pass a string of valid JSON
	}
	return s
}
