package checkertest

import (
	"slices"
	"testing"

	"agentcourse/internal/catalog"
	"agentcourse/internal/grader"
)

func testExercise(t *testing.T, root string, ex *catalog.Exercise, update bool) {
	checks, problems := grader.LoadChecks(root, ex)
	for _, p := range problems {
		t.Error(p)
	}
	module := t.TempDir()
	right, wrong := layOutRight(t, root, module, ex), layOutWrong(t, root, module, ex)
	if len(right) < 2 || len(wrong) < 5 {
		t.Errorf("%d right and %d wrong programs; at least 2 and 5 are asked for", len(right), len(wrong))
	}
	bin := buildAll(t, module, ex, slices.Concat(right, wrong))
	testChecks(t, ex, checks, wrong)
	for _, v := range right {
		t.Run("right/"+v.name, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(3) {
				if report := gradeVariant(t, root, ex, v, bin, seed); !report.Passed() {
					t.Errorf("a right program fails\n%s", verdictText(report))
				}
			}
		})
	}
	for _, v := range wrong {
		t.Run("wrong/"+v.name, func(t *testing.T) {
			t.Parallel()
			testWrong(t, gradeVariant(t, root, ex, v, bin, 1), v, update)
		})
	}
}

// testChecks sees that each check is failed by a wrong program, and that each sentence of the contract has a check.
func testChecks(t *testing.T, ex *catalog.Exercise, checks []*grader.Check, wrong []variant) {
	t.Helper()
	for _, c := range checks {
		if !slices.ContainsFunc(wrong, func(v variant) bool { return slices.Contains(v.fails, c.Name) }) {
			t.Errorf("%s: no wrong program fails this check", c.File)
		}
	}
	for _, s := range ex.Contract {
		clause := grader.Clause{ID: s.ID, Text: s.Text}
		if !slices.ContainsFunc(checks, func(c *grader.Check) bool { return slices.Contains(c.Contract, clause) }) {
			t.Errorf("%s:%d: no check rests on sentence %s", ex.Path, s.Line, s.ID)
		}
	}
}

func testWrong(t *testing.T, report *grader.Report, v variant, update bool) {
	t.Helper()
	var failed []string
	for _, c := range report.Checks {
		switch c.Status {
		case grader.Fail:
			failed = append(failed, c.Check)
		case grader.Broken:
			t.Errorf("%s: the grader broke: %s", c.Check, c.Because)
		}
	}
	slices.Sort(failed)
	if !slices.Equal(v.fails, failed) {
		t.Errorf("%s names %v and fails %v", v.name, v.fails, failed)
	}
	compareGolden(t, v.golden, verdictText(report), update)
}
