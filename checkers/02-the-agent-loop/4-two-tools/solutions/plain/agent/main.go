// Agent gives the model a calculator and some notes, and lets it use them
// until the task is done.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	"agentcourse/starter/messages"
	"agentcourse/starter/trace"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], time.Now, os.Stdout, os.Stderr))
}

// run returns 0 only when the model answered.
func run(ctx context.Context, args []string, now func() time.Time, stdout, stderr io.Writer) int {
	overlap := len(args) > 0 && args[0] == "-overlap"
	if overlap {
		args = args[1:]
	}
	task := strings.Join(args, " ")
	fail := func(err error) int {
		fmt.Fprintln(stderr, "agent:", err)
		return 1
	}

	if task == "" {
		return fail(errors.New("usage: agent [-overlap] TASK…"))
	}
	client, err := messages.FromEnv()
	if err != nil {
		return fail(err)
	}
	events, err := trace.FromEnv(now)
	if err != nil {
		return fail(err)
	}
	defer events.Close()
	provider := "" // another address may be anything
	if client.BaseURL == messages.DefaultBaseURL {
		provider = "live"
	}
	if err := events.Task(task, client.Model, provider); err != nil {
		return fail(err)
	}

	agent := Agent{Create: client.Create, Tools: tools(overlap), Trace: events, Now: now}
	result, err := agent.Run(ctx, task)
	report(stdout, result)
	if err != nil {
		return fail(err)
	}
	switch result.Stopped {
	case "":
		return 0
	case "error":
		return fail(errors.New(result.Detail))
	}
	return 1
}

func report(w io.Writer, r Result) {
	if r.Answer != "" {
		fmt.Fprintln(w, r.Answer)
	}
	switch r.Stopped {
	case "":
	case "error":
		fmt.Fprintln(w, "stopped: error") // the detail goes to stderr
	default:
		fmt.Fprintf(w, "stopped: %s: %s\n", r.Stopped, r.Detail)
	}
	cost := "$?"
	if dollars, known := messages.Cost(r.Model, r.Usage); known {
		cost = fmt.Sprintf("$%.6f", dollars)
	}
	fmt.Fprintf(w, "\nsteps=%d in=%d out=%d cost=%s\n", r.Steps, r.Usage.In(), r.Usage.Out(), cost)
}
