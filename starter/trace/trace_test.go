package trace

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"agentcourse/starter/messages"
)

func still() time.Time { return time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC) }

func TestNeverTouchesAnEarlierOne(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "traces") // made when missing
	var names []string
	for range 3 {
		trace, err := New(dir, still)
		if err != nil {
			t.Fatal(err)
		}
		if err := trace.Stopped("max_steps", "x"); err != nil {
			t.Fatal(err)
		}
		names = append(names, filepath.Base(trace.Path()))
		trace.Close()
	}
	want := []string{"20261129-120000.jsonl", "20261129-120000-2.jsonl", "20261129-120000-3.jsonl"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || strings.Count(string(data), "\n") != 1 {
			t.Errorf("%s holds %q, %v, want one line", name, data, err)
		}
	}
}

func TestStartedTogether(t *testing.T) {
	dir := t.TempDir()
	paths := make([]string, 20)
	var wg sync.WaitGroup
	for i := range paths {
		wg.Go(func() {
			trace, err := New(dir, still)
			if err != nil {
				t.Error(err)
				return
			}
			defer trace.Close()
			paths[i] = trace.Path()
		})
	}
	wg.Wait()
	slices.Sort(paths)
	if len(slices.Compact(paths)) != 20 {
		t.Errorf("two runs share a trace: %v", paths)
	}
}

func TestErrors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := New(file, still); err == nil || !strings.Contains(err.Error(), "trace folder") {
		t.Errorf("a file as the folder: %v", err)
	}
	trace, err := New(t.TempDir(), still)
	if err != nil {
		t.Fatal(err)
	}
	trace.Close()
	if err := trace.Task("x", "m", "live"); err == nil || !strings.Contains(err.Error(), "writing the trace") {
		t.Errorf("a closed trace: %v", err)
	}
}

func TestEvents(t *testing.T) {
	trace, err := New(t.TempDir(), still)
	if err != nil {
		t.Fatal(err)
	}
	defer trace.Close()
	reply := &messages.Response{
		Content: []messages.Block{},
		Usage:   messages.Usage{InputTokens: 1, CacheCreationInputTokens: 2, CacheReadInputTokens: 3, OutputTokens: 4},
	}
	for _, err := range []error{
		trace.Task("t", "m", "live"),
		trace.Task("t", "", ""),
		trace.Model(0, reply, time.Second),
		trace.Tool(1, messages.Block{Name: "n", Input: json.RawMessage("{\n}")}, "a\nb", true, 1500*time.Microsecond),
		trace.Stopped("refusal", "d"),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(trace.Path())
	if err != nil {
		t.Fatal(err)
	}
	want := `{"t":1795953600,"event":"task","task":"t","model":"m","provider":"live"}
{"t":1795953600,"event":"task","task":"t"}
{"t":1795953600,"event":"model","step":0,"stop_reason":"","usage":{"in":6,"out":4,"cache_read":3,"cache_write":2},"content":[],"request_id":"","ms":1000}
{"t":1795953600,"event":"tool","step":1,"name":"n","input":{},"output":"a\nb","is_error":true,"ms":1}
{"t":1795953600,"event":"stopped","reason":"refusal","detail":"d"}
`
	if diff := cmp.Diff(want, string(data)); diff != "" {
		t.Errorf("trace (-want +got):\n%s", diff)
	}
}

func TestFromEnv(t *testing.T) {
	for _, dir := range []string{"kept", ""} {
		t.Chdir(t.TempDir())
		t.Setenv("TRACE_DIR", dir)
		w, err := FromEnv(still)
		if err != nil {
			t.Fatal(err)
		}
		w.Close()
		if want := filepath.Join(map[string]string{"kept": "kept", "": "traces"}[dir], "20261129-120000.jsonl"); w.Path() != want {
			t.Errorf("TRACE_DIR=%q: %s, want %s", dir, w.Path(), want)
		}
	}
}
