package scrub

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"
)

const (
	shortestCode = 32 // letters of base64 that may hold a key
	sample       = 24 // of them, which tell a text from a picture
)

// encoded are the places in a line that are base64 of a text with a secret in it, as in Kubernetes.
func (s *scan) encoded(line string) []place {
	var found []place
	from := 0
	for i := range len(line) + 1 {
		if i < len(line) && isCode64(line[i]) {
			continue
		}
		if i-from >= shortestCode {
			if r := hidden(line[from:i]); r != nil {
				found = append(found, place{from: from, to: i, around: [2]int{from, i}, rule: r})
			}
		}
		from = i + 1
	}
	return found
}

func isCode64(b byte) bool { return isWordByte(b) || b == '+' || b == '/' }

// hidden is a rule for what base64 holds, nil if that is no secret.
func hidden(code string) *rule {
	code = strings.NewReplacer("-", "+", "_", "/").Replace(code)
	if !isText(strings.ToValidUTF8(decoded(code[:sample]), "?")) {
		return nil
	}
	plain := decoded(code)
	if !isText(plain) {
		return nil
	}
	for _, secret := range Secrets(plain) {
		return &rule{id: secret.Rule, what: secret.What + " in base64", kind: Key}
	}
	return nil
}

// decoded is what base64 without its = says, "" if it is none.
func decoded(code string) string {
	plain, err := base64.RawStdEncoding.DecodeString(code)
	if err != nil {
		return ""
	}
	return string(plain)
}

func isText(plain string) bool {
	for _, r := range plain {
		if r < ' ' && r != '\n' && r != '\r' && r != '\t' || r == 0x7f || r == utf8.RuneError {
			return false
		}
	}
	return plain != ""
}
