package grader

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// traceFolder is what TRACE_DIR names.
func (s *script) traceFolder() string { return filepath.Join(s.home, "traces") }

// traces are the files in the folder of traces.
func (s *script) traces() ([]string, error) {
	return filepath.Glob(filepath.Join(s.traceFolder(), "*"))
}

// cmdTrace runs a jq expression over the trace of the last run, the list of its events: trace EXPR WANT SAYS. WANT is JSON;
// SAYS is the expectation in words. The run must have left one trace, in which each line is an event.
func cmdTrace(s *script, _ bool, args []string) error {
	if s.last == nil || s.talk != nil {
		return fmt.Errorf("trace needs a program that has ended: run or finish first")
	}
	if len(args) != 3 {
		return fmt.Errorf("usage: trace EXPR WANT SAYS")
	}
	now, err := s.traces()
	if err != nil {
		return err
	}
	fresh := slices.DeleteFunc(now, func(file string) bool { return slices.Contains(s.last.before, file) })
	if len(fresh) != 1 || filepath.Ext(fresh[0]) != ".jsonl" {
		return s.fail(s.describeRun(fmt.Sprintf("the run left %d new files in the folder that TRACE_DIR names, and should leave one trace, NAME.jsonl", len(fresh))))
	}
	text, err := os.ReadFile(fresh[0])
	if err != nil {
		return err
	}
	events, problem := eventsOf(text)
	f := s.describeRun(problem)
	if problem == "" {
		ok, _, _, err := query(events, args[0], args[1:2])
		if err != nil || ok {
			return err
		}
		f.Summary = "this does not hold: " + args[2]
	}
	f.What, f.Actual = "the trace", s.shown(text)
	return s.fail(f)
}

// eventsOf are the lines of a trace as JSON; problem says what is wrong with one that is no event.
func eventsOf(text []byte) (events []any, problem string) {
	events = []any{}
	number := 0
	for line := range bytes.Lines(text) {
		number++
		var event map[string]any
		if err := json.Unmarshal(line, &event); err != nil {
			return nil, fmt.Sprintf("line %d of the trace is not a JSON object: %v", number, err)
		}
		_, hasTime := event["t"].(float64)
		_, named := event["event"].(string)
		if !hasTime || !named {
			return nil, fmt.Sprintf("line %d of the trace lacks t, a number, or event, a text", number)
		}
		events = append(events, event)
	}
	return events, ""
}
