// Package scrub finds and redacts secrets and personal data.
package scrub

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// Redacted stands where a secret stood.
const Redacted = "[REDACTED]"

// shortestKey is the length in bytes below which a known key is a word such as "local", which is no secret and may
// stand anywhere.
const shortestKey = 8

// keyLike matches what looks like a key of a model provider: sk-ant-… (Anthropic), sk-… and sk-proj-… (OpenAI).
var keyLike = regexp.MustCompile(`sk-ant-[A-Za-z0-9_-]{4,}|\bsk-[A-Za-z0-9_-]{20,}`)

// Forms are the forms in which secrets may stand in a text: as they are, in base64, and with % escapes. Give them to Keys
// and JSON as known.
func Forms(secrets ...string) []string {
	var forms []string
	for _, s := range secrets {
		s = strings.TrimSpace(s)
		if len(s) < shortestKey {
			continue
		}
		src := []byte(s)
		hex := fmt.Sprintf("% x", src)
		escaped := "%" + strings.ReplaceAll(hex, " ", "%") // every byte of it
		query, path := url.QueryEscape(s), url.PathEscape(s)
		forms = append(forms, s,
			base64.StdEncoding.EncodeToString(src), base64.RawStdEncoding.EncodeToString(src),
			base64.URLEncoding.EncodeToString(src), base64.RawURLEncoding.EncodeToString(src),
			query, path, lowerEscapes(query), lowerEscapes(path), escaped, strings.ToUpper(escaped))
	}
	slices.Sort(forms)
	return slices.Compact(forms)
}

var escape = regexp.MustCompile(`%[0-9A-F]{2}`)

// lowerEscapes writes %2F as %2f, as some clients do.
func lowerEscapes(s string) string { return escape.ReplaceAllStringFunc(s, strings.ToLower) }

// Keys redacts the known keys and whatever looks like a key.
func Keys(text string, known ...string) string {
	known = slices.Clone(known)
	slices.SortFunc(known, func(a, b string) int { return len(b) - len(a) }) // a key may begin with another
	for _, k := range known {
		if k = strings.TrimSpace(k); len(k) >= shortestKey {
			text = strings.ReplaceAll(text, k, Redacted)
		}
	}
	if !strings.Contains(text, "sk-") { // spares long texts the slower search
		return text
	}
	return keyLike.ReplaceAllString(text, Redacted)
}

// JSON redacts keys in the strings of a valid JSON text, however they are escaped, and leaves all else byte for byte.
func JSON(src []byte, known ...string) []byte {
	var out bytes.Buffer
	for len(src) > 0 {
		start := bytes.IndexByte(src, '"')
		if start < 0 {
			break
		}
		end := endOfString(src, start)
		out.Write(src[:start])
		out.Write(redactString(src[start:end], known))
		src = src[end:]
	}
	out.Write(src)
	return out.Bytes()
}

// endOfString is the index behind the string that starts at src[start].
func endOfString(src []byte, start int) int {
	for i := start + 1; i < len(src); i++ {
		switch src[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(src)
}

func redactString(literal []byte, known []string) []byte {
	var s string
	if json.Unmarshal(literal, &s) != nil {
		return []byte(Keys(string(literal), known...))
	}
	clean := Keys(s, known...)
	if clean == s {
		return literal
	}
	encoded, err := json.Marshal(clean)
	if err != nil {
		return []byte(`"` + Redacted + `"`)
	}
	return encoded
}
