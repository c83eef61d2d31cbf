package book

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"agentcourse/internal/catalog"
)

// Course puts the course's pages in the order of the book: each lesson with its exercises after it, the starter's with its
// code. The book is as new as the newest check of a lesson's facts.
func Course(c *catalog.Catalog) (Options, error) {
	o := Options{Root: c.Root}
	o.addLesson("index", c.Index)
	for _, ch := range c.Chapters {
		o.addLesson(fmt.Sprintf("%02d", ch.Number), ch.Lesson)
		if g := ch.Guide; g != nil {
			o.Pages = append(o.Pages, Page{ID: ch.Name, Title: g.Title, Kind: Exercise, Source: g.Path, Markdown: g.Markdown, Line: g.Line})
		}
		for _, ex := range ch.Exercises {
			o.Pages = append(o.Pages, ExercisePage(ex))
		}
	}
	o.addLesson("simulator", c.Simulator)
	if c.Starter != nil {
		o.addLesson("starter", c.Starter)
		if err := o.addListings("starter"); err != nil {
			return o, err
		}
	}
	o.addLesson("glossary", c.Glossary)
	return o, nil
}

// ExercisePage is an exercise as a page of the book.
func ExercisePage(ex *catalog.Exercise) Page {
	return Page{ID: ex.ID, Title: ex.Title, Kind: Exercise, Source: ex.Path, Markdown: ex.Markdown, Line: ex.Line}
}

// addLesson adds a lesson, if there is one.
func (o *Options) addLesson(id string, l *catalog.Lesson) {
	if l == nil {
		return
	}
	if date, err := time.Parse(time.DateOnly, l.Checked); err == nil && date.After(o.Modified) {
		o.Modified = date
	}
	o.Pages = append(o.Pages, Page{ID: id, Title: l.Title, Kind: Lesson, Status: statusOf(l), Source: l.Path, Markdown: l.Markdown, Line: l.Line})
}

// addListings adds a page for each folder in a folder.
func (o *Options) addListings(dir string) error {
	entries, err := os.ReadDir(filepath.Join(o.Root, dir))
	if err != nil {
		return fmt.Errorf("the folders of code cannot be listed: %w", err)
	}
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		page, err := NewListing(o.Root, dir+"/"+e.Name())
		if err != nil {
			return err
		}
		o.Pages = append(o.Pages, page)
	}
	return nil
}

// statusOf words the front matter that says how far a lesson is to be trusted.
func statusOf(l *catalog.Lesson) string {
	if l.Status == "" {
		return ""
	}
	text := "Status: " + l.Status + "."
	if l.Checked != "" {
		text += fmt.Sprintf(" Facts checked on %s against %s.", l.Checked, l.Against)
	}
	if l.Ages != "" {
		text += " What ages fastest: " + l.Ages + "."
	}
	return text
}
