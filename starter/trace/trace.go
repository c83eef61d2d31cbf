// Package trace keeps what an agent did, one JSON event a line.
package trace

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

// Writer writes down what happens, as it happens: a run that crashes still
// leaves everything up to the crash.
type Writer struct {
	file *os.File
	now  func() time.Time
}

// New makes YYYYMMDD-HHMMSS.jsonl in dir. A run that starts in the same
// second gets -2, -3, …; an earlier trace is never touched.
func New(dir string, now func() time.Time) (*Writer, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("trace folder: %w", err)
	}
	stamp := now().Format("20060102-150405")
	name := stamp
	for n := 2; ; n++ {
		// O_EXCL lets the system decide who was first, also between two programs.
		file, err := os.OpenFile(filepath.Join(dir, name+".jsonl"), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err == nil {
			return &Writer{file: file, now: now}, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("trace file: %w", err)
		}
		name = fmt.Sprintf("%s-%d", stamp, n)
	}
}

// FromEnv makes a trace in the folder that TRACE_DIR names, else in traces.
func FromEnv(now func() time.Time) (*Writer, error) {
	dir := os.Getenv("TRACE_DIR")
	if dir == "" {
		dir = "traces"
	}
	return New(dir, now)
}

// Path is where the trace is.
func (w *Writer) Path() string { return w.file.Name() }

// Close ends the trace.
func (w *Writer) Close() error { return w.file.Close() }

// head starts every event.
type head struct {
	T     float64 `json:"t"` // Unix seconds
	Event string  `json:"event"`
}

func (w *Writer) head(event string) head {
	return head{float64(w.now().UnixMilli()) / 1000, event}
}

// Task is the first event. An unknown provider is left out.
func (w *Writer) Task(task, model, provider string) error {
	return w.write(struct {
		head
		Task     string `json:"task"`
		Model    string `json:"model,omitempty"`
		Provider string `json:"provider,omitempty"`
	}{w.head("task"), task, model, provider})
}

type usage struct {
	In         int `json:"in"` // all input, cached or not
	Out        int `json:"out"`
	CacheRead  int `json:"cache_read,omitempty"`
	CacheWrite int `json:"cache_write,omitempty"`
	Thinking   int `json:"thinking,omitempty"` // part of out
}

// Model records a reply, its blocks as they were received.
func (w *Writer) Model(step int, r *messages.Response, took time.Duration) error {
	return w.write(struct {
		head
		Step       int              `json:"step"` // from 0
		StopReason string           `json:"stop_reason"`
		Usage      usage            `json:"usage"`
		Content    []messages.Block `json:"content"`
		Model      string           `json:"model,omitempty"` // who answered; the task's is who was asked
		RequestID  string           `json:"request_id"`
		MS         int64            `json:"ms"`
	}{
		w.head("model"), step, r.StopReason,
		usage{r.Usage.In(), r.Usage.Out(), r.Usage.CacheReadInputTokens, r.Usage.CacheCreationInputTokens, r.Usage.Thinking()},
		r.Content, r.Model, r.RequestID, took.Milliseconds(),
	})
}

// Tool records a tool call and what the model was told.
func (w *Writer) Tool(step int, call messages.Block, output string, isError bool, took time.Duration) error {
	return w.write(struct {
		head
		Step    int             `json:"step"`
		Name    string          `json:"name"`
		Input   json.RawMessage `json:"input"`
		Output  string          `json:"output"`
		IsError bool            `json:"is_error"`
		MS      int64           `json:"ms"`
	}{w.head("tool"), step, call.Name, call.Input, output, isError, took.Milliseconds()})
}

// Stopped records that something other than an answer ended the run.
func (w *Writer) Stopped(reason, detail string) error {
	return w.write(struct {
		head
		Reason string `json:"reason"`
		Detail string `json:"detail"`
	}{w.head("stopped"), reason, detail})
}

func (w *Writer) write(event any) error {
	line := json.NewEncoder(w.file)
	line.SetEscapeHTML(false) // a trace is for people: < stays <
	if err := line.Encode(event); err != nil {
		return fmt.Errorf("writing the trace: %w", err)
	}
	return nil
}
