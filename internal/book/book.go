// Package book makes one readable HTML file of the course's pages: everything is inside the file, links between pages
// stay in it, and a link that leads nowhere is an error.
package book

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Options say what goes into the book and where it goes.
type Options struct {
	Root  string // the repository's folder; holds book/page.html and book/style.css
	Out   string // the file to write, absolute or from Root; empty: book/dist/course.html
	Pages []Page // in the order of the book; an exercise belongs to the lesson before it
}

// The kinds of a page.
const (
	Lesson   = "lesson"
	Exercise = "exercise"
)

// A Page is one Markdown file of the repository.
type Page struct {
	ID       string // "00", "1.2": unique among the pages of a kind
	Status   string // how far to trust it, shown in a box on top; empty: no box
	Title    string // for the navigation, and for the page itself if it has no heading of level one
	Kind     string // Lesson or Exercise
	Source   string // the file's path from Root, with slashes: links are followed from there, errors name it
	Markdown []byte // the text; YAML front matter on top is left out of the book
	Line     int    // the line of the file on which Markdown starts; 0 means 1
}

// Build writes the book and returns its path. The file is replaced only when everything is right; mistakes in the pages
// are returned all at once, as Problems. The same pages give the same bytes.
func Build(o Options) (string, error) {
	b, err := parse(o)
	if err != nil {
		return "", err
	}
	for _, d := range b.docs {
		b.prepare(d)
	}
	if err := b.problems(); err != nil {
		return "", err
	}
	html, err := b.html()
	if err != nil {
		return "", err
	}
	out := o.Out
	if out == "" {
		out = filepath.Join("book", "dist", "course.html")
	}
	if !filepath.IsAbs(out) {
		out = filepath.Join(o.Root, out)
	}
	if err := write(out, html); err != nil {
		return "", fmt.Errorf("the book cannot be written: %w", err)
	}
	return out, nil
}

// parse reads the pages as they stand.
func parse(o Options) (*book, error) {
	if len(o.Pages) == 0 {
		return nil, errors.New("the book has no pages")
	}
	b := newBook(o.Root)
	for _, page := range o.Pages {
		b.add(page)
	}
	return b, nil
}

// write stores data under path by way of a temporary file in the same folder.
func write(path string, data []byte) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	temp, err := os.CreateTemp(dir, ".book-*.tmp")
	if err != nil {
		return err
	}
	_, err = temp.Write(data)
	err = errors.Join(err, temp.Chmod(0o644), temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temp.Name()))
	}
	return nil
}
