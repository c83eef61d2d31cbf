package trace

import (
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"time"
)

// A Run is the record of one run of a program.
type Run struct {
	T             float64  `json:"t"` // Unix seconds, of the start
	Exercise      string   `json:"exercise"`
	Program       string   `json:"program"`
	Provider      string   `json:"provider"`
	Model         string   `json:"model"`  // the last one that answered, else the one asked for; empty if none is known
	Status        string   `json:"status"` // answered, the reason of a Stopped, or "exit N"
	Calls         int      `json:"calls"`  // forwarded, whatever became of them
	Steps         int      `json:"steps"`  // replies of a model
	In            int      `json:"in"`
	Out           int      `json:"out"`
	CostUSD       *float64 `json:"cost_usd,omitempty"` // nil when a price or a token count is not known
	MS            int64    `json:"ms"`
	Trace         string   `json:"trace"`          // from the repository's folder, with slashes
	Seed          *uint64  `json:"seed,omitempty"` // of the simulator, nil when none was given
	PromptVersion string   `json:"prompt_version,omitempty"`
	Commit        string   `json:"commit,omitempty"` // with -dirty behind it when work/ holds what is not in it
}

// RunsName is the name of the file of run records in a folder of traces.
const RunsName = "runs.jsonl"

// Records reads run records, one a line. A line that is none, such as one that a crash cut off, is passed over. An error
// of reading is the last thing it yields.
func Records(r io.Reader) iter.Seq2[Run, error] {
	return func(yield func(Run, error) bool) {
		for line, err := range Lines(r) {
			if err != nil {
				yield(Run{}, err)
				return
			}
			var run Run
			if line.TooLong() || json.Unmarshal(line.Data, &run) != nil {
				continue
			}
			if !yield(run, nil) {
				return
			}
		}
	}
}

// Runs is the file runs.jsonl of a folder of traces.
type Runs struct {
	file *os.File
}

// OpenRuns opens runs.jsonl in dir, which is there, and makes it if need be: what cannot be written is known before
// there is anything to write.
func OpenRuns(dir string) (*Runs, error) {
	file, err := os.OpenFile(filepath.Join(dir, RunsName), os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o666)
	if err != nil {
		return nil, fmt.Errorf("open the record of runs: %w", err)
	}
	return &Runs{file}, nil
}

// Append adds a record in one write, so that runs side by side do not mix their lines. A last line that a crash cut off
// is ended first.
func (r *Runs) Append(started time.Time, run Run) error {
	run.T = seconds(started)
	line, err := marshal(run)
	if err == nil {
		line = append(line, '\n')
		if r.endsInside() {
			line = append([]byte{'\n'}, line...)
		}
		_, err = r.file.Write(line)
	}
	if err != nil {
		return fmt.Errorf("record the run: %w", err)
	}
	return nil
}

// endsInside reports whether the file ends inside a line.
func (r *Runs) endsInside() bool {
	info, err := r.file.Stat()
	if err != nil || info.Size() == 0 {
		return false
	}
	last := make([]byte, 1)
	_, err = r.file.ReadAt(last, info.Size()-1)
	return err == nil && last[0] != '\n'
}

// Close closes the file.
func (r *Runs) Close() error { return r.file.Close() }
