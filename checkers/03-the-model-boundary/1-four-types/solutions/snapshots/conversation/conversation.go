// Package conversation keeps a conversation as a state that never changes: each
// method makes a new one out of it and puts that in its place, if nobody else
// was faster.
package conversation

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"agentcourse/starter/agentic"
)

// ErrOrder is behind the error for a message that cannot stand where it was to
// be added.
var ErrOrder = errors.New("out of order")

// Conversation is a list of messages that a model can be sent.
type Conversation struct {
	now atomic.Pointer[state]
}

// New begins a conversation. system is its first message, "" for none.
func New(system string) *Conversation {
	s := state{}
	if system != "" {
		s.system = []agentic.Message{agentic.System(system)}
	}
	return from(s)
}

func from(s state) *Conversation {
	c := &Conversation{}
	c.now.Store(&s)
	return c
}

// change puts another state in the place of the present one.
func (c *Conversation) change(next func(state) (state, error)) error {
	for {
		old := c.now.Load()
		s, err := next(*old)
		if err != nil {
			return err
		}
		if c.now.CompareAndSwap(old, &s) {
			return nil
		}
	}
}

// User adds a task, or a person's turn.
func (c *Conversation) User(text string) error {
	if strings.TrimSpace(text) == "" {
		return errors.New("the text of a user message is blank")
	}
	return c.change(func(s state) (state, error) {
		if s.waiting() {
			return s, fmt.Errorf("user message: %w: a tool call is open", ErrOrder)
		}
		return s.with(turn{user: agentic.User(text)}), nil
	})
}

// Assistant adds a model's reply.
func (c *Conversation) Assistant(reply agentic.Completion) error {
	message, err := reply.Message()
	if err != nil {
		return fmt.Errorf("reply: %w", err)
	}
	if reply.FinishReason == agentic.FinishLength {
		return errors.New("reply: it was cut off")
	}
	return c.change(func(s state) (state, error) {
		if s.waiting() {
			return s, fmt.Errorf("reply: %w: a tool call is open", ErrOrder)
		}
		t, ok := s.newest()
		if !ok || t.answered() {
			return s, fmt.Errorf("reply: %w: no user message and no result before it", ErrOrder)
		}
		step := step{reply: message, results: make([]agentic.Message, len(reply.ToolCalls))}
		t.steps = append(t.steps[:len(t.steps):len(t.steps)], step)
		return s.replaced(t), nil
	})
}

// Tool adds the result of the open call with that id.
func (c *Conversation) Tool(callID, text string, failed bool) error {
	return c.change(func(s state) (state, error) {
		if t, ok := s.newest(); ok {
			if t, ok = t.withResult(callID, text, failed); ok {
				return s.replaced(t), nil
			}
		}
		return s, fmt.Errorf("result of %q: %w: no such call is open", callID, ErrOrder)
	})
}

// Open are the calls of the newest reply that have no result yet.
func (c *Conversation) Open() []agentic.ToolCall { return c.now.Load().open() }

// Messages is the conversation so far, a slice of the caller's own.
func (c *Conversation) Messages() []agentic.Message {
	s := c.now.Load()
	messages := append([]agentic.Message{}, s.system...)
	for _, t := range s.turns {
		messages = append(messages, t.messages()...)
	}
	return messages
}

// Fork is a second conversation that begins with the same state.
func (c *Conversation) Fork() *Conversation { return from(*c.now.Load()) }

// Trim keeps as many of the newest turns as have no more than n messages, and
// at least one.
func (c *Conversation) Trim(n int) {
	_ = c.change(func(s state) (state, error) {
		room := n
		for i := len(s.turns) - 1; i >= 0; i-- {
			if room -= len(s.turns[i].messages()); room < 0 && i < len(s.turns)-1 {
				s.turns = s.turns[i+1:]
				break
			}
		}
		return s, nil
	})
}
