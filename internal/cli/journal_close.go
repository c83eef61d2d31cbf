package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"agentcourse/internal/journal"
	"agentcourse/internal/term"

	"github.com/spf13/cobra"
)

func (a *app) journalCloseCommand() *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use: "close [ENTRY]", Short: "Close an entry: ten minutes at the end of a session", Args: cobra.MaximumNArgs(1),
		ValidArgsFunction: a.completeShelf(entryShelf, 1),
		Long: `Close an entry at the end of a session. It shows what the entry holds and asks, on a terminal, for what is still empty:
a surprise, what you did not verify, the evidence, the first line of a post, the next action, the goal. Each answer is written
at once; Enter leaves a section empty. Then the header says when the session was closed. An entry that is closed already,
and named, is asked for what is empty all the same; the time in its header stays.

Without ENTRY it is the newest open one of today, or else the newest open one. A prediction is never asked for here: when
the result is known it would be none. Rows of numbers come from "course run".

Where nobody can be asked, it says what is empty and changes nothing; --yes closes the entry as it is.`,
		Example: `  course journal close
  course journal close memory      the entry with this in its topic`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.closeEntry(cmd.Context(), args, yes) },
	}
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "ask nothing, close it as it is")
	return cmd
}

// A closingPart is a section that the close looks at.
type closingPart struct {
	section  string
	question string // "" for what is not asked for
	state    string // what the entry holds
	empty    bool
}

// toAsk reports whether the close asks for a part.
func (p closingPart) toAsk() bool { return p.empty && p.question != "" }

// closingParts are the sections in the order in which they are asked for.
func (a *app) closingParts(e journal.Entry) []closingPart {
	rows := closingPart{section: "Numbers", state: count(journal.Rows(e.Doc), "row", "rows")}
	if journal.Rows(e.Doc) == 0 {
		rows.state, rows.empty = `empty ("course run" adds a row for each run)`, true
	}
	prediction := closingPart{section: "Prediction", state: "written"}
	if missing := journal.Unpredicted(e); len(missing) > 0 {
		prediction.empty, prediction.state = true, "empty, and stays so: now that the result is known it would be none"
		if len(missing) < len(e.Exercises) {
			prediction.state = "empty for " + strings.Join(missing, ", ") + ", and stays so: now that the result is known it would be none"
		}
	}
	parts := []closingPart{prediction, rows}
	if filled, all := e.Answers(a.course.Exercises()); all > 0 {
		parts = append(parts, closingPart{section: "Answers", state: fmt.Sprintf("%d of %d", filled, all), empty: filled < all})
	}
	for _, p := range []closingPart{
		{section: "Surprises", question: "A surprise, in one sentence?"},
		{section: "Not verified", question: "What do you believe but have not tested?"},
		{section: "Evidence", question: "Where can each claim be looked up? The traces of the table, commits, other files:"},
		{section: "Post candidate", question: "Is it worth a stranger's minute? The first line of the post, or \"none today\":"},
		{section: "Next action", question: "The first thing to do next time, small enough to begin at once?"},
		{section: "Goal", question: "What was the goal, in one sentence?"},
	} {
		p.state = "written"
		if p.empty = !journal.Says(e.Doc, p.section); p.empty {
			p.state = "empty"
		}
		parts = append(parts, p)
	}
	return parts
}

func (a *app) closeEntry(ctx context.Context, names []string, yes bool) error {
	e, err := a.entry(names)
	switch {
	case err != nil:
		return err
	case e.Problem != "":
		return fmt.Errorf("%s cannot be read: %s", placeOf(e), e.Problem)
	}
	parts := a.closingParts(e)
	if e.Closed != "" && (yes || !a.canAsk() || !slices.ContainsFunc(parts, closingPart.toAsk)) {
		return fmt.Errorf("%s is closed already, on %s", e.File, visible(e.Closed, 40))
	}
	a.term.Printf("%s\n\n", a.term.Paint(term.Strong, "closing "+e.File))
	empty := 0
	for _, p := range parts {
		style := term.Good
		if p.empty {
			style = term.Odd
			empty++
		}
		a.term.Printf("  %-15s %s\n", strings.ToLower(p.section), a.term.Paint(style, p.state))
	}
	a.term.Printf("\n")
	switch {
	case yes || empty == 0:
	case a.canAsk():
		if err := a.askForParts(ctx, e, parts); err != nil {
			return err
		}
	default:
		a.term.Printf("nothing was changed; on a terminal this asks for what is empty, and --yes closes the entry as it is\n")
		return errFailed
	}
	if e.Closed == "" {
		now := a.Now()
		if err := e.Close(now); err != nil {
			return fmt.Errorf("%s is not closed: %w", e.File, err)
		}
		a.term.Printf("closed %s at %s\n", e.File, now.Format("2006-01-02 15:04"))
	}
	a.stillEmpty(e.File)
	return nil
}

// stillEmpty names the parts of a closed entry that hold nothing.
func (a *app) stillEmpty(file string) {
	e := journal.Read(a.root, file)
	if e.Problem != "" {
		return // nothing can be said of it
	}
	var names []string
	for _, p := range a.closingParts(e) {
		if p.empty {
			names = append(names, strings.ToLower(p.section))
		}
	}
	if len(names) > 0 {
		a.term.Printf("still empty: %s\n", strings.Join(names, ", "))
	}
}

// askForParts asks for what is empty and writes each answer at once.
func (a *app) askForParts(ctx context.Context, e journal.Entry, parts []closingPart) error {
	fmt.Fprintln(a.Err, "Enter leaves a section empty.")
	for _, p := range parts {
		if !p.toAsk() {
			continue
		}
		answer, err := a.ask(ctx, p.question)
		if err != nil {
			return err
		}
		if answer == "" {
			continue
		}
		if err := e.AddTo(p.section, answer); err != nil {
			return fmt.Errorf("%q is not in %s, which is still open: %w", answer, e.File, err)
		}
	}
	return nil
}
