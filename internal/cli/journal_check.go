package cli

import (
	"context"

	"agentcourse/internal/journal"

	"github.com/spf13/cobra"
)

func (a *app) journalCheckCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check [ENTRY...]",
		Short: "Say what is missing in the journal's entries, and what was rewritten",
		Long: `Look through the journal's entries, or those named: by path, file name, date or a part of the topic.

The rules, by the word that stands behind file and line:
  header        no date, or another than in the name; an exercise that the course does not have; unknown front matter
  name          what looks like an entry and is not journal/YYYY-MM-DD-topic.md
  unreadable    no text, too long, a broken front matter, a comment or a fence that is never closed
  goal          nothing under Goal
  prediction    none; no number where the exercise wants one; written or changed after the first run
  numbers       no row about an exercise that the header names
  answers       a question of an exercise that no entry answers
  tables        a table that an exercise wants and that no entry has with all its rows
  not-verified  nothing under Not verified (a short entry may do without this heading, Evidence and Post candidate)
  evidence      nothing under Evidence, or a trace named there or in Numbers that is nowhere: not in traces/, in
                journal/assets/, or in a run record
  post, next    nothing under Post candidate or Next action, once the entry is closed
  template      a {{placeholder}} that was never filled in
  rewritten     a line of an earlier commit that is gone, or hidden in a comment. Lines may be extended and their
                spelling mended, a mark such as ? or TODO may be filled in, and [REDACTED] may stand for what nobody shall
                see. A file that is gone and half of whose lines stand in another one counts as an earlier name of that
                one.

What you accept, you say in a comment above the place or first in the section:
  <!-- course: allow evidence because the traces were private -->`,
		Example: `  course journal check
  course journal check 2026-12-01 no-memory
  course journal check --json`,
		ValidArgsFunction: a.completeShelf(entryShelf, anyNumber),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.alsoJSON(asJSON, a.journalCheck(cmd.Context(), args, asJSON))
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the findings as JSON")
	return cmd
}

func (a *app) journalCheck(ctx context.Context, args []string, asJSON bool) error {
	var files []string
	for _, arg := range args {
		file, err := a.fileNamed(entryShelf, arg)
		if err != nil {
			return err
		}
		files = append(files, file)
	}
	found, accepted, err := journal.Check(journal.Checked{
		Root: a.root, Exercises: a.course.Exercises(), Entries: files, Runs: a.runs(), Versions: a.versions(ctx),
	})
	if err != nil {
		return err
	}
	return a.printFindings(found, nil, accepted, asJSON)
}
