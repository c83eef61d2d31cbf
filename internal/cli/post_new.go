package cli

import (
	"context"
	"fmt"
	"strings"

	"agentcourse/internal/posts"
	"agentcourse/internal/recorder"
	"agentcourse/internal/scrub"

	"github.com/spf13/cobra"
)

type postFlags struct {
	from      string
	shape     string
	exercises []string
	noEdit    bool
}

func (a *app) postNewCommand() *cobra.Command {
	var f postFlags
	cmd := &cobra.Command{
		Use:   "new [TOPIC…]",
		Short: "Make a draft from posts/TEMPLATE.md",
		Long: `Make the draft posts/YYYY-MM-DD-topic.md from posts/TEMPLATE.md. Nothing is ever written over.

With --from it begins with what a journal entry and the traces that it cites know: the model that answered, provider,
versions, parameters and commit, a first sentence of context made of them, the prediction, the surprises and the table of
numbers, the last reply of the last trace, what was not verified, and where the evidence lies. Each piece stands under a
comment that says whence it is, for you to edit. The entry's post candidate becomes the hook, and the topic when you give
none. Keys, tokens, addresses and the names of home folders are left out. What cannot be carried over is said.

--shape puts the beats of a shape into the story, as prompts; the shapes are the files in posts/shapes/.`,
		Example: `  course post new what a long chat costs --exercise 1.2
  course post new --from journal/2026-12-01-memory.md --shape numbers
  course post new my prompt has a range --from eval --shape misconception`,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.postNew(cmd.Context(), strings.Join(args, " "), f)
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&f.from, "from", "", "carry over what this journal `ENTRY` knows: a path, a file's name or an unambiguous part of it")
	fl.StringVar(&f.shape, "shape", "", "the `SHAPE` of the post, such as numbers or broke")
	fl.StringSliceVarP(&f.exercises, "exercise", "e", nil, "the exercises it is about, such as 1.2")
	fl.BoolVar(&f.noEdit, "no-edit", false, "do not open the draft in an editor")
	must(cmd.RegisterFlagCompletionFunc("shape", a.completeShape))
	must(cmd.RegisterFlagCompletionFunc("from", a.completeShelf(entryShelf, anyNumber)))
	must(cmd.RegisterFlagCompletionFunc("exercise", a.complete))
	return cmd
}

// must stops at a mistake in the commands themselves, such as a completion for a flag that is not there.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

func (a *app) postNew(ctx context.Context, topic string, f postFlags) error {
	about, err := a.exercisesNamed(f.exercises)
	if err != nil {
		return err
	}
	header := a.entryHeader(ctx)
	o := posts.Options{Root: a.root, Topic: topic, Exercises: idsOf(about), Shape: f.shape, Now: a.Now(), Header: map[string]string{"Commit": header["Commit"]}}
	if f.from == "" {
		o.Header["Versions"] = posts.Versions(header["Go version"], header["Course version"])
	} else {
		entry, err := a.fileNamed(entryShelf, f.from)
		if err != nil {
			return err
		}
		if o.From, err = posts.Gather(ctx, a.root, entry, scrub.Forms(recorder.Secrets(a.Env)...)...); err != nil {
			return err
		}
	}
	if err := postTopic(topic, o.From); err != nil {
		return err
	}
	draft, err := posts.New(o)
	if err != nil {
		return err
	}
	for _, n := range draft.Notes {
		a.term.Note("%s", n)
	}
	a.term.Printf("made %s\n", a.fromRoot(draft.Path))
	if !f.noEdit && a.InTerminal && a.Terminal {
		a.edit(draft.Path)
	}
	return nil
}

// postTopic wants a topic, or a candidate that can stand for it.
func postTopic(topic string, from *posts.Material) error {
	switch {
	case strings.TrimSpace(topic) != "":
		return nil
	case from == nil:
		return &nextStepError{fmt.Errorf("a topic is missing"), `give one, as in "course post new what a long chat costs", or an entry that has a post candidate: "course post new --from ENTRY"`}
	case from.Candidate == "":
		return &nextStepError{fmt.Errorf("a topic is missing, for %s has no post candidate", from.Entry),
			fmt.Sprintf(`give one, as in "course post new what a long chat costs --from %s", or write the post's first line under "Post candidate"`, from.Entry)}
	}
	return nil
}

// completeShape offers the shapes to the shell.
func (a *app) completeShape(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	if a.open() != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []string
	for _, n := range posts.Shapes(a.root) {
		names = append(names, n+"\t"+posts.ShapeTitle(a.root, n))
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
