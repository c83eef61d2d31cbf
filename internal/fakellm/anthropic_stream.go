package fakellm

import (
	"fmt"
	"net/http"
	"unicode"
	"unicode/utf8"
)

// jsonFragment is how many bytes of a tool's input one event carries.
const jsonFragment = 12

// events writes server-sent events, each flushed at once.
type events struct {
	w     http.ResponseWriter
	flush *http.ResponseController
}

// object gives a literal JSON object with its keys in order.
func object(format string, args ...any) []byte {
	quoted := make([]any, len(args))
	for i, arg := range args {
		v, err := encodeJSON(arg)
		if err != nil {
			panic(err) // strings, numbers and blocks that were encoded before
		}
		quoted[i] = v
	}
	return fmt.Appendf(nil, format, quoted...)
}

func (e events) send(name string, data []byte) {
	write(e.w, fmt.Appendf(nil, "event: %s\ndata: %s\n\n", name, data))
	_ = e.flush.Flush() // fails only when the client is gone
}

// streamMessage sends a message as the API streams it (Anthropic Messages API
// documentation, "Streaming"): text and thinking cut between words, the
// input of a tool in fragments of JSON that begin with an empty one.
func streamMessage(w http.ResponseWriter, m *message) {
	w.WriteHeader(http.StatusOK)
	e := events{w, http.NewResponseController(w)}
	e.send("message_start", object(`{"type":"message_start","message":{"id":%s,"type":"message","role":"assistant",`+
		`"model":%s,"content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"usage":{"input_tokens":%s,`+
		`"cache_creation_input_tokens":%s,"cache_read_input_tokens":%s,"output_tokens":1,"service_tier":%s}}}`,
		m.ID, m.Model, m.Usage.InputTokens, m.Usage.CacheCreationInputTokens, m.Usage.CacheReadInputTokens, m.Usage.ServiceTier))
	if len(m.Content) == 0 {
		e.ping()
	}
	for i, block := range m.Content {
		e.block(i, block)
	}
	e.send("message_delta", object(`{"type":"message_delta","delta":{"stop_reason":%s,"stop_sequence":%s,"stop_details":%s},"usage":%s}`,
		m.StopReason, m.StopSequence, m.StopDetails, m.deltaUsage()))
	e.send("message_stop", []byte(`{"type":"message_stop"}`))
}

// deltaUsage is the cumulative usage at the end of a stream. The thinking
// share is told where there is one (SDK source, MessageDeltaUsage).
func (m *message) deltaUsage() any {
	type details struct {
		OutputTokens int            `json:"output_tokens"`
		Details      *outputDetails `json:"output_tokens_details,omitempty"`
	}
	d := details{OutputTokens: m.Usage.OutputTokens}
	if m.Usage.OutputTokensDetails.ThinkingTokens > 0 {
		d.Details = &m.Usage.OutputTokensDetails
	}
	return d
}

func (e events) ping() { e.send("ping", []byte(`{"type":"ping"}`)) }

func (e events) block(index int, block any) {
	start, deltas := block, [][]byte(nil)
	switch b := block.(type) {
	case textBlock:
		start = textBlock{Type: b.Type}
		for _, piece := range cutWords(b.Text) {
			deltas = append(deltas, object(`{"type":"text_delta","text":%s}`, piece))
		}
	case thinkingBlock:
		start = thinkingBlock{Type: b.Type}
		for _, piece := range cutWords(b.Thinking) {
			deltas = append(deltas, object(`{"type":"thinking_delta","thinking":%s}`, piece))
		}
		deltas = append(deltas, object(`{"type":"signature_delta","signature":%s}`, b.Signature))
	case toolUseBlock:
		input := string(b.Input)
		b.Input = []byte("{}")
		start = b
		for _, piece := range append([]string{""}, cutBytes(input, jsonFragment)...) {
			deltas = append(deltas, object(`{"type":"input_json_delta","partial_json":%s}`, piece))
		}
	}
	e.send("content_block_start", object(`{"type":"content_block_start","index":%s,"content_block":%s}`, index, start))
	if index == 0 {
		e.ping()
	}
	for _, delta := range deltas {
		e.send("content_block_delta", fmt.Appendf(nil, `{"type":"content_block_delta","index":%d,"delta":%s}`, index, delta))
	}
	e.send("content_block_stop", object(`{"type":"content_block_stop","index":%s}`, index))
}

// cutWords cuts a text before each word; the pieces add up to the text.
func cutWords(s string) []string {
	var pieces []string
	start, inSpace := 0, false
	for i, r := range s {
		space := unicode.IsSpace(r)
		if inSpace && !space {
			pieces = append(pieces, s[start:i])
			start = i
		}
		inSpace = space
	}
	if start < len(s) {
		pieces = append(pieces, s[start:])
	}
	return pieces
}

// cutBytes cuts a text into pieces of about n bytes, never inside a character.
func cutBytes(s string, n int) []string {
	var pieces []string
	for len(s) > n {
		end := n
		for end < len(s) && !utf8.RuneStart(s[end]) {
			end++
		}
		pieces = append(pieces, s[:end])
		s = s[end:]
	}
	return append(pieces, s)
}
