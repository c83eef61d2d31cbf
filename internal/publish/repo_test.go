package publish

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
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

func (r *repo) text(name string) string {
	r.t.Helper()
	src, err := os.ReadFile(filepath.Join(r.dir, filepath.FromSlash(name)))
	if err != nil {
		r.t.Fatal(err)
	}
	return string(src)
}
