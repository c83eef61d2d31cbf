package recorder

import (
	"encoding/json"

	"agentcourse/internal/trace"
)

// A reply is what a model answered, whatever the dialect.
type reply struct {
	id         string
	model      string
	stopReason string          // in the names of the Messages API
	usage      *trace.Usage    // nil if it was not told
	partial    bool            // it broke off before its last counts: usage is what was counted at its beginning
	content    json.RawMessage // a list of blocks in the form of the Messages API
}

// block is a content block of the Messages API, built here from another dialect or from a stream's pieces.
type block struct {
	Type     string          `json:"type"`
	Text     string          `json:"text,omitempty"`
	Thinking string          `json:"thinking,omitempty"`
	ID       string          `json:"id,omitempty"`
	Name     string          `json:"name,omitempty"`
	Input    json.RawMessage `json:"input,omitempty"`
}

// message is the reply in the form of the Messages API, for a stream that never was one piece.
func (r *reply) message() []byte {
	type usage struct {
		Input      int `json:"input_tokens"`
		CacheWrite int `json:"cache_creation_input_tokens"`
		CacheRead  int `json:"cache_read_input_tokens"`
		Output     int `json:"output_tokens"`
	}
	m := struct {
		ID         string          `json:"id,omitempty"`
		Type       string          `json:"type"`
		Role       string          `json:"role"`
		Model      string          `json:"model,omitempty"`
		Content    json.RawMessage `json:"content"`
		StopReason *string         `json:"stop_reason"` // null when it never came
		Usage      *usage          `json:"usage,omitempty"`
	}{ID: r.id, Type: "message", Role: "assistant", Model: r.model, Content: r.content}
	if r.stopReason != "" {
		m.StopReason = &r.stopReason
	}
	if u := r.usage; u != nil {
		m.Usage = &usage{u.In - u.CacheRead - u.CacheWrite, u.CacheWrite, u.CacheRead, u.Out}
	}
	return encode(m)
}

// readReply reads a reply that came in one piece, nil if it is none.
func readReply(dialect string, body []byte) *reply {
	if dialect == trace.Anthropic {
		return readMessage(body)
	}
	s := newStream(dialect, false)
	s.event(body) // the whole is what a stream would send in its only piece
	return s.reply()
}

// anthropicUsage counts as the Messages API does (Anthropic Messages API documentation; the thinking share: SDK source).
// Its fields take what a later event of a stream tells and keep what it does not.
type anthropicUsage struct {
	Input      int `json:"input_tokens"`
	CacheWrite int `json:"cache_creation_input_tokens"`
	CacheRead  int `json:"cache_read_input_tokens"`
	Output     int `json:"output_tokens"`
	Details    struct {
		Thinking int `json:"thinking_tokens"`
	} `json:"output_tokens_details"`
}

func (u anthropicUsage) trace() *trace.Usage {
	return &trace.Usage{In: u.Input + u.CacheWrite + u.CacheRead, Out: u.Output, CacheRead: u.CacheRead, CacheWrite: u.CacheWrite, Thinking: u.Details.Thinking}
}

func readMessage(body []byte) *reply {
	var m struct {
		Type       string            `json:"type"`
		ID         string            `json:"id"`
		Model      string            `json:"model"`
		Content    []json.RawMessage `json:"content"`
		StopReason string            `json:"stop_reason"`
		Usage      *anthropicUsage   `json:"usage"`
	}
	if json.Unmarshal(body, &m) != nil || m.Type != "message" {
		return nil
	}
	if m.Content == nil {
		m.Content = []json.RawMessage{}
	}
	rep := &reply{id: m.ID, model: m.Model, stopReason: m.StopReason, content: encode(m.Content)}
	if m.Usage != nil {
		rep.usage = m.Usage.trace()
	}
	return rep
}
