package httpmodel

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"

	"agentcourse/starter/agentic"
)

// Messages is the adapter for the Messages format. It works on JSON as it is:
// objects are maps, and what nobody here knows stays in them.
type Messages struct{}

var _ Adapter = Messages{}

type object = map[string]any

// Path is /v1/messages.
func (Messages) Path() string { return "/v1/messages" }

// Authorise sets the key and the version of the API.
func (Messages) Authorise(header http.Header, key string) {
	header.Set("authorization", "Bearer "+key)
	header.Set("anthropic-version", "2026-10-21")
}

// Body is a request in the Messages format.
func (Messages) Body(model string, req agentic.Request, stream bool) ([]byte, error) {
	if req.Temperature != nil {
		return nil, fmt.Errorf("%w: a temperature", ErrSetting)
	}
	body := object{"model": model, "max_tokens": req.MaxTokens, "stream": stream}
	var messages []object
	var results []object
	flush := func(more ...object) {
		if content := slices.Concat(results, more); content != nil {
			messages = append(messages, object{"role": "user", "content": content})
		}
		results = nil
	}
	for _, m := range req.Messages {
		switch m.Role() {
		case agentic.RoleSystem:
			body["system"] = []object{{"type": "text", "text": m.Text()}}
		case agentic.RoleTool:
			results = append(results, object{
				"type": "tool_result", "tool_use_id": m.ToolCallID(), "is_error": m.Failed(),
				"content": []object{{"type": "text", "text": m.Text()}},
			})
		case agentic.RoleUser:
			flush(object{"type": "text", "text": m.Text()})
		case agentic.RoleAssistant:
			flush()
			messages = append(messages, object{"role": "assistant", "content": said(m)})
		}
	}
	flush()
	body["messages"] = messages
	var tools []object
	for _, t := range req.Tools {
		tools = append(tools, object{"name": t.Name, "description": t.Description, "input_schema": t.Schema})
	}
	if tools != nil {
		body["tools"] = tools
	}
	return json.Marshal(body)
}

func said(m agentic.Message) any {
	if o := m.Opaque(); o.Provider == "messages" {
		return o.Content
	}
	if len(m.ToolCalls()) == 0 {
		return m.Text()
	}
	var blocks []object
	if m.Text() != "" {
		blocks = append(blocks, object{"type": "text", "text": m.Text()})
	}
	for _, c := range m.ToolCalls() {
		blocks = append(blocks, object{"type": "tool_use", "id": c.ID, "name": c.Name, "input": c.Arguments})
	}
	return blocks
}

// Read reads one message object.
func (Messages) Read(body io.Reader) (agentic.Completion, error) {
	dec := json.NewDecoder(body)
	dec.UseNumber()
	var message object
	if err := dec.Decode(&message); err != nil {
		return agentic.Completion{}, fmt.Errorf("%w: %w", ErrReply, err)
	}
	return completion(message)
}

func completion(message object) (agentic.Completion, error) {
	finish := map[string]agentic.FinishReason{
		"end_turn": agentic.FinishStop, "stop_sequence": agentic.FinishStop, "tool_use": agentic.FinishToolCalls,
		"max_tokens": agentic.FinishLength, "model_context_window_exceeded": agentic.FinishLength,
	}
	stop := text(message, "stop_reason")
	if stop == "refusal" {
		return agentic.Completion{}, fmt.Errorf("%w: %v", ErrRefusal, message["stop_details"])
	}
	usage, _ := message["usage"].(object)
	blocks, _ := message["content"].([]any)
	c := agentic.Completion{
		FinishReason: finish[stop], Model: text(message, "model"), OutputTokens: number(usage, "output_tokens"),
		InputTokens: number(usage, "input_tokens") + number(usage, "cache_creation_input_tokens") + number(usage, "cache_read_input_tokens"),
	}
	if c.FinishReason == "" {
		return c, fmt.Errorf("%w: it stopped with %q", ErrReply, stop)
	}
	for _, b := range blocks {
		block, _ := b.(object)
		switch block["type"] {
		case "text":
			c.Text += text(block, "text")
		case "tool_use":
			input, err := json.Marshal(block["input"])
			if err != nil {
				return c, fmt.Errorf("%w: %w", ErrReply, err)
			}
			c.ToolCalls = append(c.ToolCalls, agentic.ToolCall{ID: text(block, "id"), Name: text(block, "name"), Arguments: input})
		}
	}
	content, err := json.Marshal(blocks)
	c.Opaque = agentic.Opaque{Provider: "messages", Content: content}
	return c, err
}

func text(o object, field string) string {
	s, _ := o[field].(string)
	return s
}

func number(o object, field string) int {
	n, _ := o[field].(json.Number)
	i, _ := n.Int64()
	return int(i)
}

// ReadError reads an error object.
func (Messages) ReadError(body []byte) (kind, message string) {
	var wire struct{ Error object }
	_ = json.Unmarshal(body, &wire) // what cannot be read says nothing
	return text(wire.Error, "type"), text(wire.Error, "message")
}
