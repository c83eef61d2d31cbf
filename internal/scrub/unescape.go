package scrub

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// unescape reads the escapes between the quotes of a JSON string. Unlike encoding/json it also reads what is broken: an
// escape that is none stays as it is.
func unescape(src []byte) string {
	if bytes.IndexByte(src, '\\') < 0 {
		return string(src)
	}
	out := make([]byte, 0, len(src))
	for len(src) > 0 {
		i := bytes.IndexByte(src, '\\')
		if i < 0 || i+1 == len(src) {
			break
		}
		out = append(out, src[:i]...)
		r, size := escaped(src[i:])
		if size == 0 {
			out = append(out, '\\')
			size = 1
		} else {
			out = utf8.AppendRune(out, r)
		}
		src = src[i+size:]
	}
	return string(append(out, src...))
}

// escaped is the character of the escape that src begins with, and the escape's length: 0 if it is none.
func escaped(src []byte) (r rune, size int) {
	if i := bytes.IndexByte([]byte(`"\/bfnrt`), src[1]); i >= 0 {
		return rune("\"\\/\b\f\n\r\t"[i]), 2
	}
	r, ok := unit(src)
	if !ok {
		return 0, 0
	}
	if utf16.IsSurrogate(r) {
		low, _ := unit(src[6:])
		if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
			return pair, 12
		}
		return utf8.RuneError, 6
	}
	return r, 6
}

// unit is the number in \uXXXX.
func unit(src []byte) (rune, bool) {
	if len(src) < 6 || src[0] != '\\' || src[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(src[2:6]), 16, 16)
	return rune(n), err == nil
}

// appendEscaped appends a text as it stands between the quotes of a JSON string. What is no UTF-8 becomes U+FFFD.
func appendEscaped(out []byte, text string) []byte {
	for _, r := range text {
		switch i := strings.IndexRune("\"\\\b\f\n\r\t", r); {
		case r < utf8.RuneSelf && i >= 0:
			out = append(out, '\\', `"\bfnrt`[i])
		case r < ' ':
			out = fmt.Appendf(out, `\u%04x`, r)
		default:
			out = utf8.AppendRune(out, r)
		}
	}
	return out
}
