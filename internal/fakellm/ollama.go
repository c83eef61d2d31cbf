package fakellm

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"
)

// ollamaDialect is the chat API of Ollama, as of 0.17.4.
type ollamaDialect struct{}

func (ollamaDialect) name() string { return Ollama }

func (ollamaDialect) headers(h http.Header, _ int) {
	h.Set("Content-Type", "application/json; charset=utf-8")
}

func (ollamaDialect) errorType(int) string { return "" }

func (ollamaDialect) errorBody(e *Refusal, _ int) []byte {
	return ollamaJSON(map[string]string{"error": e.Message})
}

func (d ollamaDialect) errorFrame(e *Refusal) []byte { return append(d.errorBody(e, 0), '\n') }

// ollamaJSON writes <, > and & as \u003c and the like, as the server does. It
// is for values that always encode.
func ollamaJSON(v any) []byte {
	src, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return src
}

func (ollamaDialect) streamType() string { return "application/x-ndjson" }

// ollamaReply is a reply, or a piece of one (Ollama source, api.ChatResponse).
type ollamaReply struct {
	Model      string        `json:"model"`
	CreatedAt  string        `json:"created_at"`
	Message    ollamaMessage `json:"message"`
	Done       bool          `json:"done"`
	DoneReason string        `json:"done_reason,omitempty"`
	*ollamaMetrics
}

type ollamaMessage struct {
	Role      string       `json:"role"`
	Content   string       `json:"content"`
	Thinking  string       `json:"thinking,omitempty"`
	ToolCalls []ollamaCall `json:"tool_calls,omitempty"`
}

type ollamaCall struct {
	ID       string         `json:"id"`
	Function ollamaFunction `json:"function"`
}

type ollamaFunction struct {
	Index     int             `json:"index"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

// ollamaMetrics come with the last piece; durations are nanoseconds. They are
// made up from the counts, so that they are the same on every run.
type ollamaMetrics struct {
	TotalDuration      int64 `json:"total_duration"`
	LoadDuration       int64 `json:"load_duration"`
	PromptEvalCount    int   `json:"prompt_eval_count"`
	PromptEvalDuration int64 `json:"prompt_eval_duration"`
	EvalCount          int   `json:"eval_count"`
	EvalDuration       int64 `json:"eval_duration"`
}

const createdAt = "2026-11-29T22:05:16.1Z"

func (ollamaDialect) encode(m *message, _ *Prompt) ([]byte, error) {
	r := ollamaReply{Model: m.Model, CreatedAt: createdAt, Message: ollamaMessage{Role: "assistant"}}
	var text, thinking strings.Builder
	for _, block := range m.Content {
		switch b := block.(type) {
		case textBlock:
			text.WriteString(b.Text)
		case thinkingBlock:
			thinking.WriteString(b.Thinking)
		case toolUseBlock:
			r.Message.ToolCalls = append(r.Message.ToolCalls, ollamaToolCall(b, len(r.Message.ToolCalls)))
		}
	}
	r.Message.Content, r.Message.Thinking = text.String(), thinking.String()
	r.finish(m)
	return json.Marshal(r)
}

func ollamaToolCall(b toolUseBlock, index int) ollamaCall {
	return ollamaCall{ID: callID(b.ID), Function: ollamaFunction{index, b.Name, b.Input}}
}

// callID gives an id the form that the two other dialects use.
func callID(id string) string {
	if rest, ok := strings.CutPrefix(id, "toolu_"); ok {
		return "call_" + rest
	}
	return id
}

func (r *ollamaReply) finish(m *message) {
	const perToken = int64(16 * time.Millisecond)
	in, out := int64(m.Usage.in()), int64(m.Usage.OutputTokens)
	load := int64(5 * time.Millisecond)
	r.Done, r.DoneReason = true, "stop"
	if m.StopReason == "max_tokens" || m.StopReason == "model_context_window_exceeded" {
		r.DoneReason = "length"
	}
	r.ollamaMetrics = &ollamaMetrics{
		TotalDuration: load + in*perToken/8 + out*perToken, LoadDuration: load,
		PromptEvalCount: int(in), PromptEvalDuration: in * perToken / 8,
		EvalCount: int(out), EvalDuration: out * perToken,
	}
}

// frames writes a reply as lines of JSON. A tool call is not cut.
func (ollamaDialect) frames(m *message, reply *Reply, _ *Prompt) []frame {
	var frames []frame
	calls := 0
	add := func(msg ollamaMessage, before ...wait) {
		msg.Role = "assistant"
		r := ollamaReply{Model: m.Model, CreatedAt: createdAt, Message: msg}
		frames = append(frames, frame{data: append(ollamaJSON(r), '\n'), before: before})
	}
	scripted := reply.blocks()
	for i, block := range m.Content {
		switch b := block.(type) {
		case textBlock:
			for _, piece := range reply.pieces(scripted[i]) {
				add(ollamaMessage{Content: piece.Text}, piece.wait(), wait{delay: reply.Pace})
			}
		case thinkingBlock:
			for _, piece := range reply.pieces(scripted[i]) {
				add(ollamaMessage{Thinking: piece.Text}, piece.wait(), wait{delay: reply.Pace})
			}
		case toolUseBlock:
			add(ollamaMessage{ToolCalls: []ollamaCall{ollamaToolCall(b, calls)}}, wait{delay: reply.Pace})
			calls++
		}
	}
	end := ollamaReply{Model: m.Model, CreatedAt: createdAt, Message: ollamaMessage{Role: "assistant"}}
	end.finish(m)
	return append(frames, frame{data: append(ollamaJSON(end), '\n'), last: true})
}
