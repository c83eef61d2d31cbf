package conversation

import (
	"slices"

	"agentcourse/starter/agentic"
)

// Trim drops the oldest turns, so that at most n messages stay besides the
// system message; the newest turn stays in any case.
func (c *Conversation) Trim(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	first := 0
	if len(c.messages) > 0 && c.messages[0].Role() == agentic.RoleSystem {
		first = 1
	}
	from := first
	for i := first; i < len(c.messages) && len(c.messages)-from > n; i++ {
		if c.messages[i].Role() == agentic.RoleUser {
			from = i
		}
	}
	c.messages = slices.Delete(c.messages, first, from)
}
