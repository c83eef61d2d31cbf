package cli

import (
	"fmt"
	"regexp"
	"strings"

	"agentcourse/internal/catalog"
	"agentcourse/internal/findings"
	"agentcourse/internal/journal"
	"agentcourse/internal/progress"
	"agentcourse/internal/term"
)

// A journalGroup is what an exercise wants in the journal; its error says why the journal could not be looked into.
type journalGroup struct {
	journal.Group
	Error string `json:"error,omitempty"`
}

func (g *journalGroup) done() bool { return g != nil && g.Error == "" && g.Group.Done() }

// reviewJournal looks into the journal. That it cannot be read ends no check.
func (a *app) reviewJournal(ex *catalog.Exercise) *journalGroup {
	g, err := journal.Review(a.root, ex, a.runs())
	if err != nil {
		return &journalGroup{Error: err.Error()}
	}
	return &journalGroup{Group: g}
}

// runs are those that the progress log tells of.
func (a *app) runs() []journal.Ran {
	events, err := a.log.Read()
	if err != nil {
		a.term.Note("%v", err)
	}
	var runs []journal.Ran
	for _, e := range events {
		if e.Event == progress.Ran {
			runs = append(runs, journal.Ran{T: e.T, Exercise: e.Exercise, Entry: e.Entry, Trace: e.Trace, Prediction: e.Prediction, Predicted: e.Predicted})
		}
	}
	return runs
}

// printJournal prints a line an item, with where and how to mend the first that is open; without an entry all are open,
// and two lines say so.
func (a *app) printJournal(ex *catalog.Exercise, g *journalGroup) {
	switch {
	case g.Error != "":
		a.term.Printf("\n%s\n", term.Wrap("journal: "+g.Error, "", "  "))
		return
	case len(g.Entries) == 0:
		a.term.Printf("\njournal: no entry names exercise %s yet; it takes one to be complete.\n  course journal new TOPIC --exercise %s\n", ex.ID, ex.ID)
		return
	}
	a.term.Printf("\n%s\n", a.term.Paint(term.Strong, "journal"))
	shown := false
	for _, it := range together(g.Items) {
		word, style, text := "done", term.Good, it.What
		if !it.Done {
			word, style = "open", term.Odd
			text += ": " + it.Problem
		}
		wrapped := term.Wrap(printable(text), "    "+word+"     ", strings.Repeat(" ", 13))
		a.term.Printf("    %s%s\n", a.term.Paint(style, word), wrapped[4+len(word):])
		if !it.Done && !shown {
			shown = true
			a.mendItem(it)
		}
	}
	a.term.Printf("%s\n", a.journalSum(g))
}

// together are items for a person to read: answers in a row of which the same is to be said are one. It keeps where the
// first of them is.
func together(items []journal.Item) []journal.Item {
	var out []journal.Item
	for i := 0; i < len(items); {
		it, n := items[i], 1
		for i+n < len(items) && isAnswer(it) && isAnswer(items[i+n]) && items[i+n].Done == it.Done && items[i+n].Problem == it.Problem {
			n++
		}
		if n > 1 {
			it.What = fmt.Sprintf("an answer to each question from %s to %s", it.ID[1:], items[i+n-1].ID[1:])
			if !it.Done {
				it.Problem = "none of them: " + strings.TrimPrefix(it.Problem, "it ")
			}
		}
		out = append(out, it)
		i += n
	}
	return out
}

var answerID = regexp.MustCompile(`^q[0-9]+$`)

func isAnswer(it journal.Item) bool { return answerID.MatchString(it.ID) }

// mendItem says where an item is open and what to do about it, so that the place can be copied.
func (a *app) mendItem(it journal.Item) {
	indent := strings.Repeat(" ", 13)
	if it.File != "" {
		a.term.Printf("%s%s\n", indent, printable(findings.Finding{File: it.File, Line: it.Line}.Where()))
	}
	if it.Mend != "" {
		a.term.Printf("%s\n", term.Wrap(printable(it.Mend), indent, indent))
	}
}

func (a *app) journalSum(g *journalGroup) string {
	done := 0
	for _, it := range g.Items {
		if it.Done {
			done++
		}
	}
	text, style := fmt.Sprintf("%d of %d done in the journal", done, len(g.Items)), term.Odd
	if done == len(g.Items) {
		style = term.Good
	}
	return a.term.Paint(style, text)
}
