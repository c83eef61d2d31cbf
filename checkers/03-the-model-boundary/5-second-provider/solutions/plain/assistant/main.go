// Assistant gives a task to an agent with a calculator.
//
//	go run ./assistant [-provider messages|ollama|openai] [-stream] "What is 1234 * 5678 + 99?"
//
// The agent is agentic.Agent and knows of no provider. Which model stands
// behind it is decided in one place, the function config.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"agentcourse/checkers/03-the-model-boundary/4-http-model/solutions/plain/httpmodel"
	"agentcourse/checkers/03-the-model-boundary/5-second-provider/solutions/plain/ollama"
	"agentcourse/checkers/03-the-model-boundary/5-second-provider/solutions/plain/openai"
	"agentcourse/starter/agentic"
	"agentcourse/starter/calc"
	"agentcourse/starter/messages"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Getenv, os.Stdout, os.Stderr))
}

// run returns 0 when the model answered, 1 when it did not, and 2 when it was
// not asked.
func run(ctx context.Context, args []string, getenv func(string) string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("assistant", flag.ContinueOnError)
	flags.SetOutput(stderr)
	provider := flags.String("provider", "messages", "whose format is spoken")
	stream := flags.Bool("stream", false, "ask for replies piece by piece")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if flags.NArg() == 0 {
		fmt.Fprintln(stderr, "assistant: give it a task")
		return 2
	}
	config, err := config(*provider, getenv)
	if err != nil {
		fmt.Fprintln(stderr, "assistant:", err)
		return 2
	}
	config.Stream = *stream
	agent, err := newAgent(config)
	if err != nil {
		fmt.Fprintln(stderr, "assistant:", err)
		return 2
	}
	result, err := agent.Run(ctx, strings.Join(flags.Args(), " "))
	if err != nil {
		fmt.Fprintln(stderr, "assistant:", err)
	}
	if result.Stop == agentic.StopAnswered {
		fmt.Fprintln(stdout, result.Output)
	}
	fmt.Fprintf(stdout, "stop=%s steps=%d in=%d out=%d\n", result.Stop, result.Steps, result.Usage.Input, result.Usage.Output)
	if result.Stop != agentic.StopAnswered {
		return 1
	}
	return 0
}

// config is how a provider is reached.
func config(provider string, getenv func(string) string) (httpmodel.Config, error) {
	switch provider {
	case "messages":
		return httpmodel.Config{
			BaseURL: cmp.Or(getenv("ANTHROPIC_BASE_URL"), messages.DefaultBaseURL), Key: getenv("ANTHROPIC_API_KEY"),
			Model: cmp.Or(getenv("ANTHROPIC_MODEL"), messages.DefaultModel), Adapter: httpmodel.Messages{},
		}, nil
	case "ollama":
		return httpmodel.Config{
			BaseURL: ollamaURL(getenv("OLLAMA_HOST")), Key: cmp.Or(getenv("OLLAMA_API_KEY"), "local"),
			Model: cmp.Or(getenv("OLLAMA_MODEL"), "llama3.2"), Adapter: ollama.Adapter{},
		}, nil
	case "openai":
		return httpmodel.Config{
			BaseURL: cmp.Or(getenv("OPENAI_BASE_URL"), "http://127.0.0.1:11434/v1"), Key: cmp.Or(getenv("OPENAI_API_KEY"), "local"),
			Model: cmp.Or(getenv("OPENAI_MODEL"), "llama3.2"), Adapter: openai.Adapter{},
		}, nil
	}
	return httpmodel.Config{}, fmt.Errorf("there is no provider %q", provider)
}

// ollamaURL reads OLLAMA_HOST, which Ollama's own programs take without a
// scheme too.
func ollamaURL(host string) string {
	switch {
	case host == "":
		return "http://127.0.0.1:11434"
	case strings.Contains(host, "://"):
		return host
	}
	return "http://" + host
}

func newAgent(config httpmodel.Config) (*agentic.Agent, error) {
	model, err := httpmodel.New(config)
	if err != nil {
		return nil, err
	}
	tool, err := agentic.NewTool("calc", "Works out an arithmetic expression exactly: numbers, + - * / %, parentheses, and "+
		"pow(a, b) for powers. Returns the number, or an error that says what to write instead.", calculate)
	if err != nil {
		return nil, err
	}
	tools, err := agentic.NewRegistry(tool)
	if err != nil {
		return nil, err
	}
	return &agentic.Agent{
		Model: model, Tools: tools, MaxTokens: 2000,
		System: "You answer in one or two sentences. You use calc for every calculation, however easy it looks.",
	}, nil
}

type expression struct {
	Expr string `json:"expr" description:"The expression, for example (1234 * 5678 + 99) / 3"`
}

func calculate(_ context.Context, e expression) (string, error) { return calc.Eval(e.Expr) }
