package trace

import "encoding/json"

// An Event is one line of a trace. The fields t and event come from the [Writer].
type Event interface {
	kind() string
}

// The providers that a Task may name.
const (
	ProviderLive  = "live"  // the Anthropic API
	ProviderLocal = "local" // a server that speaks one of the protocols
	ProviderSim   = "sim-1" // the course's simulator
)

// Task is the first event.
type Task struct {
	Task     string `json:"task"`
	Model    string `json:"model,omitempty"`    // if it is known at the start
	Provider string `json:"provider,omitempty"` // if it is known
}

// Usage counts the tokens of one reply.
type Usage struct {
	In         int `json:"in"` // all input: fresh, read from the cache and written to it
	Out        int `json:"out"`
	CacheRead  int `json:"cache_read,omitempty"`
	CacheWrite int `json:"cache_write,omitempty"`
	Thinking   int `json:"thinking,omitempty"` // part of Out
}

// Plus adds up two replies.
func (u Usage) Plus(v Usage) Usage {
	return Usage{u.In + v.In, u.Out + v.Out, u.CacheRead + v.CacheRead, u.CacheWrite + v.CacheWrite, u.Thinking + v.Thinking}
}

// Model is a reply of the model.
type Model struct {
	Step       int             `json:"step"`            // from 0
	StopReason string          `json:"stop_reason"`     // in the names of the Messages API; empty when the reply broke off before it, and Usage may then be less than it was
	Usage      *Usage          `json:"usage,omitempty"` // nil when the reply did not tell
	Content    json.RawMessage `json:"content"`         // a list of blocks in the form of the Messages API
	Model      string          `json:"model,omitempty"` // the model that answered
	RequestID  string          `json:"request_id,omitempty"`
	MS         int64           `json:"ms"`
}

// Tool is a tool call and what the model was told.
type Tool struct {
	Step    int             `json:"step"` // of the reply that asked for it
	Name    string          `json:"name"`
	Input   json.RawMessage `json:"input"`
	Output  string          `json:"output"`
	IsError *bool           `json:"is_error,omitempty"` // nil where the protocol has no place for it
	MS      *int64          `json:"ms,omitempty"`       // nil for one who sees only the wire
}

// Stopped says that something other than an answer ended the run.
type Stopped struct {
	Reason string `json:"reason"` // one of the reasons below
	Detail string `json:"detail"`
}

// The reasons of a Stopped.
const (
	MaxSteps    = "max_steps"
	MaxCost     = "max_cost"
	Deadline    = "deadline"
	Interrupted = "interrupted"
	Refusal     = "refusal"
	MaxTokens   = "max_tokens"
	Error       = "error"
)

// The dialects of a Call.
const (
	Anthropic = "anthropic"
	Ollama    = "ollama"
	OpenAI    = "openai"
	Other     = "other" // none of them
)

// Call is one HTTP exchange, as the recorder saw it.
type Call struct {
	Dialect  string          `json:"dialect"`
	Method   string          `json:"method"`
	Path     string          `json:"path"`
	Status   int             `json:"status,omitempty"`   // 0 when there was no answer
	Request  json.RawMessage `json:"request,omitempty"`  // what is no JSON stands as a string
	Response json.RawMessage `json:"response,omitempty"` // likewise; for a stream the whole message, in the form of the Messages API
	Error    string          `json:"error,omitempty"`    // what went wrong on the way, whatever the status
	MS       int64           `json:"ms"`
	Streamed bool            `json:"streamed"`
}

func (Task) kind() string    { return "task" }
func (Model) kind() string   { return "model" }
func (Tool) kind() string    { return "tool" }
func (Stopped) kind() string { return "stopped" }
func (Call) kind() string    { return "call" }
