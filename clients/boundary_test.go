package clients

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"agentcourse/checkers/03-the-model-boundary/4-http-model/solutions/plain/httpmodel"
	ollamachat "agentcourse/checkers/03-the-model-boundary/5-second-provider/solutions/plain/ollama"
	openaichat "agentcourse/checkers/03-the-model-boundary/5-second-provider/solutions/plain/openai"
	"agentcourse/internal/fakellm"
	"agentcourse/starter/agentic"
)

// boundaryScript is a run of two calls at once, one of which fails, another
// try, and an answer.
const boundaryScript = `
replies:
  - content:
      - thinking: ""
      - text: "Let me look."
      - tool_use: {name: weather, input: {town: Oslo}}
      - tool_use: {name: weather, input: {town: Nowhere}}
    usage: {input_tokens: 100, output_tokens: 20}
  - content:
      - tool_use: {name: weather, input: {town: Bergen}}
    usage: {input_tokens: 200, output_tokens: 10}
  - text: "Boots in Oslo, a coat in Bergen: «øre»."
    usage: {input_tokens: 300, output_tokens: 30}
`

// TestOneAgentOnEveryProvider runs one agent, unchanged, on the course's
// adapters for three formats and on the official SDK. What it does and what it
// is told must not depend on who is behind the boundary.
func TestOneAgentOnEveryProvider(t *testing.T) {
	adapter := func(a httpmodel.Adapter, base string, stream bool) func(url string) (agentic.Model, error) {
		return func(url string) (agentic.Model, error) {
			return httpmodel.New(httpmodel.Config{BaseURL: url + base, Key: fakellm.FakeKey, Model: "claude-opus-5-5", Adapter: a, Stream: stream})
		}
	}
	sdk := func(stream bool) func(url string) (agentic.Model, error) {
		return func(url string) (agentic.Model, error) {
			return newSDKModel(url, fakellm.FakeKey, "claude-opus-5-5", stream), nil
		}
	}
	tests := []struct {
		name    string
		dialect string
		connect func(url string) (agentic.Model, error)
	}{
		{"messages", fakellm.Anthropic, adapter(httpmodel.Messages{}, "", false)},
		{"messages, streamed", fakellm.Anthropic, adapter(httpmodel.Messages{}, "", true)},
		{"ollama", fakellm.Ollama, adapter(ollamachat.Adapter{}, "", false)},
		{"ollama, streamed", fakellm.Ollama, adapter(ollamachat.Adapter{}, "", true)},
		{"chat completions", fakellm.OpenAI, adapter(openaichat.Adapter{}, "/v1", false)},
		{"chat completions, streamed", fakellm.OpenAI, adapter(openaichat.Adapter{}, "/v1", true)},
		{"official SDK", fakellm.Anthropic, sdk(false)},
		{"official SDK, streamed", fakellm.Anthropic, sdk(true)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			provider, _ := startProvider(t, testCase{name: "boundary", script: boundaryScript, models: []string{"claude-opus-5-5"}})
			model, err := test.connect(provider.URL())
			if err != nil {
				t.Fatal(err)
			}
			agent := agentic.Agent{Model: model, Tools: weather(t), System: "Be brief."}
			run, err := agent.Run(t.Context(), "What do I need in Oslo and Bergen?")
			checkRun(t, run, err)
			for _, r := range provider.Requests() {
				if r.Refusal != nil || len(r.Warnings) > 0 || r.Dry || r.ScriptFault != "" || r.Dialect != test.dialect {
					t.Errorf("request %d of the dialect %s: %+v, %+v\n%s", r.Number, r.Dialect, r.Refusal, r.Warnings, r.Body)
				}
			}
			if left := provider.LeftOver(); len(left) > 0 {
				t.Errorf("left over: %q", left)
			}
		})
	}
}

func weather(t *testing.T) *agentic.Registry {
	t.Helper()
	type place struct {
		Town string `json:"town" description:"a town, without its country"`
	}
	tool, err := agentic.NewTool("weather", "The weather in a town, now.", func(_ context.Context, p place) (string, error) {
		if p.Town == "Nowhere" {
			return "", errors.New("there is no such town; did you mean Bergen?")
		}
		return "snow in " + p.Town, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	registry, err := agentic.NewRegistry(tool)
	if err != nil {
		t.Fatal(err)
	}
	return registry
}

func checkRun(t *testing.T, run agentic.Run, err error) {
	t.Helper()
	if err != nil || run.Stop != agentic.StopAnswered || run.Output != "Boots in Oslo, a coat in Bergen: «øre»." {
		t.Errorf("stop %s, error %v, output %q", run.Stop, err, run.Output)
	}
	if want := (agentic.Usage{Input: 600, Output: 60}); run.Steps != 3 || run.Usage != want {
		t.Errorf("%d steps, usage %+v, want 3 and %+v", run.Steps, run.Usage, want)
	}
	var said []string
	for _, m := range run.Messages {
		line := fmt.Sprintf("%s: %s", m.Role(), m.Text())
		if m.Failed() {
			line += " (failed)"
		}
		for _, call := range m.ToolCalls() {
			line += " " + call.Name
		}
		said = append(said, line)
	}
	want := []string{
		"system: Be brief.", "user: What do I need in Oslo and Bergen?", "assistant: Let me look. weather weather",
		"tool: snow in Oslo", "tool: there is no such town; did you mean Bergen? (failed)",
		"assistant:  weather", "tool: snow in Bergen", "assistant: Boots in Oslo, a coat in Bergen: «øre».",
	}
	if !slices.Equal(said, want) {
		t.Errorf("conversation\n got %q\nwant %q", said, want)
	}
}
