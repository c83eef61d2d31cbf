package journal_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"agentcourse/internal/journal"

	"github.com/google/go-cmp/cmp"
)

var now = time.Date(2026, 11, 29, 9, 0, 0, 0, time.UTC)

// repository is a folder with the course's own template.
func repository(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	template, err := os.ReadFile("../../journal/TEMPLATE.md")
	if err != nil {
		t.Fatal(err)
	}
	write(t, root, "TEMPLATE.md", string(template))
	return root
}

func write(t *testing.T, root, name, content string) {
	t.Helper()
	path := filepath.Join(root, "journal", name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestNew(t *testing.T) {
	root := repository(t)
	path, err := journal.New(journal.Options{
		Root: root, Topic: "No memory", Exercises: []string{"1.2", "1.3"}, Now: now,
		Header: map[string]string{"Model": "claude-opus-5-5", "Go version": "go1.26", "Exercise": "9.9"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := filepath.Join(root, "journal", "2026-11-29-no-memory.md"); path != want {
		t.Errorf("path %s, want %s", path, want)
	}
	entry, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	header, _, _ := strings.Cut(string(entry), "<!--")
	want := "# No memory\n\n- Date: 2026-11-29\n- Exercise: 1.2, 1.3\n- Model: claude-opus-5-5\n- Provider: \n" +
		"- Course version: \n- Go version: go1.26\n- Commit: \n\n"
	if diff := cmp.Diff(want, header); diff != "" {
		t.Errorf("header (-want +got):\n%s", diff)
	}
	if strings.Contains(string(entry), "{{") {
		t.Errorf("a placeholder is left in the entry:\n%s", entry)
	}
}

func TestTemplateSections(t *testing.T) {
	template, err := os.ReadFile("../../journal/TEMPLATE.md")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(string(template)) {
		if heading, ok := strings.CutPrefix(line, "## "); ok {
			got = append(got, strings.TrimSpace(heading))
		}
	}
	want := []string{"Goal", "Prediction", "Log", "Errors", "Surprises", "Numbers", "Answers", "Decisions and rejected alternatives",
		"Not verified", "Evidence", "Post candidate", "Next action"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("sections (-want +got):\n%s", diff)
	}
	const columns = "| Run | Calls | Tokens in | Tokens out | Cost | Stop reason | Request id | Trace |\n"
	if !strings.Contains(string(template), columns) {
		t.Errorf("the numbers' table has not the columns %s", columns)
	}
}

func TestNewTopic(t *testing.T) {
	tests := []struct {
		topic     string
		exercises []string
		want      string
	}{
		{"The loop", []string{"2.1"}, "2026-11-29-the-loop.md"},
		{" ", []string{"1.2"}, "2026-11-29-exercise-1-2.md"},
		{"", []string{"1.2", "1.3"}, "2026-11-29-exercises-1-2-1-3.md"},
		{"", nil, "2026-11-29-untitled.md"},
		{"../../out", nil, "2026-11-29-out.md"},
	}
	for _, tt := range tests {
		path, err := journal.New(journal.Options{Root: repository(t), Topic: tt.topic, Exercises: tt.exercises, Now: now})
		if err != nil || filepath.Base(path) != tt.want {
			t.Errorf("topic %q, exercises %q: got %s, %v; want %s", tt.topic, tt.exercises, path, err, tt.want)
		}
	}
}

func TestNewSecondEntryOfTheDay(t *testing.T) {
	root := repository(t)
	o := journal.Options{Root: root, Topic: "Loop", Now: now}
	for _, want := range []string{"2026-11-29-loop.md", "2026-11-29-loop-2.md", "2026-11-29-loop-3.md"} {
		if path, err := journal.New(o); err != nil || filepath.Base(path) != want {
			t.Errorf("got %s, %v; want %s", path, err, want)
		}
	}
}

func TestNewWithoutTemplate(t *testing.T) {
	_, err := journal.New(journal.Options{Root: t.TempDir(), Topic: "x", Now: now})
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "journal entry: the template journal/TEMPLATE.md is missing") {
		t.Errorf("got %v", err)
	}
}

func TestEntriesName(t *testing.T) {
	root := repository(t)
	write(t, root, "2026-11-20-by-hand.md", "# By hand\r\n\r\nExercises: ex1.2 and 1.4.\r\n\r\n## Goal\r\n")
	write(t, root, "2026-11-21-table.md", "# T\n\n| Exercise | 1.2 |\n\n## Goal\n")
	write(t, root, "2026-11-22-bold.md", "# T\n\n- **Exercise:** 1.2\n")
	write(t, root, "2026-11-23-other.md", "# T about 1.2\n\n- Exercise: 1.20, 11.2\n- Commit: 1.2\n\n## Log\n\nExercise: 1.2\n")
	write(t, root, "2026-11-24-none.md", "# T\n\n- Exercise:\n")
	write(t, root, "notes.md", "Exercise: 1.2\n")
	write(t, root, "assets/2026-11-25-x.md", "Exercise: 1.2\n")
	for range 2 {
		if _, err := journal.New(journal.Options{Root: root, Topic: "made", Exercises: []string{"1.1", "1.2"}, Now: now}); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"2026-11-20-by-hand.md", "2026-11-21-table.md", "2026-11-22-bold.md", "2026-11-29-made.md", "2026-11-29-made-2.md"}
	if diff := cmp.Diff(want, find(t, root, "1.2")); diff != "" {
		t.Errorf("entries for 1.2 (-want +got):\n%s", diff)
	}
	for _, id := range []string{"1.2", "ex1.2", "EX1.2"} {
		if open, _, err := journal.Open(root, id); err != nil || open == nil || open.File != "journal/"+want[len(want)-1] {
			t.Errorf("the open entry for %s: %v, %v", id, open, err)
		}
	}
	if got := find(t, root, "2.1"); got != nil {
		t.Errorf("entries for 2.1: %v", got)
	}
}

func TestEntriesWithoutJournal(t *testing.T) {
	if got := find(t, t.TempDir(), "1.2"); got != nil {
		t.Errorf("got %v", got)
	}
}

// find returns the names of the files of the entries that name an exercise.
func find(t *testing.T, root, id string) []string {
	t.Helper()
	entries, err := journal.Entries(root)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if filepath.Dir(e.Path) != filepath.Join(root, "journal") {
			t.Errorf("%s is not in the journal of %s", e.Path, root)
		}
		if slices.Contains(e.Exercises, id) {
			names = append(names, filepath.Base(e.Path))
		}
	}
	return names
}
