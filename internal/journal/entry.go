package journal

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"agentcourse/internal/document"
)

// An Entry is one file of the journal.
type Entry struct {
	Path      string // starts with the repository's folder
	File      string // "journal/2026-12-01-no-memory.md"
	Title     string
	Day       string   // "2026-12-01": that of its name or, if that is none, its header
	Exercises []string // that its header names
	Closed    string   // when its session was closed, "" while it is open
	Problem   string   // why it cannot be read, "" if it can; then the rest is what could be read
	Line      int      // of the problem
	Doc       *document.Document

	swallows []document.Problem // comments and fences that are not closed
}

// Entries are all entries, in the order of their names: the oldest day first. Without a journal there are none.
func Entries(root string) ([]Entry, error) {
	all, err := pages(root)
	if err != nil {
		return nil, err
	}
	entries := make([]Entry, len(all))
	for i, p := range all {
		entries[i] = entryOf(root, p)
	}
	return entries, nil
}

// Read reads one entry, which is named from the repository's folder with slashes.
func Read(root, file string) Entry { return entryOf(root, readPage(root, file)) }

func entryOf(root string, p *page) Entry {
	e := Entry{Path: filepath.Join(root, filepath.FromSlash(p.file)), File: p.file, Title: p.doc.Title, Exercises: p.ids, Doc: p.doc}
	if p.closed() {
		f, _ := p.doc.Field("Closed")
		e.Closed = strings.TrimSpace(f.Value)
	}
	if len(p.problems) > 0 && (p.lines == nil || len(p.doc.Problems) > 0) {
		e.Problem, e.Line = p.problems[0].What, p.problems[0].Line
	} else {
		e.swallows = p.problems
	}
	e.Day = day(path.Base(p.file)[:len(time.DateOnly)])
	if f, _ := p.doc.Field("Date"); e.Day == "" && len(f.Value) >= len(time.DateOnly) {
		e.Day = day(f.Value[:len(time.DateOnly)])
	}
	return e
}

// day is a text if it is a day.
func day(text string) string {
	if _, err := time.Parse(time.DateOnly, text); err != nil {
		return ""
	}
	return text
}

// Open finds the newest entry that names an exercise and is not closed, nil if there is none. An entry that cannot be
// read is no such entry; those that might be one, newer than what was found, are returned beside it.
func Open(root, exercise string) (open *Entry, unreadable []Entry, err error) {
	names, err := entryNames(root)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range slices.Backward(names) {
		file := path.Join(folder, name)
		head, readErr := readText(filepath.Join(root, folder, name))
		if readErr == nil && (!mayName(head, exercise) || isClosed(head)) {
			continue // nothing more to read
		}
		e := Read(root, file)
		named := slices.Contains(e.Exercises, plainID(exercise))
		switch {
		case e.Problem != "" && (named || len(e.Exercises) == 0):
			unreadable = append(unreadable, e)
		case e.Problem == "" && named && e.Closed == "":
			return &e, unreadable, nil
		}
	}
	return nil, unreadable, nil
}

// mayName reports whether an entry's text may be one whose header names the exercise, or one that cannot be read.
func mayName(src []byte, exercise string) bool {
	text := strings.ToLower(string(src))
	return strings.Contains(text, plainID(exercise)) && strings.Contains(text, "exercise") ||
		!utf8.Valid(src) || strings.ContainsRune(text, 0) || strings.HasPrefix(strings.TrimPrefix(text, "\ufeff"), "---")
}

// isClosed reports whether what stands above the first section of an entry says that it is closed.
func isClosed(src []byte) bool {
	head, _, _ := bytes.Cut(src, []byte("\n## "))
	d := document.Parse(head)
	f, _ := d.Field("Closed")
	return len(d.Problems) == 0 && strings.TrimSpace(f.Value) != ""
}

// entryNames are the names of the files that are called like entries, in their order.
func entryNames(root string) ([]string, error) {
	list, err := os.ReadDir(filepath.Join(root, folder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the journal cannot be read: %w", err)
	}
	var names []string
	for _, e := range list {
		if !e.IsDir() && entryName.MatchString(e.Name()) {
			names = append(names, e.Name())
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Compare(strings.TrimSuffix(a, ".md"), strings.TrimSuffix(b, ".md"))
	})
	return names, nil
}

// Rescued are files beside the entries that hold what an editor had saved while the course wrote.
func Rescued(root string) []string {
	found, err := filepath.Glob(filepath.Join(root, folder, "*.rescued-*"))
	if err != nil {
		return nil
	}
	for i, f := range found {
		found[i] = path.Join(folder, filepath.Base(f))
	}
	return found
}
