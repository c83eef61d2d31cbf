package fakellm

import (
	"encoding/json"
	"fmt"
	"time"
)

// Scenario is a script: the replies a [Provider] gives, in order.
type Scenario struct {
	Name    string
	Replies []Reply
	Counts  []Count // answers to requests that count tokens, in order; behind them the provider estimates
}

// Count is one scripted answer to a request that counts tokens: a number, or
// an error.
type Count struct {
	Tokens int
	Fault  *Reply // with Status and what belongs to an error; nil: the number
}

// Any is the value of [Reply.Times] for a reply that never runs out.
const Any = -1

// maxDelay bounds [Reply.Delay]: more is a slip of the pen.
const maxDelay = 10 * time.Second

// Reply is one scripted answer: a message, an error or a raw body.
// The package documentation describes the YAML form.
type Reply struct {
	When         string            // jq over the request body; empty: the reply is taken in order
	Times        int               // how often it may be used; [Any]: without end; 0 means 1
	Text         string            // shorthand for one text block
	Content      []Block           // content blocks; nil when Text is used
	StopReason   string            // empty: tool_use when there is a tool_use block, else end_turn
	Usage        *Usage            // token counts that replace the estimate
	Status       int               // 0: success; else the 4xx or 5xx status of an error
	ErrorType    string            // error.type; empty: from the status
	ErrorMessage string            // error.message; empty: from the status
	Headers      map[string]string // extra response headers
	Body         *string           // raw body in place of JSON
	ContentType  string            // content type of Body; empty: application/json
	Delay        time.Duration     // how long the reply is kept back, behind a hold if there is one
	Fault        *Fault            // what goes wrong on the way; nil: nothing
	Chunk        int               // characters in a piece of a stream; 0: words, and a tool's input in dozens
	OffSchema    bool              // the text may fail the schema that the call asks for
	Hold         string            // name to pass to [Provider.Release]; empty: not held
	Model        string            // the model that answers; empty: the one asked for
	StopSequence string            // the one met, with the stop reason stop_sequence; empty: the request's first
	Pace         time.Duration     // between two pieces of a stream; a reply in one piece waits as long in all

	when *Query
}

// The types of a [Block].
const (
	BlockText     = "text"
	BlockThinking = "thinking"
	BlockToolUse  = "tool_use"
)

// Block is one content block of a reply. Type says which field counts.
type Block struct {
	Type     string
	Text     string   // of a text block
	Pieces   []Piece  // how a text block is streamed; nil: see [Reply.Chunk]
	Thinking string   // of a thinking block; may be empty, as it is for the 5.5 models
	ToolUse  *ToolUse // of a tool_use block
}

// ToolUse is a scripted tool call. Without an ID the provider numbers it.
type ToolUse struct {
	ID    string
	Name  string
	Input json.RawMessage // a JSON object
}

// Usage holds token counts of a reply; nil fields are estimated.
type Usage struct {
	InputTokens              *int
	OutputTokens             *int
	CacheReadInputTokens     *int
	CacheCreationInputTokens *int
	ThinkingTokens           *int
}

// blocks is the reply's content with the shorthand expanded.
func (r *Reply) blocks() []Block {
	if r.Content == nil && r.Text != "" {
		return []Block{{Type: BlockText, Text: r.Text}}
	}
	return r.Content
}

// stopReason applies the default.
func (r *Reply) stopReason() string {
	if r.StopReason != "" {
		return r.StopReason
	}
	for _, b := range r.blocks() {
		if b.Type == BlockToolUse {
			return "tool_use"
		}
	}
	return "end_turn"
}

// uses is the number of times the reply may be given; [Any] for no limit.
func (r *Reply) uses() int {
	if r.Times == 0 {
		return 1
	}
	return r.Times
}

// describe names a reply in a report, by what its author will recognise.
func (r *Reply) describe(index int) string {
	what := "empty"
	switch blocks := r.blocks(); {
	case r.Status != 0:
		what = fmt.Sprintf("status %d", r.Status)
	case r.Body != nil:
		what = "body " + quoteShort(*r.Body)
	case len(blocks) > 0:
		what = describeBlock(blocks)
	}
	return fmt.Sprintf("reply %d (%s)", index, what)
}

func describeBlock(blocks []Block) string {
	for _, b := range blocks {
		switch b.Type {
		case BlockText:
			return "text " + quoteShort(b.Text)
		case BlockToolUse:
			return "tool_use " + b.ToolUse.Name
		}
	}
	return "thinking"
}
