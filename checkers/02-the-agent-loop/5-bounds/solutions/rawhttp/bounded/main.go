// Bounded without any package of the course but the calculator: maps and net/http, a bound for each line of a table.
package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"agentcourse/starter/calc"
)

type object = map[string]any

var (
	maxSteps  = flag.Uint("max-steps", 10, "")
	maxTokens = flag.Uint("max-tokens", 20000, "")
	deadline  = flag.Duration("deadline", time.Minute, "")
	repeat    = flag.Uint("repeat", 3, "")
	mode      = flag.String("calc", "works", "")
)

type halt struct{ reason, detail string }

type run struct {
	ctx            context.Context
	log            *os.File
	history        []object
	steps, in, out uint
	last           object // the call before this one
	times          uint
}

func main() {
	flag.Parse()
	bad := *maxSteps == 0 || *maxTokens == 0 || *deadline <= 0 || *repeat < 2
	if bad || !strings.Contains(" works fails lies panics hangs ", " "+*mode+" ") {
		flag.Usage()
		os.Exit(2)
	}
	ctx, cancel := context.WithTimeoutCause(context.Background(), *deadline, fmt.Errorf("the deadline of %v is over", *deadline))
	defer cancel()
	dir := cmp.Or(os.Getenv("TRACE_DIR"), "traces")
	os.MkdirAll(dir, 0o755)
	log, err := os.Create(filepath.Join(dir, time.Now().Format("20060102-150405.000000")+".jsonl"))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
	r := &run{ctx: ctx, log: log}
	code := 0
	func() {
		defer func() {
			if h, stopped := recover().(halt); stopped {
				r.event(object{"event": "stopped", "reason": h.reason, "detail": h.detail})
				fmt.Printf("(no answer)\nstopped: %s, because %s\n", h.reason, h.detail)
				code = 7
			}
		}()
		r.loop(strings.Join(flag.Args(), " "))
	}()
	fmt.Printf("cost=$%.6f out=%d in=%d steps=%d", float64(r.in*4+r.out*20)/1e6, r.out, r.in, r.steps)
	os.Exit(code)
}

func (r *run) event(e object) {
	e["t"] = float64(time.Now().UnixMicro()) / 1e6
	json.NewEncoder(r.log).Encode(e)
}

func (r *run) loop(task string) {
	r.event(object{"event": "task", "task": task})
	r.history = []object{{"role": "user", "content": task}}
	for r.steps < *maxSteps {
		start := time.Now()
		reply := r.call()
		var usage struct {
			In         uint `json:"input_tokens"`
			CacheRead  uint `json:"cache_read_input_tokens"`
			CacheWrite uint `json:"cache_creation_input_tokens"`
			Out        uint `json:"output_tokens"`
		}
		raw, _ := json.Marshal(reply["usage"])
		json.Unmarshal(raw, &usage)
		in := usage.In + usage.CacheRead + usage.CacheWrite
		r.steps++
		r.in, r.out = r.in+in, r.out+usage.Out
		r.event(object{"event": "model", "step": r.steps - 1, "stop_reason": reply["stop_reason"], "content": reply["content"],
			"usage": object{"in": in, "out": usage.Out}, "ms": time.Since(start).Milliseconds(), "request_id": ""})
		blocks, _ := reply["content"].([]any)
		switch reason := reply["stop_reason"]; reason {
		case "end_turn", "stop_sequence":
			for _, b := range blocks {
				text, _ := b.(object)["text"].(string)
				fmt.Print(text)
			}
			fmt.Println()
			return
		case "tool_use":
		case "max_tokens", "refusal":
			panic(halt{reason.(string), "of the model's side"})
		default:
			panic(halt{"error", fmt.Sprint("of the stop reason ", reason)})
		}
		if r.in+r.out > *maxTokens {
			panic(halt{"token_budget", fmt.Sprintf("%d tokens are more than %d", r.in+r.out, *maxTokens)})
		}
		r.history = append(r.history, object{"role": "assistant", "content": blocks})
		r.answer(blocks)
	}
	panic(halt{"max_steps", fmt.Sprintf("%d steps were made", *maxSteps)})
}

// answer looks at all calls of a reply before it runs the first.
func (r *run) answer(blocks []any) {
	var calls []object
	for _, b := range blocks {
		if b := b.(object); b["type"] == "tool_use" {
			calls = append(calls, b)
			if r.last == nil || r.last["name"] != b["name"] || !reflect.DeepEqual(r.last["input"], b["input"]) {
				r.times = 0
			}
			r.last = b
			if r.times++; r.times == *repeat {
				panic(halt{"repeated_action", fmt.Sprintf("it is the same call for the %dth time", r.times)})
			}
		}
	}
	var results []object
	for _, c := range calls {
		start := time.Now()
		output, isError := r.tool(c)
		r.event(object{"event": "tool", "step": r.steps - 1, "name": c["name"], "input": c["input"], "output": output, "is_error": isError,
			"ms": time.Since(start).Milliseconds()})
		results = append(results, object{"type": "tool_result", "tool_use_id": c["id"], "is_error": isError,
			"content": []object{{"type": "text", "text": output}}})
	}
	r.history = append(r.history, object{"role": "user", "content": results})
}

// tool runs the calculator in a goroutine, so that it may hang, and waits no longer than the deadline.
func (r *run) tool(call object) (string, bool) {
	if call["name"] != "calc" {
		return "no such tool", true
	}
	type outcome struct {
		text   string
		failed bool
	}
	done := make(chan outcome, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				done <- outcome{fmt.Sprint("panic: ", p), true}
			}
		}()
		expr, _ := call["input"].(object)["expr"].(string)
		switch *mode {
		case "fails":
			done <- outcome{"broken", true}
		case "lies":
			done <- outcome{"42", false}
		case "panics":
			panic("assignment to entry in nil map")
		case "hangs":
			select {}
		default:
			text, err := calc.Eval(expr)
			if err != nil {
				text = err.Error()
			}
			done <- outcome{text, err != nil}
		}
	}()
	select {
	case o := <-done:
		return o.text, o.failed
	case <-r.ctx.Done():
		panic(halt{"deadline", context.Cause(r.ctx).Error()})
	}
}

func (r *run) call() object {
	body, _ := json.Marshal(object{
		"model": cmp.Or(os.Getenv("ANTHROPIC_MODEL"), "claude-opus-5-5"), "max_tokens": 3000, "messages": r.history,
		"tools": []object{{"name": "calc", "description": "A calculator.", "input_schema": object{
			"type": "object", "properties": object{"expr": object{"type": "string"}}, "required": []string{"expr"}}}},
	})
	req, err := http.NewRequestWithContext(r.ctx, "POST", os.Getenv("ANTHROPIC_BASE_URL")+"/v1/messages", bytes.NewReader(body))
	if err != nil {
		panic(halt{"error", err.Error()})
	}
	req.Header.Set("content-type", "application/json")
	req.Header.Set("anthropic-version", "2023-06-01")
	req.Header.Set("x-api-key", os.Getenv("ANTHROPIC_API_KEY"))
	res, err := http.DefaultClient.Do(req)
	var text []byte
	if err == nil {
		defer res.Body.Close()
		text, err = io.ReadAll(res.Body)
	}
	var reply struct {
		object
		Error struct{ Message string }
	}
	switch {
	case r.ctx.Err() != nil:
		panic(halt{"deadline", context.Cause(r.ctx).Error()})
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		panic(halt{"error", "there was no reply"})
	case res.StatusCode != 200:
		json.Unmarshal(text, &reply)
		fmt.Fprintln(os.Stderr, reply.Error.Message)
		panic(halt{"error", "the API says " + res.Status})
	}
	if err := json.Unmarshal(text, &reply.object); err != nil {
		panic(halt{"error", err.Error()})
	}
	return reply.object
}
