package fakellm

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// chatBroken posts where the answer may break off. Broken is set when reading
// it failed, status is 0 when there was none.
func chatBroken(t *testing.T, p *Provider, dialect, body string) (status int, contentType, text string, broken bool) {
	t.Helper()
	path, h := ollamaPath, http.Header{}
	if dialect == OpenAI {
		path, h = openAIPath, openAIHeaders()
	}
	r, err := http.NewRequest(http.MethodPost, p.URL()+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = h
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, "", "", true
	}
	defer resp.Body.Close()
	content, err := io.ReadAll(resp.Body)
	return resp.StatusCode, resp.Header.Get("Content-Type"), string(content), err != nil
}

// outcome is what a client gets of a broken answer, and what is recorded.
type outcome struct {
	status int
	text   func(good string) string // nil: the first piece and a part of the second
	broken bool
	fault  string // without the seed
}

// chatDialect says how a dialect shows its errors and parts its pieces.
type chatDialect struct{ name, separator, errorBody, errorFrame string }

func (d chatDialect) first(good string) string {
	return good[:strings.Index(good, d.separator)+len(d.separator)]
}

// outcomes are those of a fault for a whole reply and for a stream.
func (d chatDialect) outcomes() map[string][2]outcome {
	same := func(good string) string { return good }
	nothing := func(string) string { return "" }
	page := func(string) string { return htmlPage }
	oneByte := func(good string) string { return good[:1] }
	both := func(o outcome) [2]outcome { return [2]outcome{o, o} }
	return map[string][2]outcome{
		"{kind: cut, after: 1}":    {{200, oneByte, false, "cut after byte 1 of "}, {200, d.first, false, "cut after piece 1 of "}},
		"{kind: abort, after: 1}":  {{200, oneByte, true, "abort after byte 1 of "}, {200, nil, true, "abort after piece 1 of "}},
		"close":                    both(outcome{0, nothing, true, "close"}),
		"split":                    both(outcome{200, same, false, "split"}),
		"{kind: slow, every: 1us}": both(outcome{200, same, false, "slow"}),
		"html":                     both(outcome{502, page, false, "html"}),
		"{kind: json, after: 1}": {{200, breakFirst, false, "json in piece 1"},
			{200, func(good string) string { return d.first(good) + breakFirst(good[len(d.first(good)):]) }, false, "json in piece 2"}},
		"{kind: error, after: 1}": {{529, func(string) string { return d.errorBody }, false, ""},
			{200, func(good string) string { return d.first(good) + d.errorFrame }, false, "error in place of piece 2"}},
	}
}

// TestChatFaults: each fault in both dialects, on whole replies and streams.
func TestChatFaults(t *testing.T) {
	for _, d := range []chatDialect{
		{Ollama, "\n", `{"error":"Overloaded"}`, `{"error":"Overloaded"}` + "\n"},
		{OpenAI, "\n\n", `{"error":{"message":"Overloaded","type":"server_error","param":null,"code":null}}`,
			`data: {"error":{"message":"Overloaded","type":"server_error","param":null,"code":null}}` + "\n\n"},
	} {
		all := d.outcomes()
		if len(all) != len(FaultKinds()) {
			t.Errorf("%d faults, %d are tested", len(FaultKinds()), len(all))
		}
		for fault, outcomes := range all {
			for i, members := range []string{`"stream":false`, `"stream":true`} {
				t.Run(d.name+" "+fault+" "+members, func(t *testing.T) { d.checkFault(t, fault, members, outcomes[i]) })
			}
		}
	}
}

func (d chatDialect) checkFault(t *testing.T, fault, members string, want outcome) {
	const text = "text: [\"aé \", b]"
	good := goodReply(t, "- {"+text+"}", d.name, members)
	p := start(t, "- {"+text+", fault: "+fault+"}")
	status, contentType, got, broken := chatBroken(t, p, d.name, chatWith(members))
	if status != want.status || broken != want.broken {
		t.Errorf("status %d, broken %t, %q", status, broken, got)
	}
	if want.text == nil {
		if first := d.first(good); !strings.HasPrefix(got, first) || got == first || !strings.HasPrefix(good, got) {
			t.Errorf("got %q of %q", got, good)
		}
	} else if diff := cmp.Diff(want.text(good), got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if html := strings.HasPrefix(contentType, "text/html"); html != (fault == "html") {
		t.Errorf("content type %q", contentType)
	}
	eventually(t, "answered", func() bool { return p.Pending() == nil })
	if recorded := latest(p).Fault; !strings.HasPrefix(recorded, want.fault) || want.fault != "" && !strings.HasSuffix(recorded, "(seed 0)") {
		t.Errorf("recorded %q", recorded)
	}
}

func breakFirst(good string) string { return strings.Replace(good, `":`, `";`, 1) }

func goodReply(t *testing.T, script, dialect, members string) string {
	t.Helper()
	status, _, text, broken := chatBroken(t, start(t, script), dialect, chatWith(members))
	if status != 200 || broken {
		t.Fatalf("status %d, broken %t", status, broken)
	}
	return text
}

// TestChatCutTellsNoReason: after a cut, no piece has told why the model stopped.
func TestChatCutTellsNoReason(t *testing.T) {
	for _, dialect := range []string{Ollama, OpenAI} {
		for _, after := range []string{"0", "1", "99"} {
			_, _, text, _ := chatBroken(t, start(t, "- {text: a b c d e f, fault: {kind: cut, after: "+after+"}}"), dialect, chatWith(`"stream":true`))
			for _, sign := range []string{`"done":true`, `"finish_reason":"`, "[DONE]"} {
				if strings.Contains(text, sign) {
					t.Errorf("%s, after %s: %s in %q", dialect, after, sign, text)
				}
			}
		}
	}
}

// TestChatHold: in both dialects a stream waits in its middle.
func TestChatHold(t *testing.T) {
	for _, dialect := range []string{Ollama, OpenAI} {
		p := start(t, "- {content: [{text: [{text: one}, {text: two, hold: gate}]}]}")
		done := make(chan string, 1)
		go func() {
			_, _, text, _ := chatBroken(t, p, dialect, chatWith(`"stream":true`))
			done <- text
		}()
		eventually(t, "the first piece sent", func() bool { return len(p.Requests()) == 1 && p.Requests()[0].Status == 200 })
		select {
		case text := <-done:
			t.Errorf("%s: not held: %q", dialect, text)
		default:
		}
		p.Release("gate")
		if text := <-done; !strings.Contains(text, "one") || !strings.Contains(text, "two") {
			t.Errorf("%s: %q", dialect, text)
		}
	}
}

// TestChatRoutes: what the handler refuses has its dialect's error shape.
func TestChatRoutes(t *testing.T) {
	p := start(t, "")
	big := `{"a":"` + strings.Repeat("x", maxBody) + `"}`
	for _, test := range []struct {
		method, path, body, dialect string
		status                      int
		message                     string
	}{
		{"GET", ollamaPath, "", Ollama, 405, "Method Not Allowed"},
		{"POST", "/api/tags", "{}", Ollama, 405, "Method Not Allowed"},
		{"POST", "/", "{}", Ollama, 405, "Method Not Allowed"},
		{"POST", "/api/nothing", "{}", Ollama, 404, "Not found"},
		{"POST", "/api", "{}", Ollama, 404, "Not found"},
		{"POST", ollamaPath, big, Ollama, 413, "Request exceeds the maximum size"},
		{"GET", openAIPath, "", OpenAI, 405, "Method Not Allowed"},
		{"POST", "/v1/chat", "{}", OpenAI, 404, "Not found"},
		{"POST", "/v1/responses", "{}", OpenAI, 404, "Not found"},
		{"POST", "/v1/embeddings", "{}", OpenAI, 404, "Not found"},
		{"POST", modelsPath, "{}", OpenAI, 405, "Method Not Allowed"},
		{"POST", openAIPath, big, OpenAI, 413, "Request exceeds the maximum size"},
	} {
		a := send(t, p, test.method, test.path, http.Header{"Authorization": {"Bearer " + openAIKey}}, test.body)
		name := test.method + " " + test.path
		if r := latest(p); a.status != test.status || r.Dialect != test.dialect || r.Refusal == nil || r.Refusal.Message != test.message {
			t.Errorf("%s: status %d, record %s %+v", name, a.status, r.Dialect, r.Refusal)
		}
		want := any(map[string]any{"error": test.message})
		if test.dialect == OpenAI {
			want = map[string]any{"error": map[string]any{"message": test.message, "type": "invalid_request_error", "param": nil, "code": nil}}
		}
		var got any
		if err := json.Unmarshal(a.body, &got); err != nil {
			t.Errorf("%s: body %s: %v", name, a.body, err)
		} else if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
