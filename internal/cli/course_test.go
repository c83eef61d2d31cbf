package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"agentcourse/internal/workspace"
)

// repository is the course's own repository.
func repository(t *testing.T) string {
	t.Helper()
	root, err := workspace.FindRoot(".")
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// A visit is a learner at a terminal in a course of its own.
type visit struct {
	t    *testing.T
	root string
	dir  string // the folder that commands are given in; the root at first
	env  []string
	out  string // of the last command
	err  string
	now  time.Time
	in   string // standard input of the next command
	live string // the address of the live API
}

// newVisit copies what a learner clones into a folder of its own.
func newVisit(t *testing.T) *visit {
	t.Helper()
	from, root := repository(t), filepath.Join(t.TempDir(), "my course ü")
	if err := copyCourse(from, root); err != nil {
		t.Fatal(err)
	}
	return &visit{t: t, root: root, dir: root, env: os.Environ(), live: "https://api.anthropic.invalid", now: time.Date(2026, 11, 29, 20, 15, 0, 0, time.UTC)}
}

// course runs one command line and checks its exit code.
func (v *visit) course(code int, line string) {
	v.t.Helper()
	if got := v.run(line, false); got != code {
		v.t.Fatalf("course %s: exit code %d, want %d\n%s%s", line, got, code, v.out, v.err)
	}
}

// onTerminal runs a command as on a terminal, with one more environment variable, and returns what it printed.
func (v *visit) onTerminal(line, env string) string {
	v.t.Helper()
	old := v.env
	v.env = append(slices.Clone(old), "NO_COLOR=", "TERM=xterm", env)
	v.run(line, true)
	v.env = old
	return v.out
}

func (v *visit) run(line string, terminal bool) int {
	var out, errs bytes.Buffer
	w := v.world()
	w.Out, w.Err, w.Terminal = &out, &errs, terminal
	code := Run(v.t.Context(), w, strings.Fields(line))
	v.out, v.err = out.String(), errs.String()
	return code
}

// world is what a command meets, but for where it prints. The clock goes on by a second each time it is read.
func (v *visit) world() World {
	var mu sync.Mutex
	return World{
		In: strings.NewReader(v.in), Env: v.env, Dir: v.dir, LiveAPI: v.live,
		Now: func() time.Time {
			mu.Lock()
			defer mu.Unlock()
			v.now = v.now.Add(time.Second)
			return v.now
		},
	}
}

// says fails unless the last command printed each text, on either stream, however its lines were broken.
func (v *visit) says(texts ...string) {
	v.t.Helper()
	all := strings.Join(strings.Fields(v.out+v.err), " ")
	for _, text := range texts {
		if !strings.Contains(all, text) {
			v.t.Errorf("the command did not say %q but\n%s%s", text, v.out, v.err)
		}
	}
}

func (v *visit) write(file, content string) {
	v.t.Helper()
	path := filepath.Join(v.root, filepath.FromSlash(file))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		v.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		v.t.Fatal(err)
	}
}

func (v *visit) read(file string) string {
	v.t.Helper()
	src, err := os.ReadFile(filepath.Join(v.root, filepath.FromSlash(file)))
	if err != nil {
		v.t.Fatal(err)
	}
	return string(src)
}

// solve puts a shipped right program of exercise 1.2 into work/. There is no journal entry: tests of it write their own.
func (v *visit) solve() {
	v.t.Helper()
	v.course(0, "start 1.2")
	if err := os.Remove(filepath.Join(v.root, "journal", v.now.Format(time.DateOnly)+"-the-api-has-no-memory.md")); err != nil {
		v.t.Fatal(err)
	}
	for _, p := range []string{"chat", "stateless"} {
		src := v.read("checkers/01-foundations/2-no-memory/solutions/plain/" + p + "/main.go")
		v.write("work/01-foundations/2-no-memory/"+p+"/main.go", strings.ReplaceAll(src, "agentcourse/starter/", "learner/"))
	}
}
