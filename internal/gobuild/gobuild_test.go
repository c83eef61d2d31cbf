package gobuild

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func write(t *testing.T, file, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestBuild(t *testing.T) {
	dir := t.TempDir()
	m := Module{Dir: dir, Env: os.Environ(), Name: "work"}
	write(t, filepath.Join(dir, "go.mod"), "module learner\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "good", "main.go"), "package main\n\nfunc main() {}\n")
	write(t, filepath.Join(dir, "bad", "main.go"), "package main\n\nfunc main() {\n\tnope()\n}\n")
	bin := filepath.Join(dir, "bin")
	run, err := m.Build(t.Context(), bin, []string{"./good"})
	if err != nil || run.Exit != 0 {
		t.Fatalf("%v %s", err, run.Stderr)
	}
	if _, err := os.Stat(filepath.Join(bin, "good")); err != nil {
		t.Error(err)
	}
	run, err = m.Build(t.Context(), bin, []string{"./bad"})
	if err != nil || run.Exit == 0 {
		t.Fatalf("%v, exit code %d", err, run.Exit)
	}
	if diff := cmp.Diff([]string{"bad/main.go:4:2: undefined: nope"}, CompilerLines(string(run.Stderr))); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
	// GOFLAGS of the person's own may change how a program is built, and not whether, nor what is said of it.
	m.Env = append(os.Environ(), "GOFLAGS=-n -x -v -json -work -trimpath")
	run, err = m.Build(t.Context(), bin, []string{"./bad"})
	if diff := cmp.Diff([]string{"bad/main.go:4:2: undefined: nope"}, CompilerLines(string(run.Stderr))); err != nil || diff != "" {
		t.Errorf("%v, lines (-want +got):\n%s", err, diff)
	}
	m.Env = os.Environ()
	write(t, filepath.Join(dir, "go.mod"), "module learner\n\ngo 1.999\n")
	if _, err := m.Build(t.Context(), bin, []string{"./good"}); err == nil || !strings.Contains(err.Error(), "go build could not run in work: ") {
		t.Errorf("error %v", err)
	}
	m.Env = []string{"PATH=/nowhere"}
	if _, err := m.Build(t.Context(), bin, []string{"./good"}); !errors.Is(err, ErrNoGo) {
		t.Errorf("error %v", err)
	}
}

// With GOFLAGS=-trimpath a panic named no file that could be told as the learner's.
func TestBuildKeepsFolders(t *testing.T) {
	dir := t.TempDir()
	m := Module{Dir: dir, Env: append(os.Environ(), "GOFLAGS=-trimpath"), Name: "work"}
	write(t, filepath.Join(dir, "go.mod"), "module learner\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "good", "main.go"), "package main\n\nfunc main() {}\n")
	if run, err := m.Build(t.Context(), dir+"/bin", []string{"./good"}); err != nil || run.Exit != 0 {
		t.Fatalf("%v %s", err, run.Stderr)
	}
	program, err := os.ReadFile(filepath.Join(dir, "bin", "good"))
	if err != nil || !bytes.Contains(program, []byte(filepath.Join(dir, "good", "main.go"))) {
		t.Errorf("error %v, and no folder in the names of files", err)
	}
}

func TestPackageIn(t *testing.T) {
	tests := map[string]struct {
		files         map[string]string
		found, isMain bool
	}{
		"nothing":     {nil, false, false},
		"no Go":       {map[string]string{"a.txt": "x"}, false, false},
		"a program":   {map[string]string{"main.go": "package main\n"}, true, true},
		"a package":   {map[string]string{"a.go": "package a\n", "a_test.go": "package main\n"}, true, false},
		"tests alone": {map[string]string{"a_test.go": "package a\n"}, true, true},
		"a folder":    {map[string]string{"a.go": "package a\n", "more.go/x.txt": ""}, true, false},
		"unreadable":  {map[string]string{"a.go": "hello\n"}, true, true},
	}
	for name, tt := range tests {
		dir := t.TempDir()
		for f, src := range tt.files {
			write(t, filepath.Join(dir, f), src)
		}
		if found, isMain := PackageIn(dir); found != tt.found || found && isMain != tt.isMain {
			t.Errorf("%s: %v %v", name, found, isMain)
		}
	}
}

func TestCompilerHint(t *testing.T) {
	if h := CompilerHint([]string{`main.go:3:8: package agentcourse/starter/messages is not in std`}); !strings.Contains(h, "learner/messages") {
		t.Error(h)
	}
	if h := CompilerHint([]string{`a.go:3:8: package agentcourse/starter/agentic is not in std`}); !strings.Contains(h, "learner/agentic") {
		t.Error(h)
	}
	if h := CompilerHint([]string{`a.go:3:8: package agentcourse/starter/fakemodel is not in std`}); !strings.Contains(h, `begin with "learner/"`) {
		t.Error(h)
	}
	if h := CompilerHint([]string{"main.go:4:2: undefined: nope"}); !strings.Contains(h, "first line") {
		t.Error(h)
	}
}

func TestBuildTests(t *testing.T) {
	dir := t.TempDir()
	m := Module{Dir: dir, Env: os.Environ(), Name: "work"}
	write(t, filepath.Join(dir, "go.mod"), "module learner\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "a", "a.go"), "package a\n")
	write(t, filepath.Join(dir, "b", "b.go"), "package b\n")
	write(t, filepath.Join(dir, "extra"), "//go:build mine\n\npackage a_test\n\nimport \"testing\"\n\nfunc TestIt(*testing.T) {}\n")
	over := filepath.Join(dir, "overlay.json")
	write(t, over, `{"Replace": {"a/a_test.go": "extra"}}`)
	out := filepath.Join(dir, "bin")
	both := []string{"./a", "./b"}
	if run, err := m.Compile(t.Context(), both); err != nil || run.Exit != 0 {
		t.Fatalf("%v %s", err, run.Stderr)
	}
	for _, opt := range []TestOptions{{Out: out, Overlay: over, Tags: "mine"}, {Out: out, Overlay: over, Tags: "mine", Race: true}} {
		run, err := m.BuildTests(t.Context(), opt, both)
		if err != nil || run.Exit != 0 {
			t.Fatalf("%v %s", err, run.Stderr)
		}
		if files, err := filepath.Glob(filepath.Join(out, "*")); len(files) != 1 || filepath.Base(files[0]) != "a.test" {
			t.Errorf("%v %v", files, err)
		}
		if err := os.RemoveAll(out); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join(dir, "go.mod"), "module learner\n\ngo 1.999\n")
	if _, err := m.BuildTests(t.Context(), TestOptions{Out: out, Race: true}, both); err == nil || !strings.Contains(err.Error(), "go test could not run in work: ") {
		t.Errorf("error %v", err)
	}
}
