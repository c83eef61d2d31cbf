package messages

import (
	"encoding/json"
	"fmt"
	"maps"
)

// part is one block of the reply that may still be growing. Both maps are by
// the name of a field of the block.
type part struct {
	start map[string]json.RawMessage // as content_block_start had it
	grown map[string][]byte          // what deltas have added
}

// grow adds a delta to its block, whatever kind of block that is. A kind of
// delta that this package does not know adds nothing.
func (p part) grow(event *Event, raw json.RawMessage) error {
	var kind string
	var delta map[string]json.RawMessage
	if err := json.Unmarshal(raw, &delta); err != nil {
		return fmt.Errorf("delta: %w", err)
	}
	_ = json.Unmarshal(delta["type"], &kind) // what is no string is unknown, too
	var from, to string
	piece := new(string)
	switch kind {
	case "text_delta":
		from, to, piece = "text", "text", &event.Text
	case "thinking_delta":
		from, to, piece = "thinking", "thinking", &event.Thinking
	case "signature_delta":
		from, to = "signature", "signature"
	case "input_json_delta":
		from, to, piece = "partial_json", "input", &event.Input
	default:
		return nil
	}
	if err := json.Unmarshal(delta[from], piece); err != nil {
		return fmt.Errorf("delta.%s: %w", from, err)
	}
	p.grown[to] = append(p.grown[to], *piece...)
	return nil
}

// block is the block with all that it has grown by. It keeps the fields that
// this package does not know, so that it can go back to the API.
func (p part) block() Block {
	fields := maps.Clone(p.start)
	for name, added := range p.grown {
		if name == "input" { // the start has an empty object in its place
			if json.Valid(added) {
				fields[name] = added
			}
			continue
		}
		var begin string
		_ = json.Unmarshal(fields[name], &begin) // absent is empty
		fields[name], _ = json.Marshal(begin + string(added))
	}
	var b Block
	if raw, err := json.Marshal(fields); err == nil {
		_ = b.UnmarshalJSON(raw) // the start could be read, and only strings were added
	}
	if input := p.grown["input"]; len(input) > 0 && b.Type == TypeToolUse {
		b.Input = input // also if it was cut off: nobody shall take {} for what the model wanted
	}
	return b
}
