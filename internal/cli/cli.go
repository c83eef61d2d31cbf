// Package cli is the course's command line: one file a command. It is the only package that prints, and the only one
// that picks exit codes: 0 done, 1 checks failed or findings, 2 wrong usage or could not run.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"agentcourse/internal/catalog"
	"agentcourse/internal/proc"
	"agentcourse/internal/progress"
	"agentcourse/internal/term"
	"agentcourse/internal/workspace"
	"agentcourse/starter/messages"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"
)

// A World is all that a command may touch: streams, environment, clock and folder.
type World struct {
	In       io.Reader
	Out, Err io.Writer
	Env      []string
	Dir      string // the folder that the command was called in
	Now      func() time.Time
	Terminal bool   // standard output is a terminal
	LiveAPI  string // the address of the Anthropic API, the only one that a key may go to

	InTerminal, ErrTerminal bool // standard input is one, and standard error
}

// System is the world of the running process.
func System() World {
	dir, err := os.Getwd()
	if err != nil {
		dir = "."
	}
	return World{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Env: os.Environ(), Dir: dir, Now: time.Now,
		Terminal: isatty.IsTerminal(os.Stdout.Fd()), LiveAPI: messages.DefaultBaseURL,
		InTerminal: isatty.IsTerminal(os.Stdin.Fd()), ErrTerminal: isatty.IsTerminal(os.Stderr.Fd()),
	}
}

func (w World) getenv(name string) string { return proc.Variable(w.Env, name) }

// errFailed ends a command whose output has said already what is wrong with the learner's work.
var errFailed = errors.New("failed")

// Run runs one command line and returns its exit code.
func Run(ctx context.Context, w World, args []string) int {
	a := &app{World: w, term: &term.Terminal{Out: w.Out, Err: w.Err}}
	root := a.rootCommand()
	root.SetArgs(args)
	root.SetIn(w.In)
	root.SetOut(w.Out)
	root.SetErr(w.Err)
	err := root.ExecuteContext(ctx)
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errFailed):
		return 1
	case errors.Is(err, context.Canceled):
		a.term.Error(errors.New("interrupted"), "")
	default:
		a.term.Error(err, hintFor(err))
	}
	return 2
}

// An app is one run of the command line.
type app struct {
	World
	term    *term.Terminal
	noColor bool

	root   string // the course's repository
	course *catalog.Catalog
	log    *progress.Log
}

func (a *app) rootCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:               "course",
		Short:             "Learn to build AI agents in Go: exercises, a grader and a book",
		Args:              knownCommand,
		Version:           Version,
		SilenceErrors:     true,
		SilenceUsage:      true,
		PersistentPreRunE: func(*cobra.Command, []string) error { return a.open() },
		RunE:              func(*cobra.Command, []string) error { return a.where() },
	}
	cmd.SetVersionTemplate("course {{.Version}}\n")
	cmd.PersistentFlags().BoolVar(&a.noColor, "no-color", false, "print without colour (as NO_COLOR does)")
	cmd.AddCommand(a.listCommand(), a.showCommand(), a.startCommand(), a.runCommand(), a.simCommand(), a.checkCommand(), a.hintCommand(), a.resetCommand(),
		a.journalCommand(), a.postCommand(), a.publishCommand(), a.traceCommand(), a.bookCommand())
	return cmd
}

// An unknownCommandError says that there is no such command, and which ones were perhaps meant.
type unknownCommandError struct {
	name        string
	suggestions []string
}

func (e *unknownCommandError) Error() string { return fmt.Sprintf("there is no command %q", e.name) }

func knownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	cmd.SuggestionsMinimumDistance = 2
	return &unknownCommandError{args[0], cmd.SuggestionsFor(args[0])}
}

// colour settles whether output is coloured.
func (a *app) colour() {
	a.term.Color = a.Terminal && !a.noColor && a.getenv("NO_COLOR") == "" && a.getenv("TERM") != "dumb"
}

// open finds the repository and reads the course.
func (a *app) open() error {
	a.colour()
	root, err := workspace.FindRoot(a.Dir)
	if err != nil {
		return err
	}
	if a.course, err = catalog.Load(root); err != nil {
		return err
	}
	a.root, a.log = root, progress.Open(root)
	return nil
}

// resolve finds the exercise that a person names, or the one last worked on when no name is given.
func (a *app) resolve(args []string) (*catalog.Exercise, error) {
	events, err := a.log.Read()
	if err != nil {
		return nil, err
	}
	_, chapter := progress.Summary(events)
	if len(args) > 0 {
		return a.find(args[0], chapter)
	}
	if len(events) > 0 {
		return a.find(events[len(events)-1].Exercise, chapter)
	}
	if all := a.course.Exercises(); len(all) > 0 {
		return all[0], nil
	}
	return nil, a.noExercise()
}

// lastChapter is the chapter last worked in.
func (a *app) lastChapter() int {
	events, err := a.log.Read()
	if err != nil {
		return 1
	}
	_, chapter := progress.Summary(events)
	return chapter
}

// find resolves one name. When a file of the course could not be read, that is told too: the exercise may be in it.
func (a *app) find(name string, chapter int) (*catalog.Exercise, error) {
	ex, err := a.course.Resolve(name, chapter)
	if err != nil {
		a.problems()
	}
	return ex, err
}

func (a *app) noExercise() error {
	a.problems()
	return errors.New("the course has no exercise that can be read")
}

// problems tells which files of the course could not be read.
func (a *app) problems() {
	for _, p := range a.course.Problems {
		a.term.Note("left out: %v", p)
	}
}

// record adds to the learner's progress. A log that cannot be written is told, and stops nothing.
func (a *app) record(e progress.Event) {
	if err := a.log.Append(a.Now(), e); err != nil {
		a.term.Note("%v", err)
	}
}

// complete offers the ids of the exercises to the shell.
func (a *app) complete(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 || a.open() != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var ids []string
	for _, ex := range a.course.Exercises() {
		ids = append(ids, ex.ID+"\t"+ex.Title)
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}
