package checkertest

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"agentcourse/internal/catalog"
	"agentcourse/internal/cli"
	"agentcourse/internal/grader"
	"agentcourse/internal/term"
)

const testLimit = 5 * time.Second // for one run of a program under test

// measured is a time that a program under test took or wrote into its trace, another one in each run.
var measured = regexp.MustCompile(`(_ms=|"t":|"ms":|trace=\S*/)[0-9]+(?:[.-][0-9]+)?`)

// gradeVariant grades a variant whose programs are in the folder bin. What it has of its own, and what is another in each run,
// is not in the report.
func gradeVariant(t *testing.T, root string, ex *catalog.Exercise, v variant, bin string, seed uint64) *grader.Report {
	t.Helper()
	opt := grader.Options{
		Root: root, Exercise: ex, WorkDir: v.tree, Folder: "work/" + ex.Key, Seed: seed, Limit: testLimit, Env: os.Environ(),
		Programs: programsOf(t, ex, v, bin),
	}
	if ex.Race {
		opt.Limit = 2 * testLimit // the detector slows a busy machine down further
	}
	if v.golden == "" { // it is graded several times
		opt.BinDir = filepath.Join(bin, "kept", filepath.Base(v.tree))
	}
	report, err := grader.Grade(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	// A learner's program has a folder of its own name.
	for _, c := range report.Checks {
		if c.Failure == nil {
			continue
		}
		for i := range c.Failure.Stderr {
			c.Failure.Stderr[i] = strings.ReplaceAll(c.Failure.Stderr[i], v.program(""), "")
		}
		for _, lines := range [][]string{c.Failure.Actual, c.Failure.Stdout, c.Failure.Stderr} {
			for i := range lines {
				lines[i] = measured.ReplaceAllString(lines[i], "${1}N")
			}
		}
	}
	return report
}

// programsOf are a variant's programs in the folder bin, or nil for an exercise without programs and for a variant that
// stands apart: then the grader builds what there is.
func programsOf(t *testing.T, ex *catalog.Exercise, v variant, bin string) map[string]string {
	t.Helper()
	if len(ex.Programs) == 0 || v.apart {
		return nil
	}
	programs := map[string]string{}
	for _, p := range ex.Programs {
		programs[p] = filepath.Join(bin, v.program(p))
		if _, err := os.Stat(programs[p]); err != nil {
			t.Fatalf("%s has no program %s", v.name, p)
		}
	}
	return programs
}

// verdictText is what a learner reads.
func verdictText(report *grader.Report) string {
	var b bytes.Buffer
	cli.WriteVerdict(&term.Terminal{Out: &b, Err: &b}, report, false)
	return b.String()
}
