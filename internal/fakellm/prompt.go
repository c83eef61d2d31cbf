package fakellm

import "encoding/json"

// The wire formats that a [Provider] speaks.
const (
	Anthropic = "anthropic" // POST /v1/messages
	Ollama    = "ollama"    // POST /api/chat
	OpenAI    = "openai"    // POST /v1/chat/completions
)

// Prompt is what a valid call asks for, in one form for every dialect.
type Prompt struct {
	Dialect     string // [Anthropic], [Ollama] or [OpenAI]
	Model       string // as asked for
	System      string // all system texts, joined with "\n"
	Turns       []Turn // oldest first; "user" and "assistant" take turns
	Tools       []Tool
	ToolChoice  string          // "auto", "any", "none" or "tool"
	ToolName    string          // with ToolChoice "tool"
	Serial      bool            // at most one tool call is wanted
	MaxTokens   int             // 0: no limit was given
	Stop        []string        // stop sequences
	Effort      string          // "low" to "max"; empty: the model's default
	NoThinking  bool            // the client turned thinking off
	ShowThought bool            // the client asked for the text of the thinking
	Temperature *float64        // nil: not sent
	Schema      map[string]any  // JSON Schema that the text of the reply has to match; nil: none
	JSON        bool            // the text has to be JSON, of any shape
	Stream      bool            // the reply is wanted in pieces
	InputTokens int             // an estimate of all input
	Body        json.RawMessage // the request as it was sent

	streamUsage bool                // of OpenAI: the stream shall tell the usage
	cacheable   func() []cacheBlock // the input as it may be cached; nil: not at all
}

// Turn is one side's part of the conversation: all its messages in a row.
type Turn struct {
	Role  string // "user" or "assistant"; tool results are the user's
	Parts []Part
}

// BlockToolResult is the type of a [Part] that answers a tool call.
const BlockToolResult = "tool_result"

// Part is one content block of a conversation.
type Part struct {
	Type    string          // [BlockText], [BlockThinking], [BlockToolUse], [BlockToolResult], or what the request said
	Text    string          // of a text, of a thinking block, of a tool's result
	ID      string          // of the tool call, or of the call that the result answers
	Name    string          // of the tool, of a result too where it can be known
	Input   json.RawMessage // of a tool call
	IsError bool            // of a tool's result
}

// Tool is a tool that the model may call.
type Tool struct {
	Name        string
	Description string
	Schema      map[string]any // of its input
}

// Responder answers valid calls in place of a script. It is asked by several
// goroutines at once.
type Responder interface {
	// Respond makes the reply; the provider takes care of ids, of counts that
	// the reply leaves open, and of the wire format.
	Respond(p *Prompt) *Reply
}
