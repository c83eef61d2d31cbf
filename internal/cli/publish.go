package cli

import (
	"context"
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
	asJSON, asHook := false, false
	cmd := &cobra.Command{
		Use: "check", Short: "Find keys, people and paths in what the next push would show",
		Args: func(cmd *cobra.Command, args []string) error {
			if asHook {
				return cobra.ExactArgs(2)(cmd, args)
			}
			return cobra.NoArgs(cmd, args)
		},
		Long: `Look at every line that your staged changes, and the commits of this branch that no remote has yet, would add to what the
world sees, also a line that one commit added and the next one took out, and find

  secrets   keys, tokens, passwords and private keys, in files and their names and in the messages of commits
  people    e-mail addresses and phone numbers
  paths     of home folders, and with your user name in them
  files     that git follows although .gitignore names them, or that hold secrets by their name

A secret is never shown, only where it is and how it begins. What is visibly fake, such as sk-ant-fake-0000, is none. Files
that are no text are named for you to look at.

A comment "course: allow secret because …" on the line of a finding or the one above accepts it, also in older commits. The
word behind allow is secret, e-mail, phone or path. The last line counts what was accepted.

The exit code is 0 if nothing was found, 1 if something was, and 2 if git could not be asked. To run it before every push,
which it then stops if it finds something:

  hook=$(git rev-parse --git-path hooks/pre-push)
  (set -C; printf '#!/bin/sh\nexec course publish check --hook "$@"\n' > "$hook") && chmod +x "$hook"

With --hook it looks at what is pushed, whatever branches and tags that are, and at what the remote that it goes to does not
have yet; in what another remote has, at secrets alone. A hook that is there already stays; add the line with exec to it by hand, at its end.

It knows the shapes that it was taught, so read what you publish all the same: git log -p @{upstream}..`,
		RunE: func(cmd *cobra.Command, args []string) error {
			var push *publish.Push
			if asHook {
				push = &publish.Push{Remote: args[0]}
			}
			return a.alsoJSON(asJSON, a.publishCheck(cmd.Context(), push, asJSON))
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print what was found as JSON")
	cmd.Flags().BoolVar(&asHook, "hook", false, "look at what git is pushing, as it tells its hook pre-push: REMOTE ADDRESS")
	return cmd
}

// publishCheck looks at a push, whose branches and tags git writes to standard input, or, with nil, at what the next one
// would send.
func (a *app) publishCheck(ctx context.Context, push *publish.Push, asJSON bool) (err error) {
	if push != nil {
		if push.Refs, err = publish.ReadRefs(a.In); err != nil {
			return err
		}
	}
	report, err := publish.Check(ctx, publish.Options{Root: a.root, Env: recorder.WithoutKeys(a.Env), Push: push})
	if err != nil {
		return err
	}
	if asJSON {
		err = a.encode(report)
	} else {
		a.printPublish(report, push)
	}
	if err == nil && len(report.Findings) > 0 {
		return errFailed
	}
	return err
}

func (a *app) printPublish(r *publish.Report, push *publish.Push) {
	found := slices.Clone(r.Findings)
	for i, f := range found {
		if f.Commit == "" && f.Line > 0 && push == nil {
			found[i].Commit = "staged"
		}
	}
	a.printFound(found, r.Questions)
	index := " and the index"
	if push != nil {
		index = ""
	}
	looked := fmt.Sprintf("; looked at %s%s, %s, %s", count(r.Commits, "commit", "commits"), index, count(r.Files, "file", "files"), count(r.Lines, "line", "lines"))
	a.term.Printf("%s\n", term.Wrap(a.countFindings(len(found), len(r.Questions), r.Accepted)+looked, "", ""))
}
