package cli

import (
	"fmt"
	"path/filepath"

	"agentcourse/internal/book"
	"agentcourse/internal/catalog"

	"github.com/spf13/cobra"
)

func (a *app) bookCommand() *cobra.Command {
	group := &cobra.Command{Use: "book", Short: "Read the course as a book", Args: cobra.NoArgs, RunE: showHelp}
	var html bool
	build := &cobra.Command{
		Use: "build", Short: "Build book/dist/course.html, one page that needs nothing else", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if len(a.course.Problems) > 0 {
				return fmt.Errorf("the book would lack a page: %w", a.course.Problems[0])
			}
			file, err := book.Build(book.Options{Root: a.root, Pages: a.pages()})
			if err != nil {
				return err
			}
			if rel, err := filepath.Rel(a.root, file); err == nil {
				file = rel
			}
			a.term.Printf("made %s\n", filepath.ToSlash(file))
			return nil
		},
	}
	build.Flags().BoolVar(&html, "html", true, "as one HTML page")
	group.AddCommand(build, a.bookCheckCommand(), a.bookSyncCommand())
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

// pages are the book's pages in their order: each lesson with its exercises after it.
func (a *app) pages() []book.Page {
	var pages []book.Page
	lesson := func(id string, l *catalog.Lesson) {
		if l != nil {
			pages = append(pages, book.Page{ID: id, Title: l.Title, Kind: book.Lesson, Status: statusOf(l), Source: l.Path, Markdown: l.Markdown, Line: l.Line})
		}
	}
	lesson("index", a.course.Index)
	for _, ch := range a.course.Chapters {
		lesson(fmt.Sprintf("%02d", ch.Number), ch.Lesson)
		if g := ch.Guide; g != nil {
			pages = append(pages, book.Page{ID: ch.Name, Title: g.Title, Kind: book.Exercise, Source: g.Path, Markdown: g.Markdown, Line: g.Line})
		}
		for _, ex := range ch.Exercises {
			pages = append(pages, book.Page{ID: ex.ID, Title: ex.Title, Kind: book.Exercise, Source: ex.Path, Markdown: ex.Markdown, Line: ex.Line})
		}
	}
	lesson("simulator", a.course.Simulator)
	lesson("glossary", a.course.Glossary)
	return pages
}
