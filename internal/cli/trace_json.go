package cli

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"

	"agentcourse/internal/trace"
)

const maxBroken = 1000 // broken lines that the JSON lists; all are counted

// traceTotals are a trace's totals as JSON.
type traceTotals struct {
	Events      map[string]int `json:"events"` // by name
	OtherEvents int            `json:"other_events,omitempty"`
	Broken      int            `json:"broken"`
	Steps       int            `json:"steps"` // replies of a model
	Tools       int            `json:"tools"`
	ToolErrors  int            `json:"tool_errors"`
	Calls       int            `json:"calls"`
	FailedCalls int            `json:"failed_calls"`
	Usage       trace.Usage    `json:"usage"`
	Untold      int            `json:"untold"`   // replies whose tokens are not known
	CostUSD     *float64       `json:"cost_usd"` // null when it is not known
	AtLeast     bool           `json:"at_least"` // a reply broke off: tokens and cost may have been more
	Unpriced    []string       `json:"unpriced,omitempty"`
	StopReasons map[string]int `json:"stop_reasons"`
	Ended       string         `json:"ended"` // answered, a reason, unfinished
	Detail      string         `json:"detail,omitempty"`
	Seconds     float64        `json:"seconds"`
	RepeatLine  int            `json:"repeat_line,omitempty"` // where a step stands once more: more than one run
	Growth      *traceGrowth   `json:"growth"`                // null when it is not known
}

// A traceGrowth is how the input grew, in tokens.
type traceGrowth struct {
	FirstStep int     `json:"first_step"`
	FirstIn   int     `json:"first_in"`
	LastStep  int     `json:"last_step"`
	LastIn    int     `json:"last_in"`
	PerStep   float64 `json:"per_step"`
}

// A brokenLine is a line that could not be read.
type brokenLine struct {
	Line    int    `json:"line"`
	Problem string `json:"problem"`
}

func newTotals(sum *trace.Summary) traceTotals {
	bill := sum.Bill()
	t := traceTotals{
		Events: sum.Counts, OtherEvents: sum.OtherNames, Broken: sum.Broken,
		Steps: sum.Replies, Tools: sum.Counts["tool"], ToolErrors: sum.ToolErrors, Calls: sum.Counts["call"], FailedCalls: sum.FailedCalls,
		Usage: sum.Usage, Untold: bill.Untold, AtLeast: bill.AtLeast, Unpriced: bill.Unpriced,
		StopReasons: sum.StopReasons, Seconds: milli(sum.Ended - sum.Began), RepeatLine: sum.RepeatLine,
	}
	if bill.Known() {
		t.CostUSD = &bill.Dollars
	}
	t.Ended, t.Detail = sum.End()
	if perStep, known := sum.Growth(); known {
		t.Growth = &traceGrowth{sum.First.Step, sum.First.In, sum.Last.Step, sum.Last.In, perStep}
	}
	return t
}

// traceJSON prints a trace for a program: one object, its rows written as they are read.
func (a *app) traceJSON(file *traceFile) error {
	out := bufio.NewWriter(a.Out)
	var sum trace.Summary
	var broken []brokenLine
	var first *float64
	fmt.Fprintf(out, "{\"file\": %s,\n\"events\": [", jsonOf(file.path))
	var readErr error
	for line, err := range trace.Read(file) {
		if err != nil {
			readErr = fmt.Errorf("%s: %w", file.path, err)
			break
		}
		sum.Add(line)
		if line.Problem != "" {
			if len(broken) < maxBroken {
				broken = append(broken, brokenLine{line.Number, line.Problem})
			}
			continue
		}
		if first == nil && line.T != nil {
			t := *line.T
			first = &t
		}
		if sum.Events > 1 {
			out.WriteByte(',')
		}
		out.WriteByte('\n')
		if _, err := out.Write(jsonOf(newRow(line, first))); err != nil {
			return &startedError{err}
		}
	}
	if broken == nil {
		broken = []brokenLine{}
	}
	fmt.Fprintf(out, "\n],\n\"totals\": %s,\n\"broken\": %s", jsonOf(newTotals(&sum)), jsonOf(broken))
	if readErr != nil {
		fmt.Fprintf(out, ",\n\"error\": %s", jsonOf(readErr.Error()))
	}
	_, _ = io.WriteString(out, "}\n") // an error stays with the writer
	if err := cmp.Or(readErr, out.Flush()); err != nil {
		return &startedError{err}
	}
	return brokenLines(&sum)
}

// jsonOf is a value as JSON in one line, with < and & as they are.
func jsonOf(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err) // callers pass texts and finite numbers
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
