// Package trace writes and reads recorded runs, sums them up, and says what they cost: a trace for each run, JSON Lines,
// one event a line, appended as it happens and never rewritten; and beside the traces the file runs.jsonl, with one line
// for each run. A trace may be of any length, written by any program, and still be growing.
package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// A Writer writes one trace. It may be used by several goroutines.
type Writer struct {
	now  func() time.Time
	mu   sync.Mutex
	file *os.File
	err  error // the first one
}

// Create makes the file YYYYMMDD-HHMMSS.jsonl in dir, which is made if need be. When the second is taken the name ends
// in -2, -3, …; a trace that is there is never touched.
func Create(dir string, now func() time.Time) (*Writer, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("make the folder for traces: %w", err)
	}
	stamp := now().Format("20060102-150405")
	name := stamp
	for n := 2; ; n++ {
		file, err := os.OpenFile(filepath.Join(dir, name+".jsonl"), os.O_WRONLY|os.O_APPEND|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil {
			return &Writer{now: now, file: file}, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("make the trace: %w", err)
		}
		name = fmt.Sprintf("%s-%d", stamp, n)
	}
}

// Path is where the trace is.
func (w *Writer) Path() string { return w.file.Name() }

// Write appends an event. After an error nothing more is written, so that a trace has no hole.
func (w *Writer) Write(e Event) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return w.err
	}
	line, err := encode(w.now(), e)
	if err == nil {
		_, err = w.file.Write(line)
	}
	if err != nil {
		w.err = fmt.Errorf("write the trace: %w", err)
	}
	return w.err
}

// Close ends the trace and returns the first error there was in writing it.
func (w *Writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.file.Close(); err != nil && w.err == nil {
		w.err = fmt.Errorf("write the trace: %w", err)
	}
	return w.err
}

// encode puts time and kind before the event's own fields.
func encode(now time.Time, e Event) ([]byte, error) {
	head, err := marshal(struct {
		T     float64 `json:"t"`
		Event string  `json:"event"`
	}{seconds(now), e.kind()})
	if err != nil {
		return nil, err
	}
	body, err := marshal(e)
	if err != nil {
		return nil, err
	}
	line := append(bytes.TrimSuffix(head, []byte("}")), ',')
	return append(append(line, bytes.TrimPrefix(body, []byte("{"))...), '\n'), nil
}

// seconds is a time in Unix seconds, exact to the millisecond.
func seconds(t time.Time) float64 { return float64(t.UnixMilli()) / 1000 }

// marshal leaves < and & as they are: a trace is for people too.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
