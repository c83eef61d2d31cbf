package scaffold

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// Without hard links the name is claimed by creating the file; that must not overwrite either.
func TestClaimWithoutLinks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "entry.md")
	noSource := filepath.Join(t.TempDir(), "nothing-to-link")
	if err := claim(noSource, path, []byte("first")); err != nil {
		t.Fatal(err)
	}
	if err := claim(noSource, path, []byte("second")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a taken name: got %v, want %v", err, fs.ErrExist)
	}
	if src, err := os.ReadFile(path); err != nil || string(src) != "first" {
		t.Errorf("the file holds %q, %v", src, err)
	}
}

func TestWriteNewInAFolderThatIsNotThere(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "none")
	if path, err := writeNew(dir, "x", nil); !errors.Is(err, fs.ErrNotExist) || path != "" {
		t.Errorf("got %q, %v", path, err)
	}
}
