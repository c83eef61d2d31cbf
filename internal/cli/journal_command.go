package cli

import (
	"errors"
	"fmt"

	"agentcourse/internal/journal"

	"github.com/spf13/cobra"
)

func (a *app) journalCommand() *cobra.Command {
	group := &cobra.Command{
		Use: "journal", Short: "Keep a journal of what you predicted and saw", Args: cobra.NoArgs, RunE: showHelp,
		Long: `Keep a journal of what you predicted and saw. An entry is a file in journal/, made from journal/TEMPLATE.md by
"course journal new" or "course start". "course run" writes a row of numbers into the newest open entry that names the
exercise. What you write in an entry is never changed.

Where a command takes an ENTRY, that is its path, its file's name, its date, or a part of its topic.`,
	}
	group.AddCommand(a.journalNewCommand(), a.journalListCommand(), a.journalCloseCommand(), a.journalReviewCommand(), a.journalCheckCommand())
	return group
}

// errNoOpenEntry says that no entry is open.
var errNoOpenEntry = errors.New("no entry of the journal is open")

// entry is the one that is named, or else the open one of today that was changed last, or else the newest open one.
func (a *app) entry(names []string) (journal.Entry, error) {
	entries, err := journal.Entries(a.root)
	if err != nil {
		return journal.Entry{}, err
	}
	if len(names) > 0 {
		file, err := a.fileNamed(entryShelf, names[0])
		if err != nil {
			return journal.Entry{}, err
		}
		for _, e := range entries {
			if e.File == file {
				return e, nil
			}
		}
		return journal.Entry{}, fmt.Errorf("%s is no entry of the journal", file)
	}
	today := a.Now().Format("2006-01-02")
	var open *journal.Entry
	for i, e := range entries {
		if e.Problem != "" || e.Closed != "" || open != nil && open.Day == today && e.Day != today {
			continue
		}
		if open == nil || open.Day != e.Day || e.Changed.After(open.Changed) {
			open = &entries[i]
		}
	}
	if open == nil {
		return journal.Entry{}, errNoOpenEntry
	}
	return *open, nil
}
