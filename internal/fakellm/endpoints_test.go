package fakellm

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const countTokens = `{"model":"claude-opus-5-5","messages":[{"role":"user","content":"Hello"}]}`

func TestCountTokens(t *testing.T) {
	p := start(t, "- text: ok")
	a := send(t, p, http.MethodPost, countPath, headers(), countTokens)
	if a.status != 200 || string(a.body) != `{"input_tokens":5}` {
		t.Errorf("%d %s", a.status, a.body)
	}
	if r := lastRequest(p); r.Kind != KindCount || r.Reply != 0 || p.LeftOver() == nil {
		t.Errorf("a count took a reply: %+v", r)
	}
	var m message
	if err := json.Unmarshal(post(t, p, hello).body, &m); err != nil || m.Usage.InputTokens != 5 {
		t.Errorf("the call says %d tokens, the count 5", m.Usage.InputTokens)
	}
	for body, want := range map[string]string{
		hello:                         "max_tokens: " + extra,
		`{"model":"claude-opus-5-5"}`: "messages: Field required",
		strings.TrimSuffix(countTokens, "}") + `,"tools":[` + tool + `],"tool_choice":{"type":"any"}}`:               `tool_choice: type "tool" and "any" are not supported for this model.`,
		`{"model":"claude-opus-5-5","messages":[` + user + `,` + callA + `,` + user + `]}`:                           foundA,
		strings.Replace(countTokens, "opus-5-5", "sonnet-4-6", 1):                                                    "",
		`{"model":"claude-sonnet-4-6","thinking":{"type":"enabled","budget_tokens":5000},"messages":[` + user + `]}`: "",
	} {
		a := send(t, p, http.MethodPost, countPath, headers(), body)
		if want == "" && a.status != 200 || want != "" && readError(t, a).Error.Message != want {
			t.Errorf("%s: %d %s", body, a.status, a.body)
		}
	}
}

func TestModels(t *testing.T) {
	p := start(t, "", func(o *Options) { o.Models = []string{"sim-1"} })
	get := func(path string) (page modelPage) {
		t.Helper()
		a := send(t, p, http.MethodGet, path, headers(), "")
		if err := json.Unmarshal(a.body, &page); err != nil || a.status != 200 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		return page
	}
	first := get("/v1/models")
	if len(first.Data) != 20 || !first.HasMore || *first.FirstID != "sim-1" || first.Data[1].DisplayName != "Claude Opus 5.5" {
		t.Errorf("%+v", first)
	}
	rest := get("/v1/models?limit=100&after_id=" + *first.LastID)
	if rest.HasMore || *rest.LastID != models[len(models)-1].id || len(rest.Data) != len(models)+1-20 {
		t.Errorf("%+v", rest)
	}
	if before := get("/v1/models?limit=2&before_id=" + *first.LastID); len(before.Data) != 2 || !before.HasMore {
		t.Errorf("%+v", before)
	}
	if before := get("/v1/models?before_id=" + first.Data[3].ID); len(before.Data) != 3 || before.HasMore {
		t.Errorf("%+v", before)
	}
	one := send(t, p, http.MethodGet, "/v1/models/claude-haiku-5-5", headers(), "")
	const want = `{"type":"model","id":"claude-haiku-5-5","display_name":"Claude Haiku 5.5","created_at":"2026-09-22T00:00:00Z",` +
		`"max_input_tokens":1000000,"max_tokens":128000,"lifecycle":"active","line":"haiku","deprecated_at":null,"retires_at":null,"capabilities":null}`
	if string(one.body) != want {
		t.Errorf("%s", one.body)
	}
	noKey := headers()
	noKey.Del("X-Api-Key")
	for _, test := range []struct {
		path   string
		h      http.Header
		status int
	}{
		{"/v1/models/none", headers(), 404}, {"/v1/models?limit=0", headers(), 400}, {"/v1/models?limit=x", headers(), 400},
		{"/v1/models?after_id=none", headers(), 400}, {"/v1/models?before_id=none", headers(), 400}, {"/v1/models", noKey, 401}, {"/v1/models/", headers(), 404},
	} {
		if a := send(t, p, http.MethodGet, test.path, test.h, ""); a.status != test.status {
			t.Errorf("%s: %d %s", test.path, a.status, a.body)
		}
	}
}

// TestRateLimits: each success tells what is left of the minute.
func TestRateLimits(t *testing.T) {
	now := time.Date(2026, 11, 30, 10, 20, 30, 0, time.UTC)
	p := start(t, "- {text: ok, usage: {input_tokens: 100, output_tokens: 20}}\n- {text: ok, headers: {anthropic-ratelimit-requests-remaining: 0}}",
		func(o *Options) { o.Now = func() time.Time { return now } })
	h := post(t, p, hello).header
	got := map[string]string{}
	for _, l := range []string{"requests", "tokens", "input-tokens", "output-tokens"} {
		got[l] = h.Get("anthropic-ratelimit-"+l+"-limit") + " " + h.Get("anthropic-ratelimit-"+l+"-remaining") + " " + h.Get("anthropic-ratelimit-"+l+"-reset")
	}
	want := map[string]string{
		"requests":      "4000 3999 2026-11-30T10:21:00Z",
		"tokens":        "500000 499880 2026-11-30T10:21:00Z",
		"input-tokens":  "400000 399900 2026-11-30T10:21:00Z",
		"output-tokens": "100000 99980 2026-11-30T10:21:00Z",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if h := post(t, p, hello).header; h.Get("anthropic-ratelimit-requests-remaining") != "0" {
		t.Error("the script's header does not win")
	}
}

// TestCaching: what one call marks, the next one reads.
func TestCaching(t *testing.T) {
	now := time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)
	p := start(t, "- {text: ok, times: any}", func(o *Options) { o.Now = func() time.Time { return now } })
	long := strings.Repeat("plain words here ", 400)
	body := func(ttl, question string) string {
		return `{"model":"claude-opus-5-5","max_tokens":10,"system":[{"type":"text","text":"` + long + `","cache_control":{"type":"ephemeral"` + ttl +
			`}}],"messages":[{"role":"user","content":"` + question + `"}]}`
	}
	usageOf := func(body string) usage {
		t.Helper()
		var m message
		if err := json.Unmarshal(post(t, p, body).body, &m); err != nil {
			t.Fatal(err)
		}
		return m.Usage
	}
	prefix := EstimateTokens(long)
	first, second := usageOf(body("", "One?")), usageOf(body("", "And two?"))
	if first.CacheCreationInputTokens != prefix || first.CacheReadInputTokens != 0 || first.CacheCreation.Ephemeral5m != prefix {
		t.Errorf("first: %+v", first)
	}
	if second.CacheCreationInputTokens != 0 || second.CacheReadInputTokens != prefix || second.in() != second.InputTokens+prefix {
		t.Errorf("second: %+v", second)
	}
	now = now.Add(6 * time.Minute)
	if late := usageOf(body("", "Three?")); late.CacheReadInputTokens != 0 {
		t.Errorf("after six minutes: %+v", late)
	}
	if hour := usageOf(body(`,"ttl":"1h"`, "Four?")); hour.CacheReadInputTokens != prefix {
		t.Errorf("with an hour: %+v", hour)
	}
	now = now.Add(50 * time.Minute)
	if hour := usageOf(body(`,"ttl":"1h"`, "Five?")); hour.CacheReadInputTokens != prefix {
		t.Errorf("after fifty minutes of an hour: %+v", hour)
	}
	short := `{"model":"claude-opus-5-5","max_tokens":10,"cache_control":{"type":"ephemeral"},"messages":[{"role":"user","content":"short"}]}`
	if u := usageOf(short); u.CacheCreationInputTokens != 0 {
		t.Errorf("a short prefix: %+v", u)
	}
	growing := `{"model":"claude-opus-5-5","max_tokens":10,"cache_control":{"type":"ephemeral"},"messages":[{"role":"user","content":"` + long + `"}`
	one := usageOf(growing + `]}`)
	two := usageOf(growing + `,{"role":"assistant","content":"ok"},{"role":"user","content":"` + long + `"}]}`)
	if one.CacheCreationInputTokens == 0 || two.CacheReadInputTokens != one.CacheCreationInputTokens || two.CacheCreationInputTokens < prefix {
		t.Errorf("a growing conversation: %+v, then %+v", one, two)
	}
}

// TestStructuredOutput: a reply that breaks the schema is the scenario's
// mistake, unless it says so.
func TestStructuredOutput(t *testing.T) {
	const ask = `"output_config":{"format":{"type":"json_schema","schema":{"type":"object","properties":{"title":{"type":"string"},"n":{"type":["integer","null"]},` +
		`"kind":{"enum":["a","b"]},"tags":{"type":"array","items":{"$ref":"#/$defs/tag"}}},"required":["title"],"additionalProperties":false,"$defs":{"tag":{"type":"string"}}}}}`
	for _, test := range []struct{ text, fault string }{
		{`{"title":"x","n":null,"kind":"b","tags":["c"]}`, ""},
		{`{"title":"x","n":1.0}`, ""},
		{`{"title":"x","n":1.5}`, "$.n is no integer or null"},
		{`{"n":1}`, "$ has no title"},
		{`{"title":"x","more":1}`, "$ has more, which the schema does not"},
		{`{"title":"x","kind":"c"}`, `$.kind is none of ["a","b"]`},
		{`{"title":"x","tags":["a",1]}`, "$.tags[1] is no string"},
		{`[]`, "$ is no object"},
		{"```json {} ```", "the call asks for JSON"},
	} {
		for _, body := range []string{with(ask), with(ask + "," + streamed)} {
			p := start(t, "- text: "+strconv.Quote(test.text)+"\n- {text: "+strconv.Quote(test.text)+", off_schema: true}\n- {text: \"{\", stop_reason: max_tokens}")
			a := post(t, p, body)
			r := lastRequest(p)
			if test.fault == "" && (a.status != 200 || r.ScriptFault != "") || test.fault != "" && (a.status != 500 || !strings.Contains(r.ScriptFault, test.fault)) {
				t.Errorf("%s: %d %s, %q", test.text, a.status, a.body, r.ScriptFault)
			}
			for range 2 {
				if a := post(t, p, body); a.status != 200 {
					t.Errorf("%s: %d %s", test.text, a.status, a.body)
				}
			}
		}
	}
}

// TestIntricateSchema: references that multiply do not keep the provider busy.
func TestIntricateSchema(t *testing.T) {
	var defs strings.Builder
	for i := range 40 {
		fmt.Fprintf(&defs, `"a%d":{"allOf":[{"$ref":"#/$defs/a%d"},{"$ref":"#/$defs/a%d"}]},`, i, i+1, i+1)
	}
	schema := `{"type":"object","additionalProperties":false,"properties":{"x":{"$ref":"#/$defs/a0"}},"$defs":{` + defs.String() + `"a40":{"type":"object","additionalProperties":false}}}`
	p := start(t, "- text: '{\"x\":{}}'")
	if a := post(t, p, with(`"output_config":{"format":{"type":"json_schema","schema":`+schema+`}}`)); a.status != 200 {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// TestCacheMarkIsNoPrompt: a tool costs the same with a mark on it.
func TestCacheMarkIsNoPrompt(t *testing.T) {
	p := start(t, "")
	count := func(mark string) string {
		body := strings.TrimSuffix(countTokens, "}") + `,"tools":[{"name":"f","input_schema":{"type":"object"}` + mark + `}]}`
		return string(send(t, p, http.MethodPost, countPath, headers(), body).body)
	}
	if plain, marked := count(""), count(`,"cache_control":{"type":"ephemeral"}`); plain != marked {
		t.Errorf("%s, with a mark %s", plain, marked)
	}
}

type echo struct{}

func (echo) Respond(p *Prompt) *Reply {
	last := p.Turns[len(p.Turns)-1]
	return &Reply{Model: "echo-1", Text: p.System + "/" + last.Parts[len(last.Parts)-1].Text, StopReason: "stop_sequence", StopSequence: "END"}
}

// TestResponder: it answers in place of a script, under its own name.
func TestResponder(t *testing.T) {
	var seen []Request
	p := start(t, "", func(o *Options) {
		o.Responder, o.Forget, o.Models = echo{}, true, []string{"echo-1"}
		o.Observe = func(r Request) { seen = append(seen, r) }
	})
	a := post(t, p, strings.Replace(with(`"system":"Be kind."`), "claude-opus-5-5", "echo-1", 1))
	var m message
	if err := json.Unmarshal(a.body, &m); err != nil || m.Model != "echo-1" || replyText(t, a) != "Be kind./Hello" || *m.StopSequence != "END" {
		t.Errorf("%s", a.body)
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if len(p.Requests()) != 0 || len(seen) != 1 || seen[0].Status != 200 || seen[0].Number != 1 {
		t.Errorf("kept %v, observed %+v", p.Requests(), seen)
	}
}

func TestAddress(t *testing.T) {
	for address, ok := range map[string]bool{
		"127.0.0.1:0": true, "localhost:0": true, "[::1]:0": true,
		"0.0.0.0:0": false, ":0": false, "192.0.2.1:0": false, "x": false,
	} {
		p, err := Start(Options{Address: address})
		if p != nil {
			p.Close()
		}
		if ok != (err == nil) && address != "[::1]:0" {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestFaultKindsAreParsed(t *testing.T) {
	for _, kind := range append(FaultKinds(), AnyFault) {
		s := parse(t, "- {text: a, fault: "+kind+"}")
		if s.Replies[0].Fault.Kind != kind {
			t.Errorf("%s: %+v", kind, s.Replies[0].Fault)
		}
	}
}
