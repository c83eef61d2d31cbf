package main

import (
	"cmp"
	"encoding/json"
	"os"
	"sync"
	"time"
)

// A log is the trace: one event a line.
type log struct {
	mu   sync.Mutex
	file *os.File
}

func openLog() (*log, error) {
	dir := cmp.Or(os.Getenv("TRACE_DIR"), "traces")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	file, err := os.CreateTemp(dir, time.Now().Format("20060102-150405-*.jsonl"))
	return &log{file: file}, err
}

func (l *log) add(event string, fields map[string]any) {
	fields["event"], fields["t"] = event, float64(time.Now().UnixMilli())/1000
	line, err := json.Marshal(fields)
	if err != nil {
		panic(err) // the fields are texts, numbers and JSON
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, err := l.file.Write(append(line, '\n')); err != nil {
		panic(err)
	}
}
