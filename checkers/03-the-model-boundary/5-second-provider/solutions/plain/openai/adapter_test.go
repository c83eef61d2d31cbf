package openai

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"agentcourse/checkers/03-the-model-boundary/4-http-model/solutions/plain/httpmodel"
	"agentcourse/starter/agentic"
)

func TestBody(t *testing.T) {
	calls := []agentic.ToolCall{{ID: "call_a", Name: "calc", Arguments: json.RawMessage(`{"n":9007199254740993}`)}}
	zero := 0.0
	req := agentic.Request{
		Messages: []agentic.Message{
			agentic.System("Be brief."), agentic.User("What is it?"),
			must(agentic.Assistant("", calls...)), must(agentic.ToolResult("call_a", "none", true)),
		},
		Tools:     []agentic.ToolSpec{{Name: "calc", Description: "Calculates.", Schema: json.RawMessage(`{"type":"object"}`)}},
		MaxTokens: 100, Temperature: &zero,
	}
	const want = `{"model":"tiny","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"What is it?"},` +
		`{"role":"assistant","content":"","tool_calls":[{"id":"call_a","type":"function","function":{"name":"calc","arguments":"{\"n\":9007199254740993}"}}]},` +
		`{"role":"tool","content":"none","tool_call_id":"call_a"}],` +
		`"tools":[{"type":"function","function":{"name":"calc","description":"Calculates.","parameters":{"type":"object"}}}],` +
		`"max_completion_tokens":100,"temperature":0%s}`
	for stream, end := range map[bool]string{false: "", true: `,"stream":true,"stream_options":{"include_usage":true}`} {
		got, err := Adapter{}.Body("tiny", req, stream)
		if err != nil || string(got) != fmt.Sprintf(want, end) {
			t.Errorf("stream %v: %s, %v\nwant %s", stream, got, err, fmt.Sprintf(want, end))
		}
	}
}

func must(m agentic.Message, err error) agentic.Message {
	if err != nil {
		panic(err)
	}
	return m
}

// chunk is an event of a stream, with a delta and a finish reason in JSON.
func chunk(delta, finish string) string {
	return fmt.Sprintf(`data: {"model":"tiny","choices":[{"index":0,"delta":%s,"finish_reason":%s}],"usage":null}`+"\n\n", delta, finish)
}

var asked = []string{
	chunk(`{"role":"assistant","content":"Let me"}`, "null"), chunk(`{"content":" see."}`, "null"),
	chunk(`{"tool_calls":[{"index":0,"id":"call_a","type":"function","function":{"name":"calc","arguments":""}}]}`, "null"),
	chunk(`{"tool_calls":[{"index":0,"function":{"arguments":"{\"n\":90071"}}]}`, "null"),
	chunk(`{"tool_calls":[{"index":0,"function":{"arguments":"99254740993}"}}]}`, "null"),
	chunk(`{"tool_calls":[{"index":1,"id":"call_b","type":"function","function":{"name":"look","arguments":"{}"}}]}`, "null"),
	chunk(`{}`, `"tool_calls"`),
	`data: {"model":"tiny","choices":[],"usage":{"prompt_tokens":15,"completion_tokens":7}}` + "\n\n",
	"data: [DONE]\n\n",
}

func TestSameEitherWay(t *testing.T) {
	const whole = `{"model":"tiny","choices":[{"message":{"role":"assistant","content":"Let me see.","refusal":null,"tool_calls":[` +
		`{"id":"call_a","type":"function","function":{"name":"calc","arguments":"{\"n\":9007199254740993}"}},` +
		`{"id":"call_b","type":"function","function":{"name":"look","arguments":"{}"}}]},"finish_reason":"tool_calls"}],` +
		`"usage":{"prompt_tokens":15,"completion_tokens":7}}`
	want := agentic.Completion{
		Text: "Let me see.", FinishReason: agentic.FinishToolCalls, InputTokens: 15, OutputTokens: 7, Model: "tiny",
		ToolCalls: []agentic.ToolCall{
			{ID: "call_a", Name: "calc", Arguments: json.RawMessage(`{"n":9007199254740993}`)},
			{ID: "call_b", Name: "look", Arguments: json.RawMessage(`{}`)},
		},
	}
	if got, err := (Adapter{}).Read(strings.NewReader(whole)); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Read: %+v, %v\nwant %+v", got, err, want)
	}
	if got, err := (Adapter{}).ReadStream(strings.NewReader(strings.Join(asked, ""))); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("ReadStream: %+v, %v\nwant %+v", got, err, want)
	}
}

func TestFinish(t *testing.T) {
	for _, test := range []struct {
		delta, reason string
		want          agentic.FinishReason
		err           error
	}{
		{`{"content":"Hi."}`, "stop", agentic.FinishStop, nil},
		{`{"content":"Hi"}`, "length", agentic.FinishLength, nil},
		{`{"tool_calls":[{"index":0,"id":"call_a","function":{"name":"calc","arguments":"{\"n"}}]}`, "length", agentic.FinishLength, nil},
		{`{"refusal":"No."}`, "stop", "", httpmodel.ErrRefusal},
		{`{}`, "content_filter", "", httpmodel.ErrRefusal},
		{`{}`, "tired", "", httpmodel.ErrReply},
		{`{"tool_calls":[{"index":0,"id":"call_a","function":{"name":"calc","arguments":"{\"n"}}]}`, "tool_calls", "", httpmodel.ErrReply},
		{`{"tool_calls":[{"index":1,"id":"call_b"}]}`, "tool_calls", "", httpmodel.ErrReply},
	} {
		got, err := Adapter{}.ReadStream(strings.NewReader(chunk(test.delta, `"`+test.reason+`"`) + "data: [DONE]\n\n"))
		if !errors.Is(err, test.err) || got.FinishReason != test.want {
			t.Errorf("%s, %s: %q, %v", test.delta, test.reason, got.FinishReason, err)
		}
	}
}

func TestStreamsThatEndEarly(t *testing.T) {
	for n := range len(asked) {
		if _, err := (Adapter{}).ReadStream(strings.NewReader(strings.Join(asked[:n], ""))); !errors.Is(err, httpmodel.ErrTruncated) {
			t.Errorf("after %d events: %v", n, err)
		}
	}
	fault := `data: {"error":{"type":"server_error","message":"overloaded"}}` + "\n\n"
	_, err := Adapter{}.ReadStream(strings.NewReader(asked[0] + fault))
	var api *httpmodel.APIError
	if !errors.As(err, &api) || api.Message != "overloaded" {
		t.Errorf("an error within a stream is the error %v", err)
	}
}

func TestWhatIsNoReply(t *testing.T) {
	for _, body := range []string{"", "<html>", "{}", "[]", `{"choices":[]}`} {
		if _, err := (Adapter{}).Read(strings.NewReader(body)); !errors.Is(err, httpmodel.ErrReply) {
			t.Errorf("Read(%q): %v", body, err)
		}
	}
}
