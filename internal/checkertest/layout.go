package checkertest

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agentcourse/internal/catalog"
	"agentcourse/internal/workspace"

	"github.com/rogpeppe/go-internal/txtar"
)

// layOut copies a right program into the variant's tree, puts the given files over it, and gives each program's folder
// a name that no other variant's has, as one `go build` writes them all into one folder. A variant that stands apart stays as
// a learner has it, and is built when it is graded.
func layOut(t *testing.T, root, module string, ex *catalog.Exercise, v variant, solution string, over []txtar.File) {
	t.Helper()
	if err := workspace.LayOut(root, v.tree, ex, solution); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(v.tree, filepath.FromSlash(ex.Key))
	for _, f := range over {
		src := f.Data
		if filepath.Ext(f.Name) == ".go" {
			var err error
			if src, err = workspace.RewriteImports(f.Name, src, workspace.ImportPaths(ex)); err != nil {
				t.Fatalf("%s: %v", v.name, err)
			}
		}
		to := folder
		if changesShared(f) {
			to = v.tree
		}
		if err := os.WriteFile(filepath.Join(to, filepath.FromSlash(f.Name)), src, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if v.apart {
		return
	}
	importFrom(t, v.tree, ex)
	for _, p := range ex.Programs {
		if err := os.Rename(filepath.Join(folder, p), filepath.Join(folder, v.program(p))); err != nil {
			t.Fatal(err)
		}
	}
	shareRest(t, module, v.tree, filepath.Dir(filepath.FromSlash(ex.Key)))
}

// importFrom has a variant's files import its own packages from where they are in the module of all variants.
func importFrom(t *testing.T, tree string, ex *catalog.Exercise) {
	t.Helper()
	inner := "learner/" + filepath.Base(tree) + "/" + ex.Key
	err := filepath.WalkDir(tree, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		src, err = workspace.RewriteImports(path, src, func(p string) string { return strings.Replace(p, "learner/"+ex.Key, inner, 1) })
		if err != nil {
			return err
		}
		return os.WriteFile(path, src, 0o666)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// shareRest moves what a variant's tree has besides its chapter, such as go.mod and the package messages, to the module of
// all variants: it is the same for each, and to build it once for each takes long.
func shareRest(t *testing.T, module, tree, chapter string) {
	t.Helper()
	entries, err := os.ReadDir(tree)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		from, to := filepath.Join(tree, e.Name()), filepath.Join(module, e.Name())
		if e.Name() == chapter {
			continue
		}
		move := func() error { return os.Rename(from, to) }
		if _, err := os.Stat(to); err == nil {
			move = func() error { return os.RemoveAll(from) }
		}
		if err := move(); err != nil {
			t.Fatal(err)
		}
	}
}
