package document_test

import (
	"testing"

	"agentcourse/internal/document"
	"agentcourse/internal/findings"

	"github.com/google/go-cmp/cmp"
)

func TestAllowances(t *testing.T) {
	src := "# T\n\n<!-- course: allow numbers because it is\n     worked out -->\n\none\ntwo\n\n" +
		"three <!-- Course: allow empty because: quoted -->\nfour\n\n<!-- course: allow -->\n<!-- course: allow hook because -->\n\n" +
		"<!-- the course: allows much -->\n\n`<!-- course: allow path because no -->`\n\n<!-- course: allow path because last -->\n\n- a\n- b\n\n  c\n\nd\n"
	allowed, broken := document.Parse([]byte(src)).Allowances()
	want := []findings.Allowance{
		{Rule: "numbers", Because: "it is\n     worked out", Line: 3, To: 7}, {Rule: "empty", Because: "quoted", Line: 9, To: 10},
		{Rule: "path", Because: "last", Line: 19, To: 24},
	}
	if diff := cmp.Diff(want, allowed); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(broken) != 2 || broken[0].Line != 12 || broken[1].Line != 13 || broken[0].Rule != "allow" {
		t.Errorf("broken: %+v", broken)
	}
}
