package fakellm

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// openAIGolden writes the parts of a whole reply that are the same in all.
func openAIGolden(number, reply string) string {
	return strings.NewReplacer(
		"HEAD", `{"id":"chatcmpl-fake_000`+number+`","object":"chat.completion","created":1795989916,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":`,
		"FINISH", `},"logprobs":null,"finish_reason":`,
		"TAIL", `,"service_tier":"default","system_fingerprint":null}`,
	).Replace(reply)
}

func TestOpenAIGolden(t *testing.T) {
	p := start(t, chatScript)
	for i, want := range []string{
		`HEAD"I'll look,\nthen <b>tell</b> you. ","refusal":null,"annotations":[],"tool_calls":[` +
			`{"id":"call_fake_0001","type":"function","function":{"name":"get_weather","arguments":"{\"city\":\"Orléans\"}"}},` +
			`{"id":"mine","type":"function","function":{"name":"now","arguments":"{}"}}]FINISH"tool_calls"}],` +
			`"usage":{"prompt_tokens":16,"completion_tokens":21,"total_tokens":37,"prompt_tokens_details":{"cached_tokens":4},"completion_tokens_details":{"reasoning_tokens":3}}TAIL`,
		`HEAD"Hi","refusal":null,"annotations":[]FINISH"length"}],` +
			`"usage":{"prompt_tokens":5,"completion_tokens":2,"total_tokens":7,"prompt_tokens_details":{"cached_tokens":0},"completion_tokens_details":{"reasoning_tokens":0}}TAIL`,
		`HEAD"","refusal":null,"annotations":[]FINISH"content_filter"}],` +
			`"usage":{"prompt_tokens":5,"completion_tokens":1,"total_tokens":6,"prompt_tokens_details":{"cached_tokens":0},"completion_tokens_details":{"reasoning_tokens":0}}TAIL`,
		`HEADnull,"refusal":null,"annotations":[],"tool_calls":[{"id":"call_fake_0003","type":"function","function":{"name":"f","arguments":"{\"a\":1}"}}]FINISH"tool_calls"}],` +
			`"usage":{"prompt_tokens":5,"completion_tokens":8,"total_tokens":13,"prompt_tokens_details":{"cached_tokens":0},"completion_tokens_details":{"reasoning_tokens":0}}TAIL`,
	} {
		a := postOpenAI(t, p, chatWith(""))
		if diff := cmp.Diff(openAIGolden(string(rune('1'+i)), want), string(a.body)); diff != "" {
			t.Errorf("%d (-want +got):\n%s", i+1, diff)
		}
		h := a.header
		if a.status != 200 || h.Get("Content-Type") != "application/json" || h.Get("X-Request-Id") != requestID(i+1) || h.Get("Openai-Version") != "2020-10-01" {
			t.Errorf("%d: status %d, headers %v", i+1, a.status, h)
		}
	}
}

// openAIChunks writes a stream: one line for each delta, and what is the same
// in all around it.
func openAIChunks(number, lines, end string) string {
	var stream strings.Builder
	for line := range strings.SplitSeq(strings.TrimSpace(lines), "\n") {
		delta, reason, finished := strings.Cut(line, " FINISH ")
		if !finished {
			reason = "null"
		}
		stream.WriteString(`data: {"id":"chatcmpl-fake_000` + number + `","object":"chat.completion.chunk","created":1795989916,"model":"m",` +
			`"service_tier":"default","system_fingerprint":null,"choices":[{"index":0,"delta":` + delta + `,"logprobs":null,"finish_reason":` + reason + "}]" + end + "}\n\n")
	}
	return stream.String()
}

const openAIStream1 = `
{"role":"assistant","content":"","refusal":null}
{"content":"I'll "}
{"content":"look,\n"}
{"content":"then "}
{"content":"<b>tell</b> "}
{"content":"you. "}
{"tool_calls":[{"index":0,"id":"call_fake_0001","type":"function","function":{"name":"get_weather","arguments":""}}]}
{"tool_calls":[{"index":0,"function":{"arguments":"{\"city\":\"Orl"}}]}
{"tool_calls":[{"index":0,"function":{"arguments":"éans\"}"}}]}
{"tool_calls":[{"index":1,"id":"mine","type":"function","function":{"name":"now","arguments":""}}]}
{"tool_calls":[{"index":1,"function":{"arguments":"{}"}}]}
{} FINISH "tool_calls"
`

func TestOpenAIStreamGolden(t *testing.T) {
	p := start(t, chatScript)
	for i, want := range []string{
		openAIStream1,
		"{\"role\":\"assistant\",\"content\":\"\",\"refusal\":null}\n{\"content\":\"Hi\"}\n{} FINISH \"length\"",
		"{\"role\":\"assistant\",\"content\":\"\",\"refusal\":null}\n{} FINISH \"content_filter\"",
		`{"role":"assistant","content":null,"refusal":null}
{"tool_calls":[{"index":0,"id":"call_fake_0003","type":"function","function":{"name":"f","arguments":""}}]}
{"tool_calls":[{"index":0,"function":{"arguments":"{\"a\":1}"}}]}
{} FINISH "tool_calls"`,
	} {
		a := postOpenAI(t, p, chatWith(`"stream":true`))
		if diff := cmp.Diff(openAIChunks(string(rune('1'+i)), want, "")+"data: [DONE]\n\n", string(a.body)); diff != "" {
			t.Errorf("%d (-want +got):\n%s", i+1, diff)
		}
		if got := a.header.Get("Content-Type"); got != "text/event-stream; charset=utf-8" {
			t.Errorf("%d: content type %q", i+1, got)
		}
	}
}

// TestOpenAIUsageChunk: asked for, the usage comes in a chunk of its own, and
// is null in all others.
func TestOpenAIUsageChunk(t *testing.T) {
	p := start(t, chatScript)
	a := postOpenAI(t, p, chatWith(`"stream":true,"stream_options":{"include_usage":true}`))
	want := openAIChunks("1", openAIStream1, `,"usage":null`) +
		`data: {"id":"chatcmpl-fake_0001","object":"chat.completion.chunk","created":1795989916,"model":"m","service_tier":"default","system_fingerprint":null,"choices":[],` +
		`"usage":{"prompt_tokens":16,"completion_tokens":21,"total_tokens":37,"prompt_tokens_details":{"cached_tokens":4},"completion_tokens_details":{"reasoning_tokens":3}}}` +
		"\n\ndata: [DONE]\n\n"
	if diff := cmp.Diff(want, string(a.body)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestOpenAIModelList(t *testing.T) {
	p := start(t, "", func(o *Options) { o.Local = []string{"a", "b"} })
	a := send(t, p, http.MethodGet, modelsPath, openAIHeaders(), "")
	const want = `{"data":[{"id":"a","object":"model","created":1795989916,"owned_by":"system"},` +
		`{"id":"b","object":"model","created":1795989916,"owned_by":"system"}],"object":"list"}`
	if diff := cmp.Diff(want, string(a.body)); diff != "" || latest(p).Kind != KindModels || latest(p).Dialect != OpenAI {
		t.Errorf("record %+v (-want +got):\n%s", latest(p), diff)
	}
	if a = send(t, p, http.MethodGet, modelsPath+"/b", openAIHeaders(), ""); string(a.body) != `{"id":"b","object":"model","created":1795989916,"owned_by":"system"}` {
		t.Errorf("one model: %s", a.body)
	}
	if a = send(t, p, http.MethodGet, modelsPath+"/c", openAIHeaders(), ""); a.status != 404 || !strings.Contains(string(a.body), `"code":"model_not_found"`) {
		t.Errorf("no such model: %d %s", a.status, a.body)
	}
	if a = send(t, p, http.MethodGet, modelsPath, http.Header{}, ""); a.status != 401 {
		t.Errorf("without a key: status %d, %s", a.status, a.body)
	}
}

// TestOpenAIScriptedErrors: an error that a script sets has the type and code
// of its status.
func TestOpenAIScriptedErrors(t *testing.T) {
	p := start(t, `
- {status: 429, error: {message: Slow down}, headers: {retry-after: "1"}}
- {status: 500, error: {message: Oops}}
- {status: 404, error: {message: Gone}}
- {status: 401, error: {message: Who}}
- {status: 400, error: {type: mine, message: No}}
`)
	for _, want := range []string{
		`{"error":{"message":"Slow down","type":"requests","param":null,"code":"rate_limit_exceeded"}}`,
		`{"error":{"message":"Oops","type":"server_error","param":null,"code":null}}`,
		`{"error":{"message":"Gone","type":"invalid_request_error","param":null,"code":"model_not_found"}}`,
		`{"error":{"message":"Who","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}`,
		`{"error":{"message":"No","type":"mine","param":null,"code":null}}`,
	} {
		a := postOpenAI(t, p, chatWith(""))
		if diff := cmp.Diff(want, string(a.body)); diff != "" {
			t.Errorf("status %d (-want +got):\n%s", a.status, diff)
		}
	}
	a := postOpenAI(t, p, chatWith(""))
	if a.status != 500 || a.header.Get("X-Should-Retry") != "false" || !strings.Contains(string(a.body), `"type":"server_error"`) {
		t.Errorf("dry: status %d, %s", a.status, a.body)
	}
}
