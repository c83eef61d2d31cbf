package journal_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agentcourse/internal/catalog"
	"agentcourse/internal/journal"
)

const laterName = "2026-12-01-again.md" // made after the other one, and before it in the alphabet

var (
	unpredicted = strings.Replace(full, "13 in turn 1.", "", 1)
	unrun       = strings.Replace(full, "| 1.2 chat, sim-1 | 10 | 2704 |", "|  |  |  |", 1)
)

// A run went to the entry whose name came last, so that a second try wrote into the entry that it was to make up for.
func TestOpenIsTheOneChangedLast(t *testing.T) {
	root := repository(t)
	open := strings.Replace(full, "- Closed: 2026-12-01 17:30\n", "", 1)
	at := time.Date(2026, 12, 1, 14, 0, 0, 0, time.UTC)
	for i, name := range []string{name, laterName, "2026-11-30-old.md"} {
		write(t, root, name, open)
		if err := os.Chtimes(filepath.Join(root, "journal", name), at, at.Add(time.Duration(i)*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	e, _, err := journal.Open(root, "1.2")
	if err != nil || e == nil || e.File != "journal/"+laterName {
		t.Errorf("%+v, %v", e, err)
	}
}

// A prediction without runs in one entry and runs without a prediction in another were once both done.
func TestPredictionAndNumbersAreOfOneEntry(t *testing.T) {
	g, open := review(t, map[string]string{name: unpredicted, laterName: unrun})
	if len(open) != 1 || !strings.HasPrefix(open[0], "numbers ") || g.Items[2].File != "journal/"+laterName {
		t.Errorf("%q, %+v", open, g.Items[2])
	}
	if _, open := review(t, map[string]string{name: full, laterName: unrun, "2026-12-02-x.md": unpredicted}); open != nil {
		t.Errorf("%q", open)
	}
}

// What came too late in one entry, and was made up for in another, is told no more.
func TestCheckOfAPredictionMadeAgain(t *testing.T) {
	late := func(c *journal.Checked) {
		c.Exercises = []*catalog.Exercise{ex}
		c.Runs = []journal.Ran{{T: 1, Exercise: "1.2", Entry: "journal/" + name}}
	}
	told := func(entries map[string]string) bool {
		found, _ := check(t, entries, late)
		return strings.Contains(strings.Join(found, "\n"), "prediction it was written after the first run")
	}
	if !told(map[string]string{name: full}) || !told(map[string]string{name: full, laterName: unrun}) {
		t.Error("a late prediction is not told")
	}
	if told(map[string]string{name: full, laterName: full}) {
		t.Error("it is told although it was made again")
	}
}

// The list and the check count alike: half a table is none.
func TestAnswersOfAnEntry(t *testing.T) {
	root := repository(t)
	write(t, root, name, strings.NewReplacer("| 2 | 99 |\n", "", "It forgot.", "TODO").Replace(full))
	if filled, all := journal.Read(root, "journal/"+name).Answers([]*catalog.Exercise{ex}); filled != 1 || all != 3 {
		t.Errorf("%d of %d, want 1 of 3", filled, all)
	}
}
