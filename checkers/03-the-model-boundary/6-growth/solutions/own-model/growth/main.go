// Growth asks the HTTP model of exercise 3.4, through a function that measures.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"

	"agentcourse/checkers/03-the-model-boundary/4-http-model/solutions/plain/httpmodel"
	"agentcourse/starter/agentic"
)

func main() {
	maxSteps := flag.Int("steps", 20, "the most calls of the model")
	budget := flag.Int("budget", 0, "the most input tokens of all calls together; 0 for no bound")
	flag.Parse()
	if *maxSteps < 1 || *budget < 0 || flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	tools, err := fileTools(flag.Args())
	if err != nil {
		exit(err)
	}
	config := httpmodel.Config{
		BaseURL: cmp.Or(os.Getenv("ANTHROPIC_BASE_URL"), "https://api.anthropic.com"), Key: os.Getenv("ANTHROPIC_API_KEY"),
		Model: cmp.Or(os.Getenv("ANTHROPIC_MODEL"), "claude-opus-5-5"), Adapter: httpmodel.Messages{},
	}
	model, err := httpmodel.New(config)
	if err != nil {
		exit(err)
	}
	var sum total
	agent := agentic.Agent{
		Model: metered(model, counter{config}.count, *budget, &sum), Tools: tools, MaxSteps: *maxSteps, MaxTokens: 2000,
		System: "You work with a few files, and answer from what stands in them.",
	}
	run, err := agent.Run(context.Background(), "Read all the files, one at a time. Then say in one sentence what they have in common.")
	var full *fullError
	why := string(run.Stop)
	if errors.As(err, &full) {
		why = "budget"
	}
	fmt.Println(sum.String(), "stop="+why)
	if err != nil {
		exit(err)
	}
	if run.Stop != agentic.StopAnswered {
		os.Exit(1)
	}
	fmt.Println(run.Output)
}

func exit(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
