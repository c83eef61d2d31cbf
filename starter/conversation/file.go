package conversation

import "io"

// Save writes the messages as JSON Lines: one a line, as agentic marshals it.
func (c *Conversation) Save(w io.Writer) error { return errNotWritten }

// Restore reads what Save wrote. An error names the line.
func Restore(r io.Reader) (*Conversation, error) { return nil, errNotWritten }
