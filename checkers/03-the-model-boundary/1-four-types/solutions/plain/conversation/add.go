package conversation

import (
	"errors"
	"fmt"
	"strings"

	"agentcourse/starter/agentic"
)

// User adds a task, or a person's turn.
func (c *Conversation) User(text string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if open := c.open(); len(open) > 0 {
		return fmt.Errorf("%w: a user message while tool call %q has no result", ErrOrder, open[0].ID)
	}
	if strings.TrimSpace(text) == "" {
		return errors.New("a user message needs a text")
	}
	c.messages = append(c.messages, agentic.User(text))
	return nil
}

// Assistant adds a model's reply.
func (c *Conversation) Assistant(reply agentic.Completion) error {
	if reply.FinishReason == agentic.FinishLength {
		return errors.New("the reply was cut off, so it is no turn of a conversation")
	}
	message, err := reply.Message()
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if open := c.open(); len(open) > 0 {
		return fmt.Errorf("%w: a reply while tool call %q has no result", ErrOrder, open[0].ID)
	}
	if last := c.last(); last != agentic.RoleUser && last != agentic.RoleTool {
		return fmt.Errorf("%w: a reply with nothing before it that a model could answer", ErrOrder)
	}
	c.messages = append(c.messages, message)
	return nil
}

func (c *Conversation) last() agentic.Role {
	if len(c.messages) == 0 {
		return ""
	}
	return c.messages[len(c.messages)-1].Role()
}
