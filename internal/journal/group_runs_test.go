package journal_test

import (
	"strings"
	"testing"

	"agentcourse/internal/journal"

	"github.com/google/go-cmp/cmp"
)

func TestReviewAfterRuns(t *testing.T) {
	file := "journal/" + name
	hash := journal.PredictionHash("13 in\nturn 1.")
	ran := func(at float64, entry, hash string) journal.Ran {
		return journal.Ran{T: at, Exercise: "1.2", Entry: entry, Prediction: hash}
	}
	other := ran(1, file, "")
	other.Exercise = "1.3"
	for what, tt := range map[string]struct {
		runs []journal.Ran
		want []string
	}{
		"predicted":                  {[]journal.Ran{ran(1, file, hash)}, nil},
		"changed since":              {[]journal.Ran{ran(1, file, "0123456789abcdef")}, []string{"prediction 14 the prediction has changed since the first run"}},
		"afterwards, and renamed":    {[]journal.Ran{{T: 1, Exercise: "1.2", Entry: "journal/2026-12-01-old.md", Trace: "traces/20261201-142001.jsonl"}}, []string{"prediction 14 it was written after the first run"}},
		"of an entry that is gone":   {[]journal.Ran{{T: 1, Exercise: "1.2", Entry: "journal/2026-12-01-old.md", Trace: "traces/20261201-142001-2.jsonl"}}, nil},
		"first of two":               {[]journal.Ran{ran(2, file, ""), ran(1, file, hash)}, nil},
		"another exercise's":         {[]journal.Ran{other}, nil},
		"another entry's":            {[]journal.Ran{ran(1, "journal/2026-11-01-x.md", "")}, nil},
		"afterwards":                 {[]journal.Ran{ran(1, file, "")}, []string{"prediction 14 it was written after the first run"}},
		"afterwards, with more runs": {[]journal.Ran{ran(2, file, hash), ran(1, file, "")}, []string{"prediction 14 it was written after the first run"}},
	} {
		traced := strings.Replace(full, "| 1.2 chat, sim-1 | 10 | 2704 |", "| 1.2 chat, sim-1 | 10 | 2704 traces/20261201-142001.jsonl |", 1)
		if _, open := review(t, map[string]string{name: traced}, tt.runs...); !cmp.Equal(tt.want, open) {
			t.Errorf("%s: open: %q", what, open)
		}
	}
	empty := strings.Replace(full, "13 in turn 1.\n", "", 1)
	g, open := review(t, map[string]string{name: empty}, ran(1, file, ""))
	if len(open) != 1 || !strings.Contains(g.Items[1].Mend, "make another entry") {
		t.Errorf("open: %q", open)
	}
}

// A prediction that the log holds may be worked on after the run as any line that was written may; a mark that puts it off
// is none.
func TestReviewOfPredictionsAfterARun(t *testing.T) {
	for now, want := range map[string]string{
		"13 in turn 1, and all replys differ.":                           "",
		"- [x] 13 in turn 1, and all\n  replys differ.":                  "",
		"~~13 in turn 1, and all replys differ.~~ wrong: 15":             "",
		"### 1.2-predict x\n\n13 in turn 1, and all replys differ.":      "",
		"15 in turn 1, and all replys differ.":                           "the prediction has changed since the first run",
		"15 in turn 1.\n\n<!-- 13 in turn 1, and all replys differ. -->": "the prediction has changed since the first run",
		"TODO": "nothing is predicted",
	} {
		run := journal.Ran{T: 1, Exercise: "1.2", Entry: "journal/" + name, Prediction: "0123456789abcdef", Predicted: "13 in turn 1, and all replys differ."}
		g, _ := review(t, map[string]string{name: strings.Replace(full, "13 in turn 1.", now, 1)}, run)
		if got := g.Items[1].Problem; got != want {
			t.Errorf("%q: %q, want %q", now, got, want)
		}
	}
}
