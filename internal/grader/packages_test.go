package grader

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestPackagesThatCannotBeTested(t *testing.T) {
	tests := map[string]struct {
		sum, check string
		because    string
		says       []string
	}{
		"missing":          {"", "exists-sum", "sum could not be built", []string{"work/01-small/1-odd/sum holds no Go file"}},
		"does not compile": {"package sum\n\nfunc Of(a, b int) int { return nothing }\n", "compiles-sum", "sum could not be built", []string{"sum cannot be built", "01-small/1-odd/sum/sum.go:3:32: undefined: nothing"}},
		"is a program":     {"package main\n\nfunc main() {}\n", "exists-sum", "sum is a program", []string{"its package is main"}},
		"lacks a name":     {"package sum\n", "fits-sum", "sum does not fit the tests of this exercise", []string{"lacks what the contract names", "tests/sum/sum_test.go:16:16: undefined: sum.Of"}},
		"another name":     {"package add\n\nfunc Of(a, b int) int { return a + b }\n", "exists-sum", "sum has another name", []string{"the package in work/01-small/1-odd/sum has the name add"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newPackageCourse(t)
			c.write("work/01-small/1-odd/sum/sum.go", tt.sum)
			if tt.sum == "" {
				if err := os.Remove(filepath.Join(c.work, "01-small", "1-odd", "sum", "sum.go")); err != nil {
					t.Fatal(err)
				}
			}
			c.check("1-tests", "test sum TestOf\n")
			results := c.grade()
			if r := results["tests"]; r.Status != NotRun || r.Because != tt.because {
				t.Errorf("%+v", r)
			}
			r := results[tt.check]
			if r.Status != Fail || !r.Build || r.Hint == "" {
				t.Fatalf("%+v", results)
			}
			text := fmt.Sprintf("%+v", *r.Failure)
			for _, s := range tt.says {
				if !strings.Contains(text, s) {
					t.Errorf("does not say %q: %s", s, text)
				}
			}
		})
	}
}

// goCounter puts a go command on the PATH that writes down how it is called.
func goCounter(t *testing.T, opt *Options) (calls func() []string) {
	t.Helper()
	dir := t.TempDir()
	log := filepath.Join(dir, "log")
	script := "#!/bin/sh\necho \"$*\" >>'" + log + "'\nPATH=${PATH#*:}\nexec go \"$@\"\n"
	if err := os.WriteFile(filepath.Join(dir, "go"), []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	opt.Env = append(opt.Env, "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	return func() []string {
		src, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		return linesOf(src)
	}
}

// An exercise may ask for programs and packages: one that does not compile does not take the others with it.
func TestProgramsAndPackages(t *testing.T) {
	c := newPackageCourse(t)
	c.write("exercises/01-small/1-odd.md", strings.Replace(packageExercise, "[sum]", "[sum, free]\nprograms: [odd]", 1))
	c.write("work/01-small/1-odd/free/free.go", "package free\n")
	c.check("1-hidden", "test sum TestOf\n")
	c.check("2-runs", "run odd print hello\nprints hello\n")
	opt := c.options()
	calls := goCounter(t, &opt)
	if report, err := Grade(t.Context(), opt); err != nil || !report.Passed() || len(calls()) != 3 { // programs, tests, the rest
		t.Errorf("%v %+v %q", err, report, calls())
	}
	c.write("work/01-small/1-odd/free/free.go", "package free\n\nvar x = nothing\n")
	if results := c.grade(); results["compiles-free"].Status != Fail || results["hidden"].Status != Pass || results["runs"].Status != Pass {
		t.Errorf("%+v", results)
	}
	c.write("work/01-small/1-odd/free/free.go", "package main\n\nfunc main() {}\n")
	c.write("work/01-small/1-odd/odd/main.go", "package odd\n")
	if results := c.grade(); results["exists-free"].Status != Fail || results["exists-odd"].Status != Fail || results["hidden"].Status != Pass {
		t.Errorf("%+v", results)
	}
}

// A machine without a C compiler has no race detector; the tests run there all the same.
func TestRaceWithoutCompiler(t *testing.T) {
	c := newPackageCourse(t)
	c.write("exercises/01-small/1-odd.md", strings.Replace(packageExercise, "packages:", "race: true\npackages:", 1))
	c.check("1-hidden", "test sum TestAtOnce\n")
	for _, env := range []string{"CGO_ENABLED=0", "CC=no-such-compiler"} {
		opt := c.options()
		opt.Env = append(opt.Env, env)
		if report, err := Grade(t.Context(), opt); err != nil || !report.Passed() {
			t.Errorf("%s: %v %+v", env, err, report)
		}
	}
}

// needRaceDetector skips a test where the go command has none, for want of a C compiler.
func needRaceDetector(t *testing.T) {
	out, err := exec.Command("go", "env", "CGO_ENABLED").Output()
	if err != nil {
		t.Fatal(err)
	}
	if strings.TrimSpace(string(out)) != "1" {
		t.Skip("the race detector needs cgo")
	}
}
