package messages

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// The kinds of block this package knows. A reply may hold others.
const (
	TypeText       = "text"
	TypeThinking   = "thinking"
	TypeToolUse    = "tool_use"
	TypeToolResult = "tool_result"
)

// Block is one piece of a message's content. Type says which of the fields
// mean something.
//
// A block that was received keeps the JSON it came in, and that JSON is what
// is sent when the block goes back to the API: fields and kinds this package
// has never heard of survive, and so does the signature by which the API
// recognises its own thinking. The fields of a received block are therefore
// for reading. Assigning to one changes nothing on the wire; to send something
// else, build a new block.
//
// A block that you build, with Text, ToolResult or a literal, is sent from its
// fields.
type Block struct {
	Type string

	Text string // text

	Thinking  string // thinking; "" when the model keeps it hidden
	Signature string // thinking

	ID    string          // tool_use: which call this is
	Name  string          // tool_use: the tool wanted
	Input json.RawMessage // tool_use: its arguments, a JSON object

	ToolUseID string // tool_result: the ID of the call it answers
	Content   string // tool_result: what the tool said; if blocks were received, their text
	IsError   bool   // tool_result

	raw json.RawMessage // as received; nil for a block built here
}

// Text is a text block. The API refuses an empty one.
func Text(s string) Block { return Block{Type: TypeText, Text: s} }

// ToolResult answers the tool call with the given id. With isError, content
// tells the model what went wrong, so that it can try something else.
func ToolResult(id, content string, isError bool) Block {
	return Block{Type: TypeToolResult, ToolUseID: id, Content: content, IsError: isError}
}

// MarshalJSON sends a received block as it came and a built one from its
// fields. A built block of an unknown kind is an error: there is nothing to
// send.
func (b Block) MarshalJSON() ([]byte, error) {
	if b.raw != nil {
		return b.raw, nil
	}
	switch b.Type {
	case TypeText:
		return json.Marshal(struct {
			Type string `json:"type"`
			Text string `json:"text"`
		}{b.Type, b.Text})
	case TypeThinking:
		return json.Marshal(struct {
			Type      string `json:"type"`
			Thinking  string `json:"thinking"`
			Signature string `json:"signature"`
		}{b.Type, b.Thinking, b.Signature})
	case TypeToolUse:
		input := b.Input
		if len(input) == 0 {
			input = json.RawMessage("{}") // a call without arguments; the API wants an object
		}
		return json.Marshal(struct {
			Type  string          `json:"type"`
			ID    string          `json:"id"`
			Name  string          `json:"name"`
			Input json.RawMessage `json:"input"`
		}{b.Type, b.ID, b.Name, input})
	case TypeToolResult:
		return json.Marshal(struct {
			Type      string `json:"type"`
			ToolUseID string `json:"tool_use_id"`
			Content   string `json:"content"`
			IsError   bool   `json:"is_error,omitempty"`
		}{b.Type, b.ToolUseID, b.Content, b.IsError})
	}
	return nil, fmt.Errorf("cannot build a block of type %q: only text, thinking, tool_use and tool_result can be built", b.Type)
}

// UnmarshalJSON keeps the JSON and reads the fields of the kinds it knows. An
// unknown kind is no error: only its Type is set.
func (b *Block) UnmarshalJSON(data []byte) error {
	var kind struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(data, &kind); err != nil {
		return fmt.Errorf("content block: %w", err)
	}
	// The decoder reuses data for the next block, so keep a copy.
	*b = Block{Type: kind.Type, raw: bytes.Clone(data)}
	if err := b.readFields(data); err != nil {
		return fmt.Errorf("%s block: %w", b.Type, err)
	}
	return nil
}

// readFields reads only the fields of the block's own kind: another kind may
// use the same name for something of another shape.
func (b *Block) readFields(data []byte) error {
	switch b.Type {
	case TypeText:
		return json.Unmarshal(data, &struct {
			Text *string `json:"text"`
		}{&b.Text})
	case TypeThinking:
		return json.Unmarshal(data, &struct {
			Thinking  *string `json:"thinking"`
			Signature *string `json:"signature"`
		}{&b.Thinking, &b.Signature})
	case TypeToolUse:
		return json.Unmarshal(data, &struct {
			ID    *string          `json:"id"`
			Name  *string          `json:"name"`
			Input *json.RawMessage `json:"input"`
		}{&b.ID, &b.Name, &b.Input})
	case TypeToolResult:
		var content json.RawMessage
		err := json.Unmarshal(data, &struct {
			ToolUseID *string          `json:"tool_use_id"`
			Content   *json.RawMessage `json:"content"`
			IsError   *bool            `json:"is_error"`
		}{&b.ToolUseID, &content, &b.IsError})
		if err != nil {
			return err
		}
		blocks, err := decodeContent(content)
		b.Content = joinText(blocks)
		return err
	}
	return nil
}

// decodeContent reads content in either of its two forms on the wire: a list
// of blocks, or a string, which stands for one text block. Content that is
// absent or null holds no block.
func decodeContent(raw json.RawMessage) ([]Block, error) {
	if bytes.HasPrefix(raw, []byte(`"`)) {
		var s string
		err := json.Unmarshal(raw, &s)
		return []Block{Text(s)}, err
	}
	var blocks []Block
	if len(raw) == 0 {
		return nil, nil
	}
	err := json.Unmarshal(raw, &blocks)
	return blocks, err
}

func joinText(blocks []Block) string {
	var text strings.Builder
	for _, b := range blocks {
		if b.Type == TypeText {
			text.WriteString(b.Text)
		}
	}
	return text.String()
}
