package cli

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"agentcourse/internal/catalog"
	"agentcourse/internal/journal"
	"agentcourse/internal/proc"
	"agentcourse/internal/recorder"
	"agentcourse/internal/scrub"
	"agentcourse/internal/trace"
	"agentcourse/internal/workspace"
	"agentcourse/starter/messages"

	"github.com/spf13/cobra"
)

func (a *app) journalNewCommand() *cobra.Command {
	var exercises []string
	var noEdit bool
	cmd := &cobra.Command{
		Use: "new TOPIC…", Short: "Make today's entry from journal/TEMPLATE.md", Args: someTopic,
		Long: `Make today's entry from journal/TEMPLATE.md, with its header filled in and a place for each answer that the exercises
ask for. On a terminal it is opened in the editor that VISUAL or EDITOR names. No entry is ever written over.`,
		Example: `  course journal new first call --exercise 1.1
  course journal new two at once -e 1.2 -e 1.3 --no-edit`,
		RunE: func(cmd *cobra.Command, args []string) error {
			about, err := a.exercisesNamed(exercises)
			if err != nil {
				return err
			}
			file, err := a.newEntry(cmd.Context(), strings.Join(args, " "), about)
			if err != nil {
				return err
			}
			a.term.Printf("made %s\n", a.fromRoot(file))
			if !noEdit && a.InTerminal && a.Terminal {
				a.edit(file)
			}
			return nil
		},
	}
	cmd.Flags().StringSliceVarP(&exercises, "exercise", "e", nil, "the exercises it is about, such as 1.2")
	cmd.Flags().BoolVar(&noEdit, "no-edit", false, "do not open it in an editor")
	return cmd
}

// exercisesNamed are the exercises that a person names, each once.
func (a *app) exercisesNamed(names []string) ([]*catalog.Exercise, error) {
	var all []*catalog.Exercise
	seen := map[string]bool{}
	for _, n := range names {
		ex, err := a.resolve([]string{n})
		if err != nil {
			return nil, err
		}
		if !seen[ex.ID] {
			seen[ex.ID] = true
			all = append(all, ex)
		}
	}
	return all, nil
}

func idsOf(exercises []*catalog.Exercise) []string {
	var ids []string
	for _, ex := range exercises {
		ids = append(ids, ex.ID)
	}
	return ids
}

// newEntry makes an entry and returns its path.
func (a *app) newEntry(ctx context.Context, topic string, about []*catalog.Exercise) (string, error) {
	return journal.New(journal.Options{
		Root: a.root, Topic: topic, Exercises: idsOf(about), Course: about, Now: a.Now(), Header: a.entryHeader(ctx),
	})
}

// entryHeader is what can be known of the circumstances of an entry without asking.
func (a *app) entryHeader(ctx context.Context) map[string]string {
	h := map[string]string{"Course version": Version, "Go version": a.goVersion(ctx), "Commit": a.commit(ctx)}
	if p, err := a.chooseProvider(runFlags{}); err == nil {
		h["Provider"], h["Model"] = p.name, a.modelOf(p)
	}
	return h
}

// modelOf is the model that a provider will be asked for, as far as that can be told. A key that stands where a model
// should is not written down.
func (a *app) modelOf(p provider) string {
	named := strings.TrimSpace(a.getenv("ANTHROPIC_MODEL"))
	named = scrub.Keys(named, scrub.Forms(recorder.Secrets(a.Env)...)...)
	switch {
	case p.name == trace.ProviderSim:
		return trace.ProviderSim
	case named == "" && p.name == trace.ProviderLive:
		return messages.DefaultModel
	}
	return named
}

// goVersion is the version of the go command that builds the learner's programs, or, when that does not tell soon, of the
// one that built the course.
func (a *app) goVersion(ctx context.Context) string {
	goTool := proc.LookPath("go", a.Env)
	if goTool == "" {
		return runtime.Version()
	}
	dir := workspace.Dir(a.root)
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		dir = a.root
	}
	run, err := proc.Run(context.WithoutCancel(ctx), proc.Spec{
		Path: goTool, Args: []string{"env", "GOVERSION"}, Dir: dir, Env: recorder.WithoutKeys(a.Env), Limit: 2 * time.Second,
	})
	version := strings.TrimSpace(string(run.Stdout))
	if err != nil || run.Exit != 0 || run.Timeout || !strings.HasPrefix(version, "go") {
		return runtime.Version()
	}
	return version
}

// edit opens a file in the learner's editor and waits for its end. The variables may hold arguments, as the shell reads
// them.
func (a *app) edit(file string) {
	editor := strings.TrimSpace(a.getenv("VISUAL"))
	if editor == "" {
		editor = strings.TrimSpace(a.getenv("EDITOR"))
	}
	if editor == "" {
		return
	}
	cmd := exec.Command("sh", "-c", editor+` "$1"`, "sh", file)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = a.In, a.Out, a.Err
	cmd.Dir, cmd.Env = a.Dir, a.Env
	if err := cmd.Run(); err != nil {
		a.term.Note("the editor %q ended with an error: %v; the file is there", editor, err)
	}
}

// startEntry sees to it that an exercise has an open entry, and says which one it is.
func (a *app) startEntry(ctx context.Context, ex *catalog.Exercise) {
	open, unreadable, err := journal.Open(a.root, ex.ID)
	a.noteUnreadable(unreadable)
	if err == nil && open != nil {
		a.term.Printf("  the journal entry is %s: write into it what you expect, before the first run\n", open.File)
		return
	}
	file := ""
	if err == nil {
		file, err = a.newEntry(ctx, ex.Title, []*catalog.Exercise{ex})
	}
	if err != nil {
		a.term.Note("no journal entry was made: %v", err)
		return
	}
	a.term.Printf("  made %s: write into it what you expect, before the first run\n", a.fromRoot(file))
}

func (a *app) noteUnreadable(entries []journal.Entry) {
	for _, e := range entries {
		a.term.Note("%s cannot be read: %s", placeOf(e), e.Problem)
	}
}

// placeOf is an entry with the line of its problem.
func placeOf(e journal.Entry) string {
	if e.Line > 1 {
		return fmt.Sprintf("%s:%d", e.File, e.Line)
	}
	return e.File
}
