//go:build grader

package httpmodel_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"strconv"
	"testing"

	"agentcourse/starter/agentic"
	"agentcourse/starter/httpmodel"
)

// baseURL is where nobody listens: what does not use the Client gets no answer.
const baseURL = "http://127.0.0.1:1"

// draws are values that no program can know.
type draws struct{ *rand.Rand }

func newDraws(t *testing.T) draws {
	t.Helper()
	seed, err := strconv.ParseUint(os.Getenv("COURSE_SEED"), 10, 64)
	if err != nil {
		seed = 1
	}
	return draws{rand.New(rand.NewPCG(seed, 34))}
}

// word is ten letters, so that it stands nowhere else.
func (d draws) word() string {
	letters := make([]byte, 10)
	for i := range letters {
		letters[i] = byte('a' + d.IntN(26))
	}
	return string(letters)
}

func (d draws) between(low, high int) int { return low + d.IntN(high-low+1) }

// text has what careless code damages.
func (d draws) text() string {
	return "  " + d.word() + ` "äöü" <b>&amp; 日本語 🙂\n` + "\n\n\ttwo: " + d.word() + " \n"
}

func (d draws) key() string { return "sk-ant-fake-0000-" + d.word() }

// fail reports in the form that the grader reads.
func fail(t *testing.T, call, summary string, want, got any) {
	t.Helper()
	t.Errorf("%s\nwant: %v\ngot: %v\ncall: %s", summary, short(want), short(got), call)
}

func short(v any) string {
	s := fmt.Sprint(v)
	if len(s) > 600 {
		return s[:300] + " … " + s[len(s)-200:]
	}
	return s
}

// value is JSON as Go has it, with numbers to the last digit.
func value(data []byte) any {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return fmt.Sprintf("no JSON (%v): %s", err, short(string(data)))
	}
	return v
}

func sameJSON(a, b []byte) bool { return reflect.DeepEqual(value(a), value(b)) }

func toJSON(v any) []byte {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err)
	}
	return bytes.TrimSpace(out.Bytes())
}

// newModel makes a model of a configuration; what it leaves out is filled in.
func newModel(t *testing.T, config httpmodel.Config) *httpmodel.Model {
	t.Helper()
	if config.BaseURL == "" {
		config.BaseURL = baseURL
	}
	if config.Key == "" {
		config.Key = "sk-ant-fake-0000"
	}
	if config.Model == "" {
		config.Model = "claude-fake"
	}
	if config.Adapter == nil {
		config.Adapter = httpmodel.Messages{}
	}
	m, err := httpmodel.New(config)
	if err != nil || m == nil {
		t.Fatalf("New refuses a configuration that is right\nwant: a model, and no error\ngot: %v, %v\ncall: New(%s)", m, err, describe(config))
	}
	return m
}

func describe(c httpmodel.Config) string {
	text := fmt.Sprintf("Config{BaseURL: %q, Key: %q, Model: %q, Adapter: %v", c.BaseURL, c.Key, c.Model, c.Adapter)
	if c.Stream {
		text += ", Stream: true"
	}
	if c.Tries != 0 {
		text += fmt.Sprintf(", Tries: %d", c.Tries)
	}
	if c.Base != 0 {
		text += fmt.Sprintf(", Base: %v", c.Base)
	}
	if c.Max != 0 {
		text += fmt.Sprintf(", Max: %v", c.Max)
	}
	return text + "}"
}

func ask(text string) agentic.Request {
	return agentic.Request{Messages: []agentic.Message{agentic.User(text)}, MaxTokens: 100}
}

// message is a reply of the provider, to be written whole or as a stream.
type message struct {
	model   string
	content []map[string]any // an input is a json.RawMessage
	stop    any              // a string; nil for null
	usage   map[string]any
}

func answer(text string) message {
	return message{
		model: "claude-fake", stop: "end_turn",
		content: []map[string]any{{"type": "text", "text": text}},
		usage:   map[string]any{"input_tokens": 12, "output_tokens": 6},
	}
}

func (m message) whole() []byte {
	content := m.content
	if content == nil {
		content = []map[string]any{}
	}
	return toJSON(map[string]any{
		"id": "msg_01", "type": "message", "role": "assistant", "model": m.model, "content": content,
		"stop_reason": m.stop, "stop_sequence": nil, "stop_details": nil, "usage": m.usage,
	})
}

func apiError(kind, text string) []byte {
	return toJSON(map[string]any{
		"type": "error", "error": map[string]any{"type": kind, "message": text}, "request_id": "req_01",
	})
}

// differ compares two completions field by field.
func differ(t *testing.T, call string, want, got agentic.Completion) {
	t.Helper()
	if got.Text != want.Text {
		fail(t, call, "the completion's text is another one", strconv.Quote(short(want.Text)), strconv.Quote(short(got.Text)))
	}
	if len(got.ToolCalls) != len(want.ToolCalls) {
		fail(t, call, "the completion does not have the tool calls of the reply", fmt.Sprintf("%d tool calls", len(want.ToolCalls)),
			fmt.Sprintf("%d tool calls", len(got.ToolCalls)))
	} else {
		for i, w := range want.ToolCalls {
			g := got.ToolCalls[i]
			if g.ID != w.ID || g.Name != w.Name {
				fail(t, call, fmt.Sprintf("tool call %d is another one", i+1), w.ID+" "+w.Name, g.ID+" "+g.Name)
			}
			if !sameJSON(w.Arguments, g.Arguments) {
				fail(t, call, fmt.Sprintf("the arguments of tool call %d are not what the model sent", i+1), short(string(w.Arguments)), short(string(g.Arguments)))
			}
		}
	}
	if got.FinishReason != want.FinishReason {
		fail(t, call, "the finish reason is another one", want.FinishReason, strconv.Quote(string(got.FinishReason)))
	}
	if got.InputTokens != want.InputTokens {
		fail(t, call, "InputTokens is wrong: input, written to the cache and read from it together", want.InputTokens, got.InputTokens)
	}
	if got.OutputTokens != want.OutputTokens {
		fail(t, call, "OutputTokens is wrong", want.OutputTokens, got.OutputTokens)
	}
	if got.Model != want.Model {
		fail(t, call, "the completion does not say which model answered", strconv.Quote(want.Model), strconv.Quote(got.Model))
	}
	if got.Opaque.Provider != "messages" {
		fail(t, call, "Opaque does not say whose it is", `"messages"`, strconv.Quote(got.Opaque.Provider))
	} else if want.Opaque.Content != nil && !sameJSON(want.Opaque.Content, got.Opaque.Content) {
		fail(t, call, "Opaque.Content is not the reply's content", string(want.Opaque.Content), string(got.Opaque.Content))
	}
}

func wantError(t *testing.T, call string, want, got error) {
	t.Helper()
	if !errors.Is(got, want) {
		fail(t, call, "the error is another one", fmt.Sprintf("an error that errors.Is finds to be %q", want), errorText(got))
	}
}

func errorText(err error) string {
	if err == nil {
		return "no error"
	}
	return fmt.Sprintf("%q", err.Error())
}
