package cli

import (
	"fmt"
	"path"
	"slices"
	"time"

	"agentcourse/internal/journal"
	"agentcourse/internal/term"

	"github.com/spf13/cobra"
)

func (a *app) journalReviewCommand() *cobra.Command {
	var days int
	cmd := &cobra.Command{
		Use: "review", Short: "Look back on a week: surprises, posts they could become, what is to do next", Args: cobra.NoArgs,
		Long: `Look back on the entries of the last days: their surprises, the posts that they might become, and the next actions that
are still open (not ticked off as "- [x]", and not struck out).

A line or an item under Surprises that begins with ★ or [*] is one that you want to come back to. Those come first: the best
of them is the next draft.`,
		RunE: func(*cobra.Command, []string) error {
			if days < 1 {
				return fmt.Errorf("--days %d is no number of days", days)
			}
			return a.review(days)
		},
	}
	cmd.Flags().IntVar(&days, "days", 7, "how many days, with today")
	return cmd
}

// A reviewed line comes from an entry.
type reviewed struct {
	text string
	from string // the entry's file, perhaps with a line
	star bool
}

func (a *app) review(days int) error {
	all, err := journal.Entries(a.root)
	if err != nil {
		return err
	}
	first := a.Now().AddDate(0, 0, 1-days).Format(time.DateOnly)
	var entries []journal.Entry
	for _, e := range all {
		if e.Day >= first {
			entries = append(entries, e)
		}
	}
	span := count(days, "day", "days")
	if len(entries) == 0 {
		a.term.Printf("no entry in the last %s\n", span)
		if n := len(all); n > 0 {
			a.term.Printf("the newest is %s; \"course journal review --days N\" looks further back\n", all[n-1].File)
		} else {
			a.term.Printf("\"course journal new TOPIC\" makes one\n")
		}
		return nil
	}
	var surprises, posts, next []reviewed
	a.term.Printf("%s\n", a.term.Paint(term.Strong, fmt.Sprintf("%s in the last %s", count(len(entries), "entry", "entries"), span)))
	for _, e := range entries {
		a.term.Printf("  %s\n", a.entryLine(e))
		if e.Problem != "" {
			continue
		}
		for _, n := range journal.Surprises(e.Doc) {
			surprises = append(surprises, reviewed{n.Text, fmt.Sprintf("%s:%d", path.Base(e.File), n.Line), n.Star})
		}
		if post := journal.PostCandidate(e.Doc); post != "" {
			posts = append(posts, reviewed{text: post, from: path.Base(e.File)})
		}
		for _, action := range journal.NextActions(e.Doc) {
			next = append(next, reviewed{text: action, from: path.Base(e.File)})
		}
	}
	slices.SortStableFunc(surprises, func(a, b reviewed) int {
		switch {
		case a.star == b.star:
			return 0
		case a.star:
			return -1
		}
		return 1
	})
	a.reviewed("surprises", surprises, "none: were the predictions specific enough, with numbers?")
	a.reviewed("post candidates", posts, "none")
	a.reviewed("next actions", next, "none")
	a.noteRescued()
	if len(surprises) > 0 && !surprises[0].star {
		a.term.Printf("\nto mark the best surprise, begin its line with ★ or [*]\n")
	}
	return nil
}

// reviewed prints lines below a heading.
func (a *app) reviewed(title string, lines []reviewed, none string) {
	a.term.Printf("\n%s\n", a.term.Paint(term.Strong, title))
	if len(lines) == 0 {
		a.term.Printf("  %s\n", none)
	}
	for _, l := range lines {
		mark := "  - "
		if l.star {
			mark = "  ★ "
		}
		a.term.Printf("%s\n", term.Wrap(visible(l.text, 400)+" ("+l.from+")", mark, "    "))
	}
}
