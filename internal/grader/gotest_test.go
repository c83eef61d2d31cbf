package grader

import (
	"fmt"
	"strings"
	"testing"
)

const ownTest = "package sum\n\nimport \"testing\"\n\nfunc TestOwn(t *testing.T) {\n\tif Of(1, 2) != 3 {\n\t\tt.Error(\"wrong\")\n\t}\n}\n"

// The learner's tests, beside their own package, a right one and broken ones.
func TestGoTest(t *testing.T) {
	always := func(body string) string {
		return strings.Replace(ownTest, "if Of(1, 2) != 3 {\n\t\tt.Error(\"wrong\")\n\t}", body, 1)
	}
	const right, broken = "gotest -swap sum=starter/sum sum\n", "! gotest -env MODE=minus -swap sum=starter/sum,checkers/01-small/1-odd/broken sum\n"
	tests := map[string]struct {
		own, check string
		status     Status
		says       []string
	}{
		"passes":            {ownTest, "gotest sum\n", Pass, nil},
		"beside a right":    {ownTest, right, Pass, nil},
		"catches":           {ownTest, broken, Pass, nil},
		"not every mistake": {ownTest, strings.Replace(broken, "minus", "none", 1), Fail, []string{"your tests pass, although they should fail here", "Test:your tests of sum, with MODE=none, with starter/sum and checkers/01-small/1-odd/broken in the place of sum"}},
		"in words": {always("Of(1, 2)"), strings.Replace(broken, "gotest ", "gotest -with 'a sum that takes away' ", 1), Fail, []string{
			"your tests pass with a sum that takes away, and one of them should fail", "Test:your tests of sum, with a sum that takes away ",
			"Command:cd work/01-small/1-odd && MODE=minus go test -count=1 -overlay ../../../checkers/01-small/1-odd/broken/overlay.json ./sum "}},
		"fails in words":       {always("t.Error(\"no\")"), strings.Replace(right, "gotest ", "gotest -with 'the right sum' ", 1), Fail, []string{"your tests fail with the right sum, and should pass", "Command: "}},
		"hides what it caught": {strings.Replace(strings.Replace(ownTest, "import ", "import \"os\"\nimport ", 1), "func TestOwn", "func TestMain(m *testing.M) {\n\tm.Run()\n\tos.Exit(0)\n}\n\nfunc TestOwn", 1), broken, Fail, []string{"a test of yours fails, and the exit code is 0"}},
		"is lucky": {strings.Replace(always("f, _ := os.OpenFile(os.Getenv(\"HOME\")+\"/runs\", os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)\n\tf.WriteString(\"x\")\n\tif i, _ := f.Stat(); i.Size() > 3 {\n\t\tt.Error(\"no\")\n\t}"), "import ", "import \"os\"\nimport ", 1),
			strings.Replace(right, "gotest ", "gotest -times 5 ", 1), Fail, []string{"your tests fail, and should pass (run 4 of 5; the runs before it were as they should be)"}},
		"catches naught":   {always("Of(1, 2)"), broken, Fail, []string{"your tests pass, although"}},
		"always fails":     {always("t.Error(\"no\")"), right, Fail, []string{"your tests fail, and should pass", "sum_test.go:6: no", "--- FAIL: TestOwn FAIL]"}},
		"fails plainly":    {always("t.Error(\"no\")"), "gotest -env A=B sum\n", Fail, []string{"Command:cd work/01-small/1-odd && A=B go test ./sum "}},
		"panics and fails": {always("if Of(1, 2) != 3 {\n\t\tpanic(\"wrong\")\n\t}"), broken, Pass, nil},
		"panics":           {always("panic(\"no\")"), right, Fail, []string{"work/01-small/1-odd/sum/sum_test.go:6 panicked: no"}},
		"panics too early": {strings.Replace(ownTest, "func TestOwn", "func init() { panic(1) }\n\nfunc TestOwn", 1), broken, Fail, []string{"sum_test.go:5 panicked: 1"}},
		"exits":            {strings.Replace(always("os.Exit(1)"), "import ", "import \"os\"\nimport ", 1), broken, Fail, []string{"your tests ended the program with exit code 1, and no test failed"}},
		"hangs":            {always("for {\n\t}"), broken, Fail, []string{"your test did not end within 2s"}},
		"waits":            {always("select {}"), broken, Fail, []string{"every goroutine waits, one of them in work/01-small/1-odd/sum/sum_test.go:6"}},
		"skips":            {always("t.Skip()"), "gotest sum\n", Fail, []string{"no test ran"}},
		"skips a broken":   {always("t.Skip()"), broken, Fail, []string{"no test ran"}},
		"no test":          {"package sum\n\nvar _ = 1\n", "gotest sum\n", Fail, []string{"no test ran"}},
		"no test file":     {"", "gotest sum\n", Fail, []string{"sum has no tests"}},
		"does not compile": {"package sum\n\nvar x int = nothing\n", broken, Fail, []string{"the tests of sum do not compile Refused", "Command:cd work/01-small/1-odd && go test ./sum ", "sum_test.go:3:13: undefined: nothing", "Start with the first line"}},
		"looks inside":     {always("_ = inside"), right, Fail, []string{"they may use what the contract names, and no more", "undefined: inside"}},
		"with data":        {always("if _, err := os.ReadFile(\"testdata/a\"); err != nil {\n\t\tt.Error(err)\n\t}"), "gotest sum\n", Pass, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newPackageCourse(t)
			c.write("work/01-small/1-odd/sum/sum.go", sumPackage+"\nconst inside = 1\n")
			c.write("work/01-small/1-odd/sum/testdata/a", "")
			c.write("starter/sum/sum.go", "package sum\n\nimport _ \"agentcourse/starter/messages\"\n\nfunc Of(a, b int) int { return add(a, b) }\n")
			c.write("starter/sum/add.go", "package sum\n\nfunc add(a, b int) int { return a + b }\n")
			c.write("starter/sum/sum_test.go", "package sum\n\nnonsense\n")
			c.write("checkers/01-small/1-odd/broken/add.go", "//go:build grader\n\npackage sum\n\nimport \"os\"\n\n"+
				"func add(a, b int) int {\n\tif os.Getenv(\"MODE\") == \"minus\" {\n\t\treturn a - b\n\t}\n\treturn a + b\n}\n")
			c.write("checkers/01-small/1-odd/broken/overlay.json", "{}")
			if tt.own != "" {
				own := tt.own
				if name == "with data" {
					own = strings.Replace(own, "import ", "import \"os\"\nimport ", 1)
				}
				c.write("work/01-small/1-odd/sum/sum_test.go", own)
			}
			c.check("1-tests", tt.check)
			r := c.grade()["tests"]
			text := r.Because
			if r.Failure != nil {
				text = fmt.Sprintf("%+v %s", *r.Failure, r.Hint)
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

// A shared package is swapped for the package under test and for what else uses it; tests alone make a package too.
func TestSwapOfASharedPackage(t *testing.T) {
	c := newPackageCourse(t)
	c.write("work/01-small/1-odd/sum/sum.go", "package sum\n\nimport \"learner/messages\"\n\nfunc Of(a int) int { return a + messages.Three }\n")
	c.write("work/01-small/1-odd/only/only_test.go", "package only\n\nimport (\n\t\"testing\"\n\n\t\"learner/01-small/1-odd/sum\"\n\t\"learner/messages\"\n)\n\n"+
		"func TestOf(t *testing.T) {\n\tif sum.Of(1) != 4 || messages.Three != 3 {\n\t\tt.Error(sum.Of(1))\n\t}\n}\n")
	c.write("exercises/01-small/1-odd.md", strings.Replace(packageExercise, "[sum]", "[sum, only]", 1))
	c.write("checkers/01-small/1-odd/four/four.go", "package messages\n\nconst Three = 4\n")
	c.check("1-right", "gotest only\n")
	c.check("2-broken", "! gotest -swap messages=checkers/01-small/1-odd/four only\n")
	results := c.grade()
	for _, name := range []string{"right", "broken"} {
		if r := results[name]; r.Status != Pass {
			t.Errorf("%s: %+v %+v", name, r, r.Failure)
		}
	}
}
