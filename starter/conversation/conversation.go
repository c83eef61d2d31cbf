// Package conversation is the state that an agent keeps: a conversation in
// which nothing can stand where a provider would refuse it. What may follow
// what is looked at when a message is added, and not three calls later.
//
//	c := conversation.New("Answer briefly.")
//	err := c.User("What is 1+1?")
//	err = c.Assistant(reply)           // what a model said: an agentic.Completion
//	for _, call := range c.Open() {    // what it asks for
//		err = c.Tool(call.ID, "2", false)
//	}
//	request.Messages = c.Messages()    // what goes out next
//
// This is a skeleton: it compiles, and nothing works yet. Keep the names and
// signatures; what is behind them is yours.
package conversation

import (
	"errors"

	"agentcourse/starter/agentic"
)

var errNotWritten = errors.New("conversation: not written yet")

// ErrOrder is behind the error for a message that cannot stand where it was to
// be added.
var ErrOrder = errors.New("out of order")

// Conversation is a list of messages that a model can be sent. Its methods may
// be called by several goroutines at once. It is used through a pointer and
// not copied; Fork makes a second one.
type Conversation struct{}

// New begins a conversation. system is its first message, "" for none.
func New(system string) *Conversation { return &Conversation{} }

// User adds a task, or a person's turn.
func (c *Conversation) User(text string) error { return errNotWritten }

// Assistant adds a model's reply.
func (c *Conversation) Assistant(reply agentic.Completion) error { return errNotWritten }

// Tool adds the result of the open call with that id. With failed, text says
// what went wrong.
func (c *Conversation) Tool(callID, text string, failed bool) error { return errNotWritten }

// Open are the calls of the newest reply that have no result yet.
func (c *Conversation) Open() []agentic.ToolCall { return nil }

// Messages is the conversation so far, a slice of the caller's own.
func (c *Conversation) Messages() []agentic.Message { return nil }

// Fork is a second conversation with the same messages. From here on each goes
// its own way.
func (c *Conversation) Fork() *Conversation { return &Conversation{} }

// Trim drops the oldest turns, so that at most n messages stay besides the
// system message; the newest turn stays in any case. A turn is a user message
// and all that follows it before the next one.
func (c *Conversation) Trim(n int) {}
