// Growth has an agent read a few files, and shows what each call of the model
// carries and what it costs.
//
//	go run ./growth [-steps N] [-budget N] FILE…
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"

	"agentcourse/starter/agentic"
)

const (
	system = "You work with a few files, and answer from what stands in them."
	task   = "Read all the files, one at a time. Then say in one sentence what they have in common."
)

func main() {
	steps := flag.Int("steps", 20, "the most calls of the model")
	budget := flag.Int("budget", 0, "the most input tokens of all calls together; 0 for no bound")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *steps, *budget, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "growth:", err)
		os.Exit(1)
	}
}

// run returns nil only when the model answered.
func run(ctx context.Context, steps, budget int, files []string) error {
	if steps < 1 || budget < 0 || len(files) == 0 {
		return errors.New("usage: growth [-steps N] [-budget N] FILE…")
	}
	tools, err := fileTools(files)
	if err != nil {
		return err
	}
	live, err := newLive()
	if err != nil {
		return err
	}
	gauge := &Gauge{Model: live, Count: live.Count, Budget: budget}
	agent := agentic.Agent{Model: gauge, Tools: tools, System: system, MaxSteps: steps, MaxTokens: 2000}
	result, err := agent.Run(ctx, task)
	stop := string(result.Stop)
	if errors.Is(err, errBudget) {
		stop = "budget"
	}
	printTable(os.Stdout, gauge.Rows, stop)
	switch {
	case err != nil:
		return err
	case result.Stop != agentic.StopAnswered:
		return fmt.Errorf("there is no answer: %s", result.Stop)
	}
	fmt.Println(result.Output)
	return nil
}
