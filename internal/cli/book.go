package cli

import (
	"fmt"

	"agentcourse/internal/book"

	"github.com/spf13/cobra"
)

func (a *app) bookCommand() *cobra.Command {
	group := &cobra.Command{Use: "book", Short: "Read the course as a book", Args: cobra.NoArgs, RunE: showHelp}
	group.AddCommand(a.bookBuildCommand(), a.bookServeCommand(), a.bookCheckCommand(), a.bookSyncCommand())
	return group
}

// openBook reads the whole course as a book.
func (a *app) openBook() (*book.Book, error) {
	if len(a.course.Problems) > 0 {
		return nil, fmt.Errorf("the book would lack a page: %w", a.course.Problems[0])
	}
	o, err := book.Course(a.course)
	if err != nil {
		return nil, err
	}
	return book.Open(o)
}
