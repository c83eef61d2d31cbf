package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"agentcourse/internal/publish"
	"agentcourse/internal/recorder"
	"agentcourse/internal/term"

	"github.com/spf13/cobra"
)

func (a *app) publishCommand() *cobra.Command {
	group := &cobra.Command{Use: "publish", Short: "Look at what a push would reveal", Args: cobra.NoArgs, RunE: showHelp}
	group.AddCommand(a.publishCheckCommand())
	return group
}

func (a *app) publishCheckCommand() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use: "check", Short: "Find keys, people and paths in what the next push would show", Args: cobra.NoArgs,
		Long: `Look at every line that your staged changes, and the commits of this branch that no remote has yet, would add to what the
world sees, also a line that one commit added and the next one took out, and find

  secrets   keys, tokens, passwords and private keys, in files and in the messages of commits
  people    e-mail addresses and phone numbers
  paths     of home folders, and with your user name in them
  files     that git follows although .gitignore names them, or that hold secrets by their name

A secret is never shown, only where it is. What is visibly fake, such as sk-ant-fake-0000, is none. Files that are no text
are named for you to look at.

A comment "course: allow secret because …" on the line of a finding or the one above accepts it. The word behind allow is
secret, e-mail, phone or path. The last line counts what was accepted.

The exit code is 0 if nothing was found, 1 if something was, and 2 if git could not be asked. To run it before every push,
which it then stops if it finds something:

  printf '#!/bin/sh\nexec course publish check\n' > .git/hooks/pre-push && chmod +x .git/hooks/pre-push

It knows the shapes that it was taught, so read what you publish all the same: git log -p @{upstream}..`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			err := a.publishCheck(cmd.Context(), asJSON)
			if asJSON && err != nil && !errors.Is(err, errFailed) {
				return errors.Join(err, a.encode(map[string]string{"error": err.Error(), "hint": hintFor(err)}))
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print what was found as JSON")
	return cmd
}

func (a *app) publishCheck(ctx context.Context, asJSON bool) error {
	report, err := publish.Check(ctx, publish.Options{Root: a.root, Env: recorder.WithoutKeys(a.Env)})
	if err != nil {
		return err
	}
	if asJSON {
		err = a.encode(report)
	} else {
		a.printPublish(report)
	}
	if err == nil && len(report.Findings) > 0 {
		return errFailed
	}
	return err
}

func (a *app) printPublish(r *publish.Report) {
	found := slices.Clone(r.Findings)
	for i, f := range found {
		if f.Commit == "" && f.Line > 0 {
			found[i].Commit = "staged"
		}
	}
	a.printFound(found, r.Questions)
	looked := fmt.Sprintf("; looked at %s and the index, %s, %s", count(r.Commits, "commit", "commits"), count(r.Files, "file", "files"), count(r.Lines, "line", "lines"))
	a.term.Printf("%s\n", term.Wrap(a.countFindings(len(found), len(r.Questions), r.Accepted)+looked, "", ""))
}
