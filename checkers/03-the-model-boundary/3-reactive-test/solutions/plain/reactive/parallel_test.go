//go:build grader

package reactive_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"agentcourse/checkers/03-the-model-boundary/2-fake-model/solutions/plain/fakemodel"
	"agentcourse/starter/agentic"
)

// The first call is done only when the second is. So they have to run side by
// side, and the second result is there before the first.
func TestTwoCallsRunSideBySide(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Second) // only an agent that cannot do it waits so long
	defer cancel()
	second := make(chan struct{})
	tools := registry(t,
		tool(t, "first", func() string {
			select {
			case <-second:
				return "one"
			case <-ctx.Done():
				return "waited in vain"
			}
		}),
		tool(t, "second", func() string {
			close(second)
			return "two"
		}),
	)
	none := json.RawMessage("{}")
	both := agentic.Completion{ToolCalls: []agentic.ToolCall{{ID: "a", Name: "first", Arguments: none}, {ID: "b", Name: "second", Arguments: none}}}
	fake := fakemodel.New(fakemodel.Completion(both), fakemodel.Text("done"))
	run, err := (&agentic.Agent{Model: fake, Tools: tools}).Run(ctx, "both")
	if err != nil {
		t.Fatal(err)
	}
	calls := fake.Calls()
	if len(calls) < 2 {
		t.Fatalf("the run stopped with %s and never sent the results", run.Stop)
	}
	results := calls[1].Messages
	results = results[len(results)-2:]
	for i, want := range []struct{ id, text string }{{"a", "one"}, {"b", "two"}} {
		if got := results[i]; got.ToolCallID() != want.id || got.Text() != want.text {
			t.Errorf("result %d is %q for call %q, want %q for %q", i+1, got.Text(), got.ToolCallID(), want.text, want.id)
		}
	}
}

// tool has no arguments.
func tool(t *testing.T, name string, run func() string) agentic.Tool {
	t.Helper()
	made, err := agentic.NewTool(name, "", func(context.Context, struct{}) (string, error) { return run(), nil })
	if err != nil {
		t.Fatal(err)
	}
	return made
}
