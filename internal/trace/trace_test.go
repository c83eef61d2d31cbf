package trace

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func still() time.Time { return time.Date(2026, 11, 30, 12, 0, 0, 250e6, time.UTC) }

func create(t *testing.T, dir string) *Writer {
	t.Helper()
	w, err := Create(dir, still)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return w
}

func read(t *testing.T, file string) string {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}

func TestEvents(t *testing.T) {
	w := create(t, filepath.Join(t.TempDir(), "new", "traces"))
	no, ms := false, int64(3)
	for _, e := range []Event{
		Task{Task: "hello a<b", Provider: ProviderSim},
		Model{Step: 0, StopReason: "end_turn", Usage: &Usage{In: 10, Out: 2, CacheRead: 4}, Content: json.RawMessage(`[{"type":"text","text":"Hi"}]`), RequestID: "req_1", MS: 5},
		Tool{Step: 0, Name: "calc", Input: json.RawMessage(`{"x":1}`), Output: "2", IsError: &no, MS: &ms},
		Call{Dialect: Anthropic, Method: "POST", Path: "/v1/messages", Error: "broke off", MS: 7},
		Stopped{Reason: MaxCost, Detail: "too dear"},
	} {
		if err := w.Write(e); err != nil {
			t.Fatal(err)
		}
	}
	want := strings.ReplaceAll(`{T,"event":"task","task":"hello a<b","provider":"sim-1"}
{T,"event":"model","step":0,"stop_reason":"end_turn","usage":{"in":10,"out":2,"cache_read":4},"content":[{"type":"text","text":"Hi"}],"request_id":"req_1","ms":5}
{T,"event":"tool","step":0,"name":"calc","input":{"x":1},"output":"2","is_error":false,"ms":3}
{T,"event":"call","dialect":"anthropic","method":"POST","path":"/v1/messages","error":"broke off","ms":7,"streamed":false}
{T,"event":"stopped","reason":"max_cost","detail":"too dear"}
`, "{T,", `{"t":1796040000.25,`)
	if diff := cmp.Diff(want, read(t, w.Path())); diff != "" {
		t.Errorf("trace (-want +got):\n%s", diff)
	}
}

func TestTwoTracesInTheSameSecond(t *testing.T) {
	dir := t.TempDir()
	var names []string
	for range 3 {
		names = append(names, filepath.Base(create(t, dir).Path()))
	}
	if diff := cmp.Diff([]string{"20261130-120000.jsonl", "20261130-120000-2.jsonl", "20261130-120000-3.jsonl"}, names); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}

func TestEventsSideBySideStayWhole(t *testing.T) {
	w := create(t, t.TempDir())
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if err := w.Write(Task{Task: strings.Repeat("x", 10_000)}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	lines := strings.Split(strings.TrimSpace(read(t, w.Path())), "\n")
	for _, l := range lines {
		if !json.Valid([]byte(l)) {
			t.Fatalf("a broken line: %.80s", l)
		}
	}
	if len(lines) != 20 {
		t.Errorf("%d lines", len(lines))
	}
}

func TestCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(file, still); err == nil || !strings.Contains(err.Error(), "make the folder for traces: ") {
		t.Errorf("error %v", err)
	}
	if _, err := OpenRuns(filepath.Join(dir, "missing")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v", err)
	}
	w := create(t, dir)
	if err := w.Write(Model{Content: json.RawMessage("no JSON")}); err == nil {
		t.Error("an event that cannot be encoded was written")
	}
	if err := w.Close(); err == nil || !strings.Contains(err.Error(), "write the trace: ") {
		t.Errorf("Close forgets the error: %v", err)
	}
}

func TestRuns(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "runs.jsonl")
	if err := os.WriteFile(file, []byte(`{"t":1,"exer`), 0o666); err != nil {
		t.Fatal(err)
	}
	runs, err := OpenRuns(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer runs.Close()
	nothing := 0.0
	for _, r := range []Run{
		{Exercise: "1.1", Program: "hello", Provider: ProviderLocal, Status: "exit 3", MS: 4, Trace: "traces/a.jsonl"},
		{Exercise: "1.1", Program: "hello", Status: "answered", CostUSD: &nothing, PromptVersion: "v2", Commit: "abc"},
	} {
		if err := runs.Append(still(), r); err != nil {
			t.Fatal(err)
		}
	}
	want := `{"t":1,"exer
{"t":1796040000.25,"exercise":"1.1","program":"hello","provider":"local","model":"","status":"exit 3","calls":0,"steps":0,"in":0,"out":0,"ms":4,"trace":"traces/a.jsonl"}
{"t":1796040000.25,"exercise":"1.1","program":"hello","provider":"","model":"","status":"answered","calls":0,"steps":0,"in":0,"out":0,"cost_usd":0,"ms":0,"trace":"","prompt_version":"v2","commit":"abc"}
`
	if diff := cmp.Diff(want, read(t, file)); diff != "" {
		t.Errorf("runs.jsonl (-want +got):\n%s", diff)
	}
}

func TestCost(t *testing.T) {
	got, known := Cost("claude-opus-5-5", Usage{In: 1_000_000, Out: 500_000, CacheRead: 300_000})
	if want := 14.0; got != want || !known {
		t.Errorf("%v %v, want %v", got, known, want)
	}
	if _, known := Cost("llama3.2", Usage{In: 1}); known {
		t.Error("a model without a price has one")
	}
}

func TestPricedAs(t *testing.T) {
	for model, want := range map[string]string{
		"claude-opus-5-5": "claude-opus-5-5", "claude-opus-5-5-20261101": "claude-opus-5-5", "sim-1": "sim-1",
		"claude-opus-5-5-2": "", "claude-opus-5-5-99991101": "", "llama3.2-20261101": "", "": "",
	} {
		name, known := PricedAs(model)
		if known != (want != "") || known && name != want || !known && name != model {
			t.Errorf("%s: %s %v", model, name, known)
		}
		if dollars, known := Cost(model, Usage{In: 1e6}); known != (want != "") || known && dollars != 4 {
			t.Errorf("%s: $%v %v", model, dollars, known)
		}
	}
}
