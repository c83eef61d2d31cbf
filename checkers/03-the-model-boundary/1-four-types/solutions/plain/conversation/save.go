package conversation

import (
	"encoding/json"
	"io"
)

// Save writes the messages as JSON Lines: one a line, as agentic marshals it.
func (c *Conversation) Save(w io.Writer) error {
	enc := json.NewEncoder(w)
	for _, m := range c.Messages() {
		if err := enc.Encode(m); err != nil {
			return err
		}
	}
	return nil
}
