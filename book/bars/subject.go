package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"agentcourse/internal/book"
	"agentcourse/internal/browser"
)

// A subject is the book as it is measured. What several bars need is made once, when the first of them asks.
type subject struct {
	root  string
	env   []string
	dir   string // for all files that are made
	pages []book.Page
	book  *book.Book

	htmlFile, printFile, epubFile, pdfFile once[string]
	reader, printed                        once[*document]
	pandocEPUB, pandocHTML                 once[string]
	pandocTime                             time.Duration
}

// once makes something the first time that it is asked for.
type once[T any] struct {
	made  bool
	value T
	err   error
}

func (o *once[T]) get(make func() (T, error)) (T, error) {
	if !o.made {
		o.made = true
		o.value, o.err = make()
	}
	return o.value, o.err
}

// made is when the PDF says it was made; any date will do.
var made = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// newSubject finds the repository and reads the book's pages.
func newSubject(ctx context.Context, env []string) (*subject, error) {
	root, err := repository()
	if err != nil {
		return nil, err
	}
	o, err := readBook(root)
	if err != nil {
		return nil, err
	}
	opened, err := book.Open(o)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "bars-")
	if err != nil {
		return nil, err
	}
	return &subject{root: root, env: env, dir: dir, pages: o.Pages, book: opened}, nil
}

// repository is the nearest folder, from the current one up, that holds book/page.html.
func repository() (string, error) {
	dir, err := os.Getwd()
	for err == nil {
		if _, err := os.Stat(filepath.Join(dir, "book", "page.html")); err == nil {
			return dir, nil
		}
		if filepath.Dir(dir) == dir {
			return "", errors.New("this is not the course's repository: no book/page.html here or above")
		}
		dir = filepath.Dir(dir)
	}
	return "", err
}

func (s *subject) close() { os.RemoveAll(s.dir) }

// markdown is how many bytes of Markdown the book is made of.
func (s *subject) markdown() int {
	n := 0
	for _, p := range s.pages {
		n += len(p.Markdown)
	}
	return n
}

// file stores one form of the book and returns its path.
func (s *subject) file(name string, build func() ([]byte, error)) (string, error) {
	data, err := build()
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	path := filepath.Join(s.dir, name)
	return path, os.WriteFile(path, data, 0o644)
}

func (s *subject) html() (string, error) {
	return s.htmlFile.get(func() (string, error) {
		return s.file("course.html", func() ([]byte, error) { return readerOf(s.book) })
	})
}

func (s *subject) print() (string, error) {
	return s.printFile.get(func() (string, error) { return s.file("print.html", s.book.Print) })
}

func (s *subject) epub() (string, error) {
	return s.epubFile.get(func() (string, error) { return s.file("course.epub", s.book.EPUB) })
}

func (s *subject) pdf(ctx context.Context) (string, error) {
	return s.pdfFile.get(func() (string, error) {
		page, err := s.print()
		if err != nil {
			return "", err
		}
		pdf := filepath.Join(s.dir, "course.pdf")
		return pdf, s.toPDF(ctx, page, pdf)
	})
}

func (s *subject) toPDF(ctx context.Context, page, pdf string) error {
	chromium, err := browser.Find(s.env)
	if err != nil {
		return err
	}
	return browser.PrintToPDF(ctx, chromium, page, pdf, browser.Options{Env: s.env, Date: made})
}

// scanned scans one of the book's HTML files.
func scanned(kept *once[*document], file func() (string, error)) (*document, error) {
	return kept.get(func() (*document, error) {
		path, err := file()
		if err != nil {
			return nil, err
		}
		return scanFile(path)
	})
}

func (s *subject) readerDocument() (*document, error)  { return scanned(&s.reader, s.html) }
func (s *subject) printedDocument() (*document, error) { return scanned(&s.printed, s.print) }

// best is the shortest of n durations of something that is done n times.
func best(n int, do func() error) (time.Duration, error) {
	shortest := time.Duration(-1)
	for range n {
		start := time.Now()
		if err := do(); err != nil {
			return 0, err
		}
		if took := time.Since(start); shortest < 0 || took < shortest {
			shortest = took
		}
	}
	return shortest, nil
}
