package journal

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"agentcourse/internal/document"
)

var (
	entryName    = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}-.+\.md$`)
	exerciseLine = regexp.MustCompile(`(?i)^[\s\-*|_>]*exercises?[\s*_]*[:|](.*)$`)
)

// exercises returns the ids that the header of a text that cannot be parsed names: what stands above its first heading of
// level two.
func exercises(entry []byte) []string {
	var ids []string
	for line := range strings.Lines(string(entry)) {
		if strings.HasPrefix(line, "## ") {
			break
		}
		m := exerciseLine.FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if m == nil {
			continue
		}
		for _, word := range strings.FieldsFunc(m[1], isBetweenIDs) {
			ids = append(ids, plainID(word))
		}
	}
	return ids
}

func isBetweenIDs(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' }

// plainID is an id without the "ex" that the command line allows, and without a full stop after it.
func plainID(id string) string {
	return strings.Trim(strings.TrimPrefix(strings.ToLower(strings.TrimSpace(id)), "ex"), ".")
}

var exerciseID = regexp.MustCompile(`^[0-9]+\.[0-9]+$`)

// named are the ids of the exercises that an entry's header names, each once, in its order.
func named(d *document.Document) []string {
	f, _ := d.Field("Exercise")
	var ids []string
	for _, word := range strings.FieldsFunc(f.Value, isBetweenIDs) {
		if id := plainID(word); exerciseID.MatchString(id) && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}
