package recorder

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// sse makes a stream of server-sent events of data lines.
func sse(data ...string) string {
	var b strings.Builder
	for _, d := range data {
		b.WriteString("event: x\r\ndata: " + d + "\r\n\r\n")
	}
	return b.String()
}

var anthropicPieces = []string{
	`{"type":"message_start","message":{"id":"msg_1","model":"claude-opus-5-5","usage":{"input_tokens":12,"cache_creation_input_tokens":3,"cache_read_input_tokens":5,"output_tokens":1}}}`,
	`{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}`,
	`{"type":"ping"}`,
	`{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"Eq"}}`,
	`{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"QB"}}`,
	`{"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}`,
	`{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"Hel"}}`,
	`{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"lo <ü>"}}   `,
	`{"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"toolu_1","name":"add","input":{}}}`,
	`{"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":""}}`,
	`{"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"{\"a\""}}`,
	`{"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":":1}"}}`,
	`{"type":"content_block_start","index":3,"content_block":{"type":"tool_use","id":"toolu_2","name":"now","input":{}}}`,
	`{"type":"content_block_stop","index":3}`,
	`{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":21,"output_tokens_details":{"thinking_tokens":4}}}`,
	`{"type":"message_stop"}`,
}

const (
	anthropicContent = `[{"type":"thinking","thinking":"","signature":"EqQB"},{"type":"text","text":"Hello <ü>"},` +
		`{"type":"tool_use","id":"toolu_1","name":"add","input":{"a":1}},{"type":"tool_use","id":"toolu_2","name":"now","input":{}}]`
	anthropicUsageJSON = `{"input_tokens":12,"cache_creation_input_tokens":3,"cache_read_input_tokens":5,"output_tokens":21,"output_tokens_details":{"thinking_tokens":4}}`
	toolContent        = `[{"type":"thinking","thinking":"Hm."},{"type":"text","text":"Hello"},{"type":"tool_use","id":"call_1","name":"add","input":{"a":1}}]`
)

var replies = map[string]struct {
	path, kind, body string
	model            string // the event expected, without step and request_id
}{
	"anthropic": {
		"/v1/messages", "application/json",
		`{"id":"msg_1","type":"message","model":"claude-opus-5-5","content":` + anthropicContent + `,"stop_reason":"tool_use","usage":` + anthropicUsageJSON + `}`,
		`{"stop_reason":"tool_use","usage":{"in":20,"out":21,"cache_read":5,"cache_write":3,"thinking":4},"content":` + anthropicContent + `,"model":"claude-opus-5-5"}`,
	},
	"anthropic stream": {
		"/v1/messages?beta=true", "text/event-stream; charset=utf-8", sse(anthropicPieces...),
		`{"stop_reason":"tool_use","usage":{"in":20,"out":21,"cache_read":5,"cache_write":3,"thinking":4},"content":` + anthropicContent + `,"model":"claude-opus-5-5"}`,
	},
	"ollama": {
		"/api/chat", "application/json; charset=utf-8",
		`{"model":"llama3.2","message":{"role":"assistant","thinking":"Hm.","content":"Hello","tool_calls":[{"id":"call_1","function":{"index":0,"name":"add","arguments":{"a":1}}}]},"done":true,"done_reason":"stop","prompt_eval_count":26,"eval_count":290}`,
		`{"stop_reason":"tool_use","usage":{"in":26,"out":290},"content":` + toolContent + `,"model":"llama3.2"}`,
	},
	"ollama stream": {
		"/api/chat", "application/x-ndjson",
		`{"model":"llama3.2","message":{"thinking":"Hm."},"done":false}` + "\n" + `{"model":"llama3.2","message":{"content":"Hel"},"done":false}` + "\n" +
			`{"model":"llama3.2","message":{"content":"lo","tool_calls":[{"id":"call_1","function":{"name":"add","arguments":{"a":1}}}]},"done":false}` + "\n" +
			`{"model":"llama3.2","message":{"content":""},"done":true,"done_reason":"length","prompt_eval_count":26,"eval_count":290}` + "\n",
		`{"stop_reason":"max_tokens","usage":{"in":26,"out":290},"content":` + toolContent + `,"model":"llama3.2"}`,
	},
	"ollama generate": {
		"/api/generate", "application/x-ndjson",
		`{"model":"llama3.2","response":"Hel","done":false}` + "\n" + `{"model":"llama3.2","response":"lo","done":false}` + "\n" +
			`{"model":"llama3.2","response":"","done":true,"done_reason":"stop","prompt_eval_count":2,"eval_count":3}` + "\n",
		`{"stop_reason":"end_turn","usage":{"in":2,"out":3},"content":[{"type":"text","text":"Hello"}],"model":"llama3.2"}`,
	},
	"openai": {
		"/v1/chat/completions", "application/json",
		`{"id":"c1","model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"Hello","reasoning_content":"Hm.","refusal":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"add","arguments":"{\"a\":1}"}}]},"finish_reason":"tool_calls"}],` +
			`"usage":{"prompt_tokens":9,"completion_tokens":12,"prompt_tokens_details":{"cached_tokens":4},"completion_tokens_details":{"reasoning_tokens":2}}}`,
		`{"stop_reason":"tool_use","usage":{"in":9,"out":12,"cache_read":4,"thinking":2},"content":` + toolContent + `,"model":"m"}`,
	},
	"openai stream": {
		"/v1/chat/completions", "text/event-stream",
		sse(`{"id":"c1","model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"","reasoning_content":"Hm."}}]}`,
			`{"id":"c1","model":"m","choices":[{"index":0,"delta":{"content":"Hello"}}]}`,
			`{"id":"c1","model":"m","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_1","function":{"name":"add","arguments":""}}]}}]}`,
			`{"id":"c1","model":"m","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"a\""}}]}}]}`,
			`{"id":"c1","model":"m","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":":1}"}}]}}]}`,
			`{"id":"c1","model":"m","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`,
			`{"id":"c1","model":"m","choices":[],"usage":{"prompt_tokens":9,"completion_tokens":12}}`, `[DONE]`),
		`{"stop_reason":"tool_use","usage":{"in":9,"out":12},"content":` + toolContent + `,"model":"m"}`,
	},
	"openai stream without counts": {
		"/v1/chat/completions", "text/event-stream",
		sse(`{"choices":[{"index":0,"delta":{"content":"No"},"finish_reason":"content_filter"}]}`, `[DONE]`),
		`{"stop_reason":"refusal","content":[{"type":"text","text":"No"}],"model":"claude-opus-5-5"}`,
	},
}

func TestReplies(t *testing.T) {
	for name, tt := range replies {
		t.Run(name, func(t *testing.T) {
			l := newLab(t, says(t, tt.kind, tt.body), Limits{})
			_, got, err := l.post(tt.path, hello)
			if err != nil || got != tt.body {
				t.Errorf("the program got %v %q", err, got)
			}
			model, call := l.one("model"), l.one("call")
			want := fromJSON(t, tt.model)
			want["step"], want["request_id"] = 0.0, "req_fake_1"
			if diff := cmp.Diff(want, model); diff != "" {
				t.Errorf("model event (-want +got):\n%s", diff)
			}
			if call["error"] != nil || call["status"] != 200.0 || call["dialect"] != strings.Fields(name)[0] || call["path"] != tt.path {
				t.Errorf("call %v", call)
			}
			if diff := cmp.Diff(any(fromJSON(t, hello)), call["request"]); diff != "" {
				t.Errorf("request (-want +got):\n%s", diff)
			}
			response, _ := call["response"].(map[string]any)
			if streamed := strings.Contains(name, "stream") || strings.Contains(name, "generate"); call["streamed"] != streamed {
				t.Errorf("streamed is %v", call["streamed"])
			} else if streamed && cmp.Diff(want["content"], response["content"]) != "" {
				t.Errorf("the whole message is %v", response)
			}
		})
	}
}

// However the network cuts a stream, the message is the same.
func TestStreamCutAnywhere(t *testing.T) {
	for name, tt := range replies {
		dialect, _, isStream := strings.Cut(name, " ")
		if !isStream {
			continue
		}
		events := strings.HasPrefix(tt.kind, "text/event-stream")
		whole := newStream(dialect, events)
		whole.write([]byte(tt.body))
		for size := 1; size < 40; size++ {
			s := newStream(dialect, events)
			for rest := []byte(tt.body); len(rest) > 0; {
				n := min(size, len(rest))
				s.write(rest[:n])
				rest = rest[n:]
			}
			if diff := cmp.Diff(string(whole.reply().message()), string(s.reply().message())); diff != "" || !s.done {
				t.Fatalf("%s in pieces of %d bytes, done %v:\n%s", name, size, s.done, diff)
			}
		}
	}
}

// Nothing that a server sends makes the recorder fail.
func FuzzStream(f *testing.F) {
	for _, tt := range replies {
		f.Add(tt.body)
	}
	f.Add(sse(`{"type":"message_start"}`, `{"type":"content_block_start","index":0}`,
		`{"type":"content_block_delta","index":0,"delta":{"text":"x","partial_json":"{"}}`, `{"type":"content_block_delta","index":-1}`))
	f.Fuzz(func(t *testing.T, body string) {
		for _, dialect := range []string{"anthropic", "ollama", "openai"} {
			for _, events := range []bool{true, false} {
				s := newStream(dialect, events)
				s.write([]byte(body))
				if rep := s.reply(); rep != nil {
					rep.message()
				}
			}
			if rep := readReply(dialect, []byte(body)); rep != nil {
				rep.message()
			}
		}
		q := readRequest([]byte(body))
		q.results("anthropic")
		q.results("openai")
	})
}

func TestToolResults(t *testing.T) {
	call := `[{"type":"tool_use","id":"toolu_1","name":"add","input":{"a":1}},{"type":"tool_use","id":"toolu_2","name":"now","input":{}}]`
	l := newLab(t, says(t, "application/json", message("claude-opus-5-5", "tool_use", call, 1, 1)), Limits{})
	first := `{"messages":[{"role":"user","content":"Go"},{"role":"assistant","content":` + call + `},{"role":"user","content":[` +
		`{"type":"tool_result","tool_use_id":"toolu_1","content":"2"},` +
		`{"type":"tool_result","tool_use_id":"toolu_2","content":[{"type":"text","text":"no"},{"type":"image"}],"is_error":true},` +
		`{"type":"tool_result","tool_use_id":"toolu_of_somebody_else","content":"x"}]}`
	again := `,{"role":"assistant","content":` + call + `},{"role":"user","content":[` +
		`{"type":"tool_result","tool_use_id":"toolu_2"},{"type":"tool_result","tool_use_id":"toolu_1","content":"3"}]}`
	for _, body := range []string{`{"messages":[{"role":"user","content":"Go"}]}`, first + "]}", first + again + "]}"} {
		if _, _, err := l.post("/v1/messages", body); err != nil {
			t.Fatal(err)
		}
	}
	want := []map[string]any{
		fromJSON(t, `{"step":0,"name":"add","input":{"a":1},"output":"2","is_error":false}`),
		fromJSON(t, `{"step":0,"name":"now","input":{},"output":"no\n[image]","is_error":true}`),
		fromJSON(t, `{"step":1,"name":"now","input":{},"output":"","is_error":false}`),
		fromJSON(t, `{"step":1,"name":"add","input":{"a":1},"output":"3","is_error":false}`),
	}
	if diff := cmp.Diff(want, l.events("tool")); diff != "" {
		t.Errorf("tool events (-want +got):\n%s", diff)
	}
}

func TestToolResultsOfOtherDialects(t *testing.T) {
	for _, name := range []string{"openai", "ollama"} {
		tt := replies[name]
		l := newLab(t, says(t, tt.kind, tt.body), Limits{})
		result := `{"messages":[{"role":"user","content":"Go"},{"role":"assistant","content":null},{"role":"tool","tool_call_id":"call_1","content":"2"}]}`
		for _, body := range []string{`{}`, result} {
			if _, _, err := l.post(tt.path, body); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(fromJSON(t, `{"step":0,"name":"add","input":{"a":1},"output":"2"}`), l.one("tool")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
