package clients

import (
	"context"
	"fmt"
)

// job is what a client is to do. The clients written for Node get it as JSON.
type job struct {
	BaseURL string `json:"baseURL"`
	Op      string `json:"op"`
	Times   int    `json:"times"`   // of ask: calls, one after the other
	Retries int    `json:"retries"` // tries after the first that the client may make
	Model   string `json:"model"`   // of ask: ask this model; empty: the client's usual one
	BadKey  bool   `json:"badKey"`  // use a key that the provider knows to be invalid
	Stream  bool   `json:"stream"`  // have replies streamed
	Raw     bool   `json:"raw"`     // of a stream: read the events without the helper that puts them together
	Leave   bool   `json:"leave"`   // of a stream: leave it after the first piece of text
	Tools   bool   `json:"tools"`   // of ask: offer the two tools
}

// client is a program that talks to a provider.
type client struct {
	name    string
	key     string // of the package, as the expectations name it
	version string
	dialect string

	// run does a job. Piece is called with each text of a stream as it comes.
	run func(ctx context.Context, j job, piece func(string)) ([]outcome, error)

	// unready says why the client cannot run here; empty: it can.
	unready string
}

// The keys of the clients.
const (
	goSDK  = "anthropic-go"
	tsSDK  = "anthropic-ts"
	openAI = "openai-ts"
	ollama = "ollama-js"
	course = "course"
)

// absent says why a client has no such thing as a case, an operation or a
// group of cases is about. Its cell in the table is "–".
var absent = map[string]map[string]string{
	goSDK: {
		"raw-stream": oneWay,
		"raw-cut":    oneWay,
	},
	openAI: {
		"runner-thread": "message threads are Anthropic's",
		"count":         "Chat Completions counts nothing beforehand",
		"cache":         "caching is not asked for in this API",
	},
	ollama: {
		"runner":          "the library runs no tools",
		"runner-thread":   "message threads are Anthropic's",
		"runner-stream":   "the library runs no tools",
		"raw-stream":      oneWay,
		"raw-cut":         oneWay,
		"retry-spent":     noRetries,
		"count":           "the API counts nothing beforehand",
		"parse":           "the library returns the text",
		"cache":           "caching is not asked for in this API",
		"refused":         "the API takes any conversation",
		"bad-key":         "a local server asks for no key",
		"retry-429":       noRetries,
		"retry-529":       noRetries,
		"retry-after":     noRetries,
		"retry-header":    noRetries,
		"retry-close":     noRetries,
		"no-retry-400":    noRetries,
		"no-retry-header": noRetries,
	},
	course: {
		"runner":        "writing the loop is what the course teaches",
		"runner-thread": "writing the loop is what the course teaches",
		"runner-stream": "writing the loop is what the course teaches",
		"raw-stream":    oneWay,
		"raw-cut":       oneWay,
		"models":        "the client does not list models",
		"model":         "the client does not list models",
		"cache":         "a Request has no cache_control",
	},
}

const (
	noRetries = "the library never tries again"
	oneWay    = "there is one way to stream, and the other cases take it"
)

// attempts collects the outcomes of a job's calls.
type attempts struct{ outcomes []outcome }

// add takes what a call brought; with an error, o is what had come before it.
func (a *attempts) add(o outcome, err error, describe func(error) *failure) {
	if err != nil {
		o.Error = describe(err)
	}
	a.outcomes = append(a.outcomes, o)
}

func errNoOperation(op string) error { return fmt.Errorf("no operation %s", op) }

// The texts that the cases use; node/outcome.mjs has the same.
const (
	question = "What is the weather in Oslo, and what time is it there?"
	fakeKey  = "sk-ant-fake-0000"
	badKey   = "sk-ant-invalid-0000"
)

// key is the one to use.
func (j job) key() string {
	if j.BadKey {
		return badKey
	}
	return fakeKey
}

// tool is one of the two that the cases use.
type tool struct {
	name, description, field, answer string
}

var tools = []tool{
	{"get_weather", "The weather in a city.", "city", "7 degrees"},
	{"get_time", "The time in a zone.", "zone", "12:00"},
}

// schema is the JSON Schema of the tool's input.
func (t tool) schema() map[string]any {
	return map[string]any{
		"type":                 "object",
		"properties":           map[string]any{t.field: map[string]any{"type": "string"}},
		"required":             []string{t.field},
		"additionalProperties": false,
	}
}

func runTool(name string) string {
	for _, t := range tools {
		if t.name == name {
			return t.answer
		}
	}
	return "unknown tool " + name
}

// weatherSchema is the shape of the structured output.
func weatherSchema() map[string]any {
	return map[string]any{
		"type":                 "object",
		"properties":           map[string]any{"city": map[string]any{"type": "string"}, "degrees": map[string]any{"type": "integer"}},
		"required":             []string{"city", "degrees"},
		"additionalProperties": false,
	}
}
