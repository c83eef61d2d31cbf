package fakellm

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
)

// The kinds of a [Request].
const (
	KindMessages = "messages" // a call of the model, in any dialect
	KindCount    = "count_tokens"
	KindModels   = "models"  // a list of models, or one
	KindConnect  = "connect" // a client tried to reach an HTTPS address through the provider as a proxy
	KindProxied  = "proxied" // the same with a plain HTTP address
	KindOther    = "other"   // anything else
)

// Request is what the provider remembers of one request it received.
type Request struct {
	Number   int    // from 1, in order of arrival, whatever the kind
	Kind     string // "messages", "count_tokens", "models", "connect", "proxied" or "other"
	Dialect  string // [Anthropic], [Ollama] or [OpenAI], by the path
	Method   string
	Path     string
	Host     string          // for a proxy request the address the client wanted
	Header   http.Header     // keys replaced by "[REDACTED]"
	Body     json.RawMessage // as sent; nil when it is not JSON
	Status   int             // of the answer; 0 while it is pending, 499 or 444 when there was none
	Refusal  *Refusal        // why it was refused; nil when it was served
	Warnings []Refusal       // weak refusals that were let through
	Overlaps bool            // it came while an earlier call was not answered yet
	Dry      bool            // the script had no reply left
	Reply    int             // the scenario's reply, from 1; 0 for none
	Fault    string          // what went wrong with the answer, because the script says so
	Response json.RawMessage // the message or the error sent back, for a stream the whole message; else nil

	// Answer sums up the message that was sent, in whatever dialect.
	Answer Answer

	// ScriptFault says why the scenario could not be played; its author has to
	// mend it.
	ScriptFault string

	answered bool
}

func (r *Request) clone() Request {
	c := *r
	c.Header = r.Header.Clone()
	c.Body = bytes.Clone(r.Body)
	c.Response = bytes.Clone(r.Response)
	c.Warnings = slices.Clone(r.Warnings)
	if r.Refusal != nil {
		refusal := *r.Refusal
		c.Refusal = &refusal
	}
	return c
}

// Answer is a message in short. It is zero when the answer was none.
type Answer struct {
	StopReason string
	Text       string   // of all text blocks
	Tools      []string // the names of the tools called
	In, Out    int      // tokens
}

func answerOf(m *message) Answer {
	a := Answer{StopReason: m.StopReason, In: m.Usage.in(), Out: m.Usage.OutputTokens}
	for _, block := range m.Content {
		switch b := block.(type) {
		case textBlock:
			a.Text += b.Text
		case toolUseBlock:
			a.Tools = append(a.Tools, b.Name)
		}
	}
	return a
}

const redacted = "[REDACTED]"

// secretHeaders carry keys and never reach the record.
var secretHeaders = []string{"Authorization", "X-Api-Key", "Proxy-Authorization", "Cookie"}

func redactHeader(h http.Header) http.Header {
	clean := h.Clone()
	for _, name := range secretHeaders {
		if _, sent := clean[name]; sent {
			clean[name] = []string{redacted}
		}
	}
	return clean
}
