package httpmodel

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"agentcourse/starter/agentic"
)

// Messages is the adapter for the Messages format, which Anthropic's API and
// some local servers speak.
type Messages struct{}

var _ Adapter = Messages{}

// messagesProvider marks what of a reply only this adapter reads.
const messagesProvider = "messages"

// Path is /v1/messages.
func (Messages) Path() string { return "/v1/messages" }

// Authorise sets the key and the version of the API.
func (Messages) Authorise(header http.Header, key string) {
	header.Set("X-Api-Key", key)
	header.Set("Anthropic-Version", "2023-06-01")
}

// turn is a message of the format.
type turn struct {
	Role    string `json:"role"`
	Content any    `json:"content"` // []block, or the JSON that came from the provider
}

// block is a part of a message that is sent.
type block struct {
	Type      string          `json:"type"`
	Text      string          `json:"text,omitempty"`
	ID        string          `json:"id,omitempty"`
	Name      string          `json:"name,omitempty"`
	Input     json.RawMessage `json:"input,omitempty"`
	ToolUseID string          `json:"tool_use_id,omitempty"`
	Content   string          `json:"content,omitempty"`
	IsError   bool            `json:"is_error,omitempty"`
}

type toolSpec struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	InputSchema json.RawMessage `json:"input_schema"`
}

// Body puts the system message where this format has it, and the results of
// one turn into one message. A temperature is ErrSetting: the newest models
// refuse any.
func (Messages) Body(model string, req agentic.Request, stream bool) ([]byte, error) {
	if req.Temperature != nil {
		return nil, fmt.Errorf("%w: temperature %v; leave it nil", ErrSetting, *req.Temperature)
	}
	body := struct {
		Model     string     `json:"model"`
		MaxTokens int        `json:"max_tokens"`
		System    string     `json:"system,omitempty"`
		Messages  []turn     `json:"messages"`
		Tools     []toolSpec `json:"tools,omitempty"`
		Stream    bool       `json:"stream,omitempty"`
	}{Model: model, MaxTokens: req.MaxTokens, Messages: turns(req.Messages), Stream: stream}
	for _, m := range req.Messages {
		if m.Role() == agentic.RoleSystem {
			body.System = m.Text()
		}
	}
	for _, tool := range req.Tools {
		body.Tools = append(body.Tools, toolSpec{tool.Name, tool.Description, tool.Schema})
	}
	return json.Marshal(body)
}

func turns(messages []agentic.Message) []turn {
	all := []turn{}
	for i, m := range messages {
		switch m.Role() {
		case agentic.RoleUser:
			all = append(all, turn{"user", []block{{Type: "text", Text: m.Text()}}})
		case agentic.RoleAssistant:
			if content := assistantContent(m); content != nil {
				all = append(all, turn{"assistant", content})
			}
		case agentic.RoleTool:
			result := block{Type: "tool_result", ToolUseID: m.ToolCallID(), Content: m.Text(), IsError: m.Failed()}
			if i > 0 && messages[i-1].Role() == agentic.RoleTool {
				last := &all[len(all)-1]
				last.Content = append(last.Content.([]block), result)
				continue
			}
			all = append(all, turn{"user", []block{result}})
		}
	}
	return all
}

// assistantContent is what the provider sent, thinking and its signature
// included, or, of a message from elsewhere, its text and calls. It is nil for
// a turn in which nothing was said: the provider refuses an empty one.
func assistantContent(m agentic.Message) any {
	if own := m.Opaque(); own.Provider == messagesProvider && len(own.Content) > len("null") {
		return own.Content
	}
	var blocks []block
	if m.Text() != "" {
		blocks = append(blocks, block{Type: "text", Text: m.Text()})
	}
	for _, call := range m.ToolCalls() {
		blocks = append(blocks, block{Type: "tool_use", ID: call.ID, Name: call.Name, Input: call.Arguments})
	}
	if blocks == nil {
		return nil
	}
	return blocks
}

// reply is a message object.
type reply struct {
	Model      string          `json:"model"`
	Content    json.RawMessage `json:"content"`
	StopReason string          `json:"stop_reason"`
	Usage      usage           `json:"usage"`
}

type usage struct {
	InputTokens   int `json:"input_tokens"`
	CacheCreation int `json:"cache_creation_input_tokens"`
	CacheRead     int `json:"cache_read_input_tokens"`
	OutputTokens  int `json:"output_tokens"`
}

// Read reads one message object.
func (Messages) Read(body io.Reader) (agentic.Completion, error) {
	data, err := io.ReadAll(body)
	if err != nil {
		return agentic.Completion{}, fmt.Errorf("the reply broke off after %d bytes: %w", len(data), err)
	}
	var r reply
	if err := json.Unmarshal(data, &r); err != nil {
		return agentic.Completion{}, fmt.Errorf("%w: %w; it begins %q", ErrReply, err, beginning(string(data)))
	}
	return r.completion()
}

func (r reply) completion() (agentic.Completion, error) {
	finish, err := finishReason(r.StopReason)
	if err != nil {
		return agentic.Completion{}, err
	}
	var blocks []struct { // those that a completion tells of
		Type, Text, ID, Name string
		Input                json.RawMessage
	}
	if err := json.Unmarshal(r.Content, &blocks); err != nil {
		return agentic.Completion{}, fmt.Errorf("%w: its content: %w", ErrReply, err)
	}
	c := agentic.Completion{
		FinishReason: finish,
		InputTokens:  r.Usage.InputTokens + r.Usage.CacheCreation + r.Usage.CacheRead,
		OutputTokens: r.Usage.OutputTokens,
		Model:        r.Model,
		Opaque:       agentic.Opaque{Provider: messagesProvider, Content: r.Content},
	}
	for _, b := range blocks {
		switch b.Type {
		case "text":
			c.Text += b.Text
		case "tool_use":
			c.ToolCalls = append(c.ToolCalls, agentic.ToolCall{ID: b.ID, Name: b.Name, Arguments: b.Input})
		}
	}
	return c, nil
}

func finishReason(stop string) (agentic.FinishReason, error) {
	switch stop {
	case "end_turn", "stop_sequence":
		return agentic.FinishStop, nil
	case "tool_use":
		return agentic.FinishToolCalls, nil
	case "max_tokens", "model_context_window_exceeded":
		return agentic.FinishLength, nil
	case "refusal":
		return "", ErrRefusal
	}
	return "", fmt.Errorf("%w: the stop reason is %q", ErrReply, stop)
}

// ReadError reads an error object.
func (Messages) ReadError(body []byte) (kind, message string) {
	var wire struct {
		Error struct{ Type, Message string }
	}
	if err := json.NewDecoder(bytes.NewReader(body)).Decode(&wire); err != nil {
		return "", ""
	}
	return wire.Error.Type, wire.Error.Message
}
