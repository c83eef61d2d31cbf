package recorder

import (
	"net/http"
	"strings"
	"testing"

	"agentcourse/internal/trace"

	"github.com/google/go-cmp/cmp"
)

// The real key goes out for the program's own key alone, so that no other program on the machine can spend it.
func TestKeys(t *testing.T) {
	var got http.Header
	target := upstream(t, func(w http.ResponseWriter, req *http.Request) { got = req.Header.Clone() })
	l := newLab(t, target, Limits{})
	own := l.rec.ProgramKey()
	tests := map[string]struct {
		path   string
		header http.Header
		want   http.Header
	}{
		"x-api-key":       {"/v1/messages", http.Header{"X-Api-Key": {own}}, http.Header{"X-Api-Key": {realKey}}},
		"bearer":          {"/v1/messages", http.Header{"Authorization": {"Bearer " + own}}, http.Header{"X-Api-Key": {realKey}}},
		"both":            {"/v1/messages", http.Header{"X-Api-Key": {own}, "Authorization": {"Bearer other"}}, http.Header{"X-Api-Key": {realKey}}},
		"openai":          {"/v1/chat/completions", http.Header{"Authorization": {"bearer " + own}}, http.Header{"Authorization": {"Bearer " + realKey}}},
		"none, Ollama":    {"/api/chat", http.Header{}, http.Header{}},
		"none, OpenAI":    {"/v1/chat/completions", http.Header{}, http.Header{}},
		"cookies as well": {"/v1/messages", http.Header{"X-Api-Key": {own}, "Cookie": {"a=b"}}, http.Header{"X-Api-Key": {realKey}}},
	}
	for name, tt := range tests {
		got = nil
		req := l.request(tt.path, "{}")
		req.Header = tt.header
		do(t, req)
		sent := http.Header{}
		for _, h := range []string{"X-Api-Key", "Authorization", "Cookie"} {
			if got[h] != nil {
				sent[h] = got[h]
			}
		}
		if diff := cmp.Diff(tt.want, sent); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestTargetThatNeedsNoKey(t *testing.T) {
	var got string
	l := newLab(t, upstream(t, func(_ http.ResponseWriter, req *http.Request) { got = req.Header.Get("x-api-key") }), Limits{})
	rec, err := Start(Options{Target: l.rec.opt.Target, Trace: l.trace})
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Close()
	l.rec = rec
	if l.post("/v1/messages", hello); got != FakeKey {
		t.Errorf("the target got %q", got)
	}
}

func TestNoKeyInTheTrace(t *testing.T) {
	body := message("claude-opus-5-5 "+realKey, "end_turn", `[{"type":"text","text":"it is \u0073k-ant-fake-real-key-of-the-learner and hunter2hunter2"}]`, 1, 1)
	l := newLab(t, says(t, "application/json", body), Limits{})
	l.rec.Task(trace.Task{Task: "hello " + realKey})
	for _, b := range []string{
		`{"messages":[{"role":"user","content":"` + realKey + `"}]}`, "no JSON: hunter2hunter2", strings.Repeat("x", maxKept-10) + realKey,
	} {
		if _, _, err := l.post("/v1/messages?key=hunter2hunter2", b); err != nil {
			t.Fatal(err)
		}
	}
	l.rec.Stop(trace.Error, "because of "+realKey)
	if n := len(l.events("")); n != 8 {
		t.Errorf("%d events", n)
	}
	for _, secret := range []string{realKey, "real-key", "hunter2", `\u0073k-ant`} {
		if strings.Contains(l.text(), secret) {
			t.Errorf("the trace holds %q", secret)
		}
	}
	if !strings.Contains(l.text(), "it is [REDACTED] and [REDACTED]") {
		t.Errorf("the rest of the text is gone:\n%.2000s", l.text())
	}
}

// A key that comes in pieces is one in the trace, and is found there.
func TestNoKeyFromAStream(t *testing.T) {
	l := newLab(t, says(t, "text/event-stream", sse(`{"choices":[{"index":0,"delta":{"content":"hunter2"}}]}`,
		`{"choices":[{"index":0,"delta":{"content":"hunter2!"},"finish_reason":"stop"}]}`)), Limits{})
	if _, _, err := l.post("/v1/chat/completions", hello); err != nil {
		t.Fatal(err)
	}
	if got := l.one("model")["content"]; cmp.Diff(got, []any{map[string]any{"type": "text", "text": "[REDACTED]!"}}) != "" || strings.Contains(l.text(), "hunter2hunter2") {
		t.Errorf("content %v", got)
	}
}
