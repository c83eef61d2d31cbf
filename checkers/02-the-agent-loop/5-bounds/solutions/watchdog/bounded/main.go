// Bounded lets a goroutine do the work and watches it from outside: whatever it waits for, the watchdog ends the run.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"agentcourse/starter/calc"
	"agentcourse/starter/messages"
	"agentcourse/starter/trace"
)

// An end is how a run ends: with a text, or for a reason.
type end struct{ text, reason, detail string }

type worker struct {
	client                    *messages.Client
	maxSteps, tokens, repeats int
	mode                      string

	mu    sync.Mutex // held while a reply or a call is written down, and for ever once the run has ended
	trace *trace.Writer
	steps int
	model string
	usage messages.Usage
}

func main() {
	w := &worker{}
	flag.IntVar(&w.maxSteps, "max-steps", 10, "")
	flag.IntVar(&w.tokens, "max-tokens", 20_000, "")
	flag.IntVar(&w.repeats, "repeat", 3, "")
	flag.StringVar(&w.mode, "calc", "works", "")
	deadline := flag.Duration("deadline", time.Minute, "")
	flag.Parse()
	if !slices.Contains([]string{"works", "fails", "lies", "panics", "hangs"}, w.mode) || min(w.maxSteps, w.tokens, w.repeats-1) < 1 || *deadline <= 0 {
		check(errors.New("usage: bounded [-max-steps N] [-max-tokens N] [-deadline D] [-repeat N] [-calc MODE] TASK"))
	}
	task := strings.Join(flag.Args(), " ")
	var err error
	w.client, err = messages.FromEnv()
	check(err)
	w.trace, err = trace.FromEnv(time.Now)
	check(err)
	check(w.trace.Task(task, w.client.Model, ""))

	ended := make(chan end, 1)
	go func() { ended <- w.work(task) }()
	var e end
	select {
	case e = <-ended:
	case <-time.After(*deadline):
		e = end{reason: "deadline", detail: "it took longer than " + deadline.String()}
	}
	w.mu.Lock()
	if e.reason == "" {
		fmt.Printf("%s\n\n", e.text)
	} else {
		check(w.trace.Stopped(e.reason, e.detail))
		fmt.Fprintln(os.Stderr, e.detail)
		fmt.Printf("stopped: %s (%s)\n", e.reason, strings.ReplaceAll(e.detail, "\n", " "))
	}
	dollars, _ := messages.Cost(w.model, w.usage)
	fmt.Printf("in=%d, out=%d, cost=$%.6f, steps=%d, trace=%s\n", w.usage.In(), w.usage.Out(), dollars, w.steps, w.trace.Path())
	if e.reason != "" {
		os.Exit(2)
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func (w *worker) work(task string) end {
	schema := json.RawMessage(`{"type":"object","properties":{"expr":{"type":"string"}},"required":["expr"],"additionalProperties":false}`)
	req := messages.Request{MaxTokens: 1500, Messages: []messages.Message{messages.UserText(task)}}
	req.Tools = []messages.Tool{{Name: "calc", Description: "Works out sums.", InputSchema: schema}}
	var past []string
	for {
		reply, err := w.client.Create(context.Background(), req)
		if err != nil {
			return end{"", "error", err.Error()}
		}
		w.mu.Lock()
		check(w.trace.Model(w.steps, reply, 0))
		w.steps++
		w.model, w.usage = reply.Model, w.usage.Plus(reply.Usage)
		spent := w.usage.In() + w.usage.Out()
		w.mu.Unlock()
		switch reply.StopReason {
		case messages.StopEndTurn, messages.StopStopSequence:
			return end{text: reply.Text()}
		case messages.StopMaxTokens:
			return end{"", "max_tokens", "cut off: " + reply.Text()}
		case messages.StopRefusal:
			return end{"", "refusal", "the model will not"}
		case messages.StopToolUse:
		default:
			return end{"", "error", "stop reason " + reply.StopReason}
		}
		if spent > w.tokens {
			return end{"", "token_budget", fmt.Sprintf("%d > %d tokens", spent, w.tokens)}
		}
		var results []messages.Block
		for _, call := range reply.ToolUses() {
			past = append(past, string(sorted(call.Input))+call.Name)
			if last := past[max(0, len(past)-w.repeats):]; len(last) == w.repeats && len(slices.Compact(slices.Clone(last))) == 1 {
				return end{"", "repeated_action", fmt.Sprint(last[0], " × ", w.repeats)}
			}
			output, failed := w.tool(call)
			w.mu.Lock()
			check(w.trace.Tool(w.steps-1, call, output, failed, 0))
			w.mu.Unlock()
			results = append(results, messages.ToolResult(call.ID, output, failed))
		}
		if w.steps == w.maxSteps {
			return end{"", "max_steps", fmt.Sprint("all steps made: ", w.maxSteps)}
		}
		req.Messages = append(req.Messages, reply.Message(), messages.Message{Role: messages.RoleUser, Content: results})
	}
}

func sorted(input json.RawMessage) []byte {
	var fields map[string]any
	dec := json.NewDecoder(bytes.NewReader(input))
	dec.UseNumber()
	check(dec.Decode(&fields))
	text, err := json.Marshal(fields)
	check(err)
	return text
}

func (w *worker) tool(call messages.Block) (output string, failed bool) {
	defer func() {
		if p := recover(); p != nil {
			output, failed = fmt.Sprint(p), true
		}
	}()
	if call.Name != "calc" {
		return call.Name + " is not a tool here", true
	}
	var args map[string]any
	if err := json.Unmarshal(call.Input, &args); err != nil {
		return err.Error(), true
	}
	switch w.mode {
	case "fails":
		return "out of order", true
	case "lies":
		return "42", false
	case "panics":
		panic("on purpose")
	case "hangs":
		<-make(chan int)
	}
	result, err := calc.Eval(args["expr"].(string))
	if err != nil {
		return err.Error(), true
	}
	return result, false
}
