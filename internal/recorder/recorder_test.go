package recorder

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"agentcourse/internal/trace"

	"github.com/google/go-cmp/cmp"
)

// The second piece is sent only when the program has the first.
func TestStreamPassesPieceByPiece(t *testing.T) {
	seen := make(chan struct{})
	target := upstream(t, func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("content-type", "text/event-stream")
		for i, piece := range anthropicPieces {
			_, _ = io.WriteString(w, sse(piece))
			_ = http.NewResponseController(w).Flush()
			if i == 0 {
				<-seen
			}
		}
	})
	l := newLab(t, target, Limits{})
	res, err := http.DefaultClient.Do(l.request("/v1/messages", hello))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	first := make([]byte, len(sse(anthropicPieces[0])))
	if _, err := io.ReadFull(res.Body, first); err != nil {
		t.Fatal(err)
	}
	close(seen)
	rest, err := io.ReadAll(res.Body)
	if err != nil || string(first)+string(rest) != sse(anthropicPieces...) {
		t.Errorf("%v %q", err, rest)
	}
}

// A request's body goes on as it comes, too.
func TestRequestPassesPieceByPiece(t *testing.T) {
	seen := make(chan struct{})
	target := upstream(t, func(w http.ResponseWriter, req *http.Request) {
		if _, err := io.ReadFull(req.Body, make([]byte, 6)); err != nil {
			t.Error(err)
		}
		close(seen)
		_, _ = io.Copy(io.Discard, req.Body)
	})
	l := newLab(t, target, Limits{})
	body, more := io.Pipe()
	req := l.request("/v1/messages", "")
	req.Body, req.ContentLength = body, -1
	go func() {
		_, _ = io.WriteString(more, `{"a": `)
		<-seen
		_, _ = io.WriteString(more, `1}`)
		more.Close()
	}()
	do(t, req)
	if diff := cmp.Diff(any(map[string]any{"a": 1.0}), l.one("call")["request"]); diff != "" {
		t.Error(diff)
	}
}

func TestWhatIsNoStep(t *testing.T) {
	l := newLab(t, says(t, "application/json", `{"input_tokens":14}`), Limits{})
	for _, path := range []string{
		"/v1/messages/count_tokens", "/v1/models", "/api/tags", "/elsewhere",
	} {
		l.post(path, hello)
		if s := l.rec.Summary(); s.Steps != 0 || s.CostUSD != 0 || !s.CostKnown() {
			t.Errorf("%s: %+v", path, s)
		}
	}
	req := l.request("/v1/models", "")
	req.Method, req.Body = http.MethodGet, nil
	req.Header.Set("anthropic-version", "2023-06-01")
	do(t, req)
	dialects := map[any]int{}
	for _, c := range l.events("") {
		dialects[c["dialect"]]++
	}
	if diff := cmp.Diff(map[any]int{"anthropic": 2, "openai": 1, "ollama": 1, "other": 1}, dialects); diff != "" {
		t.Errorf("dialects (-want +got):\n%s", diff)
	}
	if s := l.rec.Summary(); s.Calls != 5 || len(s.Failed) != 0 {
		t.Errorf("%+v", s)
	}
}

func TestSummary(t *testing.T) {
	var n atomic.Int32
	bodies := []string{
		message("claude-opus-5-5", "end_turn", `[]`, 1000, 100), message("claude-opus-5-5", "max_tokens", `[]`, 1000, 100), message("llama3.2", "end_turn", `[]`, 1, 2),
	}
	l := newLab(t, upstream(t, func(w http.ResponseWriter, req *http.Request) {
		i := int(n.Add(1))
		if i > len(bodies) {
			w.WriteHeader(529)
			return
		}
		_, _ = io.WriteString(w, bodies[i-1])
	}), Limits{})
	for i := range 4 {
		l.post("/v1/messages", hello)
		if known := l.rec.Summary().CostKnown(); known != (i < 2) {
			t.Errorf("call %d: the cost is known: %v", i, known)
		}
	}
	want := Summary{
		Calls: 4, Failed: map[int]int{529: 1}, Refused: map[string]int{}, Steps: 3, Usage: trace.Usage{In: 2001, Out: 202}, CostUSD: 0.012, Unpriced: []string{"llama3.2"},
		Models: []string{"claude-opus-5-5", "llama3.2"}, LastModel: "llama3.2", StopReasons: map[string]int{"end_turn": 2, "max_tokens": 1}, LastStop: "end_turn",
	}
	if diff := cmp.Diff(want, l.rec.Summary()); diff != "" {
		t.Errorf("summary (-want +got):\n%s", diff)
	}
}

func TestNoProxyForOthers(t *testing.T) {
	reached := false
	l := newLab(t, upstream(t, func(http.ResponseWriter, *http.Request) { reached = true }), Limits{})
	proxy, err := url.Parse(l.rec.URL())
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(proxy)}}
	res, err := client.Post("http://example.invalid/v1/messages", "application/json", strings.NewReader(hello))
	if err != nil || res.StatusCode != 403 || reached {
		t.Errorf("%v %v, reached: %v", err, res, reached)
	}
	if _, err := client.Post("https://example.invalid/v1/messages", "application/json", strings.NewReader(hello)); err == nil || reached {
		t.Errorf("a tunnel was opened: %v", err)
	}
}

func TestWrongTarget(t *testing.T) {
	for _, target := range []string{"", "localhost:11434", "ftp://x", "http://", "://"} {
		if _, err := Start(Options{Target: target}); err == nil || !strings.Contains(err.Error(), "is no address to forward to") {
			t.Errorf("%q: %v", target, err)
		}
	}
}

// A redirect is the program's to follow or not: the key stays.
func TestRedirectIsNotFollowed(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the redirect was followed") }))
	defer elsewhere.Close()
	l := newLab(t, upstream(t, func(w http.ResponseWriter, req *http.Request) {
		http.Redirect(w, req, elsewhere.URL, http.StatusTemporaryRedirect)
	}), Limits{})
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.Do(l.request("/v1/messages", hello))
	if err != nil || res.StatusCode != 307 {
		t.Errorf("%v %v", res, err)
	}
}

// The recorder needs nothing of a client: one that speaks no HTTP harms nothing.
func TestNoise(t *testing.T) {
	l := newLab(t, "http://127.0.0.1:1", Limits{})
	var d net.Dialer
	conn, err := d.DialContext(context.Background(), "tcp", strings.TrimPrefix(l.rec.URL(), "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(5 * time.Second))
	_, _ = io.WriteString(conn, "hello\r\n\r\n")
	if reply, _ := io.ReadAll(conn); !strings.HasPrefix(string(reply), "HTTP/1.1 400") {
		t.Errorf("%q", reply)
	}
}
