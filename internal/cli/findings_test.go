package cli

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"agentcourse/internal/findings"
	"agentcourse/internal/term"

	"github.com/google/go-cmp/cmp"
)

func printedFindings(t *testing.T, colour, asJSON bool, found []findings.Finding, asked []findings.Question, accepted int) (string, error) {
	t.Helper()
	var out bytes.Buffer
	a := &app{World: World{Out: &out}, term: &term.Terminal{Out: &out, Color: colour}}
	err := a.printFindings(found, asked, accepted, asJSON)
	return out.String(), err
}

func TestFindingsPrinted(t *testing.T) {
	found := []findings.Finding{
		{File: "posts/x.md", Line: 12, Rule: "numbers", What: "571 stands in none of the sources", Why: strings.Repeat("long words ", 9), Mend: "look it up"},
		{File: "posts/x.md", Line: 3, Rule: "secret", Commit: "abc1234", What: "an escape \x1b[31m and\na line"},
		{File: "LICENSE", Rule: "licence", What: "it is missing", Mend: "choose one"},
	}
	asked := []findings.Question{{File: "posts/x.md", Line: 5, Rule: "hook", Ask: "Can the first line be false?"}}
	want := `LICENSE: licence: it is missing
  mend: choose one

posts/x.md:3 (abc1234): secret: an escape \u001b[31m and a line

posts/x.md:12: numbers: 571 stands in none of the sources
  why:  long words long words long words long words long words long words long
        words long words long words
  mend: look it up

for you to judge

posts/x.md:5: hook: Can the first line be false?

3 findings, 1 question for you to judge, 2 accepted
`
	got, err := printedFindings(t, false, false, found, asked, 2)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !errors.Is(err, errFailed) {
		t.Errorf("error %v", err)
	}
	coloured, _ := printedFindings(t, true, false, found, asked, 2)
	plainAgain := strings.NewReplacer("\x1b[31;1m", "", "\x1b[33m", "", "\x1b[1m", "", "\x1b[0m", "", "\x1b[0;22m", "", "\x1b[22m", "", "\x1b[31;1;22m", "").Replace(coloured)
	if coloured == got || plainAgain != want {
		t.Errorf("with colour:\n%q", coloured)
	}
}

func TestFindingsPrintedWhenThereAreNone(t *testing.T) {
	got, err := printedFindings(t, false, false, nil, nil, 0)
	if got != "nothing found\n" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	got, err = printedFindings(t, false, true, nil, nil, 1)
	want := "{\n  \"findings\": [],\n  \"questions\": [],\n  \"accepted\": 1\n}\n"
	if got != want || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}

func TestFindingsAsJSON(t *testing.T) {
	got, err := printedFindings(t, true, true,
		[]findings.Finding{{File: "posts/x.md", Line: 2, Rule: "hook", What: "<b>"}}, []findings.Question{{File: "y.md", Rule: "toy", Ask: "?"}}, 0)
	want := `{
  "findings": [
    {
      "file": "posts/x.md",
      "line": 2,
      "rule": "hook",
      "what": "<b>"
    }
  ],
  "questions": [
    {
      "file": "y.md",
      "line": 0,
      "rule": "toy",
      "ask": "?"
    }
  ],
  "accepted": 0
}
`
	if diff := cmp.Diff(want, got); diff != "" || !errors.Is(err, errFailed) {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}
