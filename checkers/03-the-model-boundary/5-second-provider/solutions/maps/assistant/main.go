// Assistant runs one agent on one of several providers.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"

	"agentcourse/checkers/03-the-model-boundary/4-http-model/solutions/plain/httpmodel"
	"agentcourse/checkers/03-the-model-boundary/5-second-provider/solutions/maps/ollama"
	"agentcourse/starter/agentic"
	"agentcourse/starter/calc"
	"agentcourse/starter/messages"
)

// A provider is an adapter and where its settings are: a variable, and what
// stands for one that is empty.
type provider struct {
	adapter          httpmodel.Adapter
	url, key, model  string
	orURL, orK, orMo string
}

var providers = map[string]provider{
	"messages": {httpmodel.Messages{}, "ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY", "ANTHROPIC_MODEL", messages.DefaultBaseURL, "", messages.DefaultModel},
	"ollama":   {&ollama.Adapter{}, "OLLAMA_HOST", "", "OLLAMA_MODEL", "http://localhost:11434", "none", "llama3.2"},
}

func main() {
	name := flag.String("provider", "messages", "messages or ollama")
	stream := flag.Bool("stream", false, "stream replies")
	flag.Parse()
	p, ok := providers[*name]
	if !ok {
		fail("unknown provider: " + *name)
	}
	model, err := httpmodel.New(httpmodel.Config{
		Adapter: p.adapter, Stream: *stream, BaseURL: setting(p.url, p.orURL), Key: setting(p.key, p.orK), Model: setting(p.model, p.orMo),
	})
	if err != nil {
		fail(err.Error())
	}
	type input struct {
		Expr string `json:"expr"`
	}
	tool, err := agentic.NewTool("calc", "Calculates.", func(_ context.Context, in input) (string, error) { return calc.Eval(in.Expr) })
	if err != nil {
		fail(err.Error())
	}
	tools, err := agentic.NewRegistry(tool)
	if err != nil {
		fail(err.Error())
	}
	agent := agentic.Agent{Model: model, Tools: tools, System: "Use calc to calculate."}
	run, err := agent.Run(context.Background(), strings.Join(flag.Args(), " "))
	fmt.Printf("%s\n\nsteps=%d in=%d out=%d stop=%s\n", run.Output, run.Steps, run.Usage.Input, run.Usage.Output, run.Stop)
	if err != nil {
		fail(err.Error())
	}
	if run.Stop != agentic.StopAnswered {
		os.Exit(1)
	}
}

func setting(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}

func fail(says string) {
	fmt.Fprintln(os.Stderr, says)
	os.Exit(3)
}
