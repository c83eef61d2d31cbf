package journal_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agentcourse/internal/journal"
)

func TestOpen(t *testing.T) {
	root := repository(t)
	write(t, root, "2026-11-20-a.md", "- Exercise: 1.2\n")
	write(t, root, "2026-11-21-b.md", "- Exercise: ex1.2 and 1.3\n- Closed:\n")
	write(t, root, "2026-11-22-c.md", "- Exercise: 1.2\n- Closed: 2026-11-22 10:00\n")
	write(t, root, "2026-11-23-d.md", "---\nexercises:\n  - 1.10\n---\n")
	write(t, root, "2026-11-24-e.md", "- Exercise: 11.2, 1.20\n\nexercise 1.2\n")
	write(t, root, "2026-11-25-f.md", "\xff")
	for id, want := range map[string]string{"1.2": "2026-11-21-b.md", "ex1.3": "2026-11-21-b.md", "1.10": "2026-11-23-d.md", "1.1": ""} {
		e, unreadable, err := journal.Open(root, id)
		got := ""
		if e != nil {
			got = filepath.Base(e.Path)
		}
		if err != nil || got != want || len(unreadable) != 1 || unreadable[0].File != "journal/2026-11-25-f.md" {
			t.Errorf("%s: %s, %v, %v; want %s", id, got, unreadable, err, want)
		}
	}
	long := "- Exercise: 1.2\n\n" + strings.Repeat("words on top\n", 1000) + "\n- Closed: 2026-11-26 10:00\n\n## Log\n"
	write(t, root, "2026-11-26-g.md", long)
	write(t, root, "2026-11-27-h.md", "# T\r\n\r\n- Exercise: 1.2\r\n- Closed: x\r\n\r\n## Log\r\n\r\n\x00")
	if e, _, err := journal.Open(root, "1.2"); err != nil || e == nil || e.File != "journal/2026-11-21-b.md" {
		t.Errorf("%+v, %v", e, err)
	}
	write(t, root, "2026-11-28-i.md", strings.Replace(long, "- Closed: 2026-11-26 10:00", "", 1))
	if e, _, err := journal.Open(root, "1.2"); err != nil || e == nil || e.File != "journal/2026-11-28-i.md" {
		t.Errorf("%+v, %v", e, err)
	}
	if e, unreadable, err := journal.Open(t.TempDir(), "1.2"); e != nil || unreadable != nil || err != nil {
		t.Errorf("without a journal: %v, %v, %v", e, unreadable, err)
	}
}

// Somebody who keeps a journal for a year waits for nothing.
func BenchmarkOpen(b *testing.B) {
	root := b.TempDir()
	text := "- Exercise: 1.2\n- Closed: x\n\n## Log\n\n" + strings.Repeat("a line of the log\n", 200)
	t := &testing.T{}
	for i := range 300 {
		write(t, root, fmt.Sprintf("%s-x.md", time.Date(2026, 1, 1+i, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)), text)
	}
	for b.Loop() {
		if e, _, err := journal.Open(root, "1.2"); e != nil || err != nil {
			b.Fatal(e, err)
		}
	}
}
