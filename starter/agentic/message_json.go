package agentic

import "encoding/json"

// wire is how a message is kept in a file. It is this package's own form and no
// provider's.
type wire struct {
	Role       string     `json:"role"`
	Text       string     `json:"text,omitempty"`
	ToolCalls  []ToolCall `json:"tool_calls,omitempty"`
	ToolCallID string     `json:"tool_call_id,omitempty"`
	Failed     bool       `json:"failed,omitempty"`
	Opaque     *Opaque    `json:"opaque,omitempty"`
}

// MarshalJSON writes a message for keeping.
func (m Message) MarshalJSON() ([]byte, error) {
	w := wire{Role: string(m.role), Text: m.text, ToolCalls: m.calls, ToolCallID: m.callID, Failed: m.failed}
	if m.opaque.Provider != "" {
		w.Opaque = &m.opaque
	}
	return json.Marshal(w)
}

// UnmarshalJSON reads a message that was kept. It is built anew, so that a file
// cannot bring in what the functions of this package refuse.
func (m *Message) UnmarshalJSON(data []byte) error {
	var w wire
	if err := json.Unmarshal(data, &w); err != nil {
		return err
	}
	role, err := ParseRole(w.Role)
	if err != nil {
		return err
	}
	var built Message
	switch role {
	case RoleAssistant:
		built, err = Assistant(w.Text, w.ToolCalls...)
		if w.Opaque != nil {
			built.opaque = w.Opaque.clone()
		}
	case RoleTool:
		built, err = ToolResult(w.ToolCallID, w.Text, w.Failed)
	default:
		built, err = NewMessage(role, w.Text)
	}
	if err != nil {
		return err
	}
	*m = built
	return nil
}
