package agentic

import (
	"context"
	"encoding/json"
	"os"
	"slices"
)

// fault is the one that the agent is to have, which AGENT_FAULT names. It is
// taken out of the environment before any test begins: what is wrong is for the
// tests to find out from what the agent does.
var fault = take("AGENT_FAULT")

func take(name string) string {
	value := os.Getenv(name)
	_ = os.Unsetenv(name) // fails for no name that can be set
	return value
}

// broken reports whether the agent is to have a fault. agent.go is the course's
// own but for the blocks that ask.
func broken(f string) bool { return f == fault }

// askAgain makes one more call after the answer and says nothing of it,
// whatever it brings.
func (a *Agent) askAgain(ctx context.Context, run *Run) {
	_, _ = a.Model.Complete(ctx, Request{Messages: slices.Clone(run.Messages), Tools: a.Tools.Specs(), MaxTokens: 1024})
}

// oneByOne runs each call when the one before it is done.
func (a *Agent) oneByOne(ctx context.Context, calls []ToolCall) []Message {
	var results []Message
	for _, call := range calls {
		text, failed := a.Tools.Call(ctx, call)
		results = append(results, Message{role: RoleTool, text: text, callID: call.ID, failed: failed})
	}
	return results
}

// lastCall is the result of a reply's last call under the id of another, as
// when all the goroutines look at one variable.
func (a *Agent) lastCall(ctx context.Context, calls []ToolCall, id string) Message {
	text, failed := a.Tools.Call(ctx, calls[len(calls)-1])
	return Message{role: RoleTool, text: text, callID: id, failed: failed}
}

// spoilSchemas offers tools with other schemas than they were registered with:
// with none to speak of, or with one that no longer says what is required and
// lets in any name.
func spoilSchemas(tools []ToolSpec) {
	for i := range tools {
		var schema map[string]any
		if broken("loose-schema") && json.Unmarshal(tools[i].Schema, &schema) == nil {
			delete(schema, "required")
			delete(schema, "additionalProperties")
			tools[i].Schema, _ = json.Marshal(schema)
			continue
		}
		tools[i].Schema = json.RawMessage(`{"type":"object"}`)
	}
}
