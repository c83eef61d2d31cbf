// Package progress keeps what a learner did: an append-only log, .course/progress.jsonl, one event a line. A crash at
// any moment costs at most the event being written; a broken line is passed over and the rest still read.
package progress

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// The kinds of events.
const (
	Started   = "started"
	Checked   = "checked"
	Passed    = "passed"
	Completed = "completed" // passed, and nothing is missing in the journal
	Hinted    = "hinted"
	Reset     = "reset"
	Ran       = "ran" // a run of a program begins
)

// An Event is one line of the log.
type Event struct {
	T        float64 `json:"t"` // Unix seconds
	Event    string  `json:"event"`
	Exercise string  `json:"exercise"` // "1.2"

	// Of a checked event:
	Passed int    `json:"passed,omitempty"` // checks that passed
	Of     int    `json:"of,omitempty"`     // all checks
	Checks string `json:"checks,omitempty"` // a hash of the check files

	// Of a ran event:
	Entry      string `json:"entry,omitempty"`      // the journal entry that was open for the exercise: "journal/2026-12-01-no-memory.md"
	Trace      string `json:"trace,omitempty"`      // of the run
	Prediction string `json:"prediction,omitempty"` // stands for the prediction in the entry at that moment, "" if there was none
	Predicted  string `json:"predicted,omitempty"`  // the prediction itself, if it is not long
}

// A Log is the log of one repository.
type Log struct {
	file string
}

// Open names the log of a repository; nothing is read or made yet.
func Open(root string) *Log { return &Log{filepath.Join(root, ".course", "progress.jsonl")} }

// Append adds an event at the given time.
func (l *Log) Append(now time.Time, e Event) error {
	e.T = float64(now.UnixMilli()) / 1000
	line, err := json.Marshal(e)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(l.file), 0o777)
	}
	if err == nil {
		err = appendLine(l.file, line)
	}
	if err != nil {
		return fmt.Errorf("write down the progress: %w", err)
	}
	return nil
}

// appendLine writes a line with one write; a last line that a crash cut off is ended first.
func appendLine(file string, line []byte) error {
	f, err := os.OpenFile(file, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	out := append(line, '\n')
	if last := make([]byte, 1); info.Size() > 0 {
		if _, err := f.ReadAt(last, info.Size()-1); err != nil {
			return err
		}
		if last[0] != '\n' {
			out = append([]byte{'\n'}, out...)
		}
	}
	if _, err := f.Write(out); err != nil {
		return err
	}
	return f.Sync()
}

// Read returns all events that can be read. A log that is not there is empty.
func (l *Log) Read() ([]Event, error) {
	src, err := os.ReadFile(l.file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the progress: %w", err)
	}
	var events []Event
	for line := range bytes.SplitSeq(src, []byte("\n")) {
		var e Event
		if json.Unmarshal(line, &e) == nil && e.Exercise != "" {
			events = append(events, e)
		}
	}
	return events, nil
}

// A State is what the log says of one exercise now.
type State struct {
	Started  bool
	Passed   bool  // the last check passed
	Ever     bool  // a check passed at some time
	Complete bool  // the last check passed, and nothing was missing in the journal
	Finished bool  // that was so at some time
	Last     Event // the last checked event
	Hints    int   // shown since the exercise was last started
}

// Summary is the state of every exercise that the log names, and the chapter last worked in, 1 at first.
func Summary(events []Event) (states map[string]State, chapter int) {
	states, chapter = map[string]State{}, 1
	for _, e := range events {
		s := states[e.Exercise]
		switch e.Event {
		case Started:
			s.Started, s.Hints = true, 0
		case Reset:
			s = State{}
		case Checked:
			s.Started, s.Last, s.Passed, s.Complete = true, e, e.Of > 0 && e.Passed == e.Of, false
			s.Ever = s.Ever || s.Passed
		case Passed:
			s.Ever = true
		case Completed:
			s.Complete, s.Finished = true, true
		case Hinted:
			s.Hints++
		}
		states[e.Exercise] = s
		if first, _, ok := strings.Cut(e.Exercise, "."); ok {
			if n, err := strconv.Atoi(first); err == nil {
				chapter = n
			}
		}
	}
	return states, chapter
}
