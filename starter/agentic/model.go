package agentic

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
)

// Model is all that a program may know of a model: a request in, a completion
// or an error out. A live provider, a local server and a fake are alike to it.
//
// Complete does not change the request and does not keep its slices; a call
// that the context ends is an error that wraps the context's.
type Model interface {
	Complete(ctx context.Context, req Request) (Completion, error)
}

// Request is what one call sends: the whole conversation each time, as the
// other side remembers nothing.
type Request struct {
	Messages    []Message
	Tools       []ToolSpec // what the model may ask for, in an order that stays
	MaxTokens   int        // the most tokens that the reply may have
	Temperature *float64   // nil leaves it to the provider; some refuse any
}

// ToolSpec is what a model is told of a tool.
type ToolSpec struct {
	Name        string
	Description string
	Schema      json.RawMessage // JSON Schema of the arguments, which are an object
}

// ErrRequest is behind the error for a request that no provider would take.
var ErrRequest = errors.New("no valid request")

// Check finds what is wrong with a request whoever the provider is: no message,
// a system message that is not the first or not the only one, a message that
// was never made, no room for a reply, a tool without a name or with another's.
// Whether each tool call has its result is not looked at.
func (r Request) Check() error {
	if len(r.Messages) == 0 {
		return fmt.Errorf("%w: it has no message", ErrRequest)
	}
	for i, m := range r.Messages {
		switch {
		case m.role == "":
			return fmt.Errorf("%w: message %d is empty: it was not made by a function of this package", ErrRequest, i+1)
		case m.role == RoleSystem && i > 0:
			return fmt.Errorf("%w: message %d is a system message, which stands once and first", ErrRequest, i+1)
		}
	}
	if r.MaxTokens < 1 {
		return fmt.Errorf("%w: a limit of %d tokens leaves no room for a reply", ErrRequest, r.MaxTokens)
	}
	seen := map[string]bool{}
	for _, tool := range r.Tools {
		if tool.Name == "" || seen[tool.Name] {
			return fmt.Errorf("%w: the name of a tool is missing or taken: %q", ErrRequest, tool.Name)
		}
		seen[tool.Name] = true
	}
	return nil
}

// FinishReason says why a model stopped.
type FinishReason string

const (
	FinishStop      FinishReason = "stop"       // it is done
	FinishToolCalls FinishReason = "tool_calls" // it waits for tools
	FinishLength    FinishReason = "length"     // it was cut off: the text, or a call, may be half
)

// Completion is a model's reply.
type Completion struct {
	Text         string
	ToolCalls    []ToolCall
	FinishReason FinishReason
	InputTokens  int // all of the request's, cached or not
	OutputTokens int
	Model        string // who answered
	Opaque       Opaque // the reply in the provider's own form
}

// WantsTools reports whether the model asks for tools to be run.
func (c Completion) WantsTools() bool { return len(c.ToolCalls) > 0 }

// Message is the completion as the next turn of its conversation.
func (c Completion) Message() (Message, error) {
	m, err := Assistant(c.Text, c.ToolCalls...)
	m.opaque = c.Opaque.clone()
	return m, err
}
