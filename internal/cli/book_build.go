package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"agentcourse/internal/book"
	"agentcourse/internal/browser"

	"github.com/spf13/cobra"
)

// Where the book goes, from the repository's folder.
const (
	htmlFile = "book/dist/course.html"
	epubFile = "book/dist/course.epub"
	pdfFile  = "book/dist/course.pdf"
)

func (a *app) bookBuildCommand() *cobra.Command {
	var html, epub, pdf bool
	build := &cobra.Command{
		Use: "build", Short: "Build the book: one HTML page, an EPUB and a PDF", Args: cobra.NoArgs,
		Long: `Build the whole course, as it stands in its Markdown: ` + htmlFile + `, one page that needs nothing else;
` + epubFile + ` for e-readers; and, if Chromium or Chrome is there to print it, ` + pdfFile + `.

With one or more of --html, --epub and --pdf only those are built. A mistake in a page is an error with its file and line, and
leaves what was built before as it was.`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			b, err := a.openBook()
			if err != nil {
				return err
			}
			all := !html && !epub && !pdf
			if html || all {
				if err := a.buildFile(htmlFile, func() ([]byte, error) { return b.HTML(book.HTMLOptions{}) }); err != nil {
					return err
				}
			}
			if epub || all {
				if err := a.buildFile(epubFile, b.EPUB); err != nil {
					return err
				}
			}
			if pdf || all {
				return a.buildPDF(cmd.Context(), b, pdf)
			}
			return nil
		},
	}
	build.Flags().BoolVar(&html, "html", false, "only the HTML page, and what else is asked for")
	build.Flags().BoolVar(&epub, "epub", false, "only the EPUB, and what else is asked for")
	build.Flags().BoolVar(&pdf, "pdf", false, "only the PDF, and what else is asked for")
	return build
}

// buildFile makes one form of the book and says where it is.
func (a *app) buildFile(file string, make func() ([]byte, error)) error {
	data, err := make()
	if err != nil {
		return err
	}
	if err := book.Write(filepath.Join(a.root, filepath.FromSlash(file)), data); err != nil {
		return err
	}
	a.term.Printf("made %s\n", file)
	return nil
}

// buildPDF has a browser print the book. That there is none is an error only if the PDF was asked for.
func (a *app) buildPDF(ctx context.Context, b *book.Book, asked bool) error {
	program, err := browser.Find(a.Env)
	var missing *browser.NotFoundError
	if errors.As(err, &missing) && !asked {
		a.term.Note("%s is left out: %v; %s", pdfFile, missing, missing.Hint())
		return nil
	}
	if err != nil {
		return err
	}
	page, err := b.Print()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "course-print-")
	if err != nil {
		return fmt.Errorf("the page to print finds no place, in the folder for temporary files that TMPDIR names: %w", err)
	}
	defer os.RemoveAll(dir)
	source := filepath.Join(dir, "course.html")
	if err := os.WriteFile(source, page, 0o600); err != nil {
		return err
	}
	out := filepath.Join(a.root, filepath.FromSlash(pdfFile))
	if err := browser.PrintToPDF(ctx, program, source, out, browser.Options{Env: a.Env, Date: b.Modified()}); err != nil {
		return err
	}
	a.term.Printf("made %s\n", pdfFile)
	return nil
}
