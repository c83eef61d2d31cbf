package recorder

import (
	"encoding/json"
	"maps"
)

// anthropicEvent reads an event of the Messages API's stream (Anthropic Messages API documentation, "Streaming").
func (s *stream) anthropicEvent(data []byte) {
	var e struct {
		Type    string `json:"type"`
		Index   int    `json:"index"`
		Message struct {
			ID    string          `json:"id"`
			Model string          `json:"model"`
			Usage json.RawMessage `json:"usage"`
		} `json:"message"`
		Block map[string]json.RawMessage `json:"content_block"`
		Delta struct {
			Text       string `json:"text"`
			Thinking   string `json:"thinking"`
			Signature  string `json:"signature"`
			JSON       string `json:"partial_json"`
			StopReason string `json:"stop_reason"`
		} `json:"delta"`
		Usage json.RawMessage `json:"usage"`
		Error struct {
			Type    string `json:"type"`
			Message string `json:"message"`
		} `json:"error"`
	}
	if json.Unmarshal(data, &e) != nil {
		return
	}
	switch e.Type {
	case "message_start":
		s.begun, s.id, s.model = true, e.Message.ID, e.Message.Model
		s.provisional = s.count(e.Message.Usage) // its output_tokens hold a place
	case "content_block_start":
		if e.Index == len(s.blocks) && s.size+len(data) <= maxKept { // indexes are contiguous
			s.size += len(data)
			s.blocks = append(s.blocks, piece{start: e.Block})
		}
	case "content_block_delta":
		if e.Index >= 0 && e.Index < len(s.blocks) {
			b := &s.blocks[e.Index]
			s.add(b.growth("text"), e.Delta.Text)
			s.add(b.growth("thinking"), e.Delta.Thinking)
			s.add(b.growth("signature"), e.Delta.Signature)
			s.add(b.growth("input"), e.Delta.JSON)
		}
	case "message_delta":
		s.stopReason = e.Delta.StopReason
		if s.count(e.Usage) { // it is cumulative
			s.provisional = false
		}
	case "message_stop":
		s.done, s.last = true, true
	case "error":
		s.fault = "the stream brought an error: " + e.Error.Type + ": " + e.Error.Message
	}
}

// count takes over what an event tells of the tokens, and reports whether it told any.
func (s *stream) count(usage json.RawMessage) bool {
	if len(usage) == 0 || string(usage) == "null" || json.Unmarshal(usage, &s.counts) != nil {
		return false
	}
	s.usage = s.counts.trace()
	return true
}

// block is a block as it would have come in one piece.
func (p *piece) block() map[string]json.RawMessage {
	whole := map[string]json.RawMessage{}
	maps.Copy(whole, p.start)
	for field, text := range p.grown {
		if text.Len() == 0 {
			continue
		}
		if field == "input" {
			whole[field] = jsonOrText(text.String())
			continue
		}
		var began string // a block may begin with some of its text
		_ = json.Unmarshal(p.start[field], &began)
		whole[field] = encode(began + text.String())
	}
	return whole
}
