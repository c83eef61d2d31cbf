package ollama

import (
	"encoding/json"

	"agentcourse/starter/agentic"
)

type request struct {
	Model    string    `json:"model"`
	Messages []message `json:"messages"`
	Tools    []tool    `json:"tools,omitempty"`
	Stream   bool      `json:"stream"` // never left out: absent means true
	Options  options   `json:"options"`
}

type options struct {
	NumPredict  int      `json:"num_predict"`
	Temperature *float64 `json:"temperature,omitempty"`
}

type message struct {
	Role       string     `json:"role"`
	Content    string     `json:"content"`
	ToolCalls  []toolCall `json:"tool_calls,omitempty"`
	ToolName   string     `json:"tool_name,omitempty"`
	ToolCallID string     `json:"tool_call_id,omitempty"`
}

type toolCall struct {
	ID       string   `json:"id,omitempty"`
	Function function `json:"function"`
}

type function struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"` // an object
}

type tool struct {
	Type     string `json:"type"`
	Function spec   `json:"function"`
}

type spec struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
}

// messagesOf needs no case for the system message: here it is a role like the
// others. A result names its tool, which is known from the call.
func messagesOf(conversation []agentic.Message) []message {
	messages := make([]message, len(conversation))
	names := map[string]string{} // of tools, by the ids of their calls
	for i, m := range conversation {
		messages[i] = message{
			Role: string(m.Role()), Content: m.Text(), ToolName: names[m.ToolCallID()], ToolCallID: m.ToolCallID(),
		}
		for _, call := range m.ToolCalls() {
			names[call.ID] = call.Name
			messages[i].ToolCalls = append(messages[i].ToolCalls, toolCall{call.ID, function{call.Name, call.Arguments}})
		}
	}
	return messages
}

func toolsOf(specs []agentic.ToolSpec) []tool {
	var tools []tool
	for _, s := range specs {
		tools = append(tools, tool{"function", spec{s.Name, s.Description, s.Schema}})
	}
	return tools
}
