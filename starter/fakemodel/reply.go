package fakemodel

import "agentcourse/starter/agentic"

// Reply is what one call brings. What it holds is yours to decide.
type Reply struct{}

// Text is an answer.
func Text(text string) Reply { return Reply{} }

// JSON is an answer that is the JSON of v.
func JSON(v any) Reply { return Reply{} }

// ToolCall asks for one tool. arguments become a JSON object; nil is an empty
// one.
func ToolCall(name string, arguments any) Reply { return Reply{} }

// ToolCalls is one reply that asks for several tools at once, made of replies
// of ToolCall; a Text among them is what the model says besides.
func ToolCalls(parts ...Reply) Reply { return Reply{} }

// Completion is a reply to the last detail.
func Completion(c agentic.Completion) Reply { return Reply{} }

// Fail is a call that brings an error.
func Fail(err error) Reply { return Reply{} }

// Decide chooses the reply when the call comes, from the conversation so far.
func Decide(choose func(messages []agentic.Message) Reply) Reply { return Reply{} }
