// Package conversation is the state that an agent keeps: a conversation in
// which nothing can stand where a provider would refuse it.
package conversation

import (
	"errors"
	"slices"
	"sync"

	"agentcourse/starter/agentic"
)

// ErrOrder is behind the error for a message that cannot stand where it was to
// be added.
var ErrOrder = errors.New("out of order")

// Conversation is a list of messages that a model can be sent.
type Conversation struct {
	mu       sync.Mutex
	messages []agentic.Message
}

// New begins a conversation. system is its first message, "" for none.
func New(system string) *Conversation {
	c := &Conversation{}
	if system != "" {
		c.messages = append(c.messages, agentic.System(system))
	}
	return c
}

// Messages is the conversation so far, a slice of the caller's own.
func (c *Conversation) Messages() []agentic.Message {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.messages)
}

// Fork is a second conversation with the same messages.
func (c *Conversation) Fork() *Conversation {
	return &Conversation{messages: c.Messages()}
}
