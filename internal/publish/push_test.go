package publish

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// pushes checks what is found when these branches and tags go to a remote, against places such as "a.md:3 secret COMMIT".
func (r *repo) pushes(remote string, names []string, want ...string) *Report {
	r.t.Helper()
	push := &Push{Remote: remote}
	for _, name := range names {
		has := strings.Repeat("0", 40)
		if id := r.git("for-each-ref", "--format=%(objectname)", "refs/remotes/"+remote+"/"+strings.TrimPrefix(name, "refs/heads/")); id != "" {
			has = id
		}
		push.Refs = append(push.Refs, Ref{Name: name, Local: r.git("rev-parse", name), Remote: has})
	}
	report, err := Check(r.t.Context(), Options{Root: r.dir, Env: r.env, Push: push})
	if err != nil {
		r.t.Fatal(err)
	}
	var got []string
	for _, f := range report.Findings {
		got = append(got, strings.TrimSpace(fmt.Sprintf("%s %s %s", f.Where(), f.Rule, f.Commit)))
		if text := fmt.Sprint(f); strings.Contains(text, planted[4:]) {
			r.t.Errorf("the secret is shown: %+v", f)
		}
	}
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		r.t.Errorf("found\n%s\nwant\n%s", g, w)
	}
	return report
}

func TestPush(t *testing.T) {
	main := []string{"refs/heads/main"}
	t.Run("a branch that is not checked out", func(t *testing.T) {
		r := newRepo(t)
		r.commit("first")
		r.push()
		r.git("checkout", "-q", "-b", "side")
		r.write("a.md", planted)
		id := r.commit("second")
		r.git("checkout", "-q", "main")
		r.pushes("origin", []string{"refs/heads/side"}, "a.md:1 secret "+id)
		r.pushes("origin", main)
	})
	t.Run("what another remote has", func(t *testing.T) {
		r := newRepo(t)
		r.write("a.md", planted+"\nann@mail."+"de\n")
		id := r.commit("first")
		r.push()
		r.git("remote", "add", "public", r.t.TempDir())
		r.write("b.md", "ann@mail."+"de\n")
		second := r.commit("second")
		r.finds("b.md:1 e-mail " + second)
		r.pushes("public", main, "a.md:1 secret "+id, "b.md:1 e-mail "+second)
		r.pushes("https://git.example/x.git", main, "a.md:1 secret "+id, "b.md:1 e-mail "+second)
	})
	t.Run("again, with force", func(t *testing.T) {
		r := newRepo(t)
		r.commit("first")
		r.push()
		r.write("a.md", planted)
		r.git("add", "-A")
		r.git("commit", "-q", "--amend", "-m", "other")
		r.pushes("origin", main, "a.md:1 secret "+short(r.git("rev-parse", "HEAD")))
	})
	t.Run("a tag", func(t *testing.T) {
		r := newRepo(t)
		r.commit("first")
		r.push()
		r.git("tag", "light")
		r.git("tag", "-a", "v1", "-m", "with a key\n\n"+planted)
		r.git("tag", "-a", "v2", "-m", "of a tag", "v1")
		id := short(r.git("rev-parse", "v1"))
		r.pushes("origin", []string{"refs/tags/light"})
		r.pushes("origin", []string{"refs/tags/v1"}, "(message of the tag):3 secret "+id)
		r.pushes("origin", []string{"refs/tags/v2"}, "(message of the tag):3 secret "+id)
	})
	t.Run("a name", func(t *testing.T) {
		r := newRepo(t)
		r.commit("first")
		r.git("branch", "with-"+planted)
		r.pushes("origin", []string{"refs/heads/with-" + planted}, "(name of the branch or tag):1 secret")
	})
	t.Run("what is staged is not sent", func(t *testing.T) {
		r := newRepo(t)
		r.commit("first")
		r.write("a.md", planted)
		r.git("add", "-A")
		if report := r.pushes("origin", main); report.Commits != 1 {
			t.Errorf("%+v", report)
		}
		if report := r.pushes("origin", nil); report.Commits != 0 {
			t.Errorf("%+v", report)
		}
	})
	t.Run("a commit of somebody else's that is not here", func(t *testing.T) {
		r := newRepo(t)
		r.write("a.md", planted)
		id := r.commit("first")
		push := &Push{Remote: "origin", Refs: []Ref{{Name: main[0], Local: r.git("rev-parse", "HEAD"), Remote: strings.Repeat("a", 40)}}}
		report, err := Check(t.Context(), Options{Root: r.dir, Env: r.env, Push: push})
		if err != nil || len(report.Findings) != 1 || report.Findings[0].Commit != id {
			t.Errorf("%+v %v", report, err)
		}
	})
}

func TestReadRefs(t *testing.T) {
	a, b, zero := strings.Repeat("a", 40), strings.Repeat("b", 40), strings.Repeat("0", 40)
	refs, err := ReadRefs(strings.NewReader("refs/heads/x " + a + " refs/heads/y " + b + "\n(delete) " + zero + " refs/heads/z " + b + "\nHEAD^{/a word} " + a + " refs/heads/w " + zero + "\n"))
	if want := []Ref{{"refs/heads/y", a, b}, {"refs/heads/w", a, zero}}; err != nil || fmt.Sprint(refs) != fmt.Sprint(want) {
		t.Errorf("%v %v", refs, err)
	}
	if _, err := ReadRefs(strings.NewReader("what\n")); err == nil {
		t.Error("a line that is none is read")
	}
}

func TestNamesOfFiles(t *testing.T) {
	r := newRepo(t)
	r.write("key-"+planted+".txt", planted)
	r.write("to-ann@mail."+"de.txt", "")
	r.write("shot-"+planted+".png", "\x00")
	r.write(planted+".pem.key", "x")
	r.git("add", "-f", "-A")
	shown := "ghp_…(40 characters)"
	report := r.finds(shown+".pem.key ignored", shown+".pem.key secret", "key-"+shown+".txt secret", "key-"+shown+".txt:1 secret", "shot-"+shown+".png secret", "to-ann@mail."+"de.txt e-mail")
	if len(report.Questions) != 1 || report.Questions[0].File != "shot-"+shown+".png" {
		t.Errorf("%+v", report.Questions)
	}
}

// A file of git lfs is sent too, and is not here to be looked at.
func TestLFS(t *testing.T) {
	r := newRepo(t)
	r.write("model.bin", "version https://git-lfs.github.com/spec/v1\noid sha256:"+strings.Repeat("4d7a2146", 8)+"\nsize 12345\n")
	r.git("add", "-A")
	if report := r.finds(); len(report.Questions) != 1 || report.Questions[0].Rule != "lfs" {
		t.Errorf("%+v", report.Questions)
	}
}

// A false alarm that was committed must not make anybody rewrite the history.
func TestAcceptedLater(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "one\n"+planted+"\n")
	r.write("b.md", planted+"\n")
	id := r.commit("first")
	r.write("a.md", "one\n<!-- course: allow secret because it was revoked -->\n"+planted+"\n")
	r.git("add", "-A")
	if report := r.finds("b.md:1 secret " + id); report.Accepted != 1 {
		t.Errorf("%+v", report)
	}
	r.commit("second")
	r.finds("b.md:1 secret " + id)
}

// Whoever wrote what is under a licence wants to be known.
func TestAddressesInLicences(t *testing.T) {
	r := newRepo(t)
	address := "ann@mail." + "de"
	r.write("LICENSE.md", "Ann <"+address+">")
	r.write("vendor/x/AUTHORS", address)
	r.write("a.go", "// Copyright (c) 2026 Ann <"+address+">\n\n// or "+address+"\n")
	r.git("add", "-A")
	r.finds("a.go:3 e-mail")
}

func TestPushFromAWorktree(t *testing.T) {
	r := newRepo(t)
	r.commit("first")
	r.push()
	dir := filepath.Join(t.TempDir(), "tree")
	r.git("worktree", "add", "-q", "-b", "side", dir)
	w := &repo{t: t, dir: dir, env: r.env}
	w.write("a.md", planted)
	id := w.commit("second")
	w.finds("a.md:1 secret " + id)
	w.pushes("origin", []string{"refs/heads/side"}, "a.md:1 secret "+id)
}
