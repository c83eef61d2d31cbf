package publish

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
)

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
