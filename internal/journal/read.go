package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"agentcourse/internal/document"
)

// A page is an entry that has been read as far as it can be.
type page struct {
	file     string // "journal/2026-12-01-no-memory.md"
	doc      *document.Document
	lines    []string // as they stand in the file, without line ends; nil if it is no text
	ids      []string // of the exercises that its header names
	problems []document.Problem
	earlier  []string // names that the file had before, as far as they are known
}

// closed reports whether its session was closed.
func (p *page) closed() bool {
	f, _ := p.doc.Field("Closed")
	return strings.TrimSpace(f.Value) != ""
}

// names reports whether its header names the exercise.
func (p *page) names(id string) bool { return slices.Contains(p.ids, id) }

// readPage reads a file of the journal, which is named from root with slashes. What is wrong with it is in its problems.
func readPage(root, file string) *page {
	p := &page{file: file}
	src, err := readText(filepath.Join(root, filepath.FromSlash(file)))
	if err != nil {
		p.problems = []document.Problem{{Line: 1, What: err.Error()}}
	}
	p.doc = document.Parse(src)
	if err != nil {
		p.ids = exercises(src)
		return p
	}
	p.problems = slices.Clone(p.doc.Problems)
	p.ids = named(p.doc)
	if len(p.doc.Problems) > 0 {
		p.ids = append(p.ids, exercises(src)...)
		slices.Sort(p.ids)
		p.ids = slices.Compact(p.ids)
	}
	if utf8.Valid(src) && !bytes.ContainsRune(src, 0) {
		p.lines = strings.Split(plainText(string(src)), "\n")
		p.problems = append(p.problems, p.halfWritten()...)
	}
	return p
}

// readText reads a regular file of a size that somebody can have written. Of a longer one it returns the beginning.
func readText(file string) ([]byte, error) {
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return nil, cannotRead(err)
	case !info.Mode().IsRegular():
		return nil, errors.New("it is no file")
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, cannotRead(err)
	}
	defer f.Close()
	src, err := io.ReadAll(io.LimitReader(f, min(info.Size(), 1<<16)))
	if err == nil && info.Size() <= document.MaxSize {
		var rest []byte
		rest, err = io.ReadAll(io.LimitReader(f, document.MaxSize))
		src = append(src, rest...)
	}
	switch {
	case err != nil:
		return nil, cannotRead(err)
	case info.Size() > document.MaxSize:
		return src, fmt.Errorf("it is %d bytes long; more than %d are not read", info.Size(), document.MaxSize)
	}
	return src, nil
}

// cannotRead is an error without the path, which is told beside it.
func cannotRead(err error) error {
	var failed *fs.PathError
	if errors.As(err, &failed) {
		err = failed.Err
	}
	return fmt.Errorf("it cannot be read: %w", err)
}

var fence = regexp.MustCompile("^ {0,3}(`{3,}|~{3,})")

// halfWritten finds comments and fences that are never closed and so take in all that comes after them.
func (p *page) halfWritten() []document.Problem {
	var found []document.Problem
	for _, c := range p.doc.Comments {
		lines := p.lines[c.Line-1 : min(c.End, len(p.lines))]
		if slices.ContainsFunc(lines, func(l string) bool { return len(l) > document.MaxLine }) {
			continue // its text is not all of it
		}
		raw := strings.Join(lines, "\n")
		for there := true; there; {
			_, raw, there = strings.Cut(raw, "<!--")
			if behind, is := strings.CutPrefix(strings.TrimSpace(raw), c.Text); is {
				raw = behind
				break
			}
		}
		if !strings.HasPrefix(strings.TrimSpace(raw), "-->") {
			found = append(found, document.Problem{Line: c.Line, What: "the comment that begins here is not closed by -->; all below it counts as comment"})
		}
	}
	for _, b := range p.doc.Blocks {
		if b.Kind != document.Code || b.Listed || b.Quoted || b.Line < 2 {
			continue
		}
		opening := fence.FindStringSubmatch(p.lines[b.Line-2])
		if opening == nil {
			continue
		}
		closing := []string(nil)
		if b.End < len(p.lines) {
			closing = fence.FindStringSubmatch(p.lines[b.End])
		}
		if closing == nil || !strings.HasPrefix(closing[1], opening[1]) {
			found = append(found, document.Problem{Line: b.Line - 1, What: "the fence that begins here is not closed; all below it counts as code"})
		}
	}
	return found
}

// pages reads all entries, in the order of their names. Without a journal there are none.
func pages(root string) ([]*page, error) { return pagesWith(root, "") }

// pagesWith reads the entries that hold a text, or cannot be read.
func pagesWith(root, text string) ([]*page, error) {
	names, err := entryNames(root)
	if err != nil {
		return nil, err
	}
	var all []*page
	for _, name := range names {
		if src, err := readText(filepath.Join(root, folder, name)); err == nil && !bytes.Contains(src, []byte(text)) {
			continue
		}
		all = append(all, readPage(root, path.Join(folder, name)))
	}
	return all, nil
}
