package scaffold_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"agentcourse/internal/scaffold"
)

var day = time.Date(2026, 11, 29, 23, 59, 0, 0, time.FixedZone("", 3600))

func rootWithTemplate(t *testing.T, template string) string {
	t.Helper()
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, "notes"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "notes", "TEMPLATE.md"), []byte(template), 0o644); err != nil {
		t.Fatal(err)
	}
	return root
}

func TestCreateNeverOverwrites(t *testing.T) {
	root := rootWithTemplate(t, "# {{topic}}, {{date}}\n")
	file := scaffold.File{Root: root, Dir: "notes", Topic: "The loop", Date: day}
	for _, want := range []string{"2026-11-29-the-loop.md", "2026-11-29-the-loop-2.md", "2026-11-29-the-loop-3.md"} {
		path, err := scaffold.Create(file)
		if err != nil || path != filepath.Join(root, "notes", want) {
			t.Fatalf("got %s, %v; want %s", path, err, want)
		}
		if src, err := os.ReadFile(path); err != nil || string(src) != "# The loop, 2026-11-29\n" {
			t.Errorf("%s holds %q, %v", path, src, err)
		}
		if err := os.WriteFile(path, []byte("mine"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"2026-11-29-the-loop.md", "2026-11-29-the-loop-2.md"} {
		if src, _ := os.ReadFile(filepath.Join(root, "notes", name)); string(src) != "mine" {
			t.Errorf("%s was overwritten: %q", name, src)
		}
	}
}

func TestCreateConcurrently(t *testing.T) {
	root := rootWithTemplate(t, "{{writer}}\n")
	const writers = 24
	paths := make([]string, writers)
	var group sync.WaitGroup
	for i := range writers {
		group.Go(func() {
			path, err := scaffold.Create(scaffold.File{
				Root: root, Dir: "notes", Topic: "race", Date: day, Values: map[string]string{"writer": fmt.Sprint(i)},
			})
			if err != nil {
				t.Error(err)
			}
			paths[i] = path
		})
	}
	group.Wait()
	for i, path := range paths {
		if src, err := os.ReadFile(path); err != nil || string(src) != fmt.Sprintf("%d\n", i) {
			t.Errorf("writer %d got %s, which holds %q, %v", i, path, src, err)
		}
	}
	files, err := os.ReadDir(filepath.Join(root, "notes"))
	if err != nil || len(files) != writers+1 {
		t.Errorf("%d files, want %d entries and the template: %v, %v", len(files), writers, files, err)
	}
}

func TestCreateErrors(t *testing.T) {
	noTemplate := t.TempDir()
	folderIsFile := t.TempDir()
	if err := os.WriteFile(filepath.Join(folderIsFile, "notes"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		file scaffold.File
		is   error
		want []string
	}{
		{"no template", scaffold.File{Root: noTemplate, Dir: "notes", Topic: "x", Date: day}, fs.ErrNotExist,
			[]string{"the template notes/TEMPLATE.md is missing", "git checkout -- notes/TEMPLATE.md"}},
		{"folder is a file", scaffold.File{Root: folderIsFile, Dir: "notes", Topic: "x", Date: day}, nil, []string{"notes/TEMPLATE.md cannot be read"}},
		{"no date", scaffold.File{Root: noTemplate, Dir: "notes", Topic: "x"}, nil, []string{"needs a date"}},
	}
	for _, tt := range tests {
		_, err := scaffold.Create(tt.file)
		if err == nil || tt.is != nil && !errors.Is(err, tt.is) {
			t.Errorf("%s: got %v", tt.name, err)
			continue
		}
		for _, want := range tt.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %q lacks %q", tt.name, err, want)
			}
		}
	}
}

func TestCreateInAFolderThatCannotBeWritten(t *testing.T) {
	root := rootWithTemplate(t, "x")
	dir := filepath.Join(root, "notes")
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(dir, 0o755) })
	_, err := scaffold.Create(scaffold.File{Root: root, Dir: "notes", Topic: "x", Date: day})
	if os.Geteuid() == 0 { // root may write everywhere
		if err != nil {
			t.Errorf("as root: %v", err)
		}
		return
	}
	if !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), "cannot write in "+dir) {
		t.Errorf("got %v", err)
	}
}
