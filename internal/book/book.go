// Package book makes the course's pages into one thing to read: a single HTML file, an EPUB, and the page that a PDF is
// printed from. All come from the same pages, parsed once; a link that leads nowhere is an error.
package book

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/yuin/goldmark/ast"
)

// The book's title and what it is in a sentence.
const (
	bookTitle   = "Building AI agents in Go"
	description = "From the first request to a small agent you can trust: predict, build, run, and let the checks tell you what was wrong."
	language    = "en-GB"
)

// Options say what goes into the book.
type Options struct {
	Root     string    // the repository's folder; holds book/ with the design
	Pages    []Page    // in the order of the book; an exercise or a listing belongs to the lesson before it
	Modified time.Time // the date that an EPUB carries; the same pages and the same date give the same bytes
}

// The kinds of a page.
const (
	Lesson   = "lesson"
	Exercise = "exercise"
	Listing  = "listing" // the files of a folder, made by NewListing
)

// A Page is one Markdown file of the repository, or a listing.
type Page struct {
	ID       string   // "00", "1.2": unique among the pages of a kind
	Status   string   // how far to trust it, shown in a box on top; empty: no box
	Title    string   // for the navigation, and for the page itself if it has no heading of level one
	Kind     string   // Lesson, Exercise or Listing
	Source   string   // the file's path from Root, with slashes: links are followed from there, errors name it
	Markdown []byte   // the text; YAML front matter on top is left out of the book
	Line     int      // the line of the file on which Markdown starts; 0 means 1
	files    []string // that a listing shows, each under a heading
}

// A Book is pages that have been parsed and in which nothing is wrong.
type Book struct {
	root     string
	modified time.Time
	docs     []*document
	bySource map[string]*document
	byAnchor map[string]*document
	listed   map[string]string // the file of a listing → id of its heading
}

// Open parses the pages and prepares them for every form of the book. Mistakes in them are returned all at once, as
// Problems.
func Open(o Options) (*Book, error) {
	b, err := parse(o)
	if err != nil {
		return nil, err
	}
	sources := newSources(o.Root)
	for _, d := range b.docs {
		b.checkSources(d, sources)
		b.prepare(d)
	}
	if err := b.problems(); err != nil {
		return nil, err
	}
	return b, nil
}

// Modified is the date of the text.
func (b *Book) Modified() time.Time { return b.modified }

// parse reads the pages as they stand.
func parse(o Options) (*Book, error) {
	if len(o.Pages) == 0 {
		return nil, errors.New("the book has no pages")
	}
	b := &Book{root: o.Root, modified: o.Modified, bySource: map[string]*document{}, byAnchor: map[string]*document{}, listed: map[string]string{}}
	for _, page := range o.Pages {
		b.add(page)
	}
	return b, nil
}

// readDesign reads a file of book/.
func (b *Book) readDesign(name string) ([]byte, error) {
	src, err := os.ReadFile(filepath.Join(b.root, "book", name))
	if err != nil {
		return nil, fmt.Errorf("the book's design cannot be read: %w; bring it back with: git checkout -- book/%s", err, name)
	}
	return src, nil
}

// readPart reads a file of book/ that stands in the page's own text, where a browser takes end, in any case, for its end.
func (b *Book) readPart(name, end string) ([]byte, error) {
	src, err := b.readDesign(name)
	if at := bytes.Index(bytes.ToLower(src), []byte(end)); err == nil && at >= 0 {
		return nil, fmt.Errorf("book/%s:%d: %s would end it here in the page", name, 1+bytes.Count(src[:at], []byte("\n")), end)
	}
	return src, err
}

// Write stores data under path by way of a temporary file in the same folder, so that a book is never half there.
func Write(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("the book cannot be written: %w", err)
	}
	if err := replaceFile(path, data, 0o644); err != nil {
		return fmt.Errorf("the book cannot be written: %w", err)
	}
	return nil
}

// replaceFile puts a file in the place of what stands there, if anything does.
func replaceFile(path string, data []byte, mode os.FileMode) error {
	temp, err := os.CreateTemp(filepath.Dir(path), ".book-*.tmp")
	if err != nil {
		return err
	}
	_, err = temp.Write(data)
	err = errors.Join(err, temp.Chmod(mode), temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temp.Name()))
	}
	return nil
}

// checkSources reports code in the page that is not, or no longer, that of the file that it names.
func (b *Book) checkSources(d *document, s *sources) {
	file := newPageFile(d.text)
	fences, wrong := file.fencesIn(d.tree, d.text)
	for _, f := range fences {
		if f.output {
			continue
		}
		f.listed = b.listing(f.source.file)
		d.sources[f.block] = f
		wrong = append(wrong, f.check(s).wrong...)
	}
	for _, w := range wrong {
		d.report(d.line+w.line-1, "%s", w.message)
	}
}

// nodes returns the document's nodes of type N, in reading order.
func nodes[N ast.Node](d *document) []N {
	var found []N
	_ = ast.Walk(d.tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if wanted, ok := n.(N); ok && entering {
			found = append(found, wanted)
		}
		return ast.WalkContinue, nil
	})
	return found
}
