package fakemodel

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"agentcourse/starter/agentic"
)

// Reply is what one call brings. The functions of this package make one; the
// zero Reply is none, and a call that gets it fails.
type Reply struct {
	completion *agentic.Completion // shared by all calls that bring it, so never changed
	err        error
	choose     func([]agentic.Message) Reply
}

// Text is an answer.
func Text(text string) Reply {
	return Completion(agentic.Completion{Text: text})
}

// JSON is an answer that is the JSON of v. If there is none, the call fails.
func JSON(v any) Reply {
	data, err := json.Marshal(v)
	if err != nil {
		return Fail(fmt.Errorf("fakemodel: a scripted answer has no JSON: %w", err))
	}
	return Text(string(data))
}

// ToolCall asks for one tool. arguments become a JSON object; nil is an empty
// one. If they cannot, the call fails.
func ToolCall(name string, arguments any) Reply {
	data, err := json.Marshal(arguments)
	switch {
	case err != nil:
		return Fail(fmt.Errorf("fakemodel: the scripted arguments of tool %s have no JSON: %w", name, err))
	case string(data) == "null":
		data = []byte("{}")
	case !bytes.HasPrefix(data, []byte("{")):
		return Fail(fmt.Errorf("fakemodel: the scripted arguments of tool %s are no JSON object: %.60s", name, data))
	}
	return Completion(agentic.Completion{ToolCalls: []agentic.ToolCall{{Name: name, Arguments: data}}})
}

// ToolCalls is one reply that asks for several tools at once, made of replies
// of ToolCall; a Text among them is what the model says besides.
func ToolCalls(parts ...Reply) Reply {
	var all agentic.Completion
	for _, part := range parts {
		switch {
		case part.err != nil:
			return part
		case part.completion == nil:
			return Fail(errors.New("fakemodel: a scripted reply of several tools has a part that is neither ToolCall nor Text"))
		}
		all.Text += part.completion.Text
		all.ToolCalls = append(all.ToolCalls, part.completion.ToolCalls...)
	}
	return Completion(all)
}

// Completion is a reply to the last detail. What it lacks is filled in: the ids
// of tool calls, the finish reason, an estimate of the tokens, the model's name.
func Completion(c agentic.Completion) Reply {
	c = cloneCompletion(c)
	return Reply{completion: &c}
}

// Fail is a call that brings an error.
func Fail(err error) Reply { return Reply{err: err} }

// Decide chooses the reply when the call comes, from the conversation so far,
// which it gets a copy of. When calls run side by side, it does too.
func Decide(choose func(messages []agentic.Message) Reply) Reply {
	return Reply{choose: choose}
}
