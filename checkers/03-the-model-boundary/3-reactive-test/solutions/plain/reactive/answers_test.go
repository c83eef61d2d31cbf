//go:build grader

package reactive_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"agentcourse/checkers/03-the-model-boundary/2-fake-model/solutions/plain/fakemodel"
	"agentcourse/starter/agentic"
	"agentcourse/starter/reactive"
)

// searches looks for an article first, and answers once a result is there.
func searches(messages []agentic.Message) fakemodel.Reply {
	for _, m := range messages {
		if m.Role() == agentic.RoleTool {
			return fakemodel.Text("Within five days.")
		}
	}
	return fakemodel.ToolCall("search_help", map[string]any{"q": "refunds"})
}

func TestSearchesThenAnswers(t *testing.T) {
	tool := reactive.SearchHelp()
	fake := fakemodel.New(fakemodel.Decide(searches), fakemodel.Decide(searches))
	agent := agentic.Agent{Model: fake, Tools: registry(t, tool)}
	run, err := agent.Run(t.Context(), "When is my money back?")
	if err != nil {
		t.Fatal(err)
	}
	if run.Stop != agentic.StopAnswered || run.Output != "Within five days." {
		t.Errorf("stop %s, output %q; want %s and the model's answer", run.Stop, run.Output, agentic.StopAnswered)
	}
	if got, want := run.Trajectory(), []string{"search_help"}; !slices.Equal(got, want) {
		t.Errorf("trajectory %q, want %q", got, want)
	}
	calls := fake.Calls()
	if len(calls) != 2 {
		t.Fatalf("the model was called %d times, want 2", len(calls))
	}
	offered := calls[0].Tools
	if len(offered) != 1 || offered[0].Name != tool.Name || !bytes.Equal(offered[0].Schema, tool.Schema) {
		t.Errorf("first call offers %s, want %s with %s", offered, tool.Name, tool.Schema)
	}
	article, err := tool.Run(t.Context(), json.RawMessage(`{"q":"refunds"}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := calls[1].Messages; got[len(got)-1].Text() != article {
		t.Errorf("second call ends with %q, want the tool's result %q", got[len(got)-1].Text(), article)
	}
}

func registry(t *testing.T, tools ...agentic.Tool) *agentic.Registry {
	t.Helper()
	r, err := agentic.NewRegistry(tools...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
