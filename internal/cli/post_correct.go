package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"agentcourse/internal/document"
	"agentcourse/internal/posts"

	"github.com/spf13/cobra"
)

func (a *app) postCorrectCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "correct FILE [NOTE…]",
		Short: "Add a dated correction to a post, and to its row in posts/INDEX.md",
		Long: `Add a visible note to a post, with today's date: "Correction, 4 December 2026: …". It stands at the end, above the
checklist, the newest last. Nothing else in the file changes: put the mistake itself right by hand, the note says that
you did. Without NOTE you are asked what was wrong and what is right.

When the post has a row in posts/INDEX.md, the day goes into its cell "corrected", and you are reminded of what was made
out of the post, for a correction has to reach every form.

FILE is a path, or the name of a file in posts/ or an unambiguous part of it.`,
		Example: `  course post correct posts/2026-12-01-long-chat.md I wrote that turn 10 sent 571 tokens, it was 517.
  course post correct long-chat`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("a post is missing, as in %q", cmd.CommandPath()+" posts/2026-12-01-long-chat.md")
			}
			return nil
		},
		ValidArgsFunction: a.completeShelf(postShelf, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.postCorrect(cmd.Context(), args[0], strings.Join(args[1:], " "))
		},
	}
}

func (a *app) postCorrect(ctx context.Context, name, note string) error {
	file, err := a.postFile(name)
	if err == nil {
		file, err = a.inRepository(filepath.Join(a.root, filepath.FromSlash(file)))
	}
	if err != nil {
		return err
	}
	full := filepath.Join(a.root, filepath.FromSlash(file))
	src, err := os.ReadFile(full)
	if err != nil {
		return err
	}
	if strings.TrimSpace(note) == "" {
		if note, err = a.askCorrection(ctx); err != nil {
			return err
		}
	}
	now := a.Now()
	err = posts.Correct(full, now, note)
	if errors.Is(err, posts.ErrSwallowed) {
		return &nextStepError{fmt.Errorf("%s: %w; nothing was changed", file, err), "close it, then correct again"}
	}
	if err != nil {
		return fmt.Errorf("%s is not corrected: %w", file, err)
	}
	a.term.Printf("noted in %s: Correction, %s\n", file, now.Format("2 January 2006"))
	row, err := posts.NoteInIndex(a.root, file, document.Parse(src).Title, now)
	switch {
	case err != nil:
		a.term.Note("%s is as it was: %v", posts.IndexName, err)
	case row.Line == 0:
		a.term.Printf("it has no row in %s: if other texts were made out of it, correct them too\n", posts.IndexName)
	case !row.Noted:
		a.term.Note("%s:%d: its table has no column \"corrected\"", posts.IndexName, row.Line)
	default:
		a.term.Printf("noted in %s:%d\n", posts.IndexName, row.Line)
	}
	if row.Derived != "" {
		a.term.Printf("made out of it, and to be corrected too: %s\n", row.Derived)
	}
	a.term.Printf("now put the mistake itself right in the text; if somebody told you of it, thank them, and note it in posts/REPLIES.md\n")
	return nil
}

// askCorrection asks on a terminal for what makes a correction.
func (a *app) askCorrection(ctx context.Context) (string, error) {
	if !a.canAsk() {
		return "", &nextStepError{errors.New("the correction itself is missing"),
			`say what was wrong and what is right, as in "course post correct FILE I wrote that turn 10 sent 571 tokens, it was 517."`}
	}
	var answers []string
	for _, q := range []string{"What was wrong? (as in: I wrote that turn 10 sent 571 tokens)", "What is right? (as in: it was 517)"} {
		answer, err := a.ask(ctx, q)
		if err != nil {
			return "", err
		}
		if answer = strings.TrimRight(answer, ".;, "); answer == "" {
			return "", errors.New("a correction says what was wrong and what is right; nothing was changed")
		}
		answers = append(answers, answer)
	}
	return strings.Join(answers, "; ") + ".", nil
}

// postFile is the post that a person means, a Markdown file, from the repository's folder, with slashes.
func (a *app) postFile(name string) (string, error) {
	file, err := a.fileNamed(postShelf, name)
	switch dir, base := path.Split(file); {
	case err != nil:
		return "", err
	case dir == "posts/" && slices.Contains(postShelf.others, base), dir == "posts/shapes/", file == "journal/TEMPLATE.md":
		return "", fmt.Errorf("%s is no post", file)
	case !strings.EqualFold(path.Ext(file), ".md"):
		return "", fmt.Errorf("%s is no Markdown file", file)
	}
	return file, nil
}
