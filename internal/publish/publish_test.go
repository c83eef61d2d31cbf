package publish

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
)

// Put together here, so that no file of the course holds a key.
var (
	planted = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9" + "J0k1L2m3N4o5P6q7R8"
	other   = "gl" + "pat-" + "z9Y8x7W6v5" + "U4t3S2r1Q0"
)

// A repo is a repository with the course's .gitignore.
type repo struct {
	t   *testing.T
	dir string
	env []string
}

func newRepo(t *testing.T) *repo {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	r := &repo{t: t, dir: filepath.Join(t.TempDir(), "my course ü"), env: []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "USER=zoltan", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=A Learner", "GIT_AUTHOR_EMAIL=learner@example.com", "GIT_COMMITTER_NAME=A Learner", "GIT_COMMITTER_EMAIL=learner@example.com",
		"GIT_CEILING_DIRECTORIES=" + os.TempDir(),
	}}
	if err := os.Mkdir(r.dir, 0o777); err != nil {
		t.Fatal(err)
	}
	r.git("init", "-q", "-b", "main")
	r.write(".gitignore", strings.Join(IgnoreLines(), "\n")+"\n")
	return r
}

func (r *repo) git(args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = r.dir, r.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (r *repo) write(name, content string) {
	r.t.Helper()
	path := filepath.Join(r.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		r.t.Fatal(err)
	}
}

// commit stages all and commits it, and returns the commit as people write it.
func (r *repo) commit(message string) string {
	r.t.Helper()
	r.git("add", "-A")
	r.git("commit", "-q", "--allow-empty", "-m", message)
	return short(r.git("rev-parse", "HEAD"))
}

// push makes what is on HEAD known to a remote.
func (r *repo) push() {
	r.t.Helper()
	remote := r.t.TempDir()
	r.git("init", "-q", "--bare", "-b", "main", remote)
	r.git("remote", "add", "origin", remote)
	r.git("push", "-q", "origin", "HEAD:main")
}

// finds checks the report against places such as "a.md:3 secret COMMIT".
func (r *repo) finds(want ...string) *Report {
	r.t.Helper()
	report, err := Check(r.t.Context(), Options{Root: r.dir, Env: r.env})
	if err != nil {
		r.t.Fatal(err)
	}
	var got []string
	for _, f := range report.Findings {
		got = append(got, strings.TrimSpace(fmt.Sprintf("%s %s %s", f.Where(), f.Rule, f.Commit)))
		if text := fmt.Sprint(f); strings.Contains(text, planted[4:]) || strings.Contains(text, other[6:]) || f.What == "" || f.Why == "" || f.Mend == "" {
			r.t.Errorf("a finding that shows the secret or says too little: %+v", f)
		}
	}
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		r.t.Errorf("found\n%s\nwant\n%s", g, w)
	}
	return report
}

func TestWhereASecretIsFound(t *testing.T) {
	t.Run("nowhere, on an unborn branch", func(t *testing.T) {
		r := newRepo(t)
		r.write("a.md", "a key "+planted)
		if report := r.finds(); report.Commits != 0 || report.Files != 0 {
			t.Errorf("%+v", report)
		}
	})
	t.Run("staged, on an unborn branch", func(t *testing.T) {
		r := newRepo(t)
		r.write("a.md", "one\na key "+planted+"\n")
		r.git("add", "-A")
		if report := r.finds("a.md:2 secret"); report.Files != 2 || report.Lines != 2+len(IgnoreLines()) {
			t.Errorf("%+v", report)
		}
	})
	t.Run("staged, and taken out of the file alone", func(t *testing.T) {
		r := newRepo(t)
		r.commit("first")
		r.write("a.md", planted)
		r.git("add", "-A")
		r.write("a.md", "nothing")
		r.finds("a.md:1 secret")
	})
	t.Run("committed, without a remote", func(t *testing.T) {
		r := newRepo(t)
		r.commit("first")
		r.write("a.md", "one\n\n"+planted+"\n")
		id := r.commit("second")
		report := r.finds("a.md:3 secret " + id)
		if f := report.Findings[0]; report.Commits != 2 || !strings.Contains(f.Mend, "revoke it first") || !strings.Contains(f.Mend, id+"~") || !strings.Contains(f.What, "a GitHub personal access token (github-pat): ghp_…(40 characters)") {
			t.Errorf("%+v", report)
		}
	})
	t.Run("in the first commit of all", func(t *testing.T) {
		r := newRepo(t)
		r.write("a.md", planted)
		id := r.commit("first")
		if report := r.finds("a.md:1 secret " + id); !strings.Contains(report.Findings[0].Mend, "rebase -i --root") {
			t.Errorf("%+v", report)
		}
	})
	t.Run("committed and taken out again", func(t *testing.T) {
		r := newRepo(t)
		r.commit("first")
		r.push()
		r.write("a.md", "one\n"+planted+"\n")
		id := r.commit("second")
		r.write("a.md", "one\n")
		r.commit("third")
		if report := r.finds("a.md:2 secret " + id); report.Commits != 2 {
			t.Errorf("%+v", report)
		}
	})
	t.Run("pushed already", func(t *testing.T) {
		r := newRepo(t)
		r.write("a.md", planted+"\n")
		r.commit("first")
		r.push()
		r.write("a.md", planted+"\nmore\n")
		r.commit("second")
		if report := r.finds(); report.Commits != 1 || report.Lines != 1 {
			t.Errorf("%+v", report)
		}
	})
	t.Run("in a file that was renamed", func(t *testing.T) {
		r := newRepo(t)
		r.write("a.md", planted+"\n"+strings.Repeat("a line\n", 50))
		r.commit("first")
		r.push()
		r.git("mv", "a.md", "b.md")
		r.finds()
		r.commit("second")
		r.finds()
		r.write("b.md", planted+"\n"+strings.Repeat("a line\n", 50)+other+"\n")
		r.finds()
		id := r.commit("third")
		r.finds("b.md:52 secret " + id)
	})
	t.Run("twice on one line more", func(t *testing.T) {
		r := newRepo(t)
		r.write("a.md", planted+"\n")
		r.commit("first")
		r.push()
		r.write("a.md", planted+"\n"+planted+"\n")
		r.git("add", "-A")
		r.finds("a.md:2 secret")
	})
}

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

func (r *repo) text(name string) string {
	r.t.Helper()
	src, err := os.ReadFile(filepath.Join(r.dir, filepath.FromSlash(name)))
	if err != nil {
		r.t.Fatal(err)
	}
	return string(src)
}

func TestShapesOfFiles(t *testing.T) {
	r := newRepo(t)
	r.write("a b/\"q\"\n\tü 日.md", "x\n"+planted)
	r.write("crlf.md", "one\r\n"+planted+"\r\nthree\r\n")
	r.write("long.js", strings.Repeat("let a=f(x);", 275_000)+"var key='"+planted+"';"+strings.Repeat("let a=f(x);", 1000))
	r.write("latin.txt", "caf\xe9 "+planted+"\n")
	wide := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune("x\r\nKEY=" + planted + "\r\n")) {
		wide = append(wide, byte(u), byte(u>>8))
	}
	r.write("wide.txt", string(wide))
	r.write("binary.dat", "\x00"+planted)
	r.write("wide.dat", strings.Join(strings.Split("key "+planted+" ", ""), "\x00"))
	r.write("shot.png", "\x89PNG\x00"+planted)
	r.write("huge.txt", strings.Repeat("0123456789\n", 600_000))
	r.write("empty.txt", "")
	r.write("work/key.go", "-----BEGIN RSA PRIVATE "+"KEY-----\n"+strings.Repeat(strings.Repeat("a1B2", 16)+"\n", 4)+"-----END RSA PRIVATE "+"KEY-----\n")
	if err := os.Symlink("/"+"home/zoltan/notes.md", filepath.Join(r.dir, "link")); err != nil {
		t.Fatal(err)
	}
	module := newRepo(t)
	module.write("a.md", other)
	module.commit("first")
	r.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", module.dir, "module")
	r.write(".gitmodules", "[submodule \"module\"]\n\tpath = module\n\turl = ../module\n")
	want := []string{"a b/\"q\"\n\tü 日.md:2 secret", "binary.dat secret", "crlf.md:2 secret", "latin.txt:1 secret", "link:1 path", "long.js:1 secret", "shot.png secret", "wide.dat secret", "wide.txt:2 secret", "work/key.go:1 secret"}
	r.git("add", "-A")
	report := r.finds(want...)
	var asked []string
	for _, q := range report.Questions {
		asked = append(asked, q.File+" "+q.Rule)
	}
	if got := strings.Join(asked, ", "); got != "binary.dat binary, huge.txt large, shot.png picture, wide.dat binary" {
		t.Errorf("questions: %s", got)
	}
	id := r.commit("first")
	for i := range want {
		want[i] += " " + id
	}
	r.finds(want...)
}

func TestPeopleAndPaths(t *testing.T) {
	r := newRepo(t)
	home := r.env[1][len("HOME="):]
	r.write("a.md", strings.Join([]string{
		"write to ann@mail." + "de",
		"or call +49 30 " + "9018" + "20",
		"in /" + "home/ann/x",
		"in " + home + "/x",
		"in /data/zoltan/x",
		"but not zoltan, x/zoltan or /data/zoltans",
		"learner@example.com, ~/x and /usr/bin/env",
	}, "\n"))
	r.git("add", "-A")
	r.finds("a.md:1 e-mail", "a.md:2 phone", "a.md:3 path", "a.md:4 path", "a.md:5 path")
}

func TestAccepted(t *testing.T) {
	r := newRepo(t)
	r.write("a.go", "// course: allow secret because it was revoked on 2026-11-30\nconst a = \""+planted+"\"\nconst b = \""+planted+"\"\n")
	r.write("b.html", "<p>"+planted+"</p> <!-- course: allow secret because it is of a test account -->\n<!-- course: allow secret because -->\n\n")
	r.write("c.sh", "# course: allow path because of nothing\n"+planted+"\n")
	r.write("d.md", "<!-- course: allow secret because -->\n"+planted+"\n")
	r.git("add", "-A")
	if report := r.finds("a.go:3 secret", "c.sh:2 secret", "d.md:2 secret"); report.Accepted != 2 {
		t.Errorf("%d accepted", report.Accepted)
	}
}

func TestFollowedFiles(t *testing.T) {
	r := newRepo(t)
	r.write(".gitignore", strings.Replace(r.text(".gitignore"), "*.pem\n", "", 1)+"!certs/known.pem\n")
	r.write("book/dist/x.html", "x")
	r.write("id_rsa", "x")
	r.write(".env", "ignored")
	r.write("traces/1.jsonl", "{}")
	r.git("add", "-A")
	r.git("add", "-f", "book/dist/x.html", "traces/1.jsonl")
	r.write("work/server.pem", "x")
	r.write("certs/known.pem", "x")
	r.write("work/service-account-7.json", "{}")
	r.write("lessons/credentials.md", "x")
	report := r.finds(".gitignore gitignore", "book/dist/x.html ignored", "id_rsa name", "traces/1.jsonl ignored", "work/server.pem name", "work/service-account-7.json name")
	if !strings.HasSuffix(report.Findings[0].What, ": *.pem") {
		t.Errorf("%+v", report.Findings[0])
	}
	if err := os.Remove(filepath.Join(r.dir, ".gitignore")); err != nil {
		t.Fatal(err)
	}
	if report, err := Check(t.Context(), Options{Root: r.dir, Env: r.env}); err != nil || report.Findings[0].Rule != RuleIgnore && report.Findings[1].Rule != RuleIgnore {
		t.Errorf("%+v %v", report, err)
	}
}

// The lines are those of the course's own .gitignore.
func TestIgnoreLines(t *testing.T) {
	src, err := os.ReadFile("../../.gitignore")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for line := range strings.Lines(string(src)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			want = append(want, line)
		}
	}
	for i, line := range IgnoreLines() {
		if i >= len(want) || want[i] != line {
			t.Fatalf(".gitignore has the lines %q", want)
		}
	}
}

func TestNoRepository(t *testing.T) {
	r := newRepo(t)
	bare := filepath.Join(t.TempDir(), "bare")
	r.git("init", "-q", "--bare", bare)
	for name, tt := range map[string]struct {
		dir  string
		env  []string
		want error
	}{
		"a folder": {t.TempDir(), r.env, ErrNoRepository}, "a bare repository": {bare, r.env, ErrNoRepository}, "no git": {r.dir, []string{"PATH=" + t.TempDir()}, ErrNoGit},
	} {
		if _, err := Check(t.Context(), Options{Root: tt.dir, Env: tt.env}); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	r.write("a.md", "x")
	r.commit("first")
	if err := os.RemoveAll(filepath.Join(r.dir, ".git", "objects")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(r.dir, ".git", "objects"), 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := Check(t.Context(), Options{Root: r.dir, Env: r.env}); err == nil || errors.Is(err, ErrNoRepository) {
		t.Errorf("a broken repository: %v", err)
	}
}

// What a person has set for their own eyes changes nothing.
func TestSettings(t *testing.T) {
	r := newRepo(t)
	for _, kv := range []string{"color.ui=always", "diff.noprefix=true", "diff.external=false", "diff.renames=copies", "core.quotePath=true", "diff.submodule=log",
		"log.showSignature=true", "diff.orderFile=none", "core.abbrev=5", "status.renames=false"} {
		key, value, _ := strings.Cut(kv, "=")
		r.git("config", key, value)
	}
	r.write("ü.md", planted)
	id := r.commit("first")
	r.write("b.md", other)
	r.git("add", "-A")
	r.finds("b.md:1 secret", "ü.md:1 secret "+id)
}

// When git runs the course as a hook, it points at a repository by the environment.
func TestAsAHook(t *testing.T) {
	r := newRepo(t)
	r.commit("first")
	r.write("a.md", planted)
	id := r.commit("second")
	r.env = append(r.env, "GIT_DIR=.git", "GIT_PREFIX=", "GIT_WORK_TREE=/nowhere")
	r.finds("a.md:1 secret " + id)
}

func TestParseRaw(t *testing.T) {
	for _, broken := range [][]string{{":"}, {":100644"}, {":100644 100644 a b M"}, {":100644 100644 a b R100", "x"}, {"::100644 100644 a b M", "x"}} {
		if _, _, err := parseRaw(broken); err == nil {
			t.Errorf("%q is read", broken)
		}
	}
	changes, rest, err := parseRaw([]string{"::100644 160000 100644 a b c MM", "x", "id"})
	if err != nil || len(rest) != 1 || len(changes) != 1 || len(changes[0].olds) != 1 || changes[0].object != "c" || changes[0].path != "x" {
		t.Errorf("%v %v %v", changes, rest, err)
	}
}
