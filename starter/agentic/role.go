package agentic

import (
	"errors"
	"fmt"
)

// Role says who speaks in a message. There are four, and no more can be made:
// messages are built by functions that know their role, and ParseRole refuses
// everything else.
type Role string

const (
	RoleSystem    Role = "system"    // standing instructions: one message, the first
	RoleUser      Role = "user"      // the task, or a person's turn
	RoleAssistant Role = "assistant" // the model: an answer, or requests to run tools
	RoleTool      Role = "tool"      // the result of one tool call
)

// ErrRole is behind the error for a role that is none of the four.
var ErrRole = errors.New("unknown role")

// ParseRole reads a role that comes from outside, such as a file. A slip of the
// pen is an error here and not an odd reply three calls later.
func ParseRole(s string) (Role, error) {
	switch role := Role(s); role {
	case RoleSystem, RoleUser, RoleAssistant, RoleTool:
		return role, nil
	}
	return "", fmt.Errorf("%w %q: the roles are system, user, assistant and tool", ErrRole, s)
}
