package cli

import (
	"encoding/json"
	"strings"
	"testing"
)

// packageVisit is a visit to a course with an exercise that asks for a package.
func packageVisit(t *testing.T) *visit {
	v := newVisit(t)
	v.write("exercises/01-foundations/9-sums.md", "---\nid: \"1.9\"\ntitle: Sums\ntime: 5 minutes\npackages: [sum]\n---\n\n## Goal\n\nAdd.\n\n### Contract\n\n- **C1** `sum.Of` adds.\n")
	const checks = "checkers/01-foundations/9-sums/"
	v.write(checks+"1-adds.txtar", "# it adds\n# contract: C1\ntest sum TestOf\n-- hint --\nAdd the two.\n")
	v.write(checks+"2-own.txtar", "# your test sees a sum that is wrong\n# contract: C1\n! gotest -swap sum="+checks+"broken sum\n-- hint --\nTry a negative one.\n")
	v.write(checks+"tests/sum/sum_test.go", "//go:build grader\n\npackage sum_test\n\nimport (\n\t\"testing\"\n\n\t\"agentcourse/starter/sum\"\n)\n\n"+
		"func TestOf(t *testing.T) {\n\tfor _, n := range []int{2, -2} {\n\t\tif got := sum.Of(n, 3); got != n+3 {\n"+
		"\t\t\tt.Errorf(\"a sum is wrong\\nThe second number is 3.\\ncall: sum.Of(%d, 3)\\nwant: %d\\ngot: %d\", n, n+3, got)\n\t\t}\n\t}\n}\n")
	const test = "package sum\n\nimport \"testing\"\n\nfunc TestOf(t *testing.T) {\n\tif Of(-1, 1) != 0 {\n\t\tt.Error(\"wrong\")\n\t}\n}\n"
	v.write(checks+"solutions/plain/sum/sum.go", "package sum\n\nfunc Of(a, b int) int { return a + b }\n")
	v.write(checks+"solutions/plain/sum/sum_test.go", test)
	v.write(checks+"broken/sum.go", "package sum\n\nfunc Of(a, b int) int { return max(a, -a) + b }\n")
	return v
}

func TestExerciseThatAsksForAPackage(t *testing.T) {
	v := packageVisit(t)
	v.course(0, "start 1.9")
	v.says("its package sum: work/01-foundations/9-sums/sum (yours to make)", "test it: (cd work && go test ./01-foundations/9-sums/...)")
	v.course(0, "show 1.9")
	v.says("Exercise 1.9: Sums")
	v.course(0, "list")
	v.says("1.9 started Sums")
	v.course(2, "run 1.9")
	v.says("course: error: exercise 1.9 asks for no program to run: it asks for the package sum",
		"course: hint: run its tests: (cd work && go test ./01-foundations/9-sums/...)")
	v.course(1, "check 1.9")
	v.says("FAIL there is a package sum", "work/01-foundations/9-sums/sum holds no Go file", "1 not run it adds (sum could not be built)")

	v.write("work/01-foundations/9-sums/sum/sum.go", "package sum\n\nfunc Of(a, b int) int { return a * b }\n")
	v.course(1, "check 1.9")
	v.says("1 FAIL it adds", "a sum is wrong The second number is 3. test checkers/01-foundations/9-sums/tests/sum/sum_test.go, TestOf"+
		" called sum.Of(2, 3) expected 5 actual 6 the test also says a sum is wrong The second number is 3. call: sum.Of(-2, 3) want: 1 got: -6 hint Add the two.",
		"2 FAIL your test sees")
	v.course(1, "check 1.9 --json")
	var report struct {
		Checks []struct {
			Failure struct{ Called, Expected, Actual []string }
		}
	}
	if err := json.Unmarshal([]byte(v.out), &report); err != nil || strings.Join(report.Checks[0].Failure.Called, "") != "sum.Of(2, 3)" {
		t.Errorf("%v\n%s", err, v.out)
	}
}

// A right test is part of what the course ships.
func TestShippedPackage(t *testing.T) {
	v := packageVisit(t)
	v.course(0, "check 1.9 --solution")
	v.says("2 of 2 checks passed")
}
