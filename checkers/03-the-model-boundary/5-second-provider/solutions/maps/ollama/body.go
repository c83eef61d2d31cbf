// Package ollama puts Ollama's chat format behind the model boundary. What is
// sent is built of maps; what comes back is read line by line. A model's
// thinking is kept, and sent back to it.
package ollama

import (
	"encoding/json"
	"net/http"
	"sync/atomic"

	"agentcourse/checkers/03-the-model-boundary/4-http-model/solutions/plain/httpmodel"
	"agentcourse/starter/agentic"
)

const me = "ollama"

// Adapter numbers the calls that come without an id.
type Adapter struct {
	numbered atomic.Int64
}

var _ httpmodel.Adapter = (*Adapter)(nil)

type object map[string]any

// Path is where chats go.
func (*Adapter) Path() string { return "/api/chat" }

// Authorise has nothing to do: there is no key.
func (*Adapter) Authorise(http.Header, string) {}

// Body writes a chat request.
func (*Adapter) Body(model string, req agentic.Request, stream bool) ([]byte, error) {
	opts := object{"num_predict": req.MaxTokens}
	if t := req.Temperature; t != nil {
		opts["temperature"] = *t
	}
	tools := []object{}
	for _, t := range req.Tools {
		f := object{"name": t.Name, "description": t.Description, "parameters": t.Schema}
		tools = append(tools, object{"type": "function", "function": f})
	}
	var messages []object
	for i, m := range req.Messages {
		messages = append(messages, turn(m, req.Messages[:i]))
	}
	return json.Marshal(object{"model": model, "stream": stream, "options": opts, "tools": tools, "messages": messages})
}

func turn(m agentic.Message, before []agentic.Message) object {
	o := object{"role": m.Role(), "content": m.Text()}
	switch m.Role() {
	case agentic.RoleTool:
		o["tool_call_id"], o["tool_name"] = m.ToolCallID(), nameOf(m.ToolCallID(), before)
		if m.Failed() {
			o["content"] = "error: " + m.Text()
		}
	case agentic.RoleAssistant:
		if own := m.Opaque(); own.Provider == me {
			o["thinking"] = own.Content
		}
		calls := []object{}
		for _, c := range m.ToolCalls() {
			calls = append(calls, object{"id": c.ID, "function": object{"name": c.Name, "arguments": c.Arguments}})
		}
		o["tool_calls"] = calls
	}
	return o
}

// nameOf looks backwards for the call with that id.
func nameOf(id string, before []agentic.Message) string {
	for i := len(before) - 1; i >= 0; i-- {
		for _, c := range before[i].ToolCalls() {
			if c.ID == id {
				return c.Name
			}
		}
	}
	return ""
}
