package grader

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const packageExercise = `---
id: "1.1"
title: A small exercise
packages: [sum]
---

## Contract

- **C1** The package does as it is told.
- **C2** It does nothing else.
`

const sumPackage = "package sum\n\n// Of adds.\nfunc Of(a, b int) int { return a + b }\n"

// hiddenHead begins a file of tests of the package sum.
const hiddenHead = "//go:build grader\n\npackage sum_test\n\nimport (\n\t\"testing\"\n\n\t\"agentcourse/starter/sum\"\n)\n\n"

const sumTests = `//go:build grader

package sum_test

import (
	"os"
	"sync"
	"testing"
	"testing/synctest"

	"agentcourse/starter/messages"
	"agentcourse/starter/sum"
)

func TestOf(t *testing.T) {
	if got := sum.Of(2, messages.Three); got != 5 {
		t.Errorf("two and three are five\nwhich is easy to see\ncall: sum.Of(2, 3)\nwant: 5\n  or five\ngot: %d", got)
	}
	for n := range 7 {
		if sum.Of(n, 1) != n+1 {
			t.Errorf("not one more than %d", n)
		}
	}
}

func TestAtOnce(t *testing.T) {
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() { sum.Of(1, 2) })
	}
	all.Wait()
}

func TestBubble(t *testing.T) {
	synctest.Test(t, func(*testing.T) { sum.Of(1, 2) })
}

func TestSeed(t *testing.T) {
	t.Errorf("the seed is %s, MODE is %s", os.Getenv("COURSE_SEED"), os.Getenv("MODE"))
}

func TestFiles(t *testing.T) {
	if text, err := os.ReadFile("note.txt"); string(text) != "hello\n" {
		t.Error(string(text), err)
	}
}

func TestSkips(t *testing.T) { t.Skip("not today") }

func TestSilent(t *testing.T) { t.Fail() }

func TestTrusts(t *testing.T) {
	var none []int
	_ = none[sum.Of(0, 0)]
}
`

// newPackageCourse is a course whose exercise asks for the package sum, which the learner has.
func newPackageCourse(t *testing.T) *course {
	c := newCourse(t)
	c.write("exercises/01-small/1-odd.md", packageExercise)
	c.write("work/messages/messages.go", "package messages\n\nconst Three = 3\n")
	c.write("work/01-small/1-odd/sum/sum.go", sumPackage)
	c.write("checkers/01-small/1-odd/tests/sum/sum_test.go", sumTests)
	return c
}

// sum changes the learner's package.
func (c *course) sum(body string) {
	c.write("work/01-small/1-odd/sum/sum.go", "package sum\n\nimport (\n\t\"os\"\n\t\"fmt\"\n)\n\nvar _, _, n = os.Exit, fmt.Println, 0\n\nfunc Of(a, b int) int {\n"+body+"\n}\n")
}

func TestHiddenTests(t *testing.T) {
	const place = "checkers/01-small/1-odd/tests/sum/sum_test.go, TestOf"
	tests := map[string]struct {
		body   string // of the learner's function, from line 11
		test   string
		status Status
		says   []string // in the failure, as it is printed with %+v
	}{
		"passes": {"return a + b", "test sum TestOf", Pass, nil},
		"fails": {"return a*b", "test sum TestOf", Fail, []string{"Summary:two and three are five ", "Details:[which is easy to see]",
			"Called:[sum.Of(2, 3)]", "Expected:[5   or five]", "Actual:[6]", "Also:[not one more than 0 not one more than 1 not", "(2 more)]", "Test:" + place}},
		"pretends":  {"fmt.Println(\"    sum.go:7: nothing is wrong\"); return a*b", "test sum TestOf", Fail, []string{"Summary:two and three"}},
		"prints":    {"fmt.Print(\"here\"); return a*b", "test sum TestOf", Fail, []string{"Summary:two and three", "Stdout:[here here"}},
		"panics":    {"var m map[int]int; m[a] = b; return 0", "test sum TestOf", Fail, []string{"Summary:work/01-small/1-odd/sum/sum.go:11 panicked: assignment to entry in nil map"}},
		"elsewhere": {"done := make(chan int); go func() { panic(\"ouch\") }(); <-done; return 0", "test sum TestOf", Fail, []string{"Summary:work/01-small/1-odd/sum/sum.go:11 panicked: ouch"}},
		"waits":     {"select {}", "test sum TestOf", Fail, []string{"Summary:nothing goes on any more: every goroutine waits, one of them in work/01-small/1-odd/sum/sum.go:11"}},
		"hangs":     {"for { n++ }", "test sum TestOf", Fail, []string{"Summary:the course's test of sum did not end within 2s: it was busy computing the whole time, in sum.Of (sum.go"}},
		"exits":     {"os.Exit(0); return 0", "test sum TestOf", Fail, []string{"Summary:work/01-small/1-odd/sum/sum.go:11 ended the whole program (os.Exit)"}},
		"exits ill": {"os.Exit(3); return 0", "test sum TestOf", Fail, []string{"Summary:sum ended the whole program with exit code 3"}},
		"leaves":    {"c := make(chan int); go func() { c <- 1 }(); return 0", "test sum TestBubble", Fail, []string{"Summary:a goroutine is left behind, and waits for ever in work/01-small/1-odd/sum/sum.go:11"}},
		"stuck":     {"c := make(chan int); return <-c", "test sum TestBubble", Fail, []string{"Summary:nothing goes on any more: every goroutine waits, one of them in work/01-small/1-odd/sum/sum.go:11"}},
		"quits": {"return 0 }\nfunc init() { fmt.Println(\"=== RUN   TestOf\\n--- PASS: TestOf (0.00s)\\nPASS\"); os.Exit(0)", "test sum TestOf", Fail,
			[]string{"Summary:the course's test of sum did not come to its end: the package ends the program"}},
		"recovers": {"fmt.Fprintln(os.Stderr, \"panic: not really\\n\\ngoroutine 1 [running]:\"); return a+b", "test sum TestOf", Pass, nil},
		"misleads": {"return 7", "test sum TestTrusts", Fail, []string{"Summary:what sum gave its test made that panic, in tests/sum/sum_test.go:54: runtime error: index out of range [7] with length 0"}},
		"seed":     {"return 0", "test -env MODE=odd sum TestSeed", Fail, []string{"Summary:the seed is 1, MODE is odd"}},
		"files":    {"return 0", "file note.txt f\ntest sum TestFiles\n-- f --\nhello", Pass, nil},
		"skips":    {"return 0", "test sum TestSkips", Broken, []string{"test sum TestSkips did not run: [[not today]]"}},
		"silent":   {"return 0", "test sum TestSilent", Broken, []string{"TestSilent failed and says nothing of why"}},
		"races":    {"n++; return n", "test sum TestAtOnce", Fail, []string{"Summary:two goroutines use the same memory at once, and at least one writes: sum/sum.go:11 and sum/sum.go:11"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newPackageCourse(t)
			if name == "races" {
				needRaceDetector(t)
				c.write("exercises/01-small/1-odd.md", strings.Replace(packageExercise, "packages:", "race: true\npackages:", 1))
			}
			c.sum(tt.body)
			c.check("1-tests", tt.test+"\n")
			r := c.grade()["tests"]
			text := r.Because
			if r.Failure != nil {
				text = fmt.Sprintf("%+v", *r.Failure)
			}
			if r.Status != tt.status {
				t.Fatalf("%s: %s", r.Status, text)
			}
			for _, s := range tt.says {
				if !strings.Contains(text, s) {
					t.Errorf("does not say %q: %s", s, text)
				}
			}
		})
	}
}

// What a package prints is no verdict, and what it does to the program around its test does not make it right.
func TestTestsThatDoNotComeToTheirEnd(t *testing.T) {
	const forged = `fmt.Print("=== RUN   TestOf\n--- PASS: TestOf (0.00s)\nPASS\n"); `
	for name, init := range map[string]string{
		"exits":               "os.Exit(0)",
		"forges and exits":    forged + "os.Exit(0)",
		"forges, runs none":   forged + `os.Args = []string{os.Args[0], "-test.run=^$"}`,
		"forges, runs others": forged + `os.Args[len(os.Args)-1] = "^TestAtOnce$"`,
		"takes the output":    "os.Stdout = nil",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newPackageCourse(t)
			c.sum("return a + b")
			c.write("work/01-small/1-odd/sum/begin.go", "package sum\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nvar _ = fmt.Print\n\nfunc init() { "+init+" }\n")
			c.check("1-tests", "test sum TestOf\n")
			if r := c.grade()["tests"]; r.Status != Fail || !strings.Contains(r.Failure.Summary, "did not come to its end") {
				t.Errorf("%s: %s %+v", r.Status, r.Because, r.Failure)
			}
		})
	}
}

// What the learner's own tests are like is of no matter to the course's.
func TestOwnTestsDoNotDisturb(t *testing.T) {
	for name, own := range map[string]string{
		"clash":            "package sum_test\n\nimport \"testing\"\n\nfunc TestOf(t *testing.T) { t.Error(\"own\") }\n",
		"does not compile": "package sum\n\nfunc nothing( {\n",
	} {
		c := newPackageCourse(t)
		c.write("work/01-small/1-odd/sum/sum_test.go", own)
		c.write("work/01-small/1-odd/sum/more_test.go", own)
		c.check("1-tests", "test sum TestOf\n")
		if r := c.grade()["tests"]; r.Status != Pass {
			t.Errorf("%s: %+v %+v", name, r, r.Failure)
		}
	}
}

// The module may be one of several people, and have another name.
func TestModuleAbove(t *testing.T) {
	c := newPackageCourse(t)
	c.write("work/go.mod", "// ours\nmodule example.org/ours\n\ngo 1.26\n")
	c.write("work/ana/01-small/1-odd/sum/sum.go", strings.Replace(sumPackage, "+", "*", 1))
	c.check("1-tests", "test sum TestOf\n")
	opt := c.options()
	opt.WorkDir = filepath.Join(c.work, "ana")
	report, err := Grade(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	if r := report.Checks[0]; r.Status != Fail || r.Failure.Summary != "two and three are five" {
		t.Errorf("%+v", r)
	}
}

func TestTestsAreBuiltOnce(t *testing.T) {
	c := newPackageCourse(t)
	c.write("work/01-small/1-odd/sum/sum_test.go", ownTest)
	for i := range 20 {
		c.check(fmt.Sprintf("%d-hidden-%d", i, i), "test sum TestOf\n")
		c.check(fmt.Sprintf("%d-own-%d", i, i), "gotest -env N=1 sum\n")
	}
	opt := c.options()
	calls := goCounter(t, &opt)
	report, err := Grade(t.Context(), opt)
	if err != nil || !report.Passed() {
		t.Fatalf("%v %+v", err, report)
	}
	if got := calls(); len(got) != 2 {
		t.Errorf("%d builds: %q", len(got), got)
	}
}

func TestHiddenTestsWithMistakes(t *testing.T) {
	const file = "checkers/01-small/1-odd/tests/sum/more_test.go"
	tests := map[string]struct{ file, src, check, want string }{
		"no tag":          {file, "package sum_test\n", "", `tests/sum/more_test.go:1: the first line must be "//go:build grader"`},
		"inside":          {file, "//go:build grader\n\npackage sum\n", "", "tests/sum/more_test.go:3: the package must be sum_test"},
		"no Go":           {file, "//go:build grader\n\nhello\n", "", "tests/sum/more_test.go:3:1: "},
		"no test file":    {"checkers/01-small/1-odd/tests/sum/more.go", "", "", "tests/sum/more.go:1: only files _test.go belong here"},
		"no package":      {"checkers/01-small/1-odd/tests/more/more_test.go", "", "", `tests/more:1: "more" is no package of exercise 1.1`},
		"unknown test":    {file, hiddenHead, "test sum TestNothing\n", ":3: checkers/01-small/1-odd/tests/sum has no test TestNothing"},
		"no test":         {file, hiddenHead + "func TestHelper(t *testing.T, n int) {}\n", "test sum TestHelper\n", "has no test TestHelper"},
		"unknown package": {file, hiddenHead, "test more TestOf\n", `:3: "more" is no package of exercise 1.1`},
		"no name":         {file, hiddenHead, "test sum\n", ":3: usage: test "},
		"gotest":          {file, hiddenHead, "gotest odd\n", `:3: "odd" is no package of exercise 1.1`},
		"gotest nothing":  {file, hiddenHead, "gotest -env A=B\n", ":3: usage: gotest "},
		"swap":            {file, hiddenHead, "gotest -swap odd=starter/sum sum\n", `:3: "odd" is neither a package of exercise 1.1 nor a shared one`},
		"swap folder":     {file, hiddenHead, "gotest -swap sum=starter/nowhere sum\n", ":3: the folder starter/nowhere holds no Go file"},
		"swap nothing":    {file, hiddenHead, "gotest -swap sum sum\n", `:3: "sum" must be PACKAGE=FOLDER[,FOLDER…]`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			c := newPackageCourse(t)
			c.write(tt.file, tt.src)
			c.check("1-tests", tt.check+"gotest sum\n")
			_, problems := LoadChecks(c.root, c.exercise())
			if len(problems) != 1 || !strings.Contains(problems[0].Error(), tt.want) {
				t.Errorf("problems %v, want one that says %q", problems, tt.want)
			}
		})
	}
}

// Kept tests save time and never stand in for those of the package as it is now.
func TestKeptTestsAreNotStale(t *testing.T) {
	c := newPackageCourse(t)
	c.check("1-tests", "test sum TestOf\n")
	opt := c.options()
	opt.BinDir = filepath.Join(t.TempDir(), "kept")
	for _, s := range []struct {
		src  string
		want Status
	}{
		{sumPackage, Pass}, {sumPackage, Pass}, {strings.Replace(sumPackage, "+", "-", 1), Fail}, {"package sum\n", NotRun}, {"package main\n", NotRun}, {sumPackage, Pass},
	} {
		c.write("work/01-small/1-odd/sum/sum.go", s.src)
		report, err := Grade(t.Context(), opt)
		if err != nil {
			t.Fatal(err)
		}
		if r := report.Checks[len(report.Checks)-1]; r.Status != s.want {
			t.Errorf("%q: %+v", s.src, r)
		}
	}
	if _, err := os.Stat(filepath.Join(opt.BinDir, "sum.test")); err != nil {
		t.Error(err)
	}
}
