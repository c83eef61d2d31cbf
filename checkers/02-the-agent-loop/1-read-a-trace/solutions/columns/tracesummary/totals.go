package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"agentcourse/starter/messages"
)

type totals struct {
	models, tools, errors, bad, in, out int
	first, last, highest                int // steps: the first and the last with usage, and the last of all
	firstIn, lastIn                     int
	ending, stopped, model, row         string
	priced                              bool
	replies                             []reply
}

// add takes a reply in and leaves its columns in row.
func (t *totals) add(l line, step int) {
	t.models++
	stop, model := "", ""
	l.get("stop_reason", &stop)
	l.get("model", &model)
	if t.highest < 0 || step > t.highest {
		t.highest, t.ending = step, "unfinished"
		if stop == messages.StopEndTurn || stop == messages.StopStopSequence {
			t.ending = "answer"
		}
	}
	if stop == "" {
		stop = "?"
	}
	calls := 0
	var blocks []struct{ Type string }
	l.get("content", &blocks)
	for _, b := range blocks {
		if b.Type == messages.TypeToolUse {
			calls++
		}
	}
	t.row = fmt.Sprintf("stop_reason=%-12s calls=%-3d in=? out=? ", stop, calls)
	var usage struct{ In, Out int }
	if !l.get("usage", &usage) {
		t.priced = false
		return
	}
	t.row = fmt.Sprintf("stop_reason=%-12s calls=%-3d in=%-8d out=%-8d ", stop, calls, usage.In, usage.Out)
	t.in, t.out = t.in+usage.In, t.out+usage.Out
	t.replies = append(t.replies, reply{model, messages.Usage{InputTokens: usage.In, OutputTokens: usage.Out}})
	if t.first < 0 || step < t.first {
		t.first, t.firstIn = step, usage.In
	}
	if t.last < 0 || step > t.last {
		t.last, t.lastIn = step, usage.In
	}
}

func (t *totals) print() {
	end := t.ending
	if t.stopped != "" {
		end = t.stopped
	}
	dollars := 0.0
	for _, r := range t.replies {
		if r.model == "" {
			r.model = t.model
		}
		d, known := messages.Cost(r.model, r.usage)
		dollars, t.priced = dollars+d, t.priced && known
	}
	cost := "?"
	if t.priced {
		cost = fmt.Sprintf("%.6f", dollars)
	}
	fmt.Printf("\nsteps=%d models=%d tools=%d errors=%d bad=%d in=%d out=%d grew=%d cost=$%s end=%s\n",
		t.highest+1, t.models, t.tools, t.errors, t.bad, t.in, t.out, t.lastIn-t.firstIn, cost, end)
	fmt.Println("That was all.")
}

// newestIn takes names apart by hand.
func newestIn(dir string) (string, error) {
	if dir == "" {
		dir = "traces"
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	found, best := "", [3]int{-1}
	for _, e := range entries {
		stem, ok := strings.CutSuffix(e.Name(), ".jsonl")
		parts := strings.Split(stem, "-")
		if !ok || len(parts) < 2 || len(parts) > 3 || len(parts[0]) != 8 || len(parts[1]) != 6 {
			continue
		}
		var key [3]int
		valid := true
		for i, p := range parts {
			n, err := strconv.ParseUint(p, 10, 63)
			key[i], valid = int(n), valid && err == nil
		}
		if valid && later(key, best) {
			found, best = filepath.Join(dir, e.Name()), key
		}
	}
	if found == "" {
		return "", fmt.Errorf("the folder %s holds no trace", dir)
	}
	return found, nil
}

func later(a, b [3]int) bool {
	for i := range a {
		if a[i] != b[i] {
			return a[i] > b[i]
		}
	}
	return false
}
