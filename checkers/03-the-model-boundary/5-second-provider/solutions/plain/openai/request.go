package openai

import (
	"encoding/json"

	"agentcourse/starter/agentic"
)

type request struct {
	Model         string         `json:"model"`
	Messages      []message      `json:"messages"`
	Tools         []tool         `json:"tools,omitempty"`
	MaxTokens     int            `json:"max_completion_tokens"` // older servers call it max_tokens
	Temperature   *float64       `json:"temperature,omitempty"`
	Stream        bool           `json:"stream,omitempty"`
	StreamOptions *streamOptions `json:"stream_options,omitempty"`
}

type streamOptions struct {
	IncludeUsage bool `json:"include_usage"`
}

type message struct {
	Role       string     `json:"role"`
	Content    string     `json:"content"`
	ToolCalls  []toolCall `json:"tool_calls,omitempty"`
	ToolCallID string     `json:"tool_call_id,omitempty"`
}

type toolCall struct {
	ID       string   `json:"id"`
	Type     string   `json:"type"`
	Function function `json:"function"`
}

type function struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"` // an object, as text
}

type tool struct {
	Type     string `json:"type"`
	Function spec   `json:"function"`
}

type spec struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters"`
}

func messagesOf(conversation []agentic.Message) []message {
	messages := make([]message, len(conversation))
	for i, m := range conversation {
		messages[i] = message{Role: string(m.Role()), Content: m.Text(), ToolCallID: m.ToolCallID()}
		for _, call := range m.ToolCalls() {
			f := function{call.Name, string(call.Arguments)}
			messages[i].ToolCalls = append(messages[i].ToolCalls, toolCall{call.ID, "function", f})
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
