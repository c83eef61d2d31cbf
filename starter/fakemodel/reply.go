package fakemodel

import (
	"encoding/json"
	"fmt"

	"agentcourse/starter/messages"
)

// Reply is one scripted answer. Text, ToolCall, ToolCalls, Fail and Decide
// make one; set StopReason or Usage on it for what they do not cover, such as
// a reply that was cut off.
type Reply struct {
	Content    []messages.Block // tool_use blocks without an ID get one
	StopReason string           // empty: tool_use if there is a tool_use block, else end_turn
	Usage      messages.Usage   // zero: an estimate of four bytes a token

	err    error
	decide func(messages.Request) Reply
}

// Text is a reply of one text block.
func Text(s string) Reply {
	return Reply{Content: []messages.Block{messages.Text(s)}}
}

// ToolCall is a reply that asks for one tool. The input is marshalled to JSON;
// nil stands for a call without arguments. An input that cannot be marshalled
// makes the call of the model fail.
func ToolCall(name string, input any) Reply {
	block := messages.Block{Type: messages.TypeToolUse, Name: name, Input: json.RawMessage("{}")}
	if input != nil {
		data, err := json.Marshal(input)
		if err != nil {
			return Fail(fmt.Errorf("fakemodel: input of the scripted call of %s: %w", name, err))
		}
		block.Input = data
	}
	return Reply{Content: []messages.Block{block}}
}

// ToolCalls is one reply that asks for several tools at once, made from
// replies of ToolCall; a Text before them is what the model says first.
func ToolCalls(parts ...Reply) Reply {
	var all Reply
	for _, part := range parts {
		if part.err != nil {
			return part
		}
		all.Content = append(all.Content, part.Content...)
	}
	return all
}

// Fail is a call that brings an error instead of a reply, such as an
// *messages.APIError.
func Fail(err error) Reply { return Reply{err: err} }

// Decide chooses the reply when the call comes, from what was sent: for
// example to ask for a tool first and to answer once its result is there. The
// function gets a copy of the request. When calls run side by side, it does
// too.
func Decide(f func(messages.Request) Reply) Reply { return Reply{decide: f} }
