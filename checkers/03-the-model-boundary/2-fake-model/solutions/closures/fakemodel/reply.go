package fakemodel

import (
	"encoding/json"
	"fmt"

	"agentcourse/starter/agentic"
)

// Reply makes a completion for a conversation, a new one each time.
type Reply func(messages []agentic.Message) (agentic.Completion, error)

// Text is an answer.
func Text(text string) Reply {
	return func([]agentic.Message) (agentic.Completion, error) { return agentic.Completion{Text: text}, nil }
}

// JSON is an answer that is the JSON of v.
func JSON(v any) Reply {
	return func([]agentic.Message) (agentic.Completion, error) {
		data, err := json.MarshalIndent(v, "", "  ")
		return agentic.Completion{Text: string(data)}, err
	}
}

// ToolCall asks for one tool.
func ToolCall(name string, arguments any) Reply {
	return func([]agentic.Message) (agentic.Completion, error) {
		data, err := json.Marshal(arguments)
		if err != nil {
			return agentic.Completion{}, fmt.Errorf("tool %q: %w", name, err)
		}
		object := map[string]json.RawMessage{} // null makes it nil
		if err := json.Unmarshal(data, &object); err != nil {
			return agentic.Completion{}, fmt.Errorf("tool %q needs a JSON object: %w", name, err)
		}
		if object == nil {
			data = []byte("{}")
		}
		return agentic.Completion{ToolCalls: []agentic.ToolCall{{Name: name, Arguments: data}}}, nil
	}
}

// ToolCalls is one reply that asks for several tools at once.
func ToolCalls(parts ...Reply) Reply {
	return func(messages []agentic.Message) (whole agentic.Completion, err error) {
		for _, part := range parts {
			c, err := part(messages)
			if err != nil {
				return agentic.Completion{}, err
			}
			whole.Text += c.Text
			whole.ToolCalls = append(whole.ToolCalls, c.ToolCalls...)
		}
		return whole, nil
	}
}

// Completion is a reply to the last detail.
func Completion(c agentic.Completion) Reply {
	fresh := func(c agentic.Completion) agentic.Completion {
		var calls []agentic.ToolCall
		for _, call := range c.ToolCalls {
			call.Arguments = append(json.RawMessage(nil), call.Arguments...)
			calls = append(calls, call)
		}
		c.ToolCalls = calls
		c.Opaque.Content = append(json.RawMessage(nil), c.Opaque.Content...)
		return c
	}
	c = fresh(c)
	return func([]agentic.Message) (agentic.Completion, error) { return fresh(c), nil }
}

// Fail is a call that brings an error.
func Fail(err error) Reply {
	return func([]agentic.Message) (agentic.Completion, error) { return agentic.Completion{}, err }
}

// Decide chooses the reply when the call comes.
func Decide(choose func(messages []agentic.Message) Reply) Reply {
	return func(messages []agentic.Message) (agentic.Completion, error) {
		return choose(append([]agentic.Message(nil), messages...))(messages)
	}
}

// EstimateTokens says roughly how many tokens a text has.
func EstimateTokens(text string) int {
	if n := len([]rune(text)) / 4; n > 1 {
		return n
	}
	return 1
}
