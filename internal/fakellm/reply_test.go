package fakellm

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func ask(text string) string { return talk(`{"role":"user","content":"` + text + `"}`) }

func TestChoice(t *testing.T) {
	p := start(t, `
- text: first
- when: last_user | test("rain")
  text: wet
- when: last_user | test("rain|sun")
  times: 2
  text: weather
- text: second
- when: .messages[7].content | test("x")
  times: any
  text: never
- when: last_user == "always"
  times: any
  text: again
`)
	for _, step := range []struct{ say, want string }{
		{"Hi", "first"}, {"rain", "wet"}, {"rain", "weather"}, {"always", "again"},
		{"sun", "weather"}, {"sun", "second"}, {"always", "again"},
	} {
		if got := replyText(t, post(t, p, ask(step.say))); got != step.want {
			t.Errorf("%q: got %q, want %q", step.say, got, step.want)
		}
	}
	var used []int
	for _, r := range p.Requests() {
		used = append(used, r.Reply)
	}
	if diff := cmp.Diff([]int{1, 2, 3, 6, 3, 4, 6}, used); diff != "" {
		t.Errorf("replies (-want +got):\n%s", diff)
	}
	if left := p.LeftOver(); left != nil {
		t.Errorf("left over: %v", left)
	}
}

// TestRefusedTakesNoReply: a refused request leaves the script as it is.
func TestRefusedTakesNoReply(t *testing.T) {
	p := start(t, "- text: one")
	post(t, p, `{}`)
	if got := replyText(t, post(t, p, hello)); got != "one" {
		t.Errorf("got %q", got)
	}
}

func TestDry(t *testing.T) {
	long := strings.Repeat("é", 70)
	for _, test := range []struct{ name, script, body, want string }{
		{"nil scenario", "", hello, `the script ran dry: request 1 has no reply left; it held 1 message, last user text "Hello"`},
		{"none matches", "- {when: last_user == \"x\", text: a}", talk(user, assistant, `{"role":"user","content":"`+long+`"}`),
			`the script ran dry: request 1 has no reply left; it held 3 messages, last user text "` + strings.Repeat("é", 60) + `…"`},
		{"tool results", "", talk(user, callAB, says(resultA, resultB)),
			`the script ran dry: request 1 has no reply left; it held 3 messages, last user text "Hi", then 2 tool results`},
		{"when fails", "- {when: .messages.x, text: a}", hello,
			`the script ran dry: request 1 has no reply left; it held 1 message, last user text "Hello" (reply 1: when: jq ".messages.x": expected an object but got: array ([{"content":"Hello","role ...]))`},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := start(t, test.script)
			a := post(t, p, test.body)
			e := readError(t, a)
			if a.status != 500 || e.Error.Type != "api_error" || a.header.Get("X-Should-Retry") != "false" {
				t.Errorf("status %d, type %q, headers %v", a.status, e.Error.Type, a.header)
			}
			if diff := cmp.Diff(test.want, e.Error.Message); diff != "" {
				t.Errorf("message (-want +got):\n%s", diff)
			}
			r := p.Requests()[0]
			if !r.Dry || r.Refusal != nil || r.Status != 500 || r.Reply != 0 {
				t.Errorf("record %+v", r)
			}
		})
	}
}

func TestLeftOver(t *testing.T) {
	p := start(t, `
- text: a
- {text: b, times: 3}
- {text: c, times: any}
- {status: 529}
- {content: [{thinking: hm}, {tool_use: {name: look}}]}
- {body: "<html>"}
- {content: []}
- {content: [{thinking: hm}]}
`)
	post(t, p, hello)
	post(t, p, hello)
	want := []string{
		`reply 2 (text "b"), used 1 of 3 times`, "reply 4 (status 529)", "reply 5 (tool_use look)",
		`reply 6 (body "<html>")`, "reply 7 (empty)", "reply 8 (thinking)",
	}
	if diff := cmp.Diff(want, p.LeftOver()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	p.Load(parse(t, "- text: new"))
	if got := replyText(t, post(t, p, hello)); got != "new" || len(p.Requests()) != 3 {
		t.Errorf("after Load: %q, %d requests", got, len(p.Requests()))
	}
	p.Load(nil)
	if left := p.LeftOver(); left != nil {
		t.Errorf("left over: %v", left)
	}
}

func TestErrorReplies(t *testing.T) {
	p := start(t, `
- status: 429
  headers: {retry-after: 1, X-Should-Retry: true}
- status: 529
- status: 400
  error: {type: my_error, message: My message}
- status: 418
- status: 502
  body: <html>bad gateway</html>
  content_type: text/html
- body: '{"id":"msg'
`)
	for i, want := range []struct {
		status    int
		kind, msg string
	}{
		{429, "rate_limit_error", "This request would exceed your organization's rate limit of 30,000 input tokens per minute"},
		{529, "overloaded_error", "Overloaded"},
		{400, "my_error", "My message"},
		{418, "invalid_request_error", "Invalid request"},
	} {
		a := post(t, p, hello)
		if e := readError(t, a); a.status != want.status || e.Error.Type != want.kind || e.Error.Message != want.msg {
			t.Errorf("%d: status %d, %+v", i, a.status, e)
		}
		if i == 0 && (a.header.Get("Retry-After") != "1" || a.header.Get("X-Should-Retry") != "true") {
			t.Errorf("headers %v", a.header)
		}
	}
	a := post(t, p, hello)
	if a.status != 502 || string(a.body) != "<html>bad gateway</html>" || a.header.Get("Content-Type") != "text/html" {
		t.Errorf("raw: %d %q %v", a.status, a.body, a.header)
	}
	a = post(t, p, hello)
	if a.status != 200 || string(a.body) != `{"id":"msg` || a.header.Get("Content-Type") != "application/json" {
		t.Errorf("cut off: %d %q %v", a.status, a.body, a.header)
	}
	for _, r := range p.Requests() {
		if r.Refusal != nil || r.Reply != r.Number {
			t.Errorf("record %+v", r)
		}
		if isError := bytes.Contains(r.Response, []byte(`{"type":"error",`)); isError != (r.Number <= 4) {
			t.Errorf("request %d: recorded the response %s", r.Number, r.Response)
		}
	}
}

// TestMessageGolden fixes the whole success shape.
func TestMessageGolden(t *testing.T) {
	p := start(t, `
- content:
    - thinking: ""
    - text: I'll look at <a> & b.
    - tool_use: {name: get_weather, input: {city: Paris, days: [1, 2.5, true, null]}}
  usage: {input_tokens: 12, output_tokens: 34, thinking_tokens: 5, cache_creation_input_tokens: 7}
- stop_reason: stop_sequence
  text: One
- stop_reason: refusal
  content: []
  usage: {cache_read_input_tokens: 1000}
`)
	const tail = `,"service_tier":"standard","inference_geo":"global"}}`
	for i, want := range []string{
		`{"model":"claude-opus-5-5","id":"msg_fake_0001","type":"message","role":"assistant","content":[` +
			`{"type":"thinking","thinking":"","signature":"` + signThinking(1, "") + `"},` +
			`{"type":"text","text":"I'll look at <a> & b."},` +
			`{"type":"tool_use","id":"toolu_fake_0001","name":"get_weather","input":{"city":"Paris","days":[1,2.5,true,null]},"caller":{"type":"direct"}}],` +
			`"container":null,"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,` +
			`"usage":{"input_tokens":12,"cache_creation_input_tokens":7,"cache_read_input_tokens":0,` +
			`"cache_creation":{"ephemeral_5m_input_tokens":7,"ephemeral_1h_input_tokens":0},` +
			`"output_tokens":34,"output_tokens_details":{"thinking_tokens":5}` + tail,
		`{"model":"claude-opus-5-5","id":"msg_fake_0002","type":"message","role":"assistant","content":[{"type":"text","text":"One"}],` +
			`"container":null,"stop_reason":"stop_sequence","stop_sequence":"END","stop_details":null,` +
			`"usage":{"input_tokens":5,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,` +
			`"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},` +
			`"output_tokens":1,"output_tokens_details":{"thinking_tokens":0}` + tail,
		`{"model":"claude-opus-5-5","id":"msg_fake_0003","type":"message","role":"assistant","content":[],` +
			`"container":null,"stop_reason":"refusal","stop_sequence":null,"stop_details":{"type":"refusal","category":null,"explanation":null},` +
			`"usage":{"input_tokens":1,"cache_creation_input_tokens":0,"cache_read_input_tokens":1000,` +
			`"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},` +
			`"output_tokens":1,"output_tokens_details":{"thinking_tokens":0}` + tail,
	} {
		a := post(t, p, with(`"stop_sequences":["END"]`))
		if diff := cmp.Diff(want, string(a.body)); diff != "" {
			t.Errorf("%d (-want +got):\n%s", i+1, diff)
		}
		r := p.Requests()[i]
		if string(r.Response) != string(a.body) || r.Status != http.StatusOK {
			t.Errorf("recorded %s", r.Response)
		}
		if a.header.Get("Content-Type") != "application/json" || a.header.Get("Anthropic-Organization-Id") == "" {
			t.Errorf("headers %v", a.header)
		}
	}
}
