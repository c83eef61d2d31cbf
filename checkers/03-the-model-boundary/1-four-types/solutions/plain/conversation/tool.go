package conversation

import (
	"fmt"
	"slices"

	"agentcourse/starter/agentic"
)

// Tool adds the result of the open call with that id.
func (c *Conversation) Tool(callID, text string, failed bool) error {
	result, err := agentic.ToolResult(callID, text, failed)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrOrder, err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !slices.Contains(ids(c.open()), callID) {
		return fmt.Errorf("%w: a result for %q, which is no open tool call", ErrOrder, callID)
	}
	calls, at := c.newestCalls()
	for _, id := range ids(calls) {
		if id == callID {
			break
		}
		if at < len(c.messages) && c.messages[at].ToolCallID() == id {
			at++
		}
	}
	c.messages = slices.Insert(c.messages, at, result)
	return nil
}

// Open are the calls of the newest reply that have no result yet.
func (c *Conversation) Open() []agentic.ToolCall {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.open()
}

// newestCalls are the calls of the newest reply, if only results follow it, and
// where the first of these has its place.
func (c *Conversation) newestCalls() (calls []agentic.ToolCall, at int) {
	at = len(c.messages)
	for at > 0 && c.messages[at-1].Role() == agentic.RoleTool {
		at--
	}
	if at == 0 {
		return nil, at
	}
	return c.messages[at-1].ToolCalls(), at
}

func (c *Conversation) open() []agentic.ToolCall {
	calls, at := c.newestCalls()
	return slices.DeleteFunc(calls, func(call agentic.ToolCall) bool {
		return slices.ContainsFunc(c.messages[at:], func(m agentic.Message) bool { return m.ToolCallID() == call.ID })
	})
}

func ids(calls []agentic.ToolCall) []string {
	var list []string
	for _, call := range calls {
		list = append(list, call.ID)
	}
	return list
}
