package cli

import (
	"fmt"
	"path/filepath"

	"agentcourse/internal/catalog"
	"agentcourse/internal/gobuild"
	"agentcourse/internal/progress"
	"agentcourse/internal/workspace"

	"github.com/spf13/cobra"
)

func (a *app) startCommand() *cobra.Command {
	return &cobra.Command{
		Use: "start EXERCISE", Short: "Start an exercise: copy what you begin with into work/, and make a journal entry", Args: oneExercise,
		ValidArgsFunction: a.complete,
		Long:              `Start an exercise: copy what you begin with into work/, and make a journal entry for it if no open entry names it.`,
		RunE: func(cmd *cobra.Command, args []string) error {
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
			if before := ex.Continues; before != nil && workspace.Started(a.root, before) {
				a.term.Printf("  with your own work on exercise %s, its import paths renamed; links stayed there\n", before.ID)
			}
			for _, m := range made {
				a.term.Printf("  made %s\n", m)
			}
			a.startEntry(cmd.Context(), ex)
			a.nextSteps(ex)
			return nil
		},
	}
}

// startQuietly starts an exercise that is not started yet, and says so.
func (a *app) startQuietly(ex *catalog.Exercise) error {
	if workspace.Started(a.root, ex) {
		return nil
	}
	if _, err := workspace.Start(a.root, ex); err != nil {
		return err
	}
	a.term.Note("started exercise %s in work/%s", ex.ID, ex.Key)
	a.record(progress.Event{Event: progress.Started, Exercise: ex.ID})
	return nil
}

// binDir is where the exercise's built programs are kept.
func (a *app) binDir(ex *catalog.Exercise) string {
	return filepath.Join(a.root, ".course", "bin", filepath.FromSlash(ex.Key))
}

// oneExercise wants the name of an exercise, in so many words.
func oneExercise(cmd *cobra.Command, args []string) error {
	if len(args) == 1 {
		return nil
	}
	return fmt.Errorf("name one exercise, as in %q", cmd.CommandPath()+" 1.2")
}

func (a *app) nextSteps(ex *catalog.Exercise) {
	a.term.Printf("\nread the exercise:  course show %s   (%s)\ngrade it:           course check %s\n", ex.ID, ex.Path, ex.ID)
	for _, p := range ex.Programs {
		a.nextFolder(ex, "program", p)
	}
	for _, p := range ex.Packages {
		a.nextFolder(ex, "package", p)
	}
	if len(ex.Packages) > 0 {
		a.term.Printf("test it:            %s\n", testCommand(ex))
	}
}

// nextFolder says where a program or package of an exercise belongs, and whether it is there already.
func (a *app) nextFolder(ex *catalog.Exercise, kind, name string) {
	yours := ""
	if found, _ := gobuild.PackageIn(filepath.Join(workspace.Dir(a.root), filepath.FromSlash(ex.Key), name)); !found {
		yours = " (yours to make)"
	}
	a.term.Printf("its %s %-8s work/%s/%s%s\n", kind, name+":", ex.Key, name, yours)
}

func (a *app) resetCommand() *cobra.Command {
	return &cobra.Command{
		Use: "reset EXERCISE", Short: "Set your work on an exercise aside and start it again; nothing is deleted", Args: oneExercise,
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
	var all bool
	cmd := &cobra.Command{
		Use: "hint [EXERCISE]", Short: "Show one more hint each time", Args: cobra.MaximumNArgs(1), ValidArgsFunction: a.complete,
		RunE: func(_ *cobra.Command, args []string) error {
			ex, err := a.resolve(args)
			if err != nil {
				return err
			}
			return a.hint(ex, all)
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "show those again that you have seen")
	return cmd
}

// hint shows the next hint, or with all set those that were shown before.
func (a *app) hint(ex *catalog.Exercise, all bool) error {
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
	seen := min(states[ex.ID].Hints, len(hints))
	first, last := seen, min(seen+1, len(hints))
	if all {
		first, last = 0, seen
	}
	for i := first; i < last; i++ {
		a.term.Printf("hint %d of %d\n", i+1, len(hints))
		a.paragraphs(hints[i], "  ")
	}
	switch {
	case first == last && all:
		a.term.Printf("no hint has been shown yet; \"course hint %s\" shows the first\n", ex.ID)
	case first == last:
		a.term.Printf("there is no further hint; \"course hint %s --all\" shows them again\n", ex.ID)
	case !all:
		a.record(progress.Event{Event: progress.Hinted, Exercise: ex.ID})
	}
	return nil
}
