package scrub

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// secretFields are names of fields whose text is a secret, whatever its form. Capital letters, - and _ do not count.
var secretFields = []string{
	"authorization", "proxyauthorization", "xapikey", "xgoogapikey", "apikey", "password", "passwd", "clientsecret",
	"accesstoken", "refreshtoken", "authtoken", "secretkey", "privatekey",
}

const longestField = 200 // bytes of a secret field's name, with its escapes

func isSecretField(body []byte) bool {
	if len(body) > longestField {
		return false
	}
	name := strings.NewReplacer("-", "", "_", "").Replace(unescape(body))
	return slices.Contains(secretFields, strings.ToLower(name))
}

// PrivateJSON is [Private] for a line of JSON: it redacts in strings at any depth, names of fields among them, however
// they are escaped, and the whole text of a field with a name such as authorization. All else stays byte for byte. Of
// a line that is no valid JSON all that is text is looked at too. The clean line is appended to out.
func PrivateJSON(out, src []byte, known ...string) ([]byte, Found) {
	s := newSearch(known)
	out = slices.Grow(out, len(src)+len(src)/8)
	if json.Valid(src) {
		return s.strings(out, src), s.found
	}
	src = bytes.ReplaceAll(src, []byte{0}, nil) // between the letters of UTF-16
	clean := s.whole(string(s.strings(nil, src)))
	// Where the quotes are not in order, escapes may stand outside of what looks like a string.
	before := total(s.found)
	if plain := s.whole(unescape([]byte(clean))); total(s.found) > before {
		return appendEscaped(out, plain), s.found
	}
	return append(out, clean...), s.found
}

func total(f Found) (sum int) {
	for _, n := range f {
		sum += n
	}
	return sum
}

// strings appends src to out, its strings without what is private.
func (s *search) strings(out, src []byte) []byte {
	secret := false // the next string is the text of a secret field, if it comes at once
	for {
		start := bytes.IndexByte(src, '"')
		if start < 0 {
			return append(out, src...)
		}
		secret = secret && len(bytes.TrimSpace(src[:start])) == 1 // a colon
		end := endOfString(src, start)
		body, rest := src[start+1:end], src[end:]
		closed := bytes.HasSuffix(body, []byte(`"`)) && !endsInEscape(body)
		if closed {
			body = body[:len(body)-1]
		}
		out = append(out, src[:start+1]...)
		if secret {
			out = s.secret(out, body)
		} else {
			out = s.body(out, body)
		}
		if closed {
			out = append(out, '"')
		}
		colon := bytes.TrimLeft(rest, " \t\r\n")
		secret = len(colon) > 0 && colon[0] == ':' && isSecretField(body)
		src = rest
	}
}

// body appends what stands between a string's quotes, line by line: only lines with something private are written anew.
func (s *search) body(out, body []byte) []byte {
	s.keys = keyReader{}
	for len(body) > 0 {
		n := escapedLine(body)
		text := unescape(body[:n])
		if clean := s.line(text); clean == text {
			out = append(out, body[:n]...)
		} else {
			out = appendEscaped(out, clean)
		}
		body = body[n:]
	}
	return out
}

// secret appends the text of a secret field. Of a bearer token the scheme stays.
func (s *search) secret(out, body []byte) []byte {
	text := unescape(body)
	other := newSearch(s.known)
	clean := other.whole(text)
	if text == "" || clean == Redacted || strings.EqualFold(clean, "bearer "+Redacted) {
		for kind, n := range other.found {
			s.found[kind] += n
		}
		if clean == text {
			return append(out, body...)
		}
		return appendEscaped(out, clean)
	}
	s.found[Key]++
	return append(out, Redacted...)
}

// escapedLine is the length of the first line of a string's body, its \n included.
func escapedLine(body []byte) int {
	for i := 0; ; i += 2 {
		n := bytes.IndexByte(body[i:], '\\')
		if n < 0 || i+n+1 >= len(body) {
			return len(body)
		}
		if i += n; body[i+1] == 'n' {
			return i + 2
		}
	}
}

// endsInEscape reports whether the quote at the end of a string's body is escaped, so that the string was cut off.
func endsInEscape(body []byte) bool {
	n := 0
	for i := len(body) - 2; i >= 0 && body[i] == '\\'; i-- {
		n++
	}
	return n%2 == 1
}
