package cli

import (
	"fmt"
	"strings"

	"agentcourse/internal/catalog"
	"agentcourse/internal/progress"
	"agentcourse/internal/term"

	"github.com/spf13/cobra"
)

// where says where the learner is and what comes next.
func (a *app) where() error {
	states, err := a.states()
	if err != nil {
		return err
	}
	done, complete, next := 0, 0, (*catalog.Exercise)(nil)
	for _, ex := range a.course.StudyOrder() {
		if states[ex.ID].Finished {
			complete++
		}
		if states[ex.ID].Ever {
			done++
		} else if next == nil {
			next = ex
		}
	}
	also := ""
	if complete > 0 {
		also = fmt.Sprintf(", %d complete", complete)
	}
	a.term.Printf("%d of %d exercises passed%s\n", done, len(a.course.Exercises()), also)
	a.problems()
	switch {
	case next == nil && done == 0:
		return a.noExercise()
	case next == nil:
		a.term.Printf("next: all exercises that are there have passed; \"course list\" shows them\n")
	case states[next.ID].Started:
		last := ""
		if l := states[next.ID].Last; l.Of > 0 {
			last = fmt.Sprintf(" (%d of %d checks passed last time)", l.Passed, l.Of)
		}
		a.term.Printf("next: exercise %s, %s%s\n  work in work/%s\n  course check %s\n", next.ID, next.Title, last, next.Key, next.ID)
	default:
		a.term.Printf("next: exercise %s, %s\n  course show %s\n  course start %s\n", next.ID, next.Title, next.ID, next.ID)
	}
	return nil
}

func (a *app) states() (map[string]progress.State, error) {
	events, err := a.log.Read()
	if err != nil {
		return nil, err
	}
	states, _ := progress.Summary(events)
	return states, nil
}

func (a *app) listCommand() *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List the chapters and exercises with your progress", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return a.list() },
	}
}

func (a *app) list() error {
	states, err := a.states()
	if err != nil {
		return err
	}
	for _, ch := range a.course.Chapters {
		lesson := ""
		if ch.Lesson != nil {
			lesson = "  (" + ch.Lesson.Path + ")"
		}
		a.term.Printf("%s%s\n", a.term.Paint(term.Strong, fmt.Sprintf("%02d  %s", ch.Number, ch.Title())), lesson)
		for _, ex := range ch.Exercises {
			word, style := progressOf(states[ex.ID])
			a.term.Printf("  %-5s %s%s %s\n", ex.ID, a.term.Paint(style, word), strings.Repeat(" ", 14-len(word)), ex.Title)
		}
	}
	a.problems()
	return nil
}

func progressOf(s progress.State) (string, term.Style) {
	switch {
	case s.Complete:
		return "complete", term.Good
	case s.Passed:
		return "passed", term.Good
	case s.Ever:
		return "passed before", term.Good
	case s.Last.Of > 0:
		return fmt.Sprintf("%d of %d", s.Last.Passed, s.Last.Of), term.Odd
	case s.Started:
		return "started", term.Odd
	}
	return "-", term.Faint
}
