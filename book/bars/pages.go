package main

import (
	"agentcourse/internal/book"
	"agentcourse/internal/catalog"
)

// readBook reads from disk what "course book build" makes the book of.
func readBook(root string) (book.Options, error) {
	course, err := catalog.Load(root)
	if err != nil {
		return book.Options{}, err
	}
	if len(course.Problems) > 0 {
		return book.Options{}, course.Problems[0]
	}
	return book.Course(course)
}

// readerOf is the page for the browser.
func readerOf(b *book.Book) ([]byte, error) { return b.HTML(book.HTMLOptions{}) }
