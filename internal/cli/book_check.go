package cli

import (
	"net/http"

	"agentcourse/internal/book"

	"github.com/spf13/cobra"
)

// bookRules is how a page says what its fences are held to.
const bookRules = `A fence in a page holds code as it stands in a file of the repository if its first line is a comment that names it:

  // from starter/hello/main.go          the whole file
  // from starter/hello/main.go#run      the declaration of run; a method is Client.Create
  # from data/sample.yaml#part           what stands between "# anchor: part" and "# end: part", in Go "// anchor: part"

Where there are no comments, <!-- from FILE#ANCHOR --> on the line before the fence does the same. Indentation that all lines
have in common is taken away. A line that is only "// …" stands for one or more lines that are left out.

After <!-- output --> on the line before it, a fence holds commands and what they print on both streams:

  $ course list
  $ go run ./starter/hello "Why is the sky blue?"
  $ go run ./lessons/code/longline

The commands of a fence run one after another in a fresh copy of the course, with a clock that stands at a fixed time, no key,
no input, and, for go run, the simulator with seed 1. Quotes are all that they have of a shell. A last line "(exit code 1)"
stands for that exit code. "…" stands for any text within a line, and alone on a line for any lines.`

func (a *app) bookCheckCommand() *cobra.Command {
	var noRun, remote bool
	cmd := &cobra.Command{
		Use: "check", Short: "Find what is wrong in the pages: links, code, output, headings, spelling, glossary", Args: cobra.NoArgs,
		Long: `Find dead links and pictures, code that is not that of its file, output that is not what its command prints, headings out of
order, words that the course spells otherwise (book/words.txt), and words of the glossary (lessons/glossary.md) that a lesson
uses first without a link to it. The exit code is 1 if there is any.

With --remote every web address in the pages is asked for once, and those that lead nowhere are found too. An address that
refuses programs, or is too busy, is noted and is no mistake. Without --remote nothing goes out.

` + bookRules,
		RunE: func(cmd *cobra.Command, _ []string) error {
			run, done, err := a.bookRunner(noRun)
			if err != nil {
				return err
			}
			defer done()
			o, err := book.Course(a.course)
			if err != nil {
				return err
			}
			report, err := book.Check(cmd.Context(), o, run)
			if err != nil {
				return err
			}
			if remote {
				web, err := book.CheckRemote(cmd.Context(), o, &http.Client{Transport: http.DefaultTransport})
				if err != nil {
					return err
				}
				report.Problems = append(report.Problems, web.Dead...)
				defer a.printUnasked(web)
			}
			return a.printBookCheck(report, noRun)
		},
	}
	addNoRun(cmd, &noRun)
	cmd.Flags().BoolVar(&remote, "remote", false, "also ask for the web addresses in the pages")
	return cmd
}

func (a *app) bookSyncCommand() *cobra.Command {
	var noRun bool
	cmd := &cobra.Command{
		Use: "sync", Short: "Rewrite the code and the output in the pages where they have changed", Args: cobra.NoArgs,
		Long: `Rewrite the fences whose code is not that of their file any more, or whose output is not what their commands print, and
nothing else. A fence that leaves something out by "…" and differs is yours to mend.

` + bookRules,
		RunE: func(cmd *cobra.Command, _ []string) error {
			run, done, err := a.bookRunner(noRun)
			if err != nil {
				return err
			}
			defer done()
			o, err := book.Course(a.course)
			if err != nil {
				return err
			}
			report, err := book.Sync(cmd.Context(), o, run)
			for _, w := range report.Written {
				a.term.Printf("rewrote %s:%d\n", w.File, w.Line)
			}
			if err != nil {
				return err
			}
			return a.printBookSync(report, noRun)
		},
	}
	addNoRun(cmd, &noRun)
	return cmd
}

func addNoRun(cmd *cobra.Command, noRun *bool) {
	cmd.Flags().BoolVar(noRun, "no-run", false, "run no command and leave output alone")
}

func (a *app) printBookCheck(report book.Report, noRun bool) error {
	if a.printProblems(report, noRun) {
		return errFailed
	}
	if noRun {
		a.term.Printf("book: %d pages, %d code fences: all hold\n", report.Pages, report.Code)
	} else {
		a.term.Printf("book: %d pages, %d code fences, %d outputs: all hold\n", report.Pages, report.Code, report.Outputs)
	}
	return nil
}

// printUnasked notes the web addresses of which nothing is known.
func (a *app) printUnasked(web book.Remote) {
	for _, p := range web.Unasked {
		a.term.Note("%s", p)
	}
	a.term.Note("web addresses asked for: %d; places that lead nowhere: %d, of which nothing is known: %d", web.Asked, len(web.Dead), len(web.Unasked))
}

func (a *app) printBookSync(report book.Report, noRun bool) error {
	if a.printProblems(report, noRun) {
		return errFailed
	}
	if len(report.Written) == 0 {
		a.term.Printf("book: nothing to rewrite\n")
	}
	return nil
}

// printProblems prints what is wrong, one line each, and reports whether there is anything.
func (a *app) printProblems(report book.Report, noRun bool) bool {
	for _, err := range a.course.Problems {
		a.term.Printf("%v\n", err)
	}
	for _, p := range report.Problems {
		a.term.Printf("%s\n", p)
	}
	if noRun && report.Outputs > 0 {
		a.term.Note("outputs in the pages: %d, not compared because of --no-run", report.Outputs)
	}
	return len(a.course.Problems)+len(report.Problems) > 0
}
