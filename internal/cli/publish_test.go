package cli

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// newPublisher is a learner whose course is in a repository, with one commit that a remote has.
func newPublisher(t *testing.T) *visit {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	v := newVisit(t)
	v.env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1", "GIT_CEILING_DIRECTORIES=" + os.TempDir(),
		"GIT_AUTHOR_NAME=A Learner", "GIT_AUTHOR_EMAIL=learner@example.com", "GIT_COMMITTER_NAME=A Learner", "GIT_COMMITTER_EMAIL=learner@example.com"}
	ignore, err := os.ReadFile(filepath.Join(repository(t), ".gitignore"))
	if err != nil {
		t.Fatal(err)
	}
	v.write(".gitignore", string(ignore))
	remote := t.TempDir()
	v.git("init", "-q", "-b", "main")
	v.git("init", "-q", "--bare", "-b", "main", remote)
	v.git("remote", "add", "origin", remote)
	v.git("add", "-A")
	v.git("commit", "-q", "-m", "first")
	v.git("push", "-q", "origin", "main")
	return v
}

func TestPublishCheck(t *testing.T) {
	v := newPublisher(t)
	v.course(0, "publish check")
	v.says("nothing found; looked at 0 commits and the index, 0 files, 0 lines")

	key := "gh" + "p_" + "a1B2c3D4e5F6g7H8i9" + "J0k1L2m3N4o5P6q7R8"
	v.write("journal/2026-11-29-a\nb.md", "one\nmy key is "+key+"\n")
	v.write("posts/2026-11-29-b.md", "# course: allow secret because it was revoked\n"+key+"\n")
	v.write("posts/shot.png", "\x89PNG\x00")
	v.git("add", "-A")
	v.course(1, "publish check")
	v.says(`"journal/2026-11-29-a\nb.md":2 (staged): secret: a GitHub personal access token`, "(github-pat): ghp_…(40 characters)",
		"mend: take it out of the file and run git add again",
		"posts/shot.png: picture: what can be read in it",
		"1 finding, 1 question for you to judge, 1 accepted; looked at 0 commits and the index, 3 files, 4 lines")
	if strings.Contains(v.out+v.err, key[4:10]) {
		t.Errorf("the key is shown:\n%s", v.out)
	}
	for line := range strings.Lines(v.out) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 80 {
			t.Errorf("a line of %d columns: %s", n, line)
		}
	}

	v.git("commit", "-q", "-m", "second")
	v.course(1, "publish check --json")
	var report struct {
		Commits, Files, Lines, Accepted int
		Findings                        []struct {
			File, Commit, Rule, What, Why, Mend string
			Line                                int
		}
		Questions []struct{ File, Ask string }
	}
	if err := json.Unmarshal([]byte(v.out), &report); err != nil || len(report.Findings) != 1 || len(report.Questions) != 1 || report.Commits != 1 || report.Accepted != 1 {
		t.Fatalf("%v %s", err, v.out)
	}
	if f := report.Findings[0]; f.File != "journal/2026-11-29-a\nb.md" || f.Line != 2 || len(f.Commit) != 10 || f.Rule != "secret" || !strings.HasPrefix(f.Mend, "revoke it first") {
		t.Errorf("%+v", f)
	}
	v.course(1, "publish check")
	v.says("("+report.Findings[0].Commit+"): secret", "mend: revoke it first")
}

// Git tells its hook what goes where, which need not be the branch that is checked out.
func TestPublishCheckAsHook(t *testing.T) {
	v := newPublisher(t)
	key := "gh" + "p_" + "a1B2c3D4e5F6g7H8i9" + "J0k1L2m3N4o5P6q7R8"
	v.git("checkout", "-q", "-b", "side")
	v.write("posts/2026-11-29-b.md", key+"\n")
	v.git("add", "-A")
	v.git("commit", "-q", "-m", "second")
	zero := strings.Repeat("0", 40)
	v.in = "refs/heads/side " + strings.TrimSpace(v.read(".git/refs/heads/side")) + " refs/heads/side " + zero + "\n"
	v.git("checkout", "-q", "main")
	v.course(1, "publish check --hook origin ../remote")
	v.says("posts/2026-11-29-b.md:1 (", "1 finding; looked at 1 commit, 1 file, 1 line")
	v.in = "(delete) " + zero + " refs/heads/side " + strings.Repeat("a", 40) + "\n"
	v.course(0, "publish check --hook origin ../remote")
	v.in = "refs/heads/" + key + "\n"
	v.course(2, "publish check --hook origin ../remote")
	v.says("course: error: standard input is not what git writes to its hook pre-push")
	if strings.Contains(v.out+v.err, key[4:10]) {
		t.Errorf("the key is shown: %s", v.err)
	}
	v.course(2, "publish check --hook")
	v.course(2, "publish check origin")
}

// Both places that show how to make the hook show the same, in a folder of hooks wherever that is, over no other hook.
func TestHookIsShown(t *testing.T) {
	v := newPublisher(t)
	v.course(0, "publish check --help")
	lines := []string{`hook=$(git rev-parse --git-path hooks/pre-push)`, `(set -C; printf '#!/bin/sh\nexec course publish check --hook "$@"\n' > "$hook") && chmod +x "$hook"`}
	v.says(lines...)
	lesson, err := os.ReadFile(filepath.Join(repository(t), "lessons", "00-build-in-public.md"))
	if err != nil || !strings.Contains(string(lesson), strings.Join(lines, "\n")) {
		t.Errorf("the lesson shows another hook: %v", err)
	}
	tree := filepath.Join(t.TempDir(), "tree")
	v.git("worktree", "add", "-q", "-b", "side", tree)
	sh := exec.Command("sh", "-c", strings.Join(lines, "\n"))
	sh.Dir, sh.Env = tree, v.env
	if out, err := sh.CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	if v.read(".git/hooks/pre-push") != "#!/bin/sh\nexec course publish check --hook \"$@\"\n" {
		t.Errorf("%q", v.read(".git/hooks/pre-push"))
	}
}

func TestPublishCheckWithoutGit(t *testing.T) {
	v := newPublisher(t)
	if err := os.RemoveAll(v.root + "/.git"); err != nil {
		t.Fatal(err)
	}
	v.course(2, "publish check")
	v.says("course: error: this folder is in no git repository", "course: hint: clone the course with git, or run git init")
	v.env = []string{"PATH=" + t.TempDir()}
	v.course(2, "publish check --json")
	var answer struct{ Error, Hint string }
	if err := json.Unmarshal([]byte(v.out), &answer); err != nil || answer.Error != "there is no git command on the PATH" || answer.Hint == "" {
		t.Errorf("%v: %s", err, v.out)
	}
}
