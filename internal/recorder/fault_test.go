package recorder

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"agentcourse/internal/trace"

	"github.com/google/go-cmp/cmp"
)

func TestUpstreamDown(t *testing.T) {
	for path, dialect := range map[string]string{"/v1/messages": trace.Anthropic, "/api/chat": trace.Ollama, "/v1/chat/completions": trace.OpenAI} {
		l := newLab(t, "http://127.0.0.1:1", Limits{})
		res, body, err := l.post(path, hello)
		if err != nil || res.StatusCode != 502 || res.Header.Get("x-should-retry") != "false" {
			t.Errorf("%s: %v %v", path, res, err)
		}
		if !strings.Contains(body, "cannot reach http://127.0.0.1:1: ") || !strings.Contains(body, "(--base-url, ANTHROPIC_BASE_URL)") {
			t.Errorf("%s: %s", path, body)
		}
		c := l.one("call")
		if c["status"] != 502.0 || c["dialect"] != dialect || !strings.Contains(c["error"].(string), "connection refused") || c["response"] != nil {
			t.Errorf("%v", c)
		}
		if s := l.rec.Summary(); s.Calls != 1 || s.Steps != 0 || s.Failed[502] != 1 {
			t.Errorf("%+v", s)
		}
	}
}

// hangUp ends a reply's connection in the middle.
func hangUp(w http.ResponseWriter) {
	_ = http.NewResponseController(w).Flush()
	panic(http.ErrAbortHandler)
}

func TestBrokenReplies(t *testing.T) {
	half := sse(anthropicPieces[:8]...)
	halfContent := []any{map[string]any{"type": "thinking", "thinking": "", "signature": "EqQB"}, map[string]any{"type": "text", "text": "Hello <ü>"}}
	tests := map[string]struct {
		answer   http.HandlerFunc
		program  string // the error that the program meets
		err      string // of the call event
		response any
		model    any // content of the model event, nil for none
	}{
		"HTML error page": {
			func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("content-type", "text/html")
				w.WriteHeader(503)
				_, _ = io.WriteString(w, "<h1>Gone & away</h1>")
			}, "", "", "<h1>Gone & away</h1>", nil,
		},
		"HTML with status 200": {
			func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<h1>Log in</h1>") }, "", "", "<h1>Log in</h1>", nil,
		},
		"stream broken off": {
			func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("content-type", "text/event-stream")
				_, _ = io.WriteString(w, half)
				hangUp(w)
			}, "unexpected EOF", "the reply broke off: unexpected EOF", nil, halfContent,
		},
		"stream ended early": {
			func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("content-type", "text/event-stream")
				_, _ = io.WriteString(w, half)
			}, "", "the stream ended before its last event", nil, halfContent,
		},
		"error in the stream": {
			func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("content-type", "text/event-stream")
				_, _ = io.WriteString(w, half+sse(`{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`))
			}, "", "the stream brought an error: overloaded_error: Overloaded", nil, halfContent,
		},
		"body broken off": {
			func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("content-length", "100")
				_, _ = io.WriteString(w, `{"type":`)
				hangUp(w)
			}, "unexpected EOF", "the reply broke off: unexpected EOF", `{"type":`, nil,
		},
		"no answer": {
			func(w http.ResponseWriter, _ *http.Request) { panic(http.ErrAbortHandler) }, "", "EOF", nil, nil,
		},
		"compressed all the same": {
			func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("content-encoding", "br")
				_, _ = io.WriteString(w, "\x0b\x01")
			}, "", "", "(2 bytes, br)", nil,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			l := newLab(t, upstream(t, tt.answer), Limits{})
			_, _, err := l.post("/v1/messages", hello)
			if (tt.program == "") != (err == nil) || err != nil && err.Error() != tt.program {
				t.Errorf("the program met %v", err)
			}
			c := l.one("call")
			got, _ := c["error"].(string)
			if tt.err == "" && got != "" || !strings.HasSuffix(got, tt.err) {
				t.Errorf("call: %v", c)
			}
			if tt.model == nil && cmp.Diff(tt.response, c["response"]) != "" {
				t.Errorf("response %v", c["response"])
			}
			models := l.events("model")
			if tt.model == nil {
				if len(models) != 0 {
					t.Errorf("%v", models)
				}
				return
			}
			if len(models) != 1 || models[0]["stop_reason"] != "" || cmp.Diff(tt.model, models[0]["content"]) != "" {
				t.Errorf("%v", models)
			}
		})
	}
}

// A program that vanishes in mid-stream ends the call upstream too, and what it saw is recorded.
func TestProgramVanishes(t *testing.T) {
	ended := make(chan struct{})
	l := newLab(t, upstream(t, func(w http.ResponseWriter, req *http.Request) {
		_, _ = io.Copy(io.Discard, req.Body)
		w.Header().Set("content-type", "text/event-stream")
		_, _ = io.WriteString(w, sse(anthropicPieces[:8]...))
		_ = http.NewResponseController(w).Flush()
		<-req.Context().Done()
		close(ended)
	}), Limits{})
	ctx, vanish := context.WithCancel(t.Context())
	res, err := http.DefaultClient.Do(l.request("/v1/messages", hello).WithContext(ctx))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(res.Body, make([]byte, len(sse(anthropicPieces[:8]...)))); err != nil {
		t.Fatal(err)
	}
	vanish()
	<-ended
	res.Body.Close()
	if c := l.one("call"); c["status"] != 200.0 || c["error"] == nil {
		t.Errorf("%v", c)
	}
	if m := l.one("model"); m["stop_reason"] != "" {
		t.Errorf("%v", m)
	}
	if s := l.rec.Summary(); s.Failed[0] != 1 || s.Usage.In != 20 {
		t.Errorf("%+v", s)
	}
}

// A stream without end does not hold Close up, and takes no memory without end.
func TestEndlessStream(t *testing.T) {
	line := sse(`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"` + strings.Repeat("again ", 10_000) + `"}}`)
	l := newLab(t, upstream(t, func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("content-type", "text/event-stream")
		_, _ = io.WriteString(w, sse(anthropicPieces[0], `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`))
		for {
			if _, err := io.WriteString(w, line); err != nil {
				return
			}
		}
	}), Limits{})
	res, err := http.DefaultClient.Do(l.request("/v1/messages", hello))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if _, err := io.CopyN(io.Discard, res.Body, maxKept+1<<20); err != nil {
		t.Fatal(err)
	}
	c := l.one("call")
	if c["error"] != "the run ended before the reply did" || len(l.text()) > 3*maxKept {
		t.Errorf("error %v, %d bytes of trace", c["error"], len(l.text()))
	}
	if _, err := io.Copy(io.Discard, res.Body); err == nil {
		t.Error("the program was told that the stream had ended well")
	}
}

// A reply that began while the end of the request was still looked for was cut off, about once in twenty such runs.
func TestHugeBodies(t *testing.T) {
	huge := `{"messages":[{"role":"user","content":"` + strings.Repeat("ü", maxKept) + `"}]}`
	l := newLab(t, says(t, "application/json", huge), Limits{})
	if _, got, err := l.post("/v1/messages", huge); err != nil || got != huge {
		t.Errorf("%d bytes came through: %v; %v", len(got), err, l.one("call")["error"])
	}
	c := l.one("call")
	for _, part := range []string{"request", "response"} {
		text, _ := c[part].(string)
		if len(text) > maxKept+100 || !strings.HasSuffix(text, fmt.Sprintf("… (cut: the first %d of %d bytes)", maxKept, len(huge))) {
			t.Errorf("%s: %d bytes, … %q", part, len(text), text[max(0, len(text)-60):])
		}
	}
}

func TestBodiesThatAreNoJSON(t *testing.T) {
	l := newLab(t, says(t, "text/plain", "caf\xe9"), Limits{})
	l.post("/v1/messages", "a=b\xff")
	c := l.one("call")
	if c["request"] != "a=b\uFFFD" || c["response"] != "caf\uFFFD" {
		t.Errorf("%v", c)
	}
}
