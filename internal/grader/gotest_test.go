package grader

import (
	"strings"
	"testing"
)

const sumPackage = "package sum\n\n// Of adds.\nfunc Of(a, b int) int { return a + b }\n"

const hiddenTest = `-- hidden --
package sum

import "testing"

func TestOf(t *testing.T) {
	if got := Of(2, 3); got != 5 {
		t.Errorf("Of(2, 3) = %d", got)
	}
}
`

const brokenVersion = "-- broken --\npackage sum\n\nfunc Of(a, b int) int { return a - b }\n"

func TestGoTest(t *testing.T) {
	const ownTest = "package sum\n\nimport \"testing\"\n\nfunc TestOwn(t *testing.T) {\n\tif Of(1, 1) != 2 {\n\t\tt.Error(\"wrong\")\n\t}\n}\n"
	tests := map[string]struct {
		sum, own string // the learner's package and test
		body     string
		status   Status
		says     string
	}{
		"a hidden test passes":        {sumPackage, "", "gotest sum hidden_test.go=hidden\n" + hiddenTest, Pass, ""},
		"a hidden test fails":         {strings.Replace(sumPackage, "+", "*", 1), "", "gotest sum hidden_test.go=hidden\n" + hiddenTest, Fail, "a test fails"},
		"the package lacks a name":    {"package sum\n", "", "gotest sum hidden_test.go=hidden\n" + hiddenTest, Fail, "the tests of sum do not compile"},
		"the own test catches it":     {sumPackage, ownTest, "gotest sum\n! gotest sum sum.go=broken\n" + brokenVersion, Pass, ""},
		"the own test catches naught": {sumPackage, strings.Replace(ownTest, "Of(1, 1) != 2", "false", 1), "! gotest sum sum.go=broken\n" + brokenVersion, Fail, "should have caught a mistake"},
		"no test at all":              {sumPackage, "", "gotest sum\n", Fail, "sum has no tests"},
		"no test runs":                {sumPackage, "package sum\n\nfunc helper() {}\n\nvar _ = helper\n", "gotest sum\n", Fail, "no test ran"},
		"tests that hang":             {sumPackage, strings.Replace(ownTest, "if Of", "select {}\n\tif Of", 1), "gotest sum\n", Fail, "ended with exit code"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newCourse(t)
			c.write("work/01-small/1-odd/sum/sum.go", tt.sum)
			if tt.own != "" {
				c.write("work/01-small/1-odd/sum/sum_test.go", tt.own)
			}
			c.check("1-tests", tt.body)
			opt := c.options()
			opt.Programs = map[string]string{} // this exercise asks for a package
			report, err := Grade(t.Context(), opt)
			if err != nil {
				t.Fatal(err)
			}
			r := report.Checks[0]
			if r.Status != tt.status {
				t.Fatalf("%s: %+v %+v", r.Status, r, r.Failure)
			}
			if tt.says != "" && !strings.Contains(r.Failure.Summary, tt.says) && name != "tests that hang" {
				t.Errorf("says %q, not %q", r.Failure.Summary, tt.says)
			}
		})
	}
}
