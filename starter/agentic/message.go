package agentic

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// Message is one turn of a conversation. It is made by System, User, Assistant,
// ToolResult or NewMessage and never changes afterwards: two conversations can
// share one without being able to spoil each other's. The zero Message is none,
// and a Request that holds it is refused.
type Message struct {
	role   Role
	text   string
	calls  []ToolCall
	callID string
	failed bool
	opaque Opaque
}

// ToolCall is a model's request to run a tool. The model runs nothing itself.
type ToolCall struct {
	ID        string          `json:"id"`        // pairs it with its result
	Name      string          `json:"name"`      // the tool
	Arguments json.RawMessage `json:"arguments"` // a JSON object
}

// Opaque is a reply in a provider's own form, for that provider to get back
// unchanged: thinking that it signed, blocks that this package knows nothing
// of. Only the adapter of that provider looks inside.
type Opaque struct {
	Provider string          `json:"provider"`         // whose it is, such as "messages"; "" for nothing
	Content  json.RawMessage `json:"content,omitzero"` // as it came
}

// ErrMessage is behind the error for a message that cannot be.
var ErrMessage = errors.New("no valid message")

// System is the message with an agent's standing instructions.
func System(text string) Message { return Message{role: RoleSystem, text: text} }

// User is a task, or a person's turn.
func User(text string) Message { return Message{role: RoleUser, text: text} }

// Assistant is a model's turn: text, calls, or both. A call needs an id that no
// other in the message has, a name, and arguments that are a JSON object (none
// at all count as {}).
func Assistant(text string, calls ...ToolCall) (Message, error) {
	calls = cloneCalls(calls)
	for i := range calls {
		call := &calls[i]
		if len(call.Arguments) == 0 {
			call.Arguments = json.RawMessage("{}")
		}
		switch {
		case call.ID == "" || call.Name == "":
			return Message{}, fmt.Errorf("%w: tool call %d has the id %q and the name %q, and needs both", ErrMessage, i+1, call.ID, call.Name)
		case slices.ContainsFunc(calls[:i], func(c ToolCall) bool { return c.ID == call.ID }):
			return Message{}, fmt.Errorf("%w: two tool calls have the id %q", ErrMessage, call.ID)
		case !isObject(call.Arguments):
			return Message{}, fmt.Errorf("%w: the arguments of tool call %q are no JSON object: %.60s", ErrMessage, call.ID, call.Arguments)
		}
	}
	return Message{role: RoleAssistant, text: text, calls: calls}, nil
}

// ToolResult answers the tool call with that id. With failed, text says what
// went wrong, for the model to read and to try something else.
func ToolResult(callID, text string, failed bool) (Message, error) {
	if callID == "" {
		return Message{}, fmt.Errorf("%w: a tool result needs the id of the call that it answers", ErrMessage)
	}
	return Message{role: RoleTool, text: text, callID: callID, failed: failed}, nil
}

// NewMessage is a message of text alone whose role is known only when the
// program runs. A tool's message is refused: it needs the id of its call.
func NewMessage(role Role, text string) (Message, error) {
	role, err := ParseRole(string(role))
	if err != nil {
		return Message{}, err
	}
	if role == RoleTool {
		return ToolResult("", text, false)
	}
	return Message{role: role, text: text}, nil
}

// Role says who speaks.
func (m Message) Role() Role { return m.role }

// Text is what is said: instructions, a task, an answer, a tool's result.
func (m Message) Text() string { return m.text }

// ToolCalls are the tools that an assistant's message asks for, in its order.
func (m Message) ToolCalls() []ToolCall { return cloneCalls(m.calls) }

// ToolCallID is the call that a tool's message answers, "" for other messages.
func (m Message) ToolCallID() string { return m.callID }

// Failed reports whether a tool's message tells of a failure.
func (m Message) Failed() bool { return m.failed }

// Opaque is the provider's own form of an assistant's message.
func (m Message) Opaque() Opaque { return m.opaque.clone() }

// Equal reports whether two messages say the same.
func (m Message) Equal(other Message) bool {
	sameCall := func(a, b ToolCall) bool {
		return a.ID == b.ID && a.Name == b.Name && bytes.Equal(a.Arguments, b.Arguments)
	}
	return m.role == other.role && m.text == other.text && m.callID == other.callID && m.failed == other.failed &&
		slices.EqualFunc(m.calls, other.calls, sameCall) &&
		m.opaque.Provider == other.opaque.Provider && bytes.Equal(m.opaque.Content, other.opaque.Content)
}

func cloneCalls(calls []ToolCall) []ToolCall {
	calls = slices.Clone(calls)
	for i := range calls {
		calls[i].Arguments = bytes.Clone(calls[i].Arguments)
	}
	return calls
}

func (o Opaque) clone() Opaque {
	o.Content = bytes.Clone(o.Content)
	return o
}

func isObject(data []byte) bool {
	return json.Valid(data) && bytes.HasPrefix(bytes.TrimSpace(data), []byte("{"))
}
