package grader

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agentcourse/internal/gobuild"
)

// Code that does not compile must never pass, and must not take the other programs with it; go-test-runner#35.
func TestBrokenPrograms(t *testing.T) {
	const main = "work/01-small/1-odd/other/main.go"
	tests := map[string]struct {
		file, src string
		check     string
		says      []string
	}{
		"does not compile": {main, "package main\n\nfunc main() {\n\tundefined()\n}\n", "compiles-other",
			[]string{"01-small/1-odd/other/main.go:4:2: undefined: undefined"}},
		"is no Go":        {main, "hello\n", "compiles-other", []string{"01-small/1-odd/other/main.go:1:1: expected 'package'"}},
		"is no program":   {main, "package other\n", "exists-other", []string{"other is no program: its package is not main"}},
		"unknown import":  {main, "package main\n\nimport _ \"learner/nowhere\"\n\nfunc main() {}\n", "compiles-other", []string{"main.go:3:8:", "learner/nowhere"}},
		"no func main":    {main, "package main\n", "compiles-other", []string{"function main is undeclared in the main package"}},
		"only a test":     {"work/01-small/1-odd/other/main_test.go", "package main\n", "compiles-other", []string{"no non-test Go files"}},
		"other system":    {main, "//go:build plan9\n\npackage main\n", "compiles-other", []string{"build constraints exclude all Go files"}},
		"two packages":    {"work/01-small/1-odd/other/more.go", "package more\n", "compiles-other", []string{"found packages main (main.go) and more (more.go)"}},
		"course's import": {main, "package main\n\nimport _ \"agentcourse/starter/messages\"\n\nfunc main() {}\n", "compiles-other", []string{"main.go:3:8:"}},
		"is empty":        {main, "", "compiles-other", []string{"expected 'package'"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			c := newCourse(t)
			c.check("1-odd", "run odd print hello\nprints hello\n")
			c.check("2-other", "run other\n")
			if strings.HasSuffix(tt.file, "_test.go") {
				if err := os.Remove(filepath.Join(c.root, main)); err != nil {
					t.Fatal(err)
				}
			}
			c.write(tt.file, tt.src)
			results := c.grade()
			if r := results["odd"]; r.Status != Pass {
				t.Errorf("the other program suffers: %+v", r)
			}
			if r := results["other"]; r.Status != NotRun || r.Because != "other could not be built" {
				t.Errorf("%+v", r)
			}
			r := results[tt.check]
			if r.Status != Fail || r.Failure == nil {
				t.Fatalf("no failure %q: %+v", tt.check, results)
			}
			text := r.Failure.Summary + strings.Join(r.Failure.Actual, "\n")
			for _, s := range tt.says {
				if !strings.Contains(text, s) {
					t.Errorf("does not say %q: %s", s, text)
				}
			}
		})
	}
}

// The only program of an exercise is no program: the go command words that in another way than beside others.
func TestTheOnlyProgramIsNone(t *testing.T) {
	c := newCourse(t)
	c.check("1-odd", "run odd\n")
	c.write("exercises/01-small/1-odd.md", strings.Replace(exerciseText, "[odd, other]", "[odd]", 1))
	c.write("work/01-small/1-odd/odd/main.go", "package odd\n")
	if r := c.grade()["exists-odd"]; r.Status != Fail || r.Failure.Summary != "work/01-small/1-odd/odd is no program: its package is not main" {
		t.Errorf("%+v", r)
	}
}

func TestMissingProgram(t *testing.T) {
	c := newCourse(t)
	c.check("1-odd", "run odd print hello\nprints hello\n")
	c.check("2-other", "run other\n")
	ex := c.exercise()
	ex.Programs = append(ex.Programs, "third")
	opt := c.options()
	opt.Exercise = ex
	report, err := Grade(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	r := report.Checks[0]
	if r.Check != "exists-third" || r.Status != Fail || r.Failure.Summary != "work/01-small/1-odd/third holds no Go file" {
		t.Errorf("%+v", r)
	}
	if report.Count(Pass) != 2 {
		t.Errorf("the other programs suffer: %+v", report.Checks)
	}
}

// A package that both programs use and that does not compile is one result, not one a program.
func TestSharedPackageDoesNotCompile(t *testing.T) {
	c := newCourse(t)
	c.check("1-odd", "run odd print hello\n")
	c.write("work/shared/shared.go", "package shared\n\nvar X int = \"no\"\n")
	for _, p := range []string{"odd", "other"} {
		c.write("work/01-small/1-odd/"+p+"/main.go", "package main\n\nimport \"learner/shared\"\n\nfunc main() { _ = shared.X }\n")
	}
	report, err := Grade(t.Context(), c.options())
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Checks) != 2 || !strings.HasPrefix(report.Checks[0].Failure.Summary, "odd and other cannot be built") {
		t.Errorf("%+v", report.Checks)
	}
	if lines := strings.Join(report.Checks[0].Failure.Actual, "\n"); !strings.Contains(lines, "shared/shared.go:3:13") {
		t.Errorf("the compiler's lines: %s", lines)
	}
}

func TestGoWorkAboveIsNotUsed(t *testing.T) {
	c := newCourse(t)
	c.check("1-odd", "run odd print hello\nprints hello\n")
	c.write("go.work", "go 1.26\n\nuse ./elsewhere\n")
	if r := c.grade()["odd"]; r.Status != Pass {
		t.Errorf("%+v", r)
	}
}

func TestBuildThatCannotRun(t *testing.T) {
	c := newCourse(t)
	c.check("1-odd", "run odd print hello\n")
	c.write("work/go.mod", "module learner\n\ngo 1.999\n")
	if _, err := Grade(t.Context(), c.options()); err == nil || !strings.Contains(err.Error(), "go build could not run in work/01-small/1-odd: ") ||
		!strings.Contains(err.Error(), "1.999") {
		t.Errorf("error %v", err)
	}
	opt := c.options()
	opt.Env = []string{"PATH=/nowhere"}
	if _, err := Grade(t.Context(), opt); !errors.Is(err, gobuild.ErrNoGo) {
		t.Errorf("error %v", err)
	}
}

// Kept programs save time and never stand in for what the learner has now.
func TestKeptProgramsAreNotStale(t *testing.T) {
	c := newCourse(t)
	c.check("1-odd", "run odd print hello\nprints hello\n")
	c.check("2-other", "run other\nprints -stderr other\n")
	opt := c.options()
	opt.BinDir = filepath.Join(t.TempDir(), "kept")
	const main = "work/01-small/1-odd/other/main.go"
	steps := []struct {
		name, src string
		want      Status
		failed    string
	}{
		{"first", "package main\n\nfunc main() { println(\"other\") }\n", Pass, ""},
		{"unchanged", "package main\n\nfunc main() { println(\"other\") }\n", Pass, ""},
		{"says something else", "package main\n\nfunc main() { println(\"a third one\") }\n", Fail, ""},
		{"does not compile", "package main\n\nfunc main() { printn() }\n", NotRun, "compiles-other"},
		{"is no program", "package other\n", NotRun, "exists-other"},
		{"is a program again", "package main\n\nfunc main() { println(\"other\") }\n", Pass, ""},
		{"is none beside files that are not built", "package other\n", NotRun, "exists-other"},
		{"compiles again", "package main\n\nfunc main() { println(\"other\") }\n", Pass, ""},
	}
	for _, s := range steps {
		c.write(main, s.src)
		if s.name == "is none beside files that are not built" {
			c.write("work/01-small/1-odd/other/make.go", "//go:build ignore\n\npackage main\n")
			c.write("work/01-small/1-odd/other/main_test.go", "package main\n")
		}
		report, err := Grade(t.Context(), opt)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]Status{}
		for _, r := range report.Checks {
			got[r.Check] = r.Status
		}
		if got["odd"] != Pass || got["other"] != s.want || s.failed != "" && got[s.failed] != Fail {
			t.Errorf("%s: %v", s.name, got)
		}
	}
	opt.BinDir = filepath.Join(c.root, main) // a file: nothing can be kept there
	if report, err := Grade(t.Context(), opt); err != nil || !report.Passed() {
		t.Errorf("%v %+v", err, report)
	}
}
