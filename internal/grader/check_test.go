package grader

import (
	"strings"
	"testing"
)

func TestCheckFilesWithMistakes(t *testing.T) {
	const hint = "-- hint --\nThink.\n"
	const head = "# it does something\n# contract: C1\n"
	tests := map[string]struct {
		file, src, want string
	}{
		"no behaviour":      {"1-a", "# contract: C1\nrun odd\n" + hint, ":1: the first comment must say what behaviour is wanted"},
		"no contract":       {"1-a", "# it does\nrun odd\n" + hint, ":1: the first comment must name the contract's sentence"},
		"unknown sentence":  {"1-a", "# it does\n# contract: C1, C9\nrun odd\n" + hint, `:2: the contract of exercise 1.1 has no sentence "C9"`},
		"no hint":           {"1-a", head + "run odd\n", ":1: the section -- hint -- is missing or empty"},
		"empty hint":        {"1-a", head + "run odd\n-- hint --\n\n", ":1: the section -- hint -- is missing or empty"},
		"unknown command":   {"1-a", head + "\nrum odd\n" + hint, `:4: unknown command "rum odd"`},
		"testscript's own":  {"1-a", head + "run odd\nstdout hello\n" + hint, `:4: unknown command "stdout hello"`},
		"exec":              {"1-a", head + "! exec rm -r x\n" + hint, `:3: unknown command "exec rm -r x"`},
		"bare !":            {"1-a", head + "!\n" + hint, `:3: unknown command ""`},
		"unknown program":   {"1-a", head + "run -limit 1s even\n" + hint, `:3: "even" is no program of exercise 1.1`},
		"no program":        {"1-a", head + "run\n" + hint, `:3: "" is no program of exercise 1.1`},
		"cannot fail":       {"1-a", head + "start odd\n" + hint, ":1: the check asserts nothing: it cannot fail"},
		"not drawn":         {"1-a", head + "run odd ${a}\ndraw a word\n" + hint, ":3: ${a} was not drawn before"},
		"section twice":     {"1-a", head + "run odd\n" + hint + hint, `:6: section "hint" stands twice`},
		"name of the file":  {"First", head + "run odd\n" + hint, "First.txtar:1: a check's file is named NUMBER-WORDS.txtar"},
		"needs nothing":     {"1-a", head + "# needs: b\nrun odd\n" + hint, `:1: needs "b", which is no other check of this exercise`},
		"needs itself":      {"1-a", head + "# needs: a\nrun odd\n" + hint, `:1: needs "a", which is no other check of this exercise`},
		"empty file":        {"1-a", "", ":1: the first comment must say"},
		"windows line ends": {"1-a", strings.ReplaceAll(head+"rum odd\n"+hint, "\n", "\r\n"), `:3: unknown command "rum odd"`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			c := newCourse(t)
			c.write("checkers/01-small/1-odd/"+tt.file+".txtar", tt.src)
			_, problems := LoadChecks(c.root, c.exercise())
			if len(problems) != 1 || !strings.Contains(problems[0].Error(), tt.want) {
				t.Errorf("problems %v, want one that says %q", problems, tt.want)
			}
		})
	}
}

func TestChecksThatNeedEachOther(t *testing.T) {
	c := newCourse(t)
	c.check("1-a", "# needs: b\nrun odd echo\n")
	c.check("2-b", "# needs: c\nrun odd echo\n")
	c.check("3-c", "# needs: a\nrun odd echo\n")
	if _, problems := LoadChecks(c.root, c.exercise()); len(problems) != 1 || !strings.Contains(problems[0].Error(), "which in the end needs this check") {
		t.Errorf("problems %v", problems)
	}
	if r := c.grade()["a"]; r.Status != Pass {
		t.Errorf("%+v", r)
	}
}

// Two files of one name once made the grader panic.
func TestTwoChecksOfOneName(t *testing.T) {
	c := newCourse(t)
	c.check("1-a", "run odd echo\n")
	c.check("2-a", "run odd echo\n")
	if _, problems := LoadChecks(c.root, c.exercise()); len(problems) != 1 || !strings.Contains(problems[0].Error(), "2-a.txtar:1: checkers/01-small/1-odd/1-a.txtar is a check of the same name") {
		t.Errorf("problems %v", problems)
	}
	if r := c.grade()["a"]; r.Status != Pass {
		t.Errorf("%+v", r)
	}
}

// A mistake in one check is a result of its own, and the others are graded.
func TestOneBrokenCheck(t *testing.T) {
	c := newCourse(t)
	c.check("1-good", "run odd echo\n")
	c.check("2-bad", "rum odd echo\n")
	results := c.grade()
	if results["good"].Status != Pass {
		t.Errorf("%+v", results["good"])
	}
	if r := results["checks"]; r.Status != Broken || !strings.Contains(r.Because, "2-bad.txtar:3: unknown command") {
		t.Errorf("%+v", r)
	}
}

func TestNoChecks(t *testing.T) {
	c := newCourse(t)
	if _, err := Grade(t.Context(), c.options()); err == nil || !strings.Contains(err.Error(), "checkers/01-small/1-odd: no checks there") {
		t.Errorf("error %v", err)
	}
}

func FuzzParseCheck(f *testing.F) {
	f.Add("# it does\n# contract: C1\nrun odd\n-- hint --\nThink.\n")
	f.Add("# a\n# needs: b\n! prints '${x}'\n-- a --\n-- a --\n")
	f.Add("[line:9] run odd\n#\n-- hint --")
	l := &loader{ex: newFuzzExercise()}
	f.Fuzz(func(_ *testing.T, src string) {
		_, _ = l.parse("checkers/01-small/1-odd/1-a.txtar", []byte(src))
	})
}
