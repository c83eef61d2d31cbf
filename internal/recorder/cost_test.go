package recorder

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"agentcourse/internal/trace"
)

func zipped(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = io.WriteString(w, text)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A reply that cannot be read is no reply for nothing.
func TestCostOfRepliesThatCannotBeRead(t *testing.T) {
	whole := message("claude-opus-5-5", "end_turn", `[]`, 1000, 100)
	long := message("claude-opus-5-5", "end_turn", `[{"type":"text","text":"`+strings.Repeat("x", maxKept+2*margin)+`"}]`, 1000, 100)
	tests := map[string]struct {
		status               int
		kind, encoding, body string
		steps, untold        int
		cost                 float64
	}{
		"readable":                   {200, "application/json", "", whole, 1, 0, 0.006},
		"another success":            {201, "application/json", "", whole, 1, 0, 0.006},
		"the edition is named":       {200, "application/json", "", strings.Replace(whole, "claude-opus-5-5", "claude-opus-5-5-20261101", 1), 1, 0, 0.006},
		"above the bound":            {200, "application/json", "", long, 1, 0, 0.006},
		"above every bound":          {200, "application/json", "", long + strings.Repeat(" ", maxRead), 0, 1, 0},
		"gzip":                       {200, "application/json", "gzip", zipped(t, whole), 1, 0, 0.006},
		"gzip stream":                {200, "text/event-stream", "gzip", zipped(t, sse(anthropicPieces...)), 1, 0, 0.0005},
		"gzip that is none":          {200, "application/json", "gzip", "no gzip", 0, 1, 0},
		"gzip cut off":               {200, "application/json", "gzip", zipped(t, whole)[:40], 0, 1, 0},
		"a bomb":                     {200, "application/json", "gzip", zipped(t, whole+strings.Repeat(" ", maxRead)), 0, 1, 0},
		"another encoding":           {200, "application/json", "br", "\x0b\x01", 0, 1, 0},
		"no JSON":                    {200, "application/json", "", whole[:50], 0, 1, 0},
		"nothing":                    {200, "application/json", "", "", 0, 1, 0},
		"a page":                     {200, "text/html", "", "<h1>Log in</h1>", 0, 1, 0},
		"no counts":                  {200, "application/json", "", strings.Replace(whole, `"usage":`, `"x":`, 1), 1, 1, 0},
		"empty counts":               {200, "application/json", "", message("claude-opus-5-5", "end_turn", `[]`, 0, 0), 1, 1, 0},
		"negative counts":            {200, "application/json", "", message("claude-opus-5-5", "end_turn", `[]`, -5, 1), 1, 1, 0},
		"a stream before it began":   {200, "text/event-stream", "", sse(`{"type":"ping"}`), 0, 1, 0},
		"a stream that is no stream": {200, "text/plain", "", sse(anthropicPieces...), 0, 1, 0},
		"a refusal is free":          {400, "application/json", "", `{"type":"error"}`, 0, 0, 0},
		"an error is free":           {529, "text/html", "", "<h1>Overloaded</h1>", 0, 0, 0},
	}
	for name, tt := range tests {
		l := newLab(t, upstream(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("content-type", tt.kind)
			if tt.encoding != "" {
				w.Header().Set("content-encoding", tt.encoding)
			}
			w.WriteHeader(tt.status)
			_, _ = io.WriteString(w, tt.body)
		}), Limits{})
		req := l.request("/v1/messages", hello)
		req.Header.Set("accept-encoding", "identity") // else the client unpacks
		if _, got, err := do(t, req); err != nil || got != tt.body {
			t.Errorf("%s: %d bytes came through: %v", name, len(got), err)
		}
		s := l.rec.Summary()
		if s.Steps != tt.steps || s.Untold != tt.untold || s.CostUSD != tt.cost || s.CostKnown() != (tt.untold == 0) {
			t.Errorf("%s: %+v", name, s)
		}
		if l.events(""); len(l.text()) > 2*maxKept {
			t.Errorf("%s: %d bytes of trace", name, len(l.text()))
		}
	}
}

// That a reply broke off is seen although it is longer, unpacked, than what was announced.
func TestGzipBrokenOff(t *testing.T) {
	for kind, tt := range map[string]struct{ body, fault string }{
		"application/json":  {zipped(t, strings.Repeat("x", 10_000)), "the reply broke off: unexpected EOF"},
		"text/event-stream": {zipped(t, sse(anthropicPieces[:8]...)), "the stream ended before its last event"},
	} {
		l := newLab(t, upstream(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("content-type", kind)
			w.Header().Set("content-encoding", "gzip")
			if kind == "application/json" {
				w.Header().Set("content-length", "1000")
			}
			_, _ = io.WriteString(w, tt.body)
			if kind == "application/json" {
				hangUp(w)
			}
		}), Limits{})
		req := l.request("/v1/messages", hello)
		req.Header.Set("accept-encoding", "identity")
		do(t, req)
		if c := l.one("call"); c["error"] != tt.fault {
			t.Errorf("%s: %v", kind, c["error"])
		}
	}
}

// What was unpacked to be read stands in the trace as it was read.
func TestTraceOfGzip(t *testing.T) {
	l := newLab(t, upstream(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("content-encoding", "gzip")
		_, _ = io.WriteString(w, zipped(t, `{"type":"message","x":"`+realKey+`"}`))
	}), Limits{})
	l.post("/v1/messages", hello)
	if got := l.one("call")["response"].(map[string]any)["x"]; got != "[REDACTED]" {
		t.Errorf("response %v", got)
	}
}

// Whether a model worked on a call that nobody answered is not known; on one that was not sent none did.
func TestCostOfCallsWithoutAnswer(t *testing.T) {
	l := newLab(t, upstream(t, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }), Limits{})
	if l.post("/v1/messages", hello); l.rec.Summary().CostKnown() {
		t.Error("the cost of a call that was cut off is known")
	}
	l = newLab(t, "http://127.0.0.1:1", Limits{})
	if l.post("/v1/messages", hello); !l.rec.Summary().CostKnown() {
		t.Error("a call that reached nobody may have cost something")
	}
	reached := make(chan struct{})
	l = newLab(t, upstream(t, func(_ http.ResponseWriter, req *http.Request) {
		_, _ = io.Copy(io.Discard, req.Body)
		close(reached)
		<-req.Context().Done()
	}), Limits{})
	ctx, vanish := context.WithCancel(t.Context())
	go func() {
		<-reached
		vanish()
	}()
	if _, err := http.DefaultClient.Do(l.request("/v1/messages", hello).WithContext(ctx)); err == nil {
		t.Error("an answer")
	}
	if l.events(""); l.rec.Summary().CostKnown() {
		t.Error("the cost of a call that the program gave up is known")
	}
}

// The output that message_start counts holds a place: a stream that broke off cost at least what is known.
func TestCostOfBrokenStreams(t *testing.T) {
	for n, tt := range map[int]struct{ partial, out int }{1: {1, 1}, 8: {1, 1}, 14: {1, 1}, 15: {0, 21}, 16: {0, 21}} {
		l := newLab(t, says(t, "text/event-stream", sse(anthropicPieces[:n]...)), Limits{})
		l.post("/v1/messages", hello)
		if s := l.rec.Summary(); s.Partial != tt.partial || s.CostKnown() != (tt.partial == 0) || s.Usage.Out != tt.out || s.CostUSD == 0 {
			t.Errorf("after %d events: %+v", n, s)
		}
	}
	bare := []string{anthropicPieces[0], `{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":null}`, `{"type":"message_stop"}`}
	l := newLab(t, says(t, "text/event-stream", sse(bare...)), Limits{})
	if l.post("/v1/messages", hello); l.rec.Summary().CostKnown() {
		t.Error("the last counts never came, and the cost is known")
	}
}

func TestOllamaWithoutReason(t *testing.T) {
	for body, want := range map[string]string{
		`{"model":"m","message":{"content":"Hi"},"done":true}`:                                            "end_turn",
		`{"model":"m","message":{"tool_calls":[{"function":{"name":"now","arguments":{}}}]},"done":true}`: "tool_use",
		`{"model":"m","message":{"content":""},"done":true,"done_reason":"load"}`:                         "load",
	} {
		l := newLab(t, says(t, "application/x-ndjson", body+"\n"), Limits{})
		l.post("/api/chat", hello)
		if got := l.one("model")["stop_reason"]; got != want {
			t.Errorf("%s: stop reason %v", body, got)
		}
	}
}

// No string of a record or of the first event holds a key, whichever field it came in.
func TestNoKeyInRecords(t *testing.T) {
	l := newLab(t, "http://127.0.0.1:1", Limits{})
	var run trace.Run
	fields := reflect.ValueOf(&run).Elem()
	for i := range fields.NumField() {
		if fields.Field(i).Kind() == reflect.String {
			fields.Field(i).SetString("v-" + realKey)
		}
	}
	fields = reflect.ValueOf(l.rec.Record(run))
	for i := range fields.NumField() {
		if f := fields.Field(i); f.Kind() == reflect.String && f.String() != "v-[REDACTED]" {
			t.Errorf("%s is %s", fields.Type().Field(i).Name, f)
		}
	}
	l.rec.Task(trace.Task{Task: realKey, Model: realKey, Provider: realKey})
	if l.events(""); strings.Contains(l.text(), "real-key") {
		t.Error(l.text())
	}
	env := strings.Join(l.rec.Environment(nil, "PROMPT_VERSION="+realKey), "\n")
	if !strings.Contains(env, "PROMPT_VERSION=[REDACTED]") {
		t.Error(env)
	}
}

func TestWithoutKeys(t *testing.T) {
	env := []string{"PATH=/bin", "ANTHROPIC_API_KEY=hunter2hunter2", "COPY=hunter2hunter2", "OTHER=sk-ant-fake-0000", "GOFLAGS=-mod=mod"}
	if got := strings.Join(WithoutKeys(env), " "); got != "PATH=/bin GOFLAGS=-mod=mod" || env[1] != "ANTHROPIC_API_KEY=hunter2hunter2" {
		t.Errorf("%s from %v", got, env)
	}
}

// A key in another form is one all the same.
func TestNoKeyInAnotherForm(t *testing.T) {
	l := newLab(t, says(t, "application/json", `{"x":"aHVudGVyMmh1bnRlcjI="}`), Limits{})
	l.post("/v1/messages?x=%68%75%6e%74%65%72%32%68%75%6e%74%65%72%32", `{"x":"aHVudGVyMmh1bnRlcjI"}`)
	if c := l.one("call"); strings.Contains(l.text(), "aHVu") || strings.Contains(l.text(), "%68") {
		t.Errorf("%v", c)
	}
}
