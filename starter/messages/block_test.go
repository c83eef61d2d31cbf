package messages

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// sameJSON compares two JSON texts by meaning, long numbers exactly.
func sameJSON(t *testing.T, got, want string) {
	t.Helper()
	decode := func(s string) (v any) {
		dec := json.NewDecoder(strings.NewReader(s))
		dec.UseNumber()
		if err := dec.Decode(&v); err != nil {
			t.Fatalf("not JSON: %v\n%s", err, s)
		}
		return v
	}
	if diff := cmp.Diff(decode(want), decode(got)); diff != "" {
		t.Errorf("JSON differs (-want +got):\n%s", diff)
	}
}

func marshal(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestReceivedBlocksGoBackAsTheyCame(t *testing.T) {
	tests := map[string]string{
		"text with unknown fields":    `{"type":"text","text":"a < b & c","citations":null,"new_field":{"x":[1,2]}}`,
		"hidden thinking":             `{"type":"thinking","thinking":"","signature":"EqQB+/=="}`,
		"redacted thinking":           `{"type":"redacted_thinking","data":"abc"}`,
		"tool call with its caller":   `{"type":"tool_use","id":"toolu_1","name":"calc","input":{"n":12345678901234567890,"f":1.0},"caller":{"type":"direct"}}`,
		"unknown kind":                `{"type":"hologram","text":{"not":"a string"},"id":7}`,
		"no kind":                     `{"text":"x"}`,
		"known kind, foreign name":    `{"type":"text","text":"x","id":7,"input":"y","content":[1]}`,
		"tool result without content": `{"type":"tool_result","tool_use_id":"toolu_1"}`,
		"tool result with blocks":     `{"type":"tool_result","tool_use_id":"toolu_1","is_error":false,"content":[{"type":"text","text":"x"},{"type":"image","source":{}}]}`,
		"line separators":             "{\"type\":\"text\",\"text\":\"\u2028 \\u0000 é\"}",
	}
	for name, raw := range tests {
		t.Run(name, func(t *testing.T) {
			var b Block
			if err := json.Unmarshal([]byte(raw), &b); err != nil {
				t.Fatal(err)
			}
			sameJSON(t, marshal(t, b), raw)

			// Also as a part of a whole reply that becomes a message.
			var r Response
			if err := json.Unmarshal([]byte(`{"content":[`+raw+`,`+raw+`]}`), &r); err != nil {
				t.Fatal(err)
			}
			sameJSON(t, marshal(t, r.Message()), `{"role":"assistant","content":[`+raw+`,`+raw+`]}`)
		})
	}
}

func TestReceivedBlockDoesNotShareTheInput(t *testing.T) {
	data := []byte(`{"type":"text","text":"kept"}`)
	var b Block
	if err := b.UnmarshalJSON(data); err != nil {
		t.Fatal(err)
	}
	copy(data, `{"type":"text","text":"lost"}`)
	sameJSON(t, marshal(t, b), `{"type":"text","text":"kept"}`)
}

func TestFieldsOfReceivedBlocks(t *testing.T) {
	tests := []struct {
		raw  string
		want Block
	}{
		{`{"type":"text","text":"hi"}`, Block{Type: "text", Text: "hi"}},
		{`{"type":"text","text":null}`, Block{Type: "text"}},
		{`{"type":"thinking","thinking":"hm","signature":"s"}`, Block{Type: "thinking", Thinking: "hm", Signature: "s"}},
		{`{"type":"tool_use","id":"a","name":"n","input":{"x":1}}`, Block{Type: "tool_use", ID: "a", Name: "n", Input: json.RawMessage(`{"x":1}`)}},
		{`{"type":"tool_result","tool_use_id":"a","content":"c","is_error":true}`, Block{Type: "tool_result", ToolUseID: "a", Content: "c", IsError: true}},
		{`{"type":"tool_result","tool_use_id":"a","content":[{"type":"text","text":"c"},{"type":"text","text":"d"}]}`, Block{Type: "tool_result", ToolUseID: "a", Content: "cd"}},
		{`{"type":"tool_result","tool_use_id":"a","content":null}`, Block{Type: "tool_result", ToolUseID: "a"}},
		{`{"type":"hologram","text":"x"}`, Block{Type: "hologram"}},
	}
	for _, test := range tests {
		var got Block
		if err := json.Unmarshal([]byte(test.raw), &got); err != nil {
			t.Errorf("%s: %v", test.raw, err)
			continue
		}
		got.raw = nil
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s:\n got %+v\nwant %+v", test.raw, got, test.want)
		}
	}
}

func TestBuiltBlocks(t *testing.T) {
	tests := []struct {
		block Block
		want  string
	}{
		{Text("hi"), `{"type":"text","text":"hi"}`},
		{Text(""), `{"type":"text","text":""}`},
		{ToolResult("a", "42", false), `{"type":"tool_result","tool_use_id":"a","content":"42"}`},
		{ToolResult("a", "", true), `{"type":"tool_result","tool_use_id":"a","content":"","is_error":true}`},
		{Block{Type: TypeToolUse, ID: "a", Name: "n"}, `{"type":"tool_use","id":"a","name":"n","input":{}}`},
		{Block{Type: TypeToolUse, ID: "a", Name: "n", Input: json.RawMessage(`{"x":1}`)}, `{"type":"tool_use","id":"a","name":"n","input":{"x":1}}`},
		{Block{Type: TypeThinking, Signature: "s"}, `{"type":"thinking","thinking":"","signature":"s"}`},
	}
	for _, test := range tests {
		sameJSON(t, marshal(t, test.block), test.want)
	}
	for _, b := range []Block{{}, {Type: "hologram"}, {Type: TypeToolUse, Input: json.RawMessage(`{`)}} {
		if data, err := json.Marshal(b); err == nil {
			t.Errorf("%+v was marshalled to %s, want an error", b, data)
		}
	}
}

func TestBadBlocksAreErrors(t *testing.T) {
	for _, raw := range []string{`7`, `"x"`, `[]`, `{"type":7}`, `{"type":"text","text":7}`, `{"type":"tool_result","content":[7]}`, `{"type":"tool_result","content":7}`} {
		var b Block
		if err := json.Unmarshal([]byte(raw), &b); err == nil {
			t.Errorf("%s was accepted as %+v", raw, b)
		}
	}
}

func TestMessageContent(t *testing.T) {
	tests := []struct{ raw, want string }{
		{`{"role":"user","content":"plain"}`, `{"role":"user","content":[{"type":"text","text":"plain"}]}`},
		{`{"role":"user","content":[{"type":"text","text":"a"},{"type":"new","x":1}]}`, `{"role":"user","content":[{"type":"text","text":"a"},{"type":"new","x":1}]}`},
		{`{"role":"user","content":[]}`, `{"role":"user","content":[]}`},
	}
	for _, test := range tests {
		var m Message
		if err := json.Unmarshal([]byte(test.raw), &m); err != nil {
			t.Fatal(err)
		}
		sameJSON(t, marshal(t, m), test.want)
	}
	var m Message
	if err := json.Unmarshal([]byte(`{"role":"user","content":{}}`), &m); err == nil {
		t.Error("an object was accepted as content")
	}
}

func TestRequestLeavesOutWhatIsNotSet(t *testing.T) {
	sameJSON(t, marshal(t, Request{Model: "m", MaxTokens: 5, Messages: []Message{UserText("x")}}),
		`{"model":"m","max_tokens":5,"messages":[{"role":"user","content":[{"type":"text","text":"x"}]}]}`)
	full := Request{
		Model: "m", MaxTokens: 5, System: "s", Messages: []Message{},
		Tools:         []Tool{{Name: "t", Description: "d", InputSchema: json.RawMessage(`{"type":"object"}`)}},
		ToolChoice:    ToolChoice{Type: "auto", DisableParallelToolUse: true},
		StopSequences: []string{"END"},
		OutputConfig:  OutputConfig{Effort: EffortLow},
	}
	sameJSON(t, marshal(t, full), `{"model":"m","max_tokens":5,"system":"s","messages":[],
		"tools":[{"name":"t","description":"d","input_schema":{"type":"object"}}],
		"tool_choice":{"type":"auto","disable_parallel_tool_use":true},
		"stop_sequences":["END"],"output_config":{"effort":"low"}}`)
}

func TestResponseHelpers(t *testing.T) {
	raw := `{"content":[{"type":"thinking","thinking":"no","signature":"s"},{"type":"text","text":"a"},
		{"type":"tool_use","id":"1","name":"x","input":{}},{"type":"text","text":"b"},{"type":"tool_use","id":"2","name":"y","input":{}}]}`
	var r Response
	if err := json.Unmarshal([]byte(raw), &r); err != nil {
		t.Fatal(err)
	}
	if r.Text() != "ab" {
		t.Errorf("Text() = %q, want %q", r.Text(), "ab")
	}
	calls := r.ToolUses()
	if len(calls) != 2 || calls[0].ID != "1" || calls[1].ID != "2" {
		t.Errorf("ToolUses() = %+v, want the calls 1 and 2", calls)
	}
}

func TestUsageAndCost(t *testing.T) {
	u := Usage{InputTokens: 10, CacheCreationInputTokens: 4, CacheReadInputTokens: 6, OutputTokens: 312}
	if u.In() != 20 || u.Out() != 312 {
		t.Errorf("In, Out = %d, %d, want 20, 312", u.In(), u.Out())
	}
	if sum := u.Plus(u); sum.In() != 40 || sum.Out() != 624 || sum.CacheReadInputTokens != 12 {
		t.Errorf("Plus = %+v", sum)
	}
	if dollars, known := Cost(DefaultModel, u); !known || dollars < 0.0063199 || dollars > 0.0063201 {
		t.Errorf("Cost = %v, %v, want 0.00632, true", dollars, known)
	}
	if sim, known := PriceOf("sim-1"); !known || sim != (Price{In: 4, Out: 20}) {
		t.Errorf("PriceOf(sim-1) = %+v, %v, want the price of %s", sim, known, DefaultModel)
	}
	if dollars, known := Cost("llama3.2", u); known || dollars != 0 {
		t.Errorf("Cost of an unknown model = %v, %v, want 0, false", dollars, known)
	}
}
