//go:build grader

package reactive_test

import (
	"slices"
	"testing"

	"agentcourse/checkers/03-the-model-boundary/2-fake-model/solutions/plain/fakemodel"
	"agentcourse/starter/agentic"
)

func TestHistoryComesFirstAndStays(t *testing.T) {
	answer, err := agentic.Assistant("earlier answer")
	if err != nil {
		t.Fatal(err)
	}
	before := []agentic.Message{agentic.User("earlier question"), answer}
	history := slices.Clone(before)
	fake := fakemodel.New(fakemodel.Text("ok"))
	if _, err := (&agentic.Agent{Model: fake}).Run(t.Context(), "new question", history...); err != nil {
		t.Fatal(err)
	}
	want := append(slices.Clone(before), agentic.User("new question"))
	if got := fake.Calls()[0].Messages; !slices.EqualFunc(got, want, agentic.Message.Equal) {
		t.Errorf("sent %v, want %v", got, want)
	}
	if !slices.EqualFunc(history, before, agentic.Message.Equal) {
		t.Errorf("the run changed the history to %v", history)
	}
}
