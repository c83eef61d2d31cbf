package fakellm

import (
	"maps"
	"strings"
)

// sent is one message of a request. A string content stands as one text block.
type sent struct {
	role   string
	index  int // in messages
	blocks []map[string]any
}

// messagesOf reads the messages of a body. What has not the right type is
// left out, so that it may be used on any JSON.
func messagesOf(body any) []sent {
	o, _ := body.(map[string]any)
	list, _ := o["messages"].([]any)
	var messages []sent
	for i, item := range list {
		m, _ := item.(map[string]any)
		s := sent{index: i}
		s.role, _ = m["role"].(string)
		if text, ok := m["content"].(string); ok {
			if text != "" {
				s.blocks = []map[string]any{{"type": "text", "text": text}}
			}
		} else {
			s.blocks = objectsIn(m["content"])
		}
		messages = append(messages, s)
	}
	return messages
}

// plainText is the message's text, without that of tool results.
func (s sent) plainText() string {
	var texts []string
	for _, b := range s.blocks {
		if text, ok := b["text"].(string); ok && b["type"] == "text" {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "\n")
}

// placed is a block with its place in the request.
type placed struct {
	message, index int
	block          map[string]any
}

func (p placed) kind() string {
	s, _ := p.block["type"].(string)
	return s
}

// turn is what the model sees as one message: the API merges messages of the
// same role in a row (Anthropic Messages API documentation).
type turn struct {
	role   string
	blocks []placed
}

// turnsOf merges messages into turns.
func turnsOf(messages []sent) []turn {
	var turns []turn
	for _, m := range messages {
		if len(turns) == 0 || turns[len(turns)-1].role != m.role {
			turns = append(turns, turn{role: m.role})
		}
		last := &turns[len(turns)-1]
		for i, b := range m.blocks {
			last.blocks = append(last.blocks, placed{m.index, i, b})
		}
	}
	return turns
}

// estimatePerMessage is what a message costs beside its content.
const estimatePerMessage = 4

// estimateImage stands for an image or a file.
const estimateImage = 1500

// estimateInput estimates what a request's input costs.
func estimateInput(body map[string]any, messages []sent) int {
	total := 0
	if text, ok := body["system"].(string); ok {
		total += EstimateTokens(text)
	}
	for _, b := range objectsIn(body["system"]) {
		total += estimateBlock(b)
	}
	for _, t := range objectsIn(body["tools"]) {
		total += estimateTool(t)
	}
	for _, m := range messages {
		total += estimatePerMessage
		for _, b := range m.blocks {
			total += estimateBlock(b)
		}
	}
	return total
}

func estimateBlock(b map[string]any) int {
	switch b["type"] {
	case "text":
		return estimateString(b["text"])
	case "thinking":
		return estimateString(b["thinking"])
	case "image", "document":
		return estimateImage
	case "tool_use":
		return estimateString(b["name"]) + estimateValue(b["input"])
	case "tool_result":
		if text, ok := b["content"].(string); ok {
			return EstimateTokens(text)
		}
		total := 0
		for _, inner := range objectsIn(b["content"]) {
			total += estimateBlock(inner)
		}
		return total
	}
	return estimateValue(b)
}

// estimateTool leaves a cache mark out: it is no part of the prompt.
func estimateTool(t map[string]any) int {
	if t["cache_control"] != nil {
		t = maps.Clone(t)
		delete(t, "cache_control")
	}
	return estimateValue(t)
}

func estimateString(v any) int {
	s, _ := v.(string)
	return EstimateTokens(s)
}

// estimateValue counts a value as JSON.
func estimateValue(v any) int {
	src, err := encodeJSON(v)
	if err != nil {
		return 0 // decoded JSON always encodes
	}
	return EstimateTokens(string(src))
}

// objectsIn gives the objects of a JSON list.
func objectsIn(list any) []map[string]any {
	items, _ := list.([]any)
	var objects []map[string]any
	for _, item := range items {
		if o, ok := item.(map[string]any); ok {
			objects = append(objects, o)
		}
	}
	return objects
}
