package trace

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func sumOf(t *testing.T, lines ...string) *Summary {
	t.Helper()
	var s Summary
	for line, err := range Read(strings.NewReader(strings.Join(lines, "\n"))) {
		if err != nil {
			t.Fatal(err)
		}
		s.Add(line)
	}
	return &s
}

const taskLine = `{"t":10,"event":"task","task":"x","model":"claude-opus-5-5","provider":"live"}`

func reply(step, in, out int, reason string) string {
	return fmt.Sprintf(`{"t":%d,"event":"model","step":%d,"stop_reason":%q,"usage":{"in":%d,"out":%d},"content":[]}`, 11+step, step, reason, in, out)
}

func TestSummary(t *testing.T) {
	s := sumOf(t,
		taskLine, reply(0, 100, 10, "tool_use"), `{"event":"tool","step":0,"is_error":true}`, `{"event":"tool","step":0,"is_error":false}`,
		reply(2, 300, 30, "end_turn"), reply(1, 150, 20, "tool_use"), // side by side, written late
		`{"event":"call","method":"POST","path":"/v1/messages","status":500}`, `{"event":"plan"}`, `{"event":"plan"}`, `nonsense`)
	if s.Events != 9 || s.Broken != 1 || s.Replies != 3 || s.ToolErrors != 1 || s.FailedCalls != 1 || s.Untold != 0 || s.Provider != "live" {
		t.Errorf("%+v", s)
	}
	if diff := cmp.Diff(map[string]int{"task": 1, "model": 3, "tool": 2, "call": 1, "plan": 2}, s.Counts); diff != "" {
		t.Errorf("counts (-want +got):\n%s", diff)
	}
	if s.Usage != (Usage{In: 550, Out: 60}) || s.First != (Point{0, 100}) || s.Last != (Point{2, 300}) || s.Began != 10 || s.Ended != 13 {
		t.Errorf("%+v", s)
	}
	if growth, known := s.Growth(); growth != 100 || !known {
		t.Errorf("growth %v %v", growth, known)
	}
	if end, detail := s.End(); end != Answered || detail != "" {
		t.Errorf("%s: %s", end, detail)
	}
	if b := s.Bill(); !b.Known() || b.AtLeast || math.Abs(b.Dollars-(550*4+60*20)/1e6) > 1e-12 {
		t.Errorf("%+v", b)
	}
}

func TestEnd(t *testing.T) {
	stopped := `{"event":"stopped","reason":"max_steps","detail":"8 steps"}`
	for want, lines := range map[string][]string{
		"unfinished: no reply of a model":   {},
		"unfinished: no reply of a model ":  {taskLine},
		"unfinished: no reply of a model  ": {taskLine, reply(0, 1, 1, "end_turn"), taskLine},
		"answered":                          {taskLine, reply(0, 1, 1, "stop_sequence")},
		"answered ":                         {taskLine, reply(5, 1, 1, "tool_use"), taskLine, reply(0, 1, 1, "end_turn")},
		"unfinished: the last reply's stop reason is tool_use":         {taskLine, reply(1, 1, 1, "tool_use"), reply(0, 1, 1, "end_turn")},
		"unfinished: the last reply broke off":                         {taskLine, reply(0, 1, 1, "")},
		"max_steps: 8 steps":                                           {taskLine, reply(0, 1, 1, "tool_use"), stopped},
		"max_steps: 8 steps ":                                          {taskLine, stopped, reply(0, 1, 1, "end_turn")},
		"stopped":                                                      {`{"event":"stopped"}`},
		"unfinished: the last reply's stop reason is max_tokens":       {`{"event":"model","stop_reason":"end_turn"}`, `{"event":"model","stop_reason":"max_tokens"}`},
		"unfinished: the last reply's stop reason is something_unseen": {reply(0, 1, 1, "something_unseen")},
	} {
		end, detail := sumOf(t, lines...).End()
		if got := strings.TrimSuffix(end+": "+detail, ": "); got != strings.TrimSpace(want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// A cost that is not known is never a figure.
func TestBill(t *testing.T) {
	named := func(model string) string {
		return `{"event":"model","model":"` + model + `","stop_reason":"end_turn","usage":{"in":1000000,"out":0}}`
	}
	call := func(path string, status int) string {
		return fmt.Sprintf(`{"event":"call","method":"POST","path":%q,"status":%d}`, path, status)
	}
	for name, tt := range map[string]struct {
		lines []string
		known bool
		want  Bill
	}{
		"nothing":             {nil, true, Bill{}},
		"named by the task":   {[]string{taskLine, named("")}, true, Bill{Dollars: 4, Priced: []string{"claude-opus-5-5"}}},
		"a task that is late": {[]string{named(""), taskLine}, true, Bill{Dollars: 4, Priced: []string{"claude-opus-5-5"}}},
		"two names of one":    {[]string{named("claude-opus-5-5-20261101"), named("claude-opus-5-5")}, true, Bill{Dollars: 8, Priced: []string{"claude-opus-5-5"}}},
		"without a price":     {[]string{taskLine, named("llama3.2"), named("")}, false, Bill{Dollars: 4, Priced: []string{"claude-opus-5-5"}, Unpriced: []string{"llama3.2"}}},
		"without a name":      {[]string{named("")}, false, Bill{Unpriced: []string{""}}},
		"without usage":       {[]string{taskLine, `{"event":"model","step":0,"stop_reason":"end_turn"}`}, false, Bill{Untold: 1}},
		"no reply is free":    {[]string{taskLine, reply(0, 0, 0, "end_turn")}, false, Bill{Untold: 1}},
		"broke off":           {[]string{taskLine, reply(0, 1000000, 0, "")}, true, Bill{Dollars: 4, Priced: []string{"claude-opus-5-5"}, AtLeast: true}},

		// The recorder writes both a call and a reply, which are the same tokens.
		"a call and its reply": {[]string{call("/v1/messages?beta=true", 200), named("sim-1")}, true, Bill{Dollars: 4, Priced: []string{"sim-1"}}},
		"a call that costs":    {[]string{call("/api/chat", 200)}, false, Bill{Untold: 1}},
		"a call that does not": {[]string{call("/v1/messages", 429), call("/v1/messages/count_tokens", 200)}, true, Bill{}},
	} {
		got := sumOf(t, tt.lines...).Bill()
		if diff := cmp.Diff(tt.want, got); diff != "" || got.Known() != tt.known {
			t.Errorf("%s: known: %v (-want +got):\n%s", name, got.Known(), diff)
		}
	}
}

func TestTwoRunsInOneFile(t *testing.T) {
	s := sumOf(t, taskLine, reply(0, 1, 1, "tool_use"), reply(1, 2, 1, "end_turn"), taskLine, reply(0, 1, 1, "tool_use"), reply(1, 2, 1, "end_turn"))
	if s.RepeatLine != 5 || s.RepeatStep != 0 {
		t.Errorf("step %d in line %d", s.RepeatStep, s.RepeatLine)
	}
	if _, known := s.Growth(); known {
		t.Error("two runs have one growth")
	}
	if s := sumOf(t, `{"event":"model"}`, `{"event":"model"}`); s.RepeatLine != 0 {
		t.Error("no step is a step")
	}
}

// Names are bounded, as everything is that a trace may hold any number of.
func TestManyNames(t *testing.T) {
	var s Summary
	for i := range 10_000 {
		s.Add(Line{Event: Unknown{Name: fmt.Sprint("event", i)}})
		s.Add(Line{Event: Model{Model: fmt.Sprint("model", i), StopReason: fmt.Sprint("reason", i), Usage: &Usage{In: 1}, Step: i * 100_000}})
	}
	if len(s.Counts) > maxNames+1 || s.OtherNames == 0 || len(s.models) > maxNames || len(s.StopReasons) > maxNames || len(s.seen) > maxSeen/64 {
		t.Errorf("%d events, %d models, %d reasons", len(s.Counts), len(s.models), len(s.StopReasons))
	}
	if b := s.Bill(); b.Known() || len(b.Unpriced) != maxNames+1 {
		t.Errorf("%d without a price", len(b.Unpriced))
	}
}

func TestSteps(t *testing.T) {
	var s Steps
	if s.Buckets(10) != nil || !s.Empty() {
		t.Error("no step has a bucket")
	}
	s.add(3, Usage{In: 10, Out: 2})
	s.add(5, Usage{In: 30, Out: 4})
	s.add(5, Usage{In: 50, Out: 8})
	want := []Bucket{{3, 3, 1, 10, 2}, {4, 4, 0, 0, 0}, {5, 5, 2, 80, 12}}
	if diff := cmp.Diff(want, s.Buckets(10)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]Bucket{{3, 4, 1, 10, 2}, {5, 5, 2, 80, 12}}, s.Buckets(2)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if in, out := s.Buckets(10)[2].Mean(); in != 40 || out != 6 {
		t.Errorf("mean %v and %v", in, out)
	}
	if in, out := s.Buckets(10)[1].Mean(); in != 0 || out != 0 {
		t.Errorf("mean of nothing %v and %v", in, out)
	}
}

// Whatever the steps, none is lost and few buckets are held.
func TestManySteps(t *testing.T) {
	var s Steps
	const n = 100_001
	for i := range n {
		s.add(i, Usage{In: 2, Out: 1})
	}
	s.add(maxTokens, Usage{In: 2, Out: 1})
	if len(s.buckets) > maxBuckets {
		t.Errorf("%d buckets", len(s.buckets))
	}
	for _, most := range []int{1, 7, 40, 5000} {
		bars := s.Buckets(most)
		total, next := Bucket{}, 0
		for _, b := range bars {
			if b.From != next || b.To < b.From {
				t.Fatalf("a bar from %d to %d after one that ends before %d", b.From, b.To, next)
			}
			next = b.To + 1
			total.plus(b)
		}
		if len(bars) > most || total.Replies != n+1 || total.In != 2*(n+1) || total.Out != n+1 {
			t.Errorf("%d bars: %+v", len(bars), total)
		}
	}
}
