package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"agentcourse/internal/book"
	"agentcourse/internal/catalog"

	"github.com/spf13/cobra"
)

func (a *app) bookCommand() *cobra.Command {
	group := &cobra.Command{Use: "book", Short: "Read the course as a book", Args: cobra.NoArgs, RunE: showHelp}
	group.AddCommand(a.bookBuildCommand(), a.bookServeCommand(), a.bookCheckCommand(), a.bookSyncCommand())
	return group
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

// openBook reads the whole course as a book.
func (a *app) openBook() (*book.Book, error) {
	if len(a.course.Problems) > 0 {
		return nil, fmt.Errorf("the book would lack a page: %w", a.course.Problems[0])
	}
	o, err := a.bookOptions()
	if err != nil {
		return nil, err
	}
	return book.Open(o)
}

// exercisePage is an exercise as a page of the book.
func exercisePage(ex *catalog.Exercise) book.Page {
	return book.Page{ID: ex.ID, Title: ex.Title, Kind: book.Exercise, Source: ex.Path, Markdown: ex.Markdown, Line: ex.Line}
}

// bookOptions are the book's pages in their order: each lesson with its exercises after it, the starter's with its code.
func (a *app) bookOptions() (book.Options, error) {
	o := book.Options{Root: a.root}
	lesson := func(id string, l *catalog.Lesson) {
		if l == nil {
			return
		}
		if date, err := time.Parse(time.DateOnly, l.Checked); err == nil && date.After(o.Modified) {
			o.Modified = date
		}
		o.Pages = append(o.Pages, book.Page{ID: id, Title: l.Title, Kind: book.Lesson, Status: statusOf(l), Source: l.Path, Markdown: l.Markdown, Line: l.Line})
	}
	lesson("index", a.course.Index)
	for _, ch := range a.course.Chapters {
		lesson(fmt.Sprintf("%02d", ch.Number), ch.Lesson)
		if g := ch.Guide; g != nil {
			o.Pages = append(o.Pages, book.Page{ID: ch.Name, Title: g.Title, Kind: book.Exercise, Source: g.Path, Markdown: g.Markdown, Line: g.Line})
		}
		for _, ex := range ch.Exercises {
			o.Pages = append(o.Pages, exercisePage(ex))
		}
	}
	lesson("simulator", a.course.Simulator)
	if a.course.Starter != nil {
		lesson("starter", a.course.Starter)
		if err := a.addListings(&o); err != nil {
			return o, err
		}
	}
	lesson("glossary", a.course.Glossary)
	return o, nil
}

// addListings adds a page for each folder of the starter.
func (a *app) addListings(o *book.Options) error {
	entries, err := os.ReadDir(filepath.Join(a.root, "starter"))
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		page, err := book.NewListing(a.root, "starter/"+e.Name())
		if err != nil {
			return err
		}
		o.Pages = append(o.Pages, page)
	}
	return nil
}
