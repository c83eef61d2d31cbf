package recorder

import (
	"context"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"agentcourse/internal/trace"

	"github.com/google/go-cmp/cmp"
)

// What does not come from the program is not forwarded to the live API and takes nothing from its limits.
func TestStrangers(t *testing.T) {
	l := newLabOf(t, Options{Live: true, Limits: Limits{Calls: 1}, Target: upstream(t, func(_ http.ResponseWriter, req *http.Request) {
		if req.Header.Get("x-api-key") != realKey {
			t.Errorf("forwarded: %v", req.Header)
		}
	})})
	for name, tt := range map[string]struct {
		path, host string
		header     http.Header
		status     int
		body       string
	}{
		"none":           {"/v1/messages", "", http.Header{}, 401, `{"error":{"message":"x-api-key header is required","type":"authentication_error"},"type":"error"}`},
		"another":        {"/v1/messages", "", http.Header{"X-Api-Key": {"sk-ant-fake-0000"}}, 401, `{"error":{"message":"invalid x-api-key","type":"authentication_error"},"type":"error"}`},
		"another bearer": {"/v1/chat/completions", "", http.Header{"Authorization": {"Bearer x"}}, 401, `{"error":{"code":null,"message":"invalid x-api-key","param":null,"type":"authentication_error"}}`},
		"another scheme": {"/v1/messages", "", http.Header{"Authorization": {"Basic eDp5"}}, 401, `{"error":{"message":"invalid x-api-key","type":"authentication_error"},"type":"error"}`},
		"Ollama":         {"/api/chat", "", http.Header{"Authorization": {"Bearer x"}}, 401, `{"error":"invalid x-api-key"}`},
		"keyless Ollama": {"/api/chat", "", http.Header{}, 401, `{"error":"x-api-key header is required"}`},
		"another host": {"/v1/messages", "rebound.invalid", http.Header{"X-Api-Key": {l.rec.ProgramKey()}}, 403,
			`{"error":{"message":"course run records calls to one address and is no proxy for others","type":"permission_error"},"type":"error"}`},
	} {
		req := l.request(tt.path, hello)
		req.Header, req.Host = tt.header, tt.host
		res, body, _ := do(t, req)
		if res.StatusCode != tt.status || body != tt.body || res.Header.Get("x-should-retry") != "false" {
			t.Errorf("%s: status %d, %s", name, res.StatusCode, body)
		}
	}
	if res, _, _ := l.post("/v1/messages", hello); res.StatusCode != 200 {
		t.Errorf("the program has no call left: status %d", res.StatusCode)
	}
	want := map[string]int{"without the program's key": 6, "for another host": 1}
	if s := l.rec.Summary(); s.Calls != 1 || s.Stopped != nil || cmp.Diff(want, s.Refused) != "" {
		t.Errorf("%+v", s)
	}
}

// A program may have a key of its own for a local server, or none. It never gets that of the live API.
func TestKeysForLocalServers(t *testing.T) {
	var got []string
	l := newLabOf(t, Options{Key: realKey, Target: upstream(t, func(_ http.ResponseWriter, req *http.Request) {
		got = append(got, req.Header.Get("x-api-key")+req.Header.Get("authorization"))
	})})
	for _, h := range []http.Header{{}, {"X-Api-Key": {"ollama"}}, {"Authorization": {"Bearer lm-studio"}}} {
		req := l.request("/v1/messages", hello)
		req.Header = h
		do(t, req)
	}
	if diff := cmp.Diff([]string{"", FakeKey, FakeKey}, got); diff != "" {
		t.Errorf("keys at the server (-want +got):\n%s", diff)
	}
	if s := l.rec.Summary(); s.Calls != 3 || len(s.Refused) != 0 {
		t.Errorf("%+v", s)
	}
}

// The live API gets what costs nothing or is counted, and nothing that costs in another way.
func TestLivePaths(t *testing.T) {
	var forwarded []string
	l := newLabOf(t, Options{Live: true, Target: upstream(t, func(_ http.ResponseWriter, req *http.Request) {
		forwarded = append(forwarded, req.Method+" "+req.RequestURI)
	})})
	for _, line := range []string{
		"POST /v1/messages", "POST /v1/messages?beta=true", "POST /v1/messages/count_tokens", "GET /v1/models?limit=2", "GET /v1/models/claude-opus-5-5",
		"POST /v1/messages/batches", "POST /v1/complete", "POST /v1/responses", "POST //v1/messages", "POST /v1/messages/", "POST /v1/chat/completions",
		"POST /v1/messages%2Fbatches", "POST /v1/x/../messages", "GET /v1/messages", "POST /v1/models", "GET /v1/models/", "GET /v1/models/..", "GET /v1/models/a/b",
		"DELETE /v1/models/a", "POST /api/chat", "POST /",
	} {
		method, path, _ := strings.Cut(line, " ")
		req := l.request(path, hello)
		req.Method = method
		res, body, _ := do(t, req)
		if res.StatusCode == 200 {
			continue
		}
		if res.StatusCode != 404 || res.Header.Get("x-should-retry") != "false" || !strings.Contains(body, "course run forwards to the live API") {
			t.Errorf("%s: status %d %v %s", line, res.StatusCode, res.Header, body)
		}
	}
	want := []string{
		"POST /v1/messages", "POST /v1/messages?beta=true", "POST /v1/messages/count_tokens", "GET /v1/models?limit=2", "GET /v1/models/claude-opus-5-5",
	}
	if diff := cmp.Diff(want, forwarded); diff != "" {
		t.Errorf("forwarded (-want +got):\n%s", diff)
	}
	if s := l.rec.Summary(); s.Calls != 5 || s.Refused["for its path"] != 16 {
		t.Errorf("%+v", s)
	}
}

const dear = `{"model":"claude-opus-5-5","max_tokens":25000,"messages":[]}` // up to $0.50

// Calls at the same time do not go over the limit together: one that might waits for the others.
func TestParallelCallsAgainstTheCost(t *testing.T) {
	var together, most atomic.Int32
	l := newLab(t, upstream(t, func(w http.ResponseWriter, _ *http.Request) {
		for n := together.Add(1); ; {
			if m := most.Load(); n <= m || most.CompareAndSwap(m, n) {
				break
			}
		}
		_, _ = io.WriteString(w, message("claude-opus-5-5", "end_turn", `[]`, 0, 5000)) // $0.10
		together.Add(-1)
	}), Limits{CostUSD: 0.45})
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() { l.post("/v1/messages", dear) })
	}
	all.Wait()
	s := l.rec.Summary()
	if s.Calls != 5 || math.Abs(s.CostUSD-0.5) > 1e-9 || !s.Over || most.Load() != 1 {
		t.Errorf("%d calls, %d together, cost %v, over: %v", s.Calls, most.Load(), s.CostUSD, s.Over)
	}
	if s.Stopped == nil || s.Stopped.Reason != trace.MaxCost || s.Refused["after the limit"] != 15 {
		t.Errorf("%+v", s)
	}
}

// Calls that fit side by side are made side by side.
func TestParallelCallsWithinTheCost(t *testing.T) {
	var arrived sync.WaitGroup
	arrived.Add(5)
	l := newLab(t, upstream(t, func(w http.ResponseWriter, _ *http.Request) {
		arrived.Done()
		arrived.Wait()
		_, _ = io.WriteString(w, message("claude-opus-5-5", "end_turn", `[]`, 1, 1))
	}), Limits{CostUSD: 0.5})
	var all sync.WaitGroup
	for range 5 {
		all.Go(func() {
			if res, _, _ := l.post("/v1/messages", strings.Replace(dear, "25000", "4000", 1)); res.StatusCode != 200 {
				t.Errorf("status %d", res.StatusCode)
			}
		})
	}
	all.Wait()
}

// Who waits to be admitted waits no longer than until the call before it has ended, the run is over, or its program is gone.
func TestWaitingCallGoesOn(t *testing.T) {
	for name, tt := range map[string]struct {
		happens func(r *Recorder, before *call, vanish func())
		refusal string
	}{
		"the other ended": {func(r *Recorder, before *call, _ func()) { r.finish(before, httptest.NewRequest("POST", "/", nil)) }, ""},
		"the run is over": {func(r *Recorder, _ *call, _ func()) { r.Stop(trace.Deadline, "it took too long") }, "it took too long"},
		"it is gone":      {func(_ *Recorder, _ *call, vanish func()) { vanish() }, "the program went away"},
	} {
		synctest.Test(t, func(t *testing.T) {
			tr, err := trace.Create(t.TempDir(), time.Now)
			if err != nil {
				t.Fatal(err)
			}
			defer tr.Close()
			r := &Recorder{ // without a server, which synctest cannot see the end of
				opt: Options{Limits: Limits{CostUSD: 0.5}, Trace: tr, Now: time.Now}, ctx: t.Context(), summary: newSummary(),
				underWay: map[*call]float64{}, changed: make(chan struct{}), stopped: make(chan struct{}),
			}
			before := &call{estimate: 0.4}
			r.admit(t.Context(), before)
			ctx, vanish := context.WithCancel(t.Context())
			defer vanish()
			admitted := make(chan string, 1)
			go func() { admitted <- r.admit(ctx, &call{estimate: 0.4}) }()
			synctest.Wait()
			if len(admitted) != 0 {
				t.Errorf("%s: it did not wait", name)
			}
			tt.happens(r, before, vanish)
			if got := <-admitted; got != tt.refusal {
				t.Errorf("%s: %q", name, got)
			}
			if want := map[bool]int{true: 2, false: 1}[tt.refusal == ""]; r.Summary().Calls != want {
				t.Errorf("%s: %d calls", name, r.Summary().Calls)
			}
		})
	}
}

func TestEstimate(t *testing.T) {
	pad := strings.Repeat(" ", 4_000_000)
	for body, want := range map[string]float64{
		`{"model":"claude-opus-5-5","max_tokens":500000}` + pad:          14,
		`{"model":"claude-opus-5-5-20261101","max_tokens":500000}` + pad: 14,
		`{"model":"sim-1","max_completion_tokens":500000}` + pad:         14,
		`{"model":"sim-1","options":{"num_predict":500000}}` + pad:       14,
		`{"model":"llama3.2","max_tokens":500000}`:                       0,
		`{"model":"sim-1"}`:                                                    math.Inf(1),
		`{"model":"sim-1","max_tokens":-1}`:                                    math.Inf(1),
		`{"model":"sim-1","max_tokens":1e300}`:                                 math.Inf(1),
		`{"model":"sim-1","max_tokens":"5"}`:                                   math.Inf(1),
		`{"model":"sim-1","max_tokens":5,"x":"` + strings.Repeat("x", maxKept): math.Inf(1),
	} {
		if got := estimate([]byte(body)); got != want && math.Abs(got-want) > 0.001 {
			t.Errorf("%.60s: %v, want %v", body, got, want)
		}
	}
}

// Calls refused past a limit are counted, and leave one event in all.
func TestRefusalsAreCounted(t *testing.T) {
	l := newLab(t, says(t, "application/json", message("claude-opus-5-5", "end_turn", `[]`, 1, 1)), Limits{Calls: 1, Time: time.Minute})
	for range 13 {
		l.post("/v1/messages", hello)
	}
	if s := l.rec.Summary(); s.Calls != 1 || s.Refused["after the limit"] != 12 {
		t.Errorf("%+v", s)
	}
	if n := len(l.events("")); n != 3 { // call, model, stopped
		t.Errorf("%d events", n)
	}
}
