package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"agentcourse/starter/messages"
)

// Trace writes down what happened, one JSON event a line, as it happens: a run
// that crashes still leaves everything up to the crash.
type Trace struct {
	file *os.File
	now  func() time.Time
}

// NewTrace makes YYYYMMDD-HHMMSS.jsonl in dir. A run that starts in the same
// second gets -2, -3, …; an earlier trace is never touched.
func NewTrace(dir string, now func() time.Time) (*Trace, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("trace folder: %w", err)
	}
	stamp := now().Format("20060102-150405")
	name := stamp
	for n := 2; ; n++ {
		// O_EXCL lets the system decide who was first, also between two programs.
		file, err := os.OpenFile(filepath.Join(dir, name+".jsonl"), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err == nil {
			return &Trace{file: file, now: now}, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("trace file: %w", err)
		}
		name = fmt.Sprintf("%s-%d", stamp, n)
	}
}

// Path is where the trace is.
func (t *Trace) Path() string { return t.file.Name() }

// Close ends the trace.
func (t *Trace) Close() error { return t.file.Close() }

// head starts every event.
type head struct {
	T     float64 `json:"t"` // Unix seconds
	Event string  `json:"event"`
}

func (t *Trace) head(event string) head {
	return head{float64(t.now().UnixMilli()) / 1000, event}
}

// Task is the first event. An unknown provider is left out.
func (t *Trace) Task(task, model, provider string) error {
	return t.write(struct {
		head
		Task     string `json:"task"`
		Model    string `json:"model,omitempty"`
		Provider string `json:"provider,omitempty"`
	}{t.head("task"), task, model, provider})
}

type usage struct {
	In         int `json:"in"` // all input, cached or not
	Out        int `json:"out"`
	CacheRead  int `json:"cache_read,omitempty"`
	CacheWrite int `json:"cache_write,omitempty"`
	Thinking   int `json:"thinking,omitempty"` // part of out
}

// Model records a reply, its blocks as they were received.
func (t *Trace) Model(step int, r *messages.Response, took time.Duration) error {
	return t.write(struct {
		head
		Step       int              `json:"step"` // from 0
		StopReason string           `json:"stop_reason"`
		Usage      usage            `json:"usage"`
		Content    []messages.Block `json:"content"`
		RequestID  string           `json:"request_id"`
		MS         int64            `json:"ms"`
	}{
		t.head("model"), step, r.StopReason,
		usage{r.Usage.In(), r.Usage.Out(), r.Usage.CacheReadInputTokens, r.Usage.CacheCreationInputTokens, r.Usage.Thinking()},
		r.Content, r.RequestID, took.Milliseconds(),
	})
}

// Tool records a tool call and what the model was told.
func (t *Trace) Tool(step int, call messages.Block, output string, isError bool, took time.Duration) error {
	return t.write(struct {
		head
		Step    int             `json:"step"`
		Name    string          `json:"name"`
		Input   json.RawMessage `json:"input"`
		Output  string          `json:"output"`
		IsError bool            `json:"is_error"`
		MS      int64           `json:"ms"`
	}{t.head("tool"), step, call.Name, call.Input, output, isError, took.Milliseconds()})
}

// Stopped records that something other than an answer ended the run.
func (t *Trace) Stopped(reason, detail string) error {
	return t.write(struct {
		head
		Reason string `json:"reason"`
		Detail string `json:"detail"`
	}{t.head("stopped"), reason, detail})
}

func (t *Trace) write(event any) error {
	line := json.NewEncoder(t.file)
	line.SetEscapeHTML(false) // a trace is for people: < stays <
	if err := line.Encode(event); err != nil {
		return fmt.Errorf("writing the trace: %w", err)
	}
	return nil
}
