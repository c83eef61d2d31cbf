//go:build linux || darwin

package recorder

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"agentcourse/internal/proc"
	"agentcourse/internal/trace"
)

var program string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "recorder")
	if err != nil {
		panic(err)
	}
	program = filepath.Join(dir, "program")
	if out, err := exec.Command("go", "build", "-o", program, "./testdata/program").CombinedOutput(); err != nil {
		panic(string(out))
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// run runs the test program and returns how it ended and what it printed.
func (l *lab) run(ctx context.Context, what string, in io.Reader) (proc.Result, string) {
	l.t.Helper()
	var out bytes.Buffer
	res, err := l.rec.Run(ctx, Program{Path: program, Args: []string{what}, Env: l.rec.Environment(os.Environ()), In: in, Out: &out, Err: &out})
	if err != nil {
		l.t.Fatal(err)
	}
	return res, out.String()
}

func TestPrograms(t *testing.T) {
	l := newLab(t, "http://127.0.0.1:1", Limits{Calls: 1, CostUSD: 1, Time: time.Minute})
	if res, out := l.run(t.Context(), "exit3", nil); res.Exit != 3 || out != "three\n" {
		t.Errorf("%+v %q", res, out)
	}
	if res, out := l.run(t.Context(), "panic", nil); res.Exit != 2 || !strings.Contains(out, "panic: on purpose") {
		t.Errorf("%+v %q", res, out)
	}
	if _, out := l.run(t.Context(), "echo", strings.NewReader("one\ntwo")); out != "got one\ngot two\n" {
		t.Errorf("%q", out)
	}
	never, held := io.Pipe()
	defer held.Close()
	if res, _ := l.run(t.Context(), "exit3", never); res.Exit != 3 {
		t.Errorf("%+v", res)
	}
	if _, err := l.rec.Run(t.Context(), Program{Path: program + "-missing"}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v", err)
	}
	if len(l.events("stopped")) != 0 {
		t.Error("something stopped them")
	}
}

func TestRunawayLoops(t *testing.T) {
	tests := map[string]struct {
		what   string
		limits Limits
		reason string
		calls  int
	}{
		"calls":                 {"loop", Limits{Calls: 3}, trace.MaxSteps, 3},
		"cost":                  {"loop", Limits{CostUSD: 1}, trace.MaxCost, 3}, // of 0.40 each
		"time":                  {"loop", Limits{Time: 200 * time.Millisecond}, trace.Deadline, 0},
		"calls, and it is deaf": {"deaf", Limits{Calls: 3}, trace.MaxSteps, 3},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			l := newLab(t, says(t, "application/json", message("claude-opus-5-5", "end_turn", `[]`, 100_000, 0)), tt.limits)
			if tt.what == "deaf" {
				l.rec.opt.Grace = 50 * time.Millisecond
			}
			res, _ := l.run(t.Context(), tt.what, nil)
			if deaf := tt.what == "deaf"; deaf && res.Signal != "killed" || !deaf && res.Signal != "interrupt" {
				t.Errorf("%+v", res)
			}
			if e := l.one("stopped"); e["reason"] != tt.reason {
				t.Errorf("%v", e)
			}
			if s := l.rec.Summary(); tt.calls > 0 && s.Calls != tt.calls || s.Stopped.Reason != tt.reason {
				t.Errorf("%+v", s)
			}
		})
	}
}

// A call that hangs does not keep a program from being stopped.
func TestStoppedDuringACall(t *testing.T) {
	came := make(chan struct{})
	l := newLab(t, upstream(t, func(_ http.ResponseWriter, req *http.Request) {
		_, _ = io.Copy(io.Discard, req.Body)
		close(came)
		<-req.Context().Done()
	}), Limits{Calls: 1})
	go func() {
		<-came
		l.rec.Stop(trace.Deadline, "its time is up")
	}()
	if res, _ := l.run(t.Context(), "loop", nil); res.Signal != "interrupt" {
		t.Errorf("%+v", res)
	}
	if c := l.one("call"); c["status"] != nil || c["error"] == nil {
		t.Errorf("%v", c)
	}
}

// waitFor is a writer that cancels when a text is written.
type waitFor struct {
	text   string
	cancel func()
	all    strings.Builder
}

func (w *waitFor) Write(b []byte) (int, error) {
	w.all.Write(b)
	if strings.Contains(w.all.String(), w.text) {
		w.cancel()
	}
	return len(b), nil
}

func TestInterrupted(t *testing.T) {
	l := newLab(t, "http://127.0.0.1:1", Limits{})
	ctx, cancel := context.WithCancel(t.Context())
	out := &waitFor{text: "ready\n", cancel: cancel}
	res, err := l.rec.Run(ctx, Program{Path: program, Args: []string{"wait"}, Env: os.Environ(), Out: out, Err: out})
	if err != nil || res.Exit != 0 || out.all.String() != "ready\nbye\n" {
		t.Errorf("%v %+v %q", err, res, out.all.String())
	}
	if e := l.one("stopped"); e["reason"] != "interrupted" {
		t.Errorf("%v", e)
	}
	if _, err := l.rec.Run(ctx, Program{Path: program}); !errors.Is(err, context.Canceled) {
		t.Errorf("started although the context had ended: %v", err)
	}
}

func TestEnvironment(t *testing.T) {
	l := newLab(t, "http://127.0.0.1:1", Limits{})
	own := []string{
		"PATH=/bin", "GOFLAGS=-v", "ANTHROPIC_API_KEY=" + realKey, "ANTHROPIC_AUTH_TOKEN=a-token", "OPENAI_API_KEY=x", "GEMINI_API_KEY=y",
		"MINE=Bearer hunter2hunter2", "COPY=" + realKey, "ANTHROPIC_BASE_URL=https://example.invalid", "NO_PROXY=intern", "EMPTY=", "TRACE_DIR=/old",
	}
	got := l.rec.Environment(own, "TRACE_DIR=/new")
	slices.Sort(got)
	want := []string{
		"ANTHROPIC_API_KEY=" + l.rec.ProgramKey(), "ANTHROPIC_BASE_URL=" + l.rec.URL(), "EMPTY=", "GOFLAGS=-v",
		"NO_PROXY=intern,127.0.0.1,localhost", "OLLAMA_HOST=" + l.rec.URL(), "OLLAMA_URL=" + l.rec.URL(),
		"OPENAI_API_KEY=" + l.rec.ProgramKey(), "OPENAI_BASE_URL=" + l.rec.URL() + "/v1", "PATH=/bin", "TRACE_DIR=/new", "no_proxy=127.0.0.1,localhost",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if s := Secrets(own); !slices.Equal(s, []string{realKey, "a-token", "x", "y"}) {
		t.Errorf("%q", s)
	}
}
