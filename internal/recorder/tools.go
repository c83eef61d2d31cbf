package recorder

import (
	"encoding/json"
	"slices"
	"strings"

	"agentcourse/internal/trace"
)

// A tool is a call that a reply asked for.
type tool struct {
	step  int
	name  string
	input json.RawMessage
}

// A result is what a program says came of a tool call.
type result struct {
	id      string
	output  string
	isError *bool
}

// A request is what is read of a request's body.
type request struct {
	Model    string `json:"model"`
	Messages []struct {
		Role     string          `json:"role"`
		Content  json.RawMessage `json:"content"`
		ToolCall string          `json:"tool_call_id"`
	} `json:"messages"`
}

// readRequest reads what it can; of a body that is something else, nothing.
func readRequest(body []byte) (q request) {
	if json.Unmarshal(body, &q) != nil {
		return request{}
	}
	return q
}

// results are the tool results in a request, oldest first: tool_result blocks in the Messages API, messages of the role
// "tool" in the other dialects, which have no place for an error.
func (q request) results(dialect string) []result {
	var found []result
	for _, m := range q.Messages {
		if dialect != trace.Anthropic {
			if m.Role == "tool" && m.ToolCall != "" {
				found = append(found, result{id: m.ToolCall, output: textOf(m.Content)})
			}
			continue
		}
		var blocks []struct {
			Type    string          `json:"type"`
			ID      string          `json:"tool_use_id"`
			Content json.RawMessage `json:"content"`
			IsError bool            `json:"is_error"`
		}
		if json.Unmarshal(m.Content, &blocks) != nil {
			continue // a string
		}
		for _, b := range blocks {
			if b.Type == "tool_result" {
				found = append(found, result{b.ID, textOf(b.Content), &b.IsError})
			}
		}
	}
	return found
}

// textOf is content as a text: a string, or a list of blocks, of which others than text are named.
func textOf(content json.RawMessage) string {
	var s string
	if len(content) == 0 || json.Unmarshal(content, &s) == nil {
		return s
	}
	var blocks []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	if json.Unmarshal(content, &blocks) != nil {
		return string(content)
	}
	var texts []string
	for _, b := range blocks {
		if b.Type == "text" {
			texts = append(texts, b.Text)
		} else {
			texts = append(texts, "["+b.Type+"]")
		}
	}
	return strings.Join(texts, "\n")
}

// toolCalls remembers the calls that a reply asks for, until their results come. r.mu is locked.
func (r *Recorder) toolCalls(step int, rep *reply) {
	var list []json.RawMessage
	_ = json.Unmarshal(rep.content, &list) // it is a list
	for _, raw := range list {
		var b block
		if json.Unmarshal(raw, &b) == nil && b.Type == "tool_use" && b.ID != "" {
			r.tools[b.ID] = tool{step, b.Name, b.Input}
		}
	}
}

// toolResults writes an event for each result that is new. A request repeats the whole conversation, and some servers
// use an id again, so the last result for an id is the one that its last call waits for. r.mu is locked.
func (r *Recorder) toolResults(results []result) {
	var events []trace.Tool
	for _, res := range slices.Backward(results) {
		call, waits := r.tools[res.id]
		if !waits {
			continue
		}
		delete(r.tools, res.id)
		events = append(events, trace.Tool{
			Step: call.step, Name: r.clean(call.name), Input: r.json(call.input), Output: r.clean(res.output), IsError: res.isError,
		})
	}
	for _, e := range slices.Backward(events) {
		r.write(e)
	}
}
