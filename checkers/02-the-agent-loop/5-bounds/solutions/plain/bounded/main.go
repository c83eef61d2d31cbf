// Bounded is an agent that cannot run away: steps, tokens, time and repetition all have an end.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"agentcourse/starter/messages"
	"agentcourse/starter/trace"
)

func main() {
	var bounds Bounds
	flag.IntVar(&bounds.Steps, "max-steps", 10, "replies at most")
	flag.IntVar(&bounds.Tokens, "max-tokens", 20000, "tokens at most, in and out")
	flag.DurationVar(&bounds.Deadline, "deadline", 60*time.Second, "how long the run may last")
	flag.IntVar(&bounds.Repeat, "repeat", 3, "so many equal calls in a row end the run")
	mode := flag.String("calc", "works", "how the calculator behaves: works, fails, lies, panics or hangs")
	flag.Parse()
	switch {
	case bounds.Steps < 1, bounds.Tokens < 1:
		fail(errors.New("-max-steps and -max-tokens have to be at least 1"))
	case bounds.Deadline <= 0:
		fail(errors.New("-deadline has to be more than 0"))
	case bounds.Repeat < 2:
		fail(errors.New("-repeat has to be at least 2"))
	case handlers[*mode] == nil:
		fail(errors.New("-calc has to be works, fails, lies, panics or hangs"))
	}
	task := strings.Join(flag.Args(), " ")
	client, err := messages.FromEnv()
	if err != nil {
		fail(err)
	}
	events, err := trace.FromEnv(now)
	if err == nil {
		err = events.Task(task, client.Model, "")
	}
	if err != nil {
		fail(err)
	}
	agent := Agent{Client: client, Tool: calcTool(*mode), Bounds: bounds, Trace: events}
	result, err := agent.Run(context.Background(), task)
	report(result)
	if err != nil {
		fail(err)
	}
	if result.Stopped != "" {
		os.Exit(1)
	}
}

func report(r Result) {
	switch r.Stopped {
	case "":
		fmt.Println(r.Answer)
	case "error":
		fmt.Println("stopped: error")
		fmt.Fprintln(os.Stderr, "bounded:", r.Detail)
	default:
		fmt.Printf("stopped: %s: %s\n", r.Stopped, r.Detail)
	}
	cost := "$?"
	if dollars, known := messages.Cost(r.Model, r.Usage); known {
		cost = fmt.Sprintf("$%.6f", dollars)
	}
	fmt.Printf("steps=%d in=%d out=%d cost=%s\n", r.Steps, r.Usage.In(), r.Usage.Out(), cost)
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "bounded:", err)
	os.Exit(1)
}
