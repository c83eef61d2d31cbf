package progress

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// sequence reads "started 1.1, checked 1.1 2/3": events, and of a checked one how many checks passed of how many.
func sequence(t *testing.T, text string) []Event {
	t.Helper()
	var events []Event
	for part := range strings.SplitSeq(text, ", ") {
		fields := strings.Fields(part)
		if len(fields) == 0 {
			continue
		}
		e := Event{Event: fields[0], Exercise: fields[1]}
		if len(fields) > 2 {
			e.Passed, e.Of = int(fields[2][0]-'0'), int(fields[2][2]-'0')
		}
		events = append(events, e)
	}
	return events
}

func TestSummary(t *testing.T) {
	checked := func(passed, of int) Event { return Event{Event: Checked, Exercise: "1.1", Passed: passed, Of: of} }
	tests := []struct {
		events string
		want   State
	}{
		{"started 1.1", State{Started: true}},
		{"checked 1.1 1/3", State{Started: true, Last: checked(1, 3)}}, // a check starts the exercise
		{"started 1.1, checked 1.1 1/3, checked 1.1 2/3", State{Started: true, Last: checked(2, 3)}},
		{"started 1.1, checked 1.1 3/3, passed 1.1", State{Started: true, Passed: true, Ever: true, Last: checked(3, 3)}},
		// A crash between the two events once cost both.
		{"started 1.1, checked 1.1 3/3", State{Started: true, Passed: true, Ever: true, Last: checked(3, 3)}},
		{"checked 1.1 3/3, passed 1.1, checked 1.1 2/3", State{Started: true, Ever: true, Last: checked(2, 3)}},
		{"started 1.1, checked 1.1 0/0", State{Started: true, Last: checked(0, 0)}}, // nothing was checked
		{"checked 1.1 3/3, passed 1.1, completed 1.1", State{Started: true, Passed: true, Ever: true, Complete: true, Finished: true, Last: checked(3, 3)}},
		{"checked 1.1 3/3, completed 1.1, checked 1.1 3/3", State{Started: true, Passed: true, Ever: true, Finished: true, Last: checked(3, 3)}},
		{"checked 1.1 3/3, completed 1.1, reset 1.1", State{}},
		{"ran 1.1", State{}},
		{"started 1.1, hinted 1.1, hinted 1.1", State{Started: true, Hints: 2}},
		{"hinted 1.1", State{Hints: 1}},
		{"started 1.1, hinted 1.1, checked 1.1 1/3, hinted 1.1", State{Started: true, Hints: 2, Last: checked(1, 3)}},
		{"hinted 1.1, started 1.1", State{Started: true}},
		{"started 1.1, hinted 1.1, reset 1.1, started 1.1", State{Started: true}},
		{"started 1.1, hinted 1.1, reset 1.1, started 1.1, hinted 1.1", State{Started: true, Hints: 1}},
		{"checked 1.1 3/3, passed 1.1, reset 1.1, started 1.1", State{Started: true}},
		{"checked 1.1 3/3, reset 1.1, started 1.1, checked 1.1 1/3", State{Started: true, Last: checked(1, 3)}},
		{"started 1.1, checked 1.2 3/3, hinted 1.2, reset 1.2", State{Started: true}}, // another exercise
	}
	for _, tt := range tests {
		states, _ := Summary(sequence(t, tt.events))
		if diff := cmp.Diff(tt.want, states["1.1"]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.events, diff)
		}
	}
}

func TestSummaryNamesEveryExercise(t *testing.T) {
	states, _ := Summary(sequence(t, "started 1.1, started 1.2, hinted 2.1"))
	if len(states) != 3 || !states["1.2"].Started || states["2.1"].Hints != 1 || states["9.9"] != (State{}) {
		t.Errorf("got %+v", states)
	}
}

func TestChapterLastWorkedIn(t *testing.T) {
	tests := []struct {
		events string
		want   int
	}{
		{"", 1},
		{"started 2.1", 2},
		{"started 2.1, checked 1.2 0/3", 1},
		{"started 1.1, hinted 12.10", 12},
		{"started 1.1, started 0.1", 0},
		{"started 2.1, reset 3.4", 3},
		{"started 2.1, started nonsense, started x.1", 2},
	}
	for _, tt := range tests {
		if _, chapter := Summary(sequence(t, tt.events)); chapter != tt.want {
			t.Errorf("%q: chapter %d, want %d", tt.events, chapter, tt.want)
		}
	}
}
