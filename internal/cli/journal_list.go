package cli

import (
	"fmt"
	"path"
	"strings"
	"unicode"

	"agentcourse/internal/journal"
	"agentcourse/internal/term"

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
	return fmt.Sprintf("%-10s  %s  %s  %s", day, padColumns(visible(ids, 40), idsWidth), padColumns(cutColumns(visible(title, 200), titleWidth), titleWidth), a.stateOf(e))
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
	if filled, all := journal.Answers(e.Doc); all > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d answers", filled, all))
	}
	state := a.term.Paint(term.Odd, "open")
	if e.Closed != "" {
		state = a.term.Paint(term.Good, "closed")
	}
	return state + ": " + strings.Join(parts, ", ")
}

// columns is how many columns of a terminal a text takes.
func columns(text string) int {
	n := 0
	for _, r := range text {
		n += runeColumns(r)
	}
	return n
}

func runeColumns(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case unicode.In(r, wide):
		return 2
	}
	return 1
}

// wide are the letters that take two columns: those of East Asia, and pictures.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x1100, Hi: 0x115f, Stride: 1}, {Lo: 0x231a, Hi: 0x231b, Stride: 1}, {Lo: 0x2705, Hi: 0x2705, Stride: 1}, {Lo: 0x274c, Hi: 0x274c, Stride: 1},
		{Lo: 0x2b50, Hi: 0x2b50, Stride: 1}, {Lo: 0x2e80, Hi: 0x303e, Stride: 1}, {Lo: 0x3041, Hi: 0xa4cf, Stride: 1}, {Lo: 0xa960, Hi: 0xa97c, Stride: 1},
		{Lo: 0xac00, Hi: 0xd7a3, Stride: 1}, {Lo: 0xf900, Hi: 0xfaff, Stride: 1}, {Lo: 0xfe30, Hi: 0xfe6f, Stride: 1}, {Lo: 0xff00, Hi: 0xff60, Stride: 1},
		{Lo: 0xffe0, Hi: 0xffe6, Stride: 1},
	},
	R32: []unicode.Range32{
		{Lo: 0x17000, Hi: 0x18cff, Stride: 1}, {Lo: 0x1b000, Hi: 0x1b2ff, Stride: 1}, {Lo: 0x1f300, Hi: 0x1f64f, Stride: 1}, {Lo: 0x1f680, Hi: 0x1f6ff, Stride: 1},
		{Lo: 0x1f900, Hi: 0x1faff, Stride: 1}, {Lo: 0x20000, Hi: 0x3fffd, Stride: 1},
	},
}

// padColumns fills a text up with spaces.
func padColumns(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-columns(text)))
}

// cutColumns is the beginning of a text that takes no more columns than that.
func cutColumns(text string, width int) string {
	if columns(text) <= width {
		return text
	}
	used := 0
	for i, r := range text {
		if used += runeColumns(r); used > width-1 {
			return text[:i] + "…"
		}
	}
	return text
}
