package posts

import (
	"encoding/json"
	"fmt"
	"strings"

	"agentcourse/internal/trace"
)

// Parameters are what the requests of some traces asked for, each value once.
type parameters struct {
	calls       int // that asked a model
	maxTokens   []string
	efforts     []string
	temperature []string
	tools       []string
	systems     int // calls with a system prompt
	schemas     int // calls that asked for JSON by a schema
}

// A given tells whether a field has a value. The value is not kept.
type given bool

func (g *given) UnmarshalJSON(src []byte) error {
	switch string(src) {
	case "null", `""`, "[]", "{}", "false":
	default:
		*g = true
	}
	return nil
}

// An amount is a number as it is written; "" for anything else.
type amount string

func (n *amount) UnmarshalJSON(src []byte) error {
	if src[0] == '-' || '0' <= src[0] && src[0] <= '9' {
		*n = amount(src)
	}
	return nil
}

// A request is what the three formats have in common, as far as it is told here.
type request struct {
	MaxTokens           amount `json:"max_tokens"`
	MaxCompletionTokens amount `json:"max_completion_tokens"`
	Temperature         amount `json:"temperature"`
	System              given  `json:"system"`
	ReasoningEffort     string `json:"reasoning_effort"`
	ResponseFormat      given  `json:"response_format"`
	Format              given  `json:"format"`
	OutputConfig        struct {
		Effort string `json:"effort"`
		Format given  `json:"format"`
	} `json:"output_config"`
	Tools []struct {
		Name     string `json:"name"`
		Function struct {
			Name string `json:"name"`
		} `json:"function"`
	} `json:"tools"`
	Messages []struct {
		Role string `json:"role"`
	} `json:"messages"`
	Options struct {
		NumPredict  amount `json:"num_predict"`
		Temperature amount `json:"temperature"`
	} `json:"options"`
}

func (p *parameters) add(c trace.Call) {
	if c.Dialect == trace.Other || c.Method != "POST" || strings.Contains(c.Path, "count_tokens") {
		return
	}
	var r request
	_ = json.Unmarshal(c.Request, &r) // a field of another type stays empty, and the others count
	if len(r.Messages) == 0 {
		return
	}
	p.calls++
	p.maxTokens = addNew(p.maxTokens, firstOf(string(r.MaxTokens), string(r.MaxCompletionTokens), string(r.Options.NumPredict), "none"))
	p.efforts = addNew(p.efforts, firstOf(r.OutputConfig.Effort, r.ReasoningEffort, "default"))
	p.temperature = addNew(p.temperature, firstOf(string(r.Temperature), string(r.Options.Temperature), "default"))
	for _, t := range r.Tools {
		p.tools = addNew(p.tools, firstOf(t.Name, t.Function.Name))
	}
	if bool(r.System) || r.Messages[0].Role == "system" || r.Messages[0].Role == "developer" {
		p.systems++
	}
	if r.OutputConfig.Format || r.ResponseFormat || r.Format {
		p.schemas++
	}
}

func firstOf(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}

// words are the parameters for a reader: "max_tokens 2000, default effort, no system prompt, no tools". Without a call
// that was recorded they are not known: "".
func (p *parameters) words() string {
	if p.calls == 0 {
		return ""
	}
	parts := []string{"max_tokens " + list(p.maxTokens), "effort " + list(p.efforts), "temperature " + list(p.temperature)}
	if parts[1] == "effort default" {
		parts[1] = "default effort"
	}
	if parts[2] == "temperature default" {
		parts = parts[:2]
	}
	parts = append(parts, someOf(p.systems, p.calls, "system prompt"))
	if len(p.tools) == 0 {
		parts = append(parts, "no tools")
	} else {
		parts = append(parts, "tools "+list(p.tools))
	}
	if p.schemas > 0 {
		parts = append(parts, someOf(p.schemas, p.calls, "JSON by a schema"))
	}
	return strings.Join(parts, ", ")
}

func someOf(n, all int, what string) string {
	switch n {
	case 0:
		return "no " + what
	case all:
		return what
	}
	return fmt.Sprintf("%s in %d of %d calls", what, n, all)
}
