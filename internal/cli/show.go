package cli

import (
	"fmt"

	"agentcourse/internal/book"
	"agentcourse/internal/catalog"
	"agentcourse/internal/term"

	"github.com/spf13/cobra"
)

// readableWidth is how wide a page is set at most: longer lines are hard to follow.
const readableWidth = 100

func (a *app) showCommand() *cobra.Command {
	var unfold bool
	cmd := &cobra.Command{
		Use: "show [EXERCISE|LESSON]", Short: "Show an exercise", Args: cobra.MaximumNArgs(1), ValidArgsFunction: a.complete,
		Long: `Show an exercise, or the one last worked on. What it folds away, such as what the simulator does, stays folded.
A lesson is named by its two digits, index, glossary or simulator; 01-foundations is the guide to a chapter's exercises.`,
		Example: "  course show 1.2\n  course show 01",
		RunE: func(_ *cobra.Command, args []string) error {
			page, err := a.lessonNamed(args)
			if err != nil {
				return err
			}
			if page == nil {
				ex, err := a.resolve(args)
				if err != nil {
					return err
				}
				a.printHead(ex)
				own := book.ExercisePage(ex)
				page = &own
			} else {
				a.term.Printf("%s\n", a.term.Paint(term.Faint, page.Source))
			}
			a.term.Printf("\n%s", book.Terminal(*page, book.TerminalOptions{Width: min(a.width(), readableWidth), Style: a.pageStyle, Unfold: unfold}))
			return nil
		},
	}
	cmd.Flags().BoolVar(&unfold, "unfold", false, "show what is folded away too")
	return cmd
}

// printHead says what the front matter of an exercise says.
func (a *app) printHead(ex *catalog.Exercise) {
	a.term.Printf("%s\n", a.term.Paint(term.Strong, fmt.Sprintf("Exercise %s: %s", ex.ID, ex.Title)))
	a.term.Printf("%s, %s\n", ex.Path, ex.Time)
	for i, link := range ex.Read {
		if i == 0 {
			a.term.Printf("read first:\n")
		}
		a.term.Printf("  %s\n", link)
	}
}

// lessonNamed is the page that is no exercise and that a person names, or nil.
func (a *app) lessonNamed(args []string) (*book.Page, error) {
	if len(args) == 0 {
		return nil, nil
	}
	o, err := book.Course(a.course)
	if err != nil {
		return nil, err
	}
	for _, page := range o.Pages {
		if ex, err := a.course.Resolve(page.ID, 0); page.ID == args[0] && (err != nil || ex.ID != page.ID) {
			return &page, nil
		}
	}
	return nil, nil
}

// pageStyle stresses a piece of a page in the terminal's colours.
func (a *app) pageStyle(role book.Role, text string) string {
	styles := map[book.Role]term.Style{
		book.RoleHeading: term.Strong, book.RoleStrong: term.Strong, book.RoleEmphasis: term.Slanted,
		book.RoleCode: term.Literal, book.RoleQuiet: term.Faint, book.RoleLink: term.Underlined,
	}
	if style, ok := styles[role]; ok {
		return a.term.Paint(style, text)
	}
	return text
}
