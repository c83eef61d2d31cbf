package publish

import (
	"os"
	"path/filepath"
	"testing"
)

func TestShapesOfHistory(t *testing.T) {
	t.Run("detached", func(t *testing.T) {
		r := newRepo(t)
		r.commit("first")
		r.push()
		r.git("checkout", "-q", "--detach")
		r.write("a.md", planted)
		id := r.commit("second")
		r.finds("a.md:1 secret " + id)
	})
	t.Run("on another branch", func(t *testing.T) {
		r := newRepo(t)
		r.commit("first")
		r.push()
		r.git("checkout", "-q", "-b", "side")
		r.write("a.md", planted)
		r.commit("second")
		r.git("checkout", "-q", "main")
		r.finds()
	})
	t.Run("a merge", func(t *testing.T) {
		r := newRepo(t)
		r.write("a.md", "one\ntwo\nthree\n")
		r.commit("first")
		r.push()
		r.git("checkout", "-q", "-b", "side")
		r.write("a.md", "one\ntwo\nthree\n"+planted+"\n")
		id := r.commit("on the side")
		r.git("checkout", "-q", "main")
		r.write("a.md", "zero\none\ntwo\nthree\n")
		r.commit("meanwhile")
		r.git("merge", "-q", "--no-commit", "side")
		r.write("b.md", "in the merge alone: "+other+"\n")
		merge := r.commit("merge")
		r.write("a.md", "zero\none\ntwo\nthree\n"+planted+"\nfour\n")
		r.commit("last")
		r.finds("a.md:4 secret "+id, "b.md:1 secret "+merge)
	})
	t.Run("a shallow clone", func(t *testing.T) {
		r := newRepo(t)
		r.write("a.md", planted)
		r.commit("first")
		r.write("b.md", "b")
		r.commit("second")
		r.push()
		clone := filepath.Join(t.TempDir(), "clone")
		r.git("clone", "-q", "--depth", "1", "file://"+r.git("remote", "get-url", "origin"), clone)
		c := &repo{t: t, dir: clone, env: r.env}
		c.finds()
		c.write("c.md", other)
		c.finds()
		id := c.commit("third")
		c.finds("c.md:1 secret " + id)
		c.git("remote", "remove", "origin")
		if report, err := Check(t.Context(), Options{Root: c.dir, Env: c.env}); err != nil || len(report.Findings) != 2 {
			t.Errorf("%+v %v", report, err)
		}
	})
	t.Run("a clone without old files", func(t *testing.T) {
		r := newRepo(t)
		r.write("a.md", "one\n")
		r.commit("first")
		old := r.git("rev-parse", "HEAD:a.md")
		r.push()
		r.write("a.md", "one\n"+planted+"\n")
		id := r.commit("second")
		if err := os.Remove(filepath.Join(r.dir, ".git", "objects", old[:2], old[2:])); err != nil {
			t.Fatal(err)
		}
		r.finds("a.md:2 secret " + id)
	})
	t.Run("a message", func(t *testing.T) {
		r := newRepo(t)
		id := r.commit("use a key\n\nit is " + planted + "\n\nReviewed-by: Ann <ann@mail." + "de>")
		r.finds("(message of the commit):3 secret " + id)
	})
	t.Run("a folder below the repository", func(t *testing.T) {
		r := newRepo(t)
		r.write("sub/.gitignore", r.text(".gitignore"))
		r.write("other/a.md", planted)
		r.git("add", "-A")
		report, err := Check(t.Context(), Options{Root: filepath.Join(r.dir, "sub"), Env: r.env})
		if err != nil || len(report.Findings) != 1 || report.Findings[0].File != "other/a.md" {
			t.Errorf("%+v %v", report, err)
		}
	})
}
