package httpmodel

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"

	"agentcourse/starter/agentic"
)

// ReadStream reads server-sent events up to message_stop and puts the message
// together.
func (Messages) ReadStream(body io.Reader) (agentic.Completion, error) {
	lines := bufio.NewReader(body)
	var m growing
	for {
		data, err := nextData(lines)
		if err != nil {
			return agentic.Completion{}, fmt.Errorf("%w: %w", ErrTruncated, err)
		}
		done, err := m.take(data)
		if err != nil {
			return agentic.Completion{}, err
		}
		if done {
			return m.completion()
		}
	}
}

// nextData is the data of the next event that has any. A line may be as long as
// a tool's input, so there is no bufio.Scanner here.
func nextData(lines *bufio.Reader) ([]byte, error) {
	var data []byte
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return nil, err // an event without its empty line does not count
		}
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 && data != nil {
			return data, nil
		}
		if value, ok := bytes.CutPrefix(line, []byte("data:")); ok {
			data = append(append(data, value...), '\n')
		}
	}
}

// growing is a message that is not all there yet.
type growing struct {
	reply  reply // without its content
	blocks []growingBlock
}

type growingBlock struct {
	start map[string]json.RawMessage // as it began, with fields that nobody here knows
	grown map[string][]byte          // what came since, by field
}

type event struct {
	Type         string
	Index        int
	Message      json.RawMessage
	ContentBlock map[string]json.RawMessage `json:"content_block"`
	Delta        struct {
		Text        string
		Thinking    string
		Signature   string
		PartialJSON string `json:"partial_json"`
		StopReason  string `json:"stop_reason"`
	}
	Usage json.RawMessage
	Error struct{ Type, Message string }
}

// take adds an event and says whether it was the last. Kinds that it does not
// know, such as pings, add nothing.
func (m *growing) take(data []byte) (done bool, err error) {
	var e event
	if err := json.Unmarshal(data, &e); err != nil {
		return false, fmt.Errorf("%w: %w in the event %q", ErrReply, err, beginning(string(data)))
	}
	switch e.Type {
	case "message_start":
		err = json.Unmarshal(e.Message, &m.reply)
	case "content_block_start":
		if e.Index != len(m.blocks) || e.ContentBlock == nil {
			return false, fmt.Errorf("%w: block %d begins, and there are %d: %q", ErrReply, e.Index, len(m.blocks), beginning(string(data)))
		}
		m.blocks = append(m.blocks, growingBlock{e.ContentBlock, map[string][]byte{}})
	case "content_block_delta":
		if e.Index < 0 || e.Index >= len(m.blocks) {
			return false, fmt.Errorf("%w: a piece of block %d, which has not begun", ErrReply, e.Index)
		}
		grown := m.blocks[e.Index].grown
		grown["text"] = append(grown["text"], e.Delta.Text...)
		grown["thinking"] = append(grown["thinking"], e.Delta.Thinking...)
		grown["signature"] = append(grown["signature"], e.Delta.Signature...)
		grown["input"] = append(grown["input"], e.Delta.PartialJSON...)
	case "message_delta":
		m.reply.StopReason = cmp.Or(e.Delta.StopReason, m.reply.StopReason)
		if e.Usage != nil { // totals: they take the place of those of message_start
			err = json.Unmarshal(e.Usage, &m.reply.Usage)
		}
	case "message_stop":
		if m.reply.StopReason == "" {
			return false, fmt.Errorf("%w: no reason to stop came before message_stop", ErrTruncated)
		}
		return true, nil
	case "error":
		return false, &APIError{Status: 200, Type: e.Error.Type, Message: e.Error.Message}
	}
	if err != nil {
		return false, fmt.Errorf("%w: %s: %w", ErrReply, e.Type, err)
	}
	return false, nil
}

func (m *growing) completion() (agentic.Completion, error) {
	cut := m.reply.StopReason == "max_tokens" || m.reply.StopReason == "model_context_window_exceeded"
	content := []map[string]json.RawMessage{}
	for _, b := range m.blocks {
		if input := b.grown["input"]; len(input) > 0 && !json.Valid(input) {
			if cut {
				continue // half a call is none
			}
			return agentic.Completion{}, fmt.Errorf("%w: the input of a tool call is no JSON: %q", ErrReply, beginning(string(input)))
		}
		content = append(content, b.whole())
	}
	var err error
	if m.reply.Content, err = json.Marshal(content); err != nil {
		return agentic.Completion{}, fmt.Errorf("%w: %w", ErrReply, err)
	}
	return m.reply.completion()
}

// whole is the block as it would have come in one piece.
func (b growingBlock) whole() map[string]json.RawMessage {
	for field, more := range b.grown {
		switch {
		case len(more) == 0:
		case field == "input": // it began as an empty object
			b.start[field] = more
		default:
			var begun string
			_ = json.Unmarshal(b.start[field], &begun) // absent is empty
			b.start[field], _ = json.Marshal(begun + string(more))
		}
	}
	return b.start
}
