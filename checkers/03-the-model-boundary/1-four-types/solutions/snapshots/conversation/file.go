package conversation

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"agentcourse/starter/agentic"
)

// Save writes the messages as JSON Lines, all at once.
func (c *Conversation) Save(w io.Writer) error {
	var file []byte
	for i, m := range c.Messages() {
		line, err := json.Marshal(m)
		if err != nil {
			return fmt.Errorf("message %d: %w", i+1, err)
		}
		file = append(append(file, line...), '\n')
	}
	_, err := w.Write(file)
	return err
}

// Restore reads what Save wrote. An error names the line.
func Restore(r io.Reader) (*Conversation, error) {
	file, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("read a conversation: %w", err)
	}
	var c *Conversation
	for i, line := range bytes.Split(file, []byte("\n")) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		var m agentic.Message
		if err := json.Unmarshal(line, &m); err != nil {
			return nil, fmt.Errorf("read a conversation: line %d: %w", i+1, err)
		}
		if c == nil && m.Role() == agentic.RoleSystem {
			c = New(m.Text())
			continue
		}
		if c == nil {
			c = New("")
		}
		if err := c.add(m); err != nil {
			return nil, fmt.Errorf("read a conversation: line %d: %w", i+1, err)
		}
	}
	if c == nil {
		c = New("")
	}
	return c, nil
}

func (c *Conversation) add(m agentic.Message) error {
	switch m.Role() {
	case agentic.RoleUser:
		return c.User(m.Text())
	case agentic.RoleAssistant:
		return c.Assistant(agentic.Completion{Text: m.Text(), ToolCalls: m.ToolCalls(), Opaque: m.Opaque()})
	case agentic.RoleTool:
		return c.Tool(m.ToolCallID(), m.Text(), m.Failed())
	}
	return fmt.Errorf("%w: a %s message after others", ErrOrder, m.Role())
}
