// Growth has an agent read a few files, and shows what each call of the model
// carries and what it costs. The agent is agentic's, and stays as it is: what is
// to be seen is seen from the boundary.
//
//	go run ./growth [-steps N] [-budget N] FILE…
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"

	"agentcourse/starter/agentic"
)

// What the agent is told. Exercise 3.6 fixes both texts.
const (
	system = "You work with a few files, and answer from what stands in them."
	task   = "Read all the files, one at a time. Then say in one sentence what they have in common."
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run returns 0 only when the model answered.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	fail := func(err error) int {
		fmt.Fprintln(stderr, "growth:", err)
		return 1
	}
	opts, err := parse(args)
	if err != nil {
		return fail(err)
	}
	tools, err := fileTools(opts.files)
	if err != nil {
		return fail(err)
	}
	model, err := newModel()
	if err != nil {
		return fail(err)
	}

	// Exercise 3.6. The agent takes whatever is a Model, so the model that it
	// gets may be one of yours, which looks at each call and passes it on.
	agent := agentic.Agent{Model: model, Tools: tools, System: system, MaxSteps: opts.steps, MaxTokens: 2000}
	result, err := agent.Run(ctx, task)
	if err != nil {
		return fail(err)
	}
	fmt.Fprintln(stdout, result.Output)
	if result.Stop != agentic.StopAnswered {
		return 1
	}
	return 0
}

// options are what the command line says.
type options struct {
	steps  int // the most calls of the model
	budget int // the most input tokens of all calls together; 0 for no bound
	files  []string
}

func parse(args []string) (options, error) {
	opts := options{}
	flags := flag.NewFlagSet("growth", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // the error says it
	flags.IntVar(&opts.steps, "steps", 20, "the most calls of the model")
	flags.IntVar(&opts.budget, "budget", 0, "the most input tokens of all calls together; 0 for no bound")
	err := flags.Parse(args)
	opts.files = flags.Args()
	switch {
	case err != nil:
		return opts, err
	case opts.steps < 1:
		return opts, fmt.Errorf("-steps must be at least 1, not %d", opts.steps)
	case opts.budget < 0:
		return opts, fmt.Errorf("-budget must be at least 0, not %d", opts.budget)
	case len(opts.files) == 0:
		return opts, errors.New("usage: growth [-steps N] [-budget N] FILE…")
	}
	return opts, nil
}
