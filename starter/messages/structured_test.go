package messages

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func TestJSONSchemaOnTheWire(t *testing.T) {
	req := Request{Model: "m", MaxTokens: 5, Messages: []Message{}, OutputConfig: OutputConfig{
		Effort: EffortLow, Format: JSONSchema(` {"type":"object","properties":{"n":{"maximum":12345678901234567890}},"additionalProperties":false}`),
	}}
	sameJSON(t, marshal(t, req), `{"model":"m","max_tokens":5,"messages":[],"output_config":{"effort":"low","format":{"type":"json_schema",
		"schema":{"type":"object","properties":{"n":{"maximum":12345678901234567890}},"additionalProperties":false}}}}`)
}

func TestSchemaThatIsNotJSON(t *testing.T) {
	c := &Client{BaseURL: "http://127.0.0.1:1", APIKey: fakeKey}
	for _, schema := range []string{"", "{", `{"type":"object",}`, "{} {}", "object"} {
		req := hello
		req.OutputConfig.Format = JSONSchema(schema)
		if _, err := c.Create(t.Context(), req); err == nil || !strings.Contains(err.Error(), "the schema of output_config.format is not JSON") {
			t.Errorf("%q: error %v, want one that names the schema", schema, err)
		}
	}
}

func TestDecode(t *testing.T) {
	for _, text := range []string{`{"city":"Paris","new":1}`, " {\n\"city\": \"Paris\"}\n"} {
		var got struct{ City string }
		reply := &Response{StopReason: StopEndTurn, Content: []Block{{Type: TypeThinking, Thinking: "no JSON"}, Text(text)}}
		if err := reply.Decode(&got); err != nil || got.City != "Paris" {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	var n int
	if err := (&Response{StopReason: StopStopSequence, Content: []Block{Text("4"), Text("2")}}).Decode(&n); err != nil || n != 42 {
		t.Errorf("two blocks: %d, %v", n, err)
	}
}

func TestDecodeRefuses(t *testing.T) {
	const good = `{"city":"Paris"}`
	tests := []struct {
		name, stop, text string
		kind             error // nil: another error
		want             []string
	}{
		// M6: whole JSON in a reply that is not is luck.
		{"cut off", StopMaxTokens, `{"city":"Par`, ErrNoAnswer, []string{"cut off at max_tokens", "incomplete", "Request.MaxTokens", `{\"city\":\"Par`}},
		{"cut off, yet JSON", StopMaxTokens, good, ErrNoAnswer, nil},
		{"refusal", StopRefusal, "I cannot help with that.", ErrNoAnswer, []string{"declined", "I cannot help"}},
		{"waits for its tools", StopToolUse, good, ErrNoAnswer, []string{"tool_use"}},
		{"unknown stop reason", "pause_turn", good, ErrNoAnswer, []string{"pause_turn"}},
		{"half a reply", "", good, ErrNoAnswer, []string{"no stop reason"}},
		// M17: asked for JSON, got JSON?
		{"fenced", StopEndTurn, "```json\n" + good + "\n```", ErrNotJSON, []string{"fenced", "OutputConfig.Format", "```json"}},
		{"fenced after a blank", StopEndTurn, "\n```\n" + good + "\n```", ErrNotJSON, []string{"fenced"}},
		{"a sentence before it", StopEndTurn, "Here you are: " + good, ErrNotJSON, []string{"'H'", "Here you are"}},
		{"a sentence after it", StopEndTurn, good + " Enjoy!", ErrNotJSON, []string{"'E' after top-level value"}},
		{"two objects", StopEndTurn, good + good, ErrNotJSON, []string{"after top-level value"}},
		{"half of it", StopEndTurn, `{"city":`, ErrNotJSON, []string{"unexpected end"}},
		{"nothing", StopEndTurn, "", ErrNotJSON, []string{"unexpected end", `beginning ""`}},
		{"another shape", StopEndTurn, `{"city":7}`, nil, []string{"does not fit", "city", `{\"city\":7}`}},
		{"long", StopEndTurn, "Here" + strings.Repeat(" and there", 50), ErrNotJSON, []string{"…"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got struct{ City string }
			err := (&Response{StopReason: test.stop, RequestID: "req_1", Content: []Block{Text(test.text)}}).Decode(&got)
			if err == nil || got.City != "" {
				t.Fatalf("got %+v, error %v", got, err)
			}
			for _, kind := range []error{ErrNoAnswer, ErrNotJSON} {
				if errors.Is(err, kind) != (kind == test.kind) {
					t.Errorf("error is %q: %v; error: %v", kind, errors.Is(err, kind), err)
				}
			}
			for _, want := range test.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error %q lacks %q", err, want)
				}
			}
			if shape := new(json.UnmarshalTypeError); errors.As(err, &shape) != (test.kind == nil) {
				t.Errorf("error %v: UnmarshalTypeError is expected only for another shape", err)
			}
		})
	}
}
