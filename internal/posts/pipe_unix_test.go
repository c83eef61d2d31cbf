//go:build unix

package posts_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"agentcourse/internal/posts"
)

// A folder and a pipe are told apart from an entry and from a trace, and nothing waits for a pipe.
func TestEntriesThatAreNone(t *testing.T) {
	root := repository(t)
	if err := syscall.Mkfifo(filepath.Join(root, "journal", "pipe.md"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"journal/none.md": "no such file", "journal": "is a folder", "journal/pipe.md": "no regular file"} {
		if _, err := posts.Gather(t.Context(), root, name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	trace := filepath.Join(root, "traces", "20261201-101500.jsonl")
	if err := errors.Join(os.Remove(trace), syscall.Mkfifo(trace, 0o600), os.Mkdir(filepath.Join(root, "traces", "20261201-101501.jsonl"), 0o700)); err != nil {
		t.Fatal(err)
	}
	put(t, root, entryName, goodEntry+"\n20261201-101501\n")
	_, d := drafted(t, root, posts.Options{})
	if notes := strings.Join(d.Notes, "\n"); strings.Count(notes, "cannot be read: it is no regular file") != 2 {
		t.Errorf("notes: %s", notes)
	}
}
