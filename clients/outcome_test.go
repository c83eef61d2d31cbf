package clients

import (
	"encoding/json"
	"strings"
	"testing"

	"agentcourse/internal/fakellm"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// outcome is what a client saw of one call, in one form for all clients.
// node/outcome.mjs has the same fields.
type outcome struct {
	Text         string   `json:"text,omitempty"`         // of the reply; after a failure, what had come
	Thinking     string   `json:"thinking,omitempty"`     //
	Pieces       []string `json:"pieces,omitempty"`       // of a stream: its texts as they came
	Fragments    []string `json:"fragments,omitempty"`    // of a stream: parts of a tool's input
	Stop         string   `json:"stop,omitempty"`         // in the provider's own words
	StopSequence string   `json:"stopSequence,omitempty"` //
	Tools        []call   `json:"tools,omitempty"`        // the calls in a reply, or those that a tool runner made
	Usage        *usage   `json:"usage,omitempty"`        //
	RequestID    string   `json:"requestID,omitempty"`    //
	Tokens       int      `json:"tokens,omitempty"`       // of a count
	Models       []string `json:"models,omitempty"`       //
	Parsed       any      `json:"parsed,omitempty"`       // structured output, decoded JSON
	Error        *failure `json:"error,omitempty"`        //
}

type call struct {
	Name  string         `json:"name"`
	Input map[string]any `json:"input"`
}

type usage struct {
	Input        int `json:"input"`
	Output       int `json:"output"`
	CacheRead    int `json:"cacheRead"`
	CacheWritten int `json:"cacheWritten"`
	Thinking     int `json:"thinking"`
}

// failure is an error as the client's type tells it.
type failure struct {
	Class     string `json:"class"`
	Status    int    `json:"status,omitempty"`
	Type      string `json:"type,omitempty"`
	Message   string `json:"message,omitempty"`
	RequestID string `json:"requestID,omitempty"`

	// Says is a part of the message, in an expectation where the rest of it
	// depends on the version of Go or Node.
	Says string `json:"-"`
}

// seenBy gives the outcome as a client can tell it: in another dialect stop
// reasons have other words, and what client or dialect has no place for is gone.
func (o outcome) seenBy(c client) outcome {
	if word, ok := stopWords[c.dialect][o.Stop]; ok {
		o.Stop = word
	}
	if c.key == course && o.Usage != nil {
		u := *o.Usage
		u.Thinking = 0 // its Usage does not tell it apart
		o.Usage = &u
	}
	switch c.dialect {
	case fakellm.OpenAI:
		o.StopSequence = ""
		o.Thinking = "" // this API does not show it
		if o.Usage != nil {
			u := *o.Usage
			u.Input, u.CacheWritten = u.Input+u.CacheRead+u.CacheWritten, 0 // all input in one number
			o.Usage = &u
		}
		if o.Error != nil && o.Error.Status != 0 {
			e := *o.Error
			e.Type = openAIType(e.Status)
			o.Error = &e
		}
	case fakellm.Ollama:
		o.StopSequence, o.RequestID = "", ""
		o.Fragments = nil // it does not cut a tool's input
		if o.Usage != nil {
			o.Usage = &usage{Input: o.Usage.Input + o.Usage.CacheRead + o.Usage.CacheWritten, Output: o.Usage.Output}
		}
		if o.Error != nil {
			e := *o.Error
			e.Type, e.RequestID = "", ""
			o.Error = &e
		}
	}
	return o
}

var stopWords = map[string]map[string]string{
	fakellm.OpenAI: {
		"end_turn": "stop", "stop_sequence": "stop", "tool_use": "tool_calls", "max_tokens": "length", "refusal": "content_filter",
	},
	fakellm.Ollama: {
		"end_turn": "stop", "stop_sequence": "stop", "tool_use": "stop", "max_tokens": "length", "refusal": "stop",
	},
}

// openAIType is the type of an error that OpenAI's API sends with a status.
func openAIType(status int) string {
	switch {
	case status == 429:
		return "requests" // the limit that was met
	case status >= 500:
		return "server_error"
	}
	return "invalid_request_error"
}

// compare reports where outcomes differ from what is wanted. Usage and request
// ids count where they are wanted, all else always.
func compare(t *testing.T, want, got []outcome) {
	t.Helper()
	got = append([]outcome(nil), got...)
	want = append([]outcome(nil), want...)
	for i := range min(len(want), len(got)) {
		got[i] = forgive(want[i], got[i])
		if w := want[i].Error; w != nil && w.Says != "" {
			e := *w
			e.Says = ""
			want[i].Error = &e
		}
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("what the client saw (-want +got):\n%s", diff)
	}
}

func forgive(want, got outcome) outcome {
	if want.Usage == nil {
		got.Usage = nil
	}
	if want.RequestID == "" {
		got.RequestID = ""
	}
	if want.Error == nil || got.Error == nil {
		return got
	}
	e := *got.Error
	if want.Error.RequestID == "" {
		e.RequestID = ""
	}
	if says := want.Error.Says; says != "" && strings.Contains(e.Message, says) {
		e.Message = ""
	}
	got.Error = &e
	return got
}

// decodeInput reads the input of a tool call; nil is what is not an object.
func decodeInput(raw json.RawMessage) map[string]any {
	var input map[string]any
	if json.Unmarshal(raw, &input) != nil {
		return nil
	}
	return input
}
