package scrub

import (
	"regexp"
	"slices"
	"strings"
)

// A Kind is a kind of what [Private] redacts.
type Kind string

// The kinds, in the order in which to tell them.
const (
	Key    Kind = "key"
	Bearer Kind = "bearer token"
	Mail   Kind = "e-mail address"
	Home   Kind = "home folder's name"
)

// Kinds are all kinds.
func Kinds() []Kind { return []Kind{Key, Bearer, Mail, Home} }

// Found counts what was redacted, by kind.
type Found map[Kind]int

// Private redacts keys, bearer tokens, e-mail addresses and the names in home folders' paths, and the known secrets. It
// finds what has a form that it knows, in one line but for private keys, so a person still has to read the text.
func Private(text string, known ...string) (string, Found) {
	s := &search{known: known, found: Found{}}
	return s.whole(text), s.found
}

// A search looks through a text line by line, and counts what it finds.
type search struct {
	known []string
	found Found
	inKey bool // the lines before began a private key
}

// whole is a text without what is private in it.
func (s *search) whole(text string) string {
	s.inKey = false
	var out strings.Builder
	for line := range strings.Lines(text) {
		out.WriteString(s.line(line))
	}
	return out.String()
}

// line is a line without what is private in it.
func (s *search) line(text string) string {
	text = s.privateKey(text)
	for _, k := range s.known {
		if k = strings.TrimSpace(k); len(k) >= shortestKey {
			if n := strings.Count(text, k); n > 0 {
				s.found[Key] += n
				text = strings.ReplaceAll(text, k, Redacted)
			}
		}
	}
	for _, p := range patterns {
		if slices.ContainsFunc(p.needs, func(part string) bool { return strings.Contains(text, part) }) {
			var n int
			if text, n = p.redact(text); n > 0 {
				s.found[p.kind] += n
			}
		}
	}
	return text
}

var (
	keyBegin = regexp.MustCompile(`-----BEGIN [A-Z ]*PRIVATE KEY-----`)
	keyEnd   = regexp.MustCompile(`-----END [A-Z ]*PRIVATE KEY-----`)
	keyBody  = regexp.MustCompile(`^\s*([A-Za-z0-9+/=]*|[A-Za-z-]+: [A-Za-z0-9,-]+)\s*$`)
)

// privateKey takes a private key in PEM form out, whose lines follow each other.
func (s *search) privateKey(text string) string {
	before := ""
	for {
		if s.inKey {
			end := keyEnd.FindStringIndex(text)
			if end == nil && (before != "" || keyBody.MatchString(text)) {
				return before
			}
			s.inKey = false
			if end != nil {
				text = text[end[1]:]
			}
		}
		if !strings.Contains(text, "PRIVATE KEY-----") {
			return before + text
		}
		begin := keyBegin.FindStringIndex(text)
		if begin == nil {
			return before + text
		}
		s.found[Key]++
		before += text[:begin[0]] + Redacted
		text, s.inKey = text[begin[1]:], true
	}
}

// A pattern is a form in which something private stands in a text. Its first group is what gets redacted.
type pattern struct {
	kind  Kind
	needs []string // one of these is in every text that it matches: looking for them is quicker
	expr  *regexp.Regexp
	keep  func(string) bool // what looks like it and is not, nil for nothing
}

var patterns = []pattern{
	{Key, []string{"sk-"}, regexp.MustCompile(`(` + keyLike.String() + `)`), nil},
	{Key, []string{"ghp_", "gho_", "ghs_", "ghu_", "ghr_", "github_pat_", "AIza", "AKIA", "xox", "hf_"}, regexp.MustCompile(
		`\b(gh[opsur]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|AIza[A-Za-z0-9_-]{30,}|AKIA[A-Z0-9]{16}\b|xox[abeoprs]-[A-Za-z0-9-]{10,}|hf_[A-Za-z0-9]{20,})`), nil},
	// As in a file of settings, a command line or a header.
	{Key, []string{"KEY", "SECRET", "TOKEN", "PASSWORD"}, regexp.MustCompile(`\b[A-Z][A-Z0-9_]*(?:KEY|SECRET|TOKEN|PASSWORD)=["']?([^\s"'\[]{8,})`), nil},
	{Key, []string{"api-key", "Api-Key", "API-KEY", "API-Key"}, regexp.MustCompile(`(?i)\bx-(?:goog-)?api-key\\?["']?\s*[:=]\s*\\?["']?([^\s"'\\\[,;]{6,})`), nil},
	// As in JSON that stands in a text, and in a URL.
	{Key, []string{"pi_key", "piKey", "pi-key", "pikey", "PI_KEY", "assw", "ASSW", "ecret", "oken", "rivate_key"}, regexp.MustCompile(
		`(?i)["'](?:password|passwd|(?:x-)?api[_-]?key|client[_-]?secret|(?:access|refresh|auth)[_-]?token|(?:secret|private)[_-]?key)\\?["']\s*:\s*\\?["']([^"'\\\s\[]{3,})`), nil},
	{Key, []string{"key=", "oken=", "secret="}, regexp.MustCompile(`[?&](?:api_?key|key|(?:access_?|auth_?)?token|client_secret)=([^&\s"'\\\[]{8,})`), nil},
	{Bearer, []string{"earer", "EARER", "uthorization", "UTHORIZATION"}, regexp.MustCompile(
		`(?i)\b(?:bearer|authorization\\?["']?\s*[:=]\s*\\?["']?(?:basic|token))\s+([A-Za-z0-9._~+/=-]{8,})`), isWord},
	{Bearer, []string{"eyJ"}, regexp.MustCompile(`\b(eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*)`), nil},
	{Mail, []string{"@"}, regexp.MustCompile(`([\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,})`), nil},
	{Home, []string{"Users", "users"}, regexp.MustCompile(`[A-Za-z]:[/\\]+[Uu]sers[/\\]+([^/\\"':;,<>|\[\]\r\n\t]{1,40}?)[/\\]`), nil}, // with spaces in it
	{Home, []string{"home", "Users", "users"}, regexp.MustCompile(`[/\\](?:home|[Uu]sers)(?:/+|\\+)([^/\\\s"'` + "`" + `:;,<>|()\[\]{}*?$]+)`), nil},
}

// isWord tells "bearer certificates" from a token.
func isWord(token string) bool {
	return len(token) < 16 && strings.Trim(token, "abcdefghijklmnopqrstuvwxyz.") == ""
}

func (p pattern) redact(text string) (string, int) {
	var out strings.Builder
	count, done := 0, 0
	for _, m := range p.expr.FindAllStringSubmatchIndex(text, -1) {
		from, to := m[2], m[3]
		if p.keep != nil && p.keep(text[from:to]) {
			continue
		}
		out.WriteString(text[done:from])
		out.WriteString(Redacted)
		count, done = count+1, to
	}
	if count == 0 {
		return text, 0
	}
	out.WriteString(text[done:])
	return out.String(), count
}
