package findings_test

import (
	"testing"

	"agentcourse/internal/findings"

	"github.com/google/go-cmp/cmp"
)

func TestAccept(t *testing.T) {
	at := func(line int, rule string) findings.Finding {
		return findings.Finding{File: "posts/x.md", Line: line, Rule: rule}
	}
	left, accepted, idle := findings.Accept(
		[]findings.Finding{at(2, "numbers"), at(3, "numbers"), at(5, "numbers"), at(6, "numbers"), at(4, "hook"), at(0, "date"), at(0, "model")},
		[]findings.Allowance{{Rule: "numbers", Line: 3, To: 5}, {Rule: "hook", Line: 5, To: 9}, {Rule: "date", Line: 9, To: 9}})
	if diff := cmp.Diff([]findings.Finding{at(2, "numbers"), at(6, "numbers"), at(4, "hook"), at(0, "model")}, left); diff != "" {
		t.Errorf("left (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]findings.Allowance{{Rule: "hook", Line: 5, To: 9}}, idle); diff != "" || accepted != 3 {
		t.Errorf("%d accepted, idle (-want +got):\n%s", accepted, diff)
	}
}

func TestSort(t *testing.T) {
	f := func(file string, line int, rule string) findings.Finding {
		return findings.Finding{File: file, Line: line, Rule: rule}
	}
	found := []findings.Finding{f("b", 1, "x"), f("a", 10, "x"), f("a", 2, "y"), f("a", 2, "x"), f("a", 0, "z")}
	findings.Sort(found)
	var got []string
	for _, f := range found {
		got = append(got, f.Where()+" "+f.Rule)
	}
	if diff := cmp.Diff([]string{"a z", "a:2 x", "a:2 y", "a:10 x", "b:1 x"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
