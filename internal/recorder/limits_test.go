package recorder

import (
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"agentcourse/internal/trace"

	"github.com/google/go-cmp/cmp"
)

// Calls that are made at the same time do not slip past the limit.
func TestParallelCallsAgainstTheLimit(t *testing.T) {
	var forwarded atomic.Int32
	target := upstream(t, func(w http.ResponseWriter, req *http.Request) {
		forwarded.Add(1)
		_, _ = io.WriteString(w, message("claude-opus-5-5", "end_turn", `[]`, 1, 1))
	})
	l := newLab(t, target, Limits{Calls: 5})
	var refused atomic.Int32
	var all sync.WaitGroup
	for range 40 {
		all.Go(func() {
			if res, _, _ := l.post("/v1/messages", hello); res.StatusCode == http.StatusForbidden {
				refused.Add(1)
			}
		})
	}
	all.Wait()
	if forwarded.Load() != 5 || refused.Load() != 35 {
		t.Errorf("%d forwarded, %d refused", forwarded.Load(), refused.Load())
	}
	want := map[string]any{"reason": "max_steps", "detail": "it had made 5 calls (--max-calls 5) and wanted another"}
	if diff := cmp.Diff(want, l.one("stopped")); diff != "" {
		t.Errorf("stopped (-want +got):\n%s", diff)
	}
	if s := l.rec.Summary(); s.Calls != 5 || s.Steps != 5 {
		t.Errorf("%+v", s)
	}
}

func TestLimitOnCost(t *testing.T) {
	l := newLab(t, says(t, "application/json", message("claude-opus-5-5", "end_turn", `[]`, 100_000, 0)), Limits{CostUSD: 0.5})
	for i, want := range []int{200, 200, 403, 403} { // 0.40, 0.80: the reply that goes over is known when it is there
		if res, _, _ := l.post("/v1/messages", hello); res.StatusCode != want {
			t.Errorf("call %d: status %d", i, res.StatusCode)
		}
	}
	select {
	case <-l.rec.Stopped():
	default:
		t.Error("nobody was told")
	}
	if e := l.one("stopped"); e["reason"] != "max_cost" || e["detail"] != "its calls had cost $0.800000 (--max-cost 0.5) and it wanted another" {
		t.Errorf("%v", e)
	}
	free := newLab(t, says(t, "application/json", message("llama3.2", "end_turn", `[]`, 1e9, 1e9)), Limits{CostUSD: 0.5})
	for range 3 {
		if res, _, _ := free.post("/v1/messages", hello); res.StatusCode != 200 {
			t.Errorf("status %d although no price is known", res.StatusCode)
		}
	}
}

func TestRefusalsHaveTheDialectsShape(t *testing.T) {
	for path, want := range map[string]string{
		"/v1/messages":         `{"error":{"message":"MESSAGE","type":"permission_error"},"type":"error"}`,
		"/v1/chat/completions": `{"error":{"code":null,"message":"MESSAGE","param":null,"type":"permission_error"}}`,
		"/api/chat":            `{"error":"MESSAGE"}`,
	} {
		l := newLab(t, "http://127.0.0.1:1", Limits{})
		l.rec.Stop(trace.Interrupted, "interrupted from outside")
		res, body, _ := l.post(path, hello)
		want = strings.Replace(want, "MESSAGE", "course run forwards no further call: interrupted from outside", 1)
		if res.StatusCode != 403 || res.Header.Get("x-should-retry") != "false" || body != want {
			t.Errorf("%s: status %d, %v: %s", path, res.StatusCode, res.Header, body)
		}
		if len(l.events("call")) != 0 {
			t.Errorf("a call that was not forwarded is recorded")
		}
	}
}
