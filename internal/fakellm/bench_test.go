package fakellm

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// ratio runs two loads in turns and reports how long the first takes
// measured by the second.
func ratio(b *testing.B, ours, reference func()) {
	b.Helper()
	ours()
	reference()
	var took, base time.Duration
	for b.Loop() {
		start := time.Now()
		ours()
		middle := time.Now()
		reference()
		took += middle.Sub(start)
		base += time.Since(middle)
	}
	b.ReportMetric(float64(took)/float64(base), "x")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkSmallRequests compares small calls over one connection with those
// to a bare handler that reads and writes the same bytes. The bar: below 2 x.
func BenchmarkSmallRequests(b *testing.B) {
	s, err := ParseScenario("bench.yaml", []byte("- {text: Hello there, times: any}"))
	if err != nil {
		b.Fatal(err)
	}
	p, err := Start(Options{Scenario: s, Forget: true})
	if err != nil {
		b.Fatal(err)
	}
	defer p.Close()
	reply, header := callOnce(b, p.URL())
	header.Del("Date") // the server sets it
	bare := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		maps.Copy(w.Header(), header)
		_, _ = w.Write(reply)
	}))
	defer bare.Close()
	many := func(url string) func() {
		return func() {
			for range 200 {
				callOnce(b, url)
			}
		}
	}
	ratio(b, many(p.URL()), many(bare.URL))
}

func callOnce(b *testing.B, url string) ([]byte, http.Header) {
	r, err := http.NewRequest(http.MethodPost, url+messagesPath, strings.NewReader(hello))
	if err != nil {
		b.Fatal(err)
	}
	r.Header = headers()
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		b.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		b.Fatalf("%d %s %v", resp.StatusCode, body, err)
	}
	return body, resp.Header
}

// longConversation is a body of about so many bytes: turns of text, and
// tool calls with results.
func longConversation(size int) []byte {
	var body bytes.Buffer
	body.WriteString(`{"model":"claude-opus-5-5","max_tokens":100,"tools":[` + tool + `],"messages":[` + user)
	for i := 0; body.Len() < size; i++ {
		fmt.Fprintf(&body, `,{"role":"assistant","content":[{"type":"text","text":"Let me look at part %d."},{"type":"tool_use","id":"toolu_%d","name":"f","input":{"path":"notes/%d.md","lines":[1,2,3]}}]}`, i, i, i)
		fmt.Fprintf(&body, `,{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_%d","content":%q},{"type":"text","text":"Go on, please."}]}`, i, strings.Repeat("A line of the file, with some words and a number like 1234.\n", 60))
	}
	body.WriteString(`]}`)
	return body.Bytes()
}

// BenchmarkLongConversation compares the validation of 10 MB with what
// encoding/json takes to decode it. The bar: below 2 x.
func BenchmarkLongConversation(b *testing.B) {
	body := longConversation(10 << 20)
	r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1"+messagesPath, nil)
	r.Header = headers()
	ratio(b, func() {
		if c := validate(anthropic, r, body, Options{}); c.refusal != nil {
			b.Fatal(c.refusal)
		}
	}, func() {
		var v any
		if err := json.Unmarshal(body, &v); err != nil {
			b.Fatal(err)
		}
	})
}

// BenchmarkLongCall is the whole call with 10 MB, prompt, estimate and all.
func BenchmarkLongCall(b *testing.B) {
	body := longConversation(10 << 20)
	r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1"+messagesPath, nil)
	r.Header = headers()
	ratio(b, func() {
		c := validate(anthropic, r, body, Options{})
		anthropic.prompt(c)
	}, func() {
		var v any
		if err := json.Unmarshal(body, &v); err != nil {
			b.Fatal(err)
		}
	})
}
