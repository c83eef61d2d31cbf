package grader_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"agentcourse/internal/catalog"
	"agentcourse/internal/fakellm"
	"agentcourse/internal/grader"
	"agentcourse/internal/workspace"
)

// BenchmarkEditToVerdict compares, in turns, a verdict on exercise 1.2 behind an edit of both programs with a plain `go
// build` of the same two programs behind such an edit and one run of each. The metric "x-build" is the ratio; at most
// 1.0 is wanted.
func BenchmarkEditToVerdict(b *testing.B) {
	m := newModule(b)
	var verdict, plain time.Duration
	for b.Loop() {
		m.edit()
		plain += m.time(m.buildAndRun)
		m.edit()
		verdict += m.time(m.grade)
	}
	b.ReportMetric(verdict.Seconds()/plain.Seconds(), "x-build")
}

// BenchmarkUnchangedToVerdict compares a verdict on programs that have not changed with the same reference, for which
// they have. At most 0.4 is wanted.
func BenchmarkUnchangedToVerdict(b *testing.B) {
	m := newModule(b)
	var verdict, plain time.Duration
	for b.Loop() {
		m.edit()
		plain += m.time(m.buildAndRun)
		m.grade()
		verdict += m.time(m.grade)
	}
	b.ReportMetric(verdict.Seconds()/plain.Seconds(), "x-build")
}

// A module is a learner's, with exercise 1.2 solved.
type module struct {
	b        *testing.B
	root     string
	dir      string
	bin      string // where the grader keeps the programs
	exercise *catalog.Exercise
	edits    int
}

func newModule(b *testing.B) *module {
	root, err := workspace.FindRoot(".")
	if err != nil {
		b.Fatal(err)
	}
	course, err := catalog.Load(root)
	if err != nil {
		b.Fatal(err)
	}
	ex, err := course.Resolve("1.2", 1)
	if err != nil {
		b.Fatal(err)
	}
	m := &module{b: b, root: root, dir: b.TempDir(), bin: b.TempDir(), exercise: ex}
	if err := workspace.LayOut(root, m.dir, ex, "plain"); err != nil {
		b.Fatal(err)
	}
	m.buildAndRun()
	m.grade()
	return m
}

// edit changes both programs, as saving them in an editor does.
func (m *module) edit() {
	m.edits++
	for _, p := range m.exercise.Programs {
		file := filepath.Join(m.dir, m.exercise.Key, p, "edited.go")
		src := fmt.Sprintf("package main\n\nimport \"os\"\n\nfunc init() { _ = os.Getenv(\"EDIT_%d\") }\n", m.edits)
		if err := os.WriteFile(file, []byte(src), 0o666); err != nil {
			m.b.Fatal(err)
		}
	}
}

func (m *module) time(f func()) time.Duration {
	began := time.Now()
	f()
	return time.Since(began)
}

func (m *module) grade() {
	report, err := grader.Grade(m.b.Context(), grader.Options{
		Root: m.root, Exercise: m.exercise, WorkDir: m.dir, Folder: "work", Seed: 1, Env: os.Environ(), BinDir: m.bin,
	})
	if err != nil || !report.Passed() {
		m.b.Fatal(err, report)
	}
}

func (m *module) buildAndRun() {
	bin := filepath.Join(m.b.TempDir(), "bin") + string(os.PathSeparator)
	m.command(nil, "go", "build", "-o", bin, "./"+m.exercise.Key+"/chat", "./"+m.exercise.Key+"/stateless")
	scenario, err := fakellm.ParseScenario("bench", []byte("- {text: one}\n- {text: two}\n- {text: three}\n"))
	if err != nil {
		m.b.Fatal(err)
	}
	provider, err := fakellm.Start(fakellm.Options{Scenario: scenario})
	if err != nil {
		m.b.Fatal(err)
	}
	defer provider.Close()
	env := append(os.Environ(), "ANTHROPIC_BASE_URL="+provider.URL(), "ANTHROPIC_API_KEY="+fakellm.FakeKey)
	m.command(env, bin+"chat")
	m.command(env, bin+"stateless", "Ada", "tea")
}

func (m *module) command(env []string, name string, args ...string) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = m.dir, env
	if out, err := cmd.CombinedOutput(); err != nil {
		m.b.Fatalf("%s: %v\n%s", name, err, out)
	}
}
