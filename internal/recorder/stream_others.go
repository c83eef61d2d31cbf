package recorder

import (
	"cmp"
	"encoding/json"

	"agentcourse/internal/trace"
)

// ollamaEvent reads one line of Ollama's stream, or a whole reply, which has the same form (Ollama API documentation).
func (s *stream) ollamaEvent(data []byte) {
	var e struct {
		Model   string `json:"model"`
		Message *struct {
			Content  string `json:"content"`
			Thinking string `json:"thinking"`
			Calls    []struct {
				ID       string `json:"id"`
				Function struct {
					Name      string          `json:"name"`
					Arguments json.RawMessage `json:"arguments"`
				} `json:"function"`
			} `json:"tool_calls"`
		} `json:"message"`
		Response *string `json:"response"` // of /api/generate
		Thinking string  `json:"thinking"`
		Done     bool    `json:"done"`
		Reason   string  `json:"done_reason"`
		In       *int    `json:"prompt_eval_count"`
		Out      *int    `json:"eval_count"`
		Error    string  `json:"error"`
	}
	if json.Unmarshal(data, &e) != nil {
		return
	}
	if e.Error != "" {
		s.fault = "the stream brought an error: " + e.Error
		return
	}
	if e.Message == nil && e.Response == nil {
		return
	}
	s.begun, s.model = true, e.Model
	s.add(&s.thinking, e.Thinking)
	if e.Response != nil {
		s.add(&s.text, *e.Response)
	}
	if m := e.Message; m != nil {
		s.add(&s.thinking, m.Thinking)
		s.add(&s.text, m.Content)
		for _, c := range m.Calls {
			if s.size+len(c.Function.Arguments) <= maxKept {
				s.size += len(c.Function.Arguments)
				s.tools = append(s.tools, piece{id: c.ID, name: c.Function.Name, arrived: c.Function.Arguments})
			}
		}
	}
	if !e.Done {
		return
	}
	s.done, s.last = true, true
	switch {
	case e.Reason == "length":
		s.stopReason = "max_tokens"
	case e.Reason != "stop" && e.Reason != "": // older versions give none
		s.stopReason = e.Reason
	case len(s.tools) > 0:
		s.stopReason = "tool_use"
	default:
		s.stopReason = "end_turn"
	}
	if e.In != nil || e.Out != nil {
		s.usage = &trace.Usage{In: valueOf(e.In), Out: valueOf(e.Out)}
	}
}

func valueOf(n *int) int {
	if n == nil {
		return 0 // Ollama leaves out a count of 0
	}
	return *n
}

// openaiMessage is a message, or in a stream what is added to it.
type openaiMessage struct {
	Content   string `json:"content"`
	Reasoning string `json:"reasoning_content"` // llama-server's name for it
	Refusal   string `json:"refusal"`
	Calls     []struct {
		Index    *int   `json:"index"` // in a stream
		ID       string `json:"id"`
		Function struct {
			Name      string `json:"name"`
			Arguments string `json:"arguments"`
		} `json:"function"`
	} `json:"tool_calls"`
}

// openaiEvent reads one chunk of OpenAI's stream, or a whole reply, which has `message` in the place of `delta` (OpenAI
// API reference, "Chat completions").
func (s *stream) openaiEvent(data []byte) {
	if string(data) == "[DONE]" {
		s.done, s.last = true, true
		return
	}
	var e struct {
		ID      string `json:"id"`
		Model   string `json:"model"`
		Choices []struct {
			Index   int            `json:"index"`
			Message *openaiMessage `json:"message"`
			Delta   *openaiMessage `json:"delta"`
			Reason  string         `json:"finish_reason"`
		} `json:"choices"`
		Usage *struct {
			In        int `json:"prompt_tokens"`
			Out       int `json:"completion_tokens"`
			InDetails struct {
				Cached int `json:"cached_tokens"`
			} `json:"prompt_tokens_details"`
			OutDetails struct {
				Reasoning int `json:"reasoning_tokens"`
			} `json:"completion_tokens_details"`
		} `json:"usage"`
		Error struct {
			Message string `json:"message"`
		} `json:"error"`
	}
	if json.Unmarshal(data, &e) != nil {
		return
	}
	if e.Error.Message != "" {
		s.fault = "the stream brought an error: " + e.Error.Message
		return
	}
	s.id, s.model = cmp.Or(e.ID, s.id), cmp.Or(e.Model, s.model)
	for _, c := range e.Choices {
		if m := cmp.Or(c.Message, c.Delta); m != nil && c.Index == 0 {
			s.begun = true
			s.openaiPiece(m)
			s.openaiEnd(c.Reason)
		}
	}
	if u := e.Usage; u != nil {
		s.usage = &trace.Usage{In: u.In, Out: u.Out, CacheRead: u.InDetails.Cached, Thinking: u.OutDetails.Reasoning}
	}
}

func (s *stream) openaiPiece(m *openaiMessage) {
	s.add(&s.thinking, m.Reasoning)
	s.add(&s.text, m.Content)
	s.add(&s.text, m.Refusal)
	for i, c := range m.Calls {
		at := i
		if c.Index != nil {
			at = *c.Index
		}
		if at == len(s.tools) && s.size < maxKept {
			s.size += len(c.ID) + len(c.Function.Name)
			s.tools = append(s.tools, piece{id: c.ID, name: c.Function.Name})
		}
		if at >= 0 && at < len(s.tools) {
			s.add(s.tools[at].growth("input"), c.Function.Arguments)
		}
	}
}

// openaiEnd translates a reason to finish.
func (s *stream) openaiEnd(reason string) {
	if reason == "" {
		return
	}
	s.done = true // counts may follow
	names := map[string]string{
		"stop": "end_turn", "length": "max_tokens", "tool_calls": "tool_use", "function_call": "tool_use", "content_filter": "refusal",
	}
	s.stopReason = cmp.Or(names[reason], reason)
}

// toolUse is a tool call as the Messages API words it.
func (p *piece) toolUse() block {
	b := block{Type: "tool_use", ID: p.id, Name: p.name, Input: p.arrived}
	if len(b.Input) == 0 {
		b.Input = jsonOrText(p.growth("input").String())
	}
	return b
}
