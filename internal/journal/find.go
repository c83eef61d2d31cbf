package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

var (
	entryName    = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}-.+\.md$`)
	exerciseLine = regexp.MustCompile(`(?i)^[\s\-*|_>]*exercises?[\s*_]*[:|](.*)$`)
)

// Find returns the paths of the entries whose header names the exercise, in the order of their names, so the oldest day
// comes first. The id may be written "1.2" or "ex1.2", in the entry too. The header is what stands above the first
// heading of level two. Paths start with root. Without a journal there are no entries.
func Find(root, exerciseID string) ([]string, error) {
	want := plainID(exerciseID)
	if want == "" {
		return nil, errors.New("no exercise to look for in the journal")
	}
	dir := filepath.Join(root, folder)
	files, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the journal cannot be read: %w", err)
	}
	var found []string
	for _, file := range files {
		if file.IsDir() || !entryName.MatchString(file.Name()) {
			continue
		}
		path := filepath.Join(dir, file.Name())
		src, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("a journal entry cannot be read: %w", err)
		}
		if slices.Contains(exercises(src), want) {
			found = append(found, path)
		}
	}
	slices.SortFunc(found, func(a, b string) int {
		return strings.Compare(strings.TrimSuffix(a, ".md"), strings.TrimSuffix(b, ".md"))
	})
	return found, nil
}

// exercises returns the ids that an entry's header names.
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
