// Growth, measured on the wire: the model knows nothing of it, and neither does
// the agent. What is counted is the body that is about to be sent.
package main

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"os"
	"path"

	"agentcourse/starter/agentic"
)

func main() {
	steps := flag.Int("steps", 20, "")
	budget := flag.Int("budget", 0, "")
	flag.Parse()
	if *steps < 1 || *budget < 0 || flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: growth [-steps N] [-budget N] FILE…")
		os.Exit(2)
	}
	registry, err := registryOf(flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	scale := &scale{next: http.DefaultTransport, budget: *budget}
	agent := &agentic.Agent{
		Model: remote{http: &http.Client{Transport: scale}}, Tools: registry, MaxSteps: *steps,
		System: "You work with a few files, and answer from what stands in them.",
	}
	result, err := agent.Run(context.Background(), "Read all the files, one at a time. Then say in one sentence what they have in common.")
	fmt.Println("The agent says:", result.Output)
	stop := string(result.Stop)
	if scale.full {
		stop = "budget"
	}
	scale.print(stop)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if result.Output == "" {
		os.Exit(1)
	}
}

type nothing struct{}

type named struct {
	Name string `json:"name"`
}

func registryOf(files []string) (*agentic.Registry, error) {
	texts, all := map[string]string{}, ""
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		texts[path.Base(file)] = string(data)
		all += path.Base(file) + "\n"
	}
	list, err1 := agentic.NewTool("list", "Names the files there are.", func(context.Context, nothing) (string, error) { return all, nil })
	lookup, err2 := agentic.NewTool("lookup", "Returns the text of a file.", func(_ context.Context, n named) (string, error) {
		text, ok := texts[n.Name]
		if !ok {
			return "", fmt.Errorf("%s is no file here", n.Name)
		}
		return text, nil
	})
	if err1 != nil || err2 != nil {
		return nil, fmt.Errorf("%v %v", err1, err2)
	}
	return agentic.NewRegistry(list, lookup)
}
