package cli

import (
	"fmt"
	"path"
	"strings"

	"agentcourse/internal/journal"
	"agentcourse/internal/term"

	"github.com/mattn/go-runewidth"
	"github.com/spf13/cobra"
)

func (a *app) journalListCommand() *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List the entries, the newest last, and what is open in each", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return a.listEntries() },
	}
}

const (
	titleWidth = 30 // columns of a title in a list
	idsWidth   = 9
)

func (a *app) listEntries() error {
	entries, err := journal.Entries(a.root)
	if err != nil {
		return err
	}
	if len(entries) == 0 {
		a.term.Printf("the journal holds no entry yet; \"course journal new TOPIC\" makes one\n")
	}
	for _, e := range entries {
		a.term.Printf("%s\n", strings.TrimRight(a.entryLine(e), " "))
	}
	a.noteRescued()
	return nil
}

// noteRescued names files that hold what an editor had saved while the course wrote.
func (a *app) noteRescued() {
	for _, file := range journal.Rescued(a.root) {
		a.term.Note("%s holds what an editor saved while a command was killed: take from it what the entry lacks, then remove it", file)
	}
}

// entryLine is an entry in a line: day, exercises, title, what is open.
func (a *app) entryLine(e journal.Entry) string {
	day := e.Day
	if day == "" {
		day = "no date"
	}
	if e.Problem != "" {
		return fmt.Sprintf("%-10s  %s %s", day, a.term.Paint(term.Bad, "cannot be read:"), visible(placeOf(e)+": "+e.Problem, 200))
	}
	ids := strings.Join(e.Exercises, ", ")
	if ids == "" {
		ids = "-"
	}
	title := e.Title
	if title == "" {
		title = strings.TrimSuffix(path.Base(e.File), ".md")
	}
	return fmt.Sprintf("%-10s  %s  %s  %s", day, runewidth.FillRight(visible(ids, 40), idsWidth), runewidth.FillRight(runewidth.Truncate(visible(title, 200), titleWidth, "…"), titleWidth), a.stateOf(e))
}

// stateOf says what is open in an entry.
func (a *app) stateOf(e journal.Entry) string {
	var parts []string
	switch missing := journal.Unpredicted(e); {
	case len(missing) == 0:
		parts = append(parts, "predicted")
	case len(missing) < len(e.Exercises):
		parts = append(parts, "no prediction for "+strings.Join(missing, ", "))
	default:
		parts = append(parts, "no prediction")
	}
	parts = append(parts, count(journal.Rows(e.Doc), "row", "rows"))
	if filled, all := e.Answers(a.course.Exercises()); all > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d answers", filled, all))
	}
	state := a.term.Paint(term.Odd, "open")
	if e.Closed != "" {
		state = a.term.Paint(term.Good, "closed")
	}
	return state + ": " + strings.Join(parts, ", ")
}
