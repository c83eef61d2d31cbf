// Package replies holds what every program does with a reply.
package replies

import (
	"errors"

	"agentcourse/starter/messages"
)

// ErrCutOff is the error for a reply that ended at max_tokens; ErrEmpty is one of its kind, for a reply of which nothing
// can be seen.
var (
	ErrCutOff = errors.New("the reply was cut off")
	ErrEmpty  = errors.New("no text came out: everything was used up by thinking, and the rest cut off")
)

// Check returns nil for a reply that is not cut off.
func Check(reply *messages.Response) error {
	switch {
	case reply.StopReason != messages.StopMaxTokens:
		return nil
	case reply.Text() == "":
		return ErrEmpty
	}
	return ErrCutOff
}
