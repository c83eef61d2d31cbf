package httpmodel

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"maps"
	"math"
	"strings"

	"agentcourse/starter/agentic"
)

// ReadStream puts the message together and reads it as Read does.
func (Messages) ReadStream(body io.Reader) (agentic.Completion, error) {
	message, usage := object{}, object{}
	var blocks []object
	grown := map[int]map[string]*strings.Builder{}
	for e, err := range events(body) {
		if err != nil {
			return agentic.Completion{}, err
		}
		at := number(e, "index")
		delta, _ := e["delta"].(object)
		switch text(e, "type") {
		case "message_start":
			message, _ = e["message"].(object)
			more, _ := message["usage"].(object)
			maps.Copy(usage, more)
		case "content_block_start":
			block, _ := e["content_block"].(object)
			blocks = append(blocks, block)
			grown[at] = map[string]*strings.Builder{}
		case "content_block_delta":
			for from, to := range map[string]string{"text": "text", "thinking": "thinking", "signature": "signature", "partial_json": "input"} {
				if piece := text(delta, from); piece != "" && grown[at] != nil {
					if grown[at][to] == nil {
						grown[at][to] = &strings.Builder{}
					}
					grown[at][to].WriteString(piece)
				}
			}
		case "message_delta":
			message["stop_reason"] = delta["stop_reason"]
			more, _ := e["usage"].(object)
			maps.Copy(usage, more)
		case "error":
			bad, _ := e["error"].(object)
			return agentic.Completion{}, &APIError{Status: 200, Type: text(bad, "type"), Message: text(bad, "message")}
		case "message_stop":
			message["usage"], message["content"] = usage, whole(blocks, grown)
			return completion(message)
		}
	}
	return agentic.Completion{}, ErrTruncated
}

func whole(blocks []object, grown map[int]map[string]*strings.Builder) []any {
	var all []any
	for i, b := range blocks {
		for field, more := range grown[i] {
			if field != "input" {
				b[field] = text(b, field) + more.String()
				continue
			}
			if b[field] = json.RawMessage(more.String()); !json.Valid([]byte(more.String())) {
				b[field] = object{} // cut off
			}
		}
		all = append(all, b)
	}
	return all
}

// events are the objects of a stream's events. An event that its empty line
// does not follow is not there.
func events(body io.Reader) iter.Seq2[object, error] {
	return func(yield func(object, error) bool) {
		lines := bufio.NewScanner(body)
		lines.Buffer(nil, math.MaxInt)
		data := ""
		for lines.Scan() {
			if more, ok := strings.CutPrefix(lines.Text(), "data:"); ok {
				data = more
			}
			if lines.Text() != "" || data == "" {
				continue
			}
			dec := json.NewDecoder(strings.NewReader(data))
			dec.UseNumber()
			var e object
			if err := dec.Decode(&e); err != nil {
				yield(nil, fmt.Errorf("%w: %w", ErrReply, err))
				return
			}
			if data = ""; !yield(e, nil) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(nil, fmt.Errorf("%w: %w", ErrTruncated, err))
		}
	}
}
