package messages

import "encoding/json"

// DefaultModel is the model asked when neither the request nor the client
// names one.
const DefaultModel = "claude-opus-5-5"

// The two roles a message can have. Tool results travel as RoleUser: to the
// model, whatever comes from outside is said by the other side.
const (
	RoleUser      = "user"
	RoleAssistant = "assistant"
)

// Why the model stopped. These are the reasons a program here has to tell
// apart; the API may send others, so treat an unknown one as "not an answer".
const (
	StopEndTurn      = "end_turn"      // it had said everything
	StopMaxTokens    = "max_tokens"    // it was cut off at Request.MaxTokens
	StopStopSequence = "stop_sequence" // it wrote one of Request.StopSequences
	StopToolUse      = "tool_use"      // it waits for the results of its tool calls
	StopRefusal      = "refusal"       // it declined; this is not an error status
)

// The efforts a model can be asked for: less thinking costs fewer output
// tokens.
const (
	EffortLow    = "low"
	EffortMedium = "medium"
	EffortHigh   = "high"
	EffortXHigh  = "xhigh"
	EffortMax    = "max"
)

// Request is the body of POST /v1/messages. The API keeps nothing between
// calls: whatever the model shall know has to be in here, each time.
type Request struct {
	Model         string       `json:"model"`      // empty: the client's model
	MaxTokens     int          `json:"max_tokens"` // ceiling for output tokens, thinking included; required
	System        string       `json:"system,omitempty"`
	Messages      []Message    `json:"messages"` // oldest first
	Tools         []Tool       `json:"tools,omitempty"`
	ToolChoice    ToolChoice   `json:"tool_choice,omitzero"`
	StopSequences []string     `json:"stop_sequences,omitempty"`
	OutputConfig  OutputConfig `json:"output_config,omitzero"`
}

// Message is one turn of the conversation.
type Message struct {
	Role    string  `json:"role"` // RoleUser or RoleAssistant
	Content []Block `json:"content"`
}

// UserText is a user's message of one text block.
func UserText(s string) Message {
	return Message{Role: RoleUser, Content: []Block{Text(s)}}
}

// UnmarshalJSON also reads the short form of the protocol, in which content is
// a plain string; it becomes one text block.
func (m *Message) UnmarshalJSON(data []byte) error {
	var wire struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
	}
	if err := json.Unmarshal(data, &wire); err != nil {
		return err
	}
	blocks, err := decodeContent(wire.Content)
	*m = Message{Role: wire.Role, Content: blocks}
	return err
}

// Tool tells the model about one tool: all it will ever know of it.
type Tool struct {
	Name        string          `json:"name"` // 1 to 64 of a-z A-Z 0-9 _ -
	Description string          `json:"description,omitempty"`
	InputSchema json.RawMessage `json:"input_schema"` // JSON Schema of type object
}

// ToolChoice says how free the model is to use tools. The zero value leaves
// it out, which means "auto" when there are tools. The 5.5 models refuse "any"
// and "tool" (Anthropic Messages API documentation).
type ToolChoice struct {
	Type                   string `json:"type"`           // auto, any, tool, none
	Name                   string `json:"name,omitempty"` // with type tool
	DisableParallelToolUse bool   `json:"disable_parallel_tool_use,omitempty"`
}

// OutputConfig shapes the reply.
type OutputConfig struct {
	Effort string        `json:"effort,omitempty"` // EffortLow …; empty: the model's own default
	Format *OutputFormat `json:"format,omitempty"` // nil: free text; see JSONSchema
}

// Response is one reply of the model.
type Response struct {
	ID           string  `json:"id"`
	Model        string  `json:"model"` // the model that answered
	Role         string  `json:"role"`
	Content      []Block `json:"content"`
	StopReason   string  `json:"stop_reason"`   // see StopEndTurn and its neighbours
	StopSequence string  `json:"stop_sequence"` // the sequence that was met, if one was
	Usage        Usage   `json:"usage"`
	RequestID    string  `json:"-"` // from the request-id header; quote it to support
}

// Text joins all text blocks with nothing between them. It is empty when the
// model only thought or only asked for tools.
func (r *Response) Text() string { return joinText(r.Content) }

// Message is the reply as the assistant's turn, ready to be appended to the
// conversation. Its blocks are whole: thinking and unknown kinds are in it.
func (r *Response) Message() Message {
	return Message{Role: RoleAssistant, Content: r.Content}
}

// ToolUses returns the tool calls of the reply in the model's order.
func (r *Response) ToolUses() []Block {
	var calls []Block
	for _, b := range r.Content {
		if b.Type == TypeToolUse {
			calls = append(calls, b)
		}
	}
	return calls
}

// Usage counts the tokens of one call, as billed.
type Usage struct {
	InputTokens              int `json:"input_tokens"` // fresh input only, see In
	CacheCreationInputTokens int `json:"cache_creation_input_tokens"`
	CacheReadInputTokens     int `json:"cache_read_input_tokens"`
	OutputTokens             int `json:"output_tokens"`

	OutputDetails struct {
		ThinkingTokens int `json:"thinking_tokens"`
	} `json:"output_tokens_details"`
}

// In is all input: fresh, written to the cache and read from it. The API
// counts the three apart (Anthropic Messages API documentation).
func (u Usage) In() int {
	return u.InputTokens + u.CacheCreationInputTokens + u.CacheReadInputTokens
}

// Out is all output, the model's hidden thinking included.
func (u Usage) Out() int { return u.OutputTokens }

// Thinking is the part of Out that was hidden thinking, as far as it was told.
func (u Usage) Thinking() int { return u.OutputDetails.ThinkingTokens }

// Plus adds up two calls.
func (u Usage) Plus(v Usage) Usage {
	sum := Usage{
		InputTokens:              u.InputTokens + v.InputTokens,
		CacheCreationInputTokens: u.CacheCreationInputTokens + v.CacheCreationInputTokens,
		CacheReadInputTokens:     u.CacheReadInputTokens + v.CacheReadInputTokens,
		OutputTokens:             u.OutputTokens + v.OutputTokens,
	}
	sum.OutputDetails.ThinkingTokens = u.Thinking() + v.Thinking()
	return sum
}
