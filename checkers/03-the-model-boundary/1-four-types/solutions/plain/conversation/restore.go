package conversation

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"agentcourse/starter/agentic"
)

// Restore reads what Save wrote. An error names the line.
func Restore(r io.Reader) (*Conversation, error) {
	c := New("")
	in := bufio.NewReader(r)
	for number := 1; ; number++ {
		line, end := in.ReadBytes('\n')
		if end != nil && end != io.EOF {
			return nil, fmt.Errorf("line %d: %w", number, end)
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			if err := c.restore(line); err != nil {
				return nil, fmt.Errorf("line %d: %w", number, err)
			}
		}
		if end == io.EOF {
			return c, nil
		}
	}
}

func (c *Conversation) restore(line []byte) error {
	var m agentic.Message
	if err := json.Unmarshal(line, &m); err != nil {
		return err
	}
	switch m.Role() {
	case agentic.RoleUser:
		return c.User(m.Text())
	case agentic.RoleAssistant:
		return c.Assistant(agentic.Completion{Text: m.Text(), ToolCalls: m.ToolCalls(), Opaque: m.Opaque()})
	case agentic.RoleTool:
		return c.Tool(m.ToolCallID(), m.Text(), m.Failed())
	}
	if len(c.messages) > 0 {
		return fmt.Errorf("%w: a system message that is not the first", ErrOrder)
	}
	if m.Text() == "" {
		return errors.New("a system message without a text")
	}
	c.messages = append(c.messages, m)
	return nil
}
