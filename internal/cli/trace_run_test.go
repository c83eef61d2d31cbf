package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"
)

// What course run records is read again, and comes to what it said. The tokens stand twice in the file, in the call and
// in the reply, and count once.
func TestTraceOfARun(t *testing.T) {
	v := newRun(t)
	local := newServer(t, "claude-opus-5-5")
	v.course(0, "run 1.1 --base-url "+local.url+" -- twice")
	record := v.record()
	v.course(0, "trace")
	v.says("the newest trace is "+record["trace"].(string), "events task 1, model 2, call 2", "in 2000, out 200", "cost $0.012000", "ended answered")
	v.course(0, "trace --json")
	var report struct {
		Totals struct {
			Steps, Calls int
			Usage        struct{ In, Out int }
			CostUSD      float64 `json:"cost_usd"`
		}
	}
	if err := json.Unmarshal([]byte(v.out), &report); err != nil {
		t.Fatal(err)
	}
	got := report.Totals
	if float64(got.Steps) != record["steps"] || float64(got.Calls) != record["calls"] || float64(got.Usage.In) != record["in"] ||
		float64(got.Usage.Out) != record["out"] || got.CostUSD != record["cost_usd"] {
		t.Errorf("the trace comes to %+v, the record says %v", got, record)
	}

	v.course(1, "run 1.1 --max-calls 1 --base-url "+local.url+" -- loop")
	v.course(0, "trace")
	v.says("model 1", "stopped 1", "ended max_steps: it had made 1 call (--max-calls 1) and wanted another")
}

func TestTraceInterrupted(t *testing.T) {
	v := newTraces(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, line := range []string{"trace", "trace --json", "trace plot", "trace scrub"} {
		var out, errs bytes.Buffer
		w := v.world()
		w.Out, w.Err = &out, &errs
		if code := Run(ctx, w, strings.Fields(line)); code != 2 || !strings.Contains(errs.String(), "course: error: interrupted") {
			t.Errorf("%s: %d %s", line, code, errs.String())
		}
		if line == "trace --json" && !json.Valid(out.Bytes()) {
			t.Errorf("what was printed is no JSON: %s", out.String())
		}
	}
	if strings.Contains(strings.Join(mustGlob(t, v.root+"/traces/*"), " "), "scrubbed") {
		t.Error("half a copy was left")
	}
}
