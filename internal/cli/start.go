package cli

import (
	"fmt"

	"agentcourse/internal/catalog"
	"agentcourse/internal/progress"
	"agentcourse/internal/workspace"

	"github.com/spf13/cobra"
)

func (a *app) startCommand() *cobra.Command {
	return &cobra.Command{
		Use: "start EXERCISE", Short: "Start an exercise: copy what you begin with into work/", Args: cobra.ExactArgs(1),
		ValidArgsFunction: a.complete,
		RunE: func(_ *cobra.Command, args []string) error {
			ex, err := a.resolve(args)
			if err != nil {
				return err
			}
			made, err := workspace.Start(a.root, ex)
			if err != nil {
				return err
			}
			a.record(progress.Event{Event: progress.Started, Exercise: ex.ID})
			a.term.Printf("started exercise %s: %s\n", ex.ID, ex.Title)
			for _, m := range made {
				a.term.Printf("  made %s\n", m)
			}
			a.nextSteps(ex)
			return nil
		},
	}
}

func (a *app) nextSteps(ex *catalog.Exercise) {
	a.term.Printf("\nread the exercise:  course show %s   (%s)\ngrade it:           course check %s\n", ex.ID, ex.Path, ex.ID)
	for _, p := range ex.Programs {
		a.term.Printf("its program %-8s work/%s/%s\n", p+":", ex.Key, p)
	}
}

func (a *app) resetCommand() *cobra.Command {
	return &cobra.Command{
		Use: "reset EXERCISE", Short: "Set your work on an exercise aside and start it again; nothing is deleted", Args: cobra.ExactArgs(1),
		ValidArgsFunction: a.complete,
		RunE: func(_ *cobra.Command, args []string) error {
			ex, err := a.resolve(args)
			if err != nil {
				return err
			}
			aside, err := workspace.Reset(a.root, ex, a.Now())
			if aside != "" {
				a.term.Printf("your work on exercise %s is now in %s\n", ex.ID, aside)
			}
			if err != nil {
				return err
			}
			a.record(progress.Event{Event: progress.Reset, Exercise: ex.ID})
			a.record(progress.Event{Event: progress.Started, Exercise: ex.ID})
			a.term.Printf("exercise %s is started again in work/%s\n", ex.ID, ex.Key)
			return nil
		},
	}
}

func (a *app) hintCommand() *cobra.Command {
	return &cobra.Command{
		Use: "hint [EXERCISE]", Short: "Show one more hint each time", Args: cobra.MaximumNArgs(1), ValidArgsFunction: a.complete,
		RunE: func(_ *cobra.Command, args []string) error {
			ex, err := a.resolve(args)
			if err != nil {
				return err
			}
			return a.hint(ex)
		},
	}
}

func (a *app) hint(ex *catalog.Exercise) error {
	hints, err := a.course.Hints(ex)
	if err != nil {
		return err
	}
	if len(hints) == 0 {
		return fmt.Errorf("exercise %s has no hints", ex.ID)
	}
	states, err := a.states()
	if err != nil {
		return err
	}
	seen := states[ex.ID].Hints
	n := min(seen+1, len(hints))
	for i, h := range hints[:n] {
		a.term.Printf("hint %d of %d\n", i+1, len(hints))
		a.paragraphs(h, "  ")
	}
	if seen < len(hints) {
		a.record(progress.Event{Event: progress.Hinted, Exercise: ex.ID})
	} else {
		a.term.Printf("these are all; \"course check %s --solution\" shows what a right program is graded on\n", ex.ID)
	}
	return nil
}
