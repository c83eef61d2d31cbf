package scrub

import (
	"regexp"
	"strings"
)

// A keyReader finds private keys in PEM form, whose lines follow each other. It is given a text line by line.
type keyReader struct {
	inside bool // the lines before began a key
}

// A keyPart is a part of a line that belongs to a private key.
type keyPart struct {
	from, to int
	begins   bool // it is the key's first
}

var (
	keyBegin = regexp.MustCompile(`-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----`)
	keyEnd   = regexp.MustCompile(`-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----`)
	keyBody  = regexp.MustCompile(`^\s*([A-Za-z0-9+/=]*|[A-Za-z-]+: [A-Za-z0-9,-]+|(?:Version|Comment): .*)\s*$`)
)

// parts are the parts of the next line that belong to private keys.
func (k *keyReader) parts(line string) []keyPart {
	if !k.inside && !strings.Contains(line, "PRIVATE KEY") {
		return nil
	}
	var parts []keyPart
	at := 0
	if k.inside {
		end := keyEnd.FindStringIndex(line)
		switch {
		case end != nil:
			parts, at, k.inside = append(parts, keyPart{to: end[1]}), end[1], false
		case keyBody.MatchString(line):
			return append(parts, keyPart{to: len(line)})
		default:
			k.inside = false
		}
	}
	for {
		begin := keyBegin.FindStringIndex(line[at:])
		if begin == nil {
			return parts
		}
		part := keyPart{from: at + begin[0], begins: true}
		end := keyEnd.FindStringIndex(line[at+begin[1]:])
		if end == nil {
			part.to, k.inside = len(line), true
			return append(parts, part)
		}
		part.to = at + begin[1] + end[1]
		parts, at = append(parts, part), part.to
	}
}
