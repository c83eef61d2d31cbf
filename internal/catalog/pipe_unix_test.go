//go:build unix

package catalog

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A pipe in the place of a page is a problem and is not waited for.
func TestPipe(t *testing.T) {
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "exercises"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(root, "lessons"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(root, "lessons", "glossary.md"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := Load(root)
	if err != nil {
		t.Fatal(err)
	}
	oneProblem(t, c, "lessons/glossary.md:1: cannot be read: it is no ordinary file")
}
