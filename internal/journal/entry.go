package journal

import (
	"cmp"
	"errors"
	"fmt"
	"io"
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
	Day       string    // "2026-12-01": that of its name or, if that is none, its header
	Exercises []string  // that its header names
	Closed    string    // when its session was closed, "" while it is open
	Problem   string    // why it cannot be read, "" if it can; then the rest is what could be read
	Line      int       // of the problem
	Changed   time.Time // when its file was changed last; zero if that cannot be told
	Doc       *document.Document

	page     *page
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
	e := Entry{Path: filepath.Join(root, filepath.FromSlash(p.file)), File: p.file, Title: p.doc.Title, Exercises: p.ids, Doc: p.doc, page: p}
	if info, err := os.Stat(e.Path); err == nil {
		e.Changed = info.ModTime()
	}
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

// Open finds the newest entry that names an exercise and is not closed, nil if there is none: of those of the newest day the
// one that was changed last. An entry that cannot be read is no such entry; those that might be one, as new as what was
// found, are returned beside it.
func Open(root, exercise string) (open *Entry, unreadable []Entry, err error) {
	names, err := entryNames(root)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range slices.Backward(names) {
		if open != nil && name[:len(time.DateOnly)] != path.Base(open.File)[:len(time.DateOnly)] {
			break
		}
		file := path.Join(folder, name)
		if passOver(filepath.Join(root, folder, name), exercise) {
			continue // nothing more to read
		}
		e := Read(root, file)
		named := slices.Contains(e.Exercises, plainID(exercise))
		switch {
		case e.Problem != "" && (named || len(e.Exercises) == 0):
			unreadable = append(unreadable, e)
		case e.Problem == "" && named && e.Closed == "" && (open == nil || e.Changed.After(open.Changed)):
			open = &e
		}
	}
	return open, unreadable, nil
}

// headSize is how much of an entry is read, in bytes, to see whether its header is of interest.
const headSize = 8 << 10

// passOver reports whether the header of an entry, read alone, tells that the entry is closed or about something else. It is
// sure only of a header that ends where a section begins.
func passOver(file, exercise string) bool {
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	src, err := io.ReadAll(io.LimitReader(f, headSize))
	head, _, ends := strings.Cut(string(src), "\n## ")
	if !ends {
		head, _, ends = strings.Cut(plainText(head), "\n## ") // lines that end as they once did
	}
	if err != nil || !ends && len(src) == headSize || !utf8.ValidString(head) || strings.ContainsRune(head, 0) {
		return false
	}
	if !strings.HasPrefix(strings.TrimPrefix(head, byteOrderMark), "---") && !strings.Contains(head, plainID(exercise)) {
		return true // the quick way
	}
	d := document.Parse([]byte(head))
	if len(d.Problems) > 0 {
		return false
	}
	closed, _ := d.Field("Closed")
	return strings.TrimSpace(closed.Value) != "" || !slices.Contains(named(d), plainID(exercise))
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
