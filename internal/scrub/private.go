package scrub

import "strings"

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
	s := newSearch(known)
	return s.whole(text), s.found
}

// A search looks through a text line by line, and counts what it finds.
type search struct {
	known []string
	found Found
	keys  keyReader
	scan  *scan
}

func newSearch(known []string) *search {
	return &search{known: known, found: Found{}, scan: newScan()}
}

// mostRounds is how often a text is looked through again because taking something out has made something else of the rest.
const mostRounds = 10

// whole is a text without what is private in it.
func (s *search) whole(text string) string {
	for range mostRounds {
		s.keys = keyReader{}
		var out strings.Builder
		joined := false
		for line := range strings.Lines(text) {
			clean := s.line(line)
			joined = joined || strings.HasSuffix(line, "\n") && !strings.HasSuffix(clean, "\n")
			out.WriteString(clean)
		}
		text = out.String()
		if !joined {
			break
		}
	}
	return text
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
	for range mostRounds {
		places := s.scan.merge(s.scan.places(text))
		if len(places) == 0 {
			break
		}
		var out strings.Builder
		done := 0
		for _, p := range places {
			s.found[p.rule.kind]++
			out.WriteString(text[done:p.from])
			out.WriteString(Redacted)
			done = p.to
		}
		out.WriteString(text[done:])
		text = out.String()
	}
	return text
}

// privateKey takes out what belongs to private keys.
func (s *search) privateKey(text string) string {
	parts := s.keys.parts(text)
	if len(parts) == 0 {
		return text
	}
	var out strings.Builder
	done := 0
	for _, p := range parts {
		out.WriteString(text[done:p.from])
		if p.begins {
			s.found[Key]++
			out.WriteString(Redacted)
		}
		done = p.to
	}
	out.WriteString(text[done:])
	return out.String()
}
