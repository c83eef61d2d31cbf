//go:build unix

package journal_test

import (
	"path/filepath"
	"syscall"
	"testing"

	"agentcourse/internal/journal"
)

// A pipe that is called like an entry is not waited for.
func TestReviewBesideAPipe(t *testing.T) {
	root := repository(t)
	write(t, root, name, full)
	if err := syscall.Mkfifo(filepath.Join(root, "journal", "2026-12-06-pipe.md"), 0o644); err != nil {
		t.Fatal(err)
	}
	if g, err := journal.Review(root, ex, nil); err != nil || !g.Done() {
		t.Errorf("%v %+v", err, g)
	}
}
