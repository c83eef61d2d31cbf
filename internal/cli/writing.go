package cli

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"

	"agentcourse/internal/journal"
	"agentcourse/internal/posts"

	"github.com/spf13/cobra"
)

func (a *app) journalCommand() *cobra.Command {
	group := &cobra.Command{Use: "journal", Short: "Keep a journal of what you predicted and saw", Args: cobra.NoArgs, RunE: showHelp}
	group.AddCommand(a.newCommand("Make today's entry from journal/TEMPLATE.md", func(topic string, ids []string) (string, error) {
		return journal.New(journal.Options{Root: a.root, Topic: topic, Exercises: ids, Now: a.Now(), Header: a.header()})
	}), a.journalCheckCommand())
	return group
}

func (a *app) postCommand() *cobra.Command {
	group := &cobra.Command{Use: "post", Short: "Turn a journal entry into a post", Args: cobra.NoArgs, RunE: showHelp}
	group.AddCommand(a.newCommand("Make a draft from posts/TEMPLATE.md", func(topic string, ids []string) (string, error) {
		return posts.New(posts.Options{Root: a.root, Topic: topic, Exercises: ids, Now: a.Now(), Header: a.header()})
	}))
	return group
}

// newCommand is the command that makes an entry or a draft on a topic.
func (a *app) newCommand(short string, write func(topic string, ids []string) (string, error)) *cobra.Command {
	var exercises []string
	cmd := &cobra.Command{
		Use: "new TOPIC…", Short: short, Args: someTopic,
		RunE: func(_ *cobra.Command, args []string) error {
			ids, err := a.exerciseIDs(exercises)
			if err != nil {
				return err
			}
			file, err := write(strings.Join(args, " "), ids)
			return a.made(file, err)
		},
	}
	cmd.Flags().StringSliceVarP(&exercises, "exercise", "e", nil, "the exercises it is about, such as 1.2")
	return cmd
}

// someTopic wants words, in so many words.
func someTopic(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return nil
	}
	return fmt.Errorf("a topic is missing, as in %q", cmd.CommandPath()+" my first call")
}

func showHelp(cmd *cobra.Command, _ []string) error { return cmd.Help() }

func (a *app) exerciseIDs(names []string) ([]string, error) {
	var ids []string
	for _, n := range names {
		ex, err := a.resolve([]string{n})
		if err != nil {
			return nil, err
		}
		ids = append(ids, ex.ID)
	}
	return ids, nil
}

// header is what can be known of the circumstances of an entry without asking.
func (a *app) header() map[string]string {
	h := map[string]string{"Go version": runtime.Version()}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		h["Course version"] = info.Main.Version
	}
	git := exec.Command("git", "rev-parse", "--short", "HEAD")
	git.Dir = a.root
	if out, err := git.Output(); err == nil {
		h["Commit"] = strings.TrimSpace(string(out))
	}
	return h
}

func (a *app) made(file string, err error) error {
	if err != nil {
		return err
	}
	if rel, relErr := filepath.Rel(a.root, file); relErr == nil {
		file = filepath.ToSlash(rel)
	}
	a.term.Printf("made %s\n", file)
	return nil
}
