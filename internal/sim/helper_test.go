package sim

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"agentcourse/internal/fakellm"
)

func textPart(text string) fakellm.Part { return fakellm.Part{Type: fakellm.BlockText, Text: text} }

// said makes a conversation of texts, the user's first.
func said(texts ...string) []fakellm.Turn {
	var turns []fakellm.Turn
	for i, text := range texts {
		role := "user"
		if i%2 == 1 {
			role = "assistant"
		}
		turns = append(turns, fakellm.Turn{Role: role, Parts: []fakellm.Part{textPart(text)}})
	}
	return turns
}

func prompt(texts ...string) *fakellm.Prompt {
	return &fakellm.Prompt{Dialect: fakellm.Anthropic, Turns: said(texts...)}
}

func withSystem(system string, texts ...string) *fakellm.Prompt {
	p := prompt(texts...)
	p.System = system
	return p
}

func textOf(r *fakellm.Reply) string {
	var b strings.Builder
	for _, block := range r.Content {
		if block.Type == fakellm.BlockText {
			b.WriteString(block.Text)
		}
	}
	return b.String()
}

func callsOf(r *fakellm.Reply) []call {
	var calls []call
	for _, block := range r.Content {
		if block.Type == fakellm.BlockToolUse {
			calls = append(calls, call{block.ToolUse.Name, inputOf(block.ToolUse.Input)})
		}
	}
	return calls
}

func respond(seed uint64, p *fakellm.Prompt) *fakellm.Reply {
	return New(Options{Seed: seed}).Respond(p)
}

func reply(seed uint64, p *fakellm.Prompt) string { return textOf(respond(seed, p)) }

// share is how often something holds over many seeds.
func share(n int, holds func(seed uint64) bool) float64 {
	count := 0
	for seed := range uint64(n) {
		if holds(seed) {
			count++
		}
	}
	return float64(count) / float64(n)
}

// near fails the test when a measured share is far from a rate of the table.
func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if got < want-tolerance || got > want+tolerance {
		t.Errorf("%s: %.3f over the seeds, the table says %.3f", what, got, want)
	}
}

func value(r rate) float64 { return table()[r].Value }

// handler plays a tool.
type handler func(input map[string]any) (string, bool)

func schemaOf(properties ...string) map[string]any {
	p := map[string]any{}
	var required []any
	for _, name := range properties {
		p[name] = map[string]any{"type": "string"}
		required = append(required, name)
	}
	return map[string]any{"type": "object", "properties": p, "required": required}
}

const firmText = "Works out an arithmetic expression exactly (+ - * / **). Use it for every calculation, however easy it looks; do not do arithmetic yourself."

func calcTool(description string) fakellm.Tool {
	return fakellm.Tool{Name: "calc", Description: description, Schema: schemaOf("expr")}
}

var (
	readTool  = fakellm.Tool{Name: "read_file", Description: "Reads a note, by its path in the notes folder.", Schema: schemaOf("path")}
	listTool  = fakellm.Tool{Name: "list_files", Description: "Lists the notes there are.", Schema: schemaOf()}
	countTool = fakellm.Tool{Name: "word_count", Description: "Counts the lines and words of a note.", Schema: schemaOf("path")}
	sendTool  = fakellm.Tool{Name: "send_note", Description: "Sends a note to somebody.", Schema: schemaOf("to", "text")}
)

var notes = map[string]string{
	"todo.md":  "# To do\n- buy stamps\n- call the bank\n- water the plants\n",
	"ideas.md": "# Ideas\n- a course that grades itself\n- a quieter kettle\n",
	"books.md": "# Reading list\n- The Left Hand of Darkness\n- Middlemarch\n- A book about bees\n",
}

func calcRun(input map[string]any) (string, bool) {
	text, _ := input["expr"].(string)
	e, err := parseSum(tidySums(text))
	if err != nil {
		return "error: " + err.Error(), true
	}
	result, err := e.value()
	if err != nil {
		return "error: " + err.Error(), true
	}
	return formatRat(result), false
}

func readFrom(files map[string]string) handler {
	return func(input map[string]any) (string, bool) {
		name, _ := input["path"].(string)
		if text, ok := files[name]; ok {
			return text, false
		}
		return "error: no note " + name + "; there are " + strings.Join(slices.Sorted(maps.Keys(files)), ", "), true
	}
}

func handlers() map[string]handler {
	return map[string]handler{
		"calc":       calcRun,
		"read_file":  readFrom(notes),
		"open_note":  readFrom(notes),
		"list_files": func(map[string]any) (string, bool) { return "books.md 76\nideas.md 58\ntodo.md 61", false },
		"word_count": func(map[string]any) (string, bool) { return "4 lines, 10 words", false },
		"send_note":  func(map[string]any) (string, bool) { return "sent", false },
	}
}

// run is an agent's loop: it ends with the last text, the calls of each step,
// and whether the model came to an end.
func run(m *Model, p *fakellm.Prompt, h map[string]handler, steps int) (last string, calls [][]call, ended bool) {
	p = &fakellm.Prompt{Dialect: p.Dialect, System: p.System, Turns: slices.Clone(p.Turns), Tools: p.Tools, Serial: p.Serial, Schema: p.Schema}
	for step := range steps {
		r := m.Respond(p)
		made := callsOf(r)
		if len(made) == 0 {
			return textOf(r), calls, true
		}
		calls = append(calls, made)
		ask, answer := fakellm.Turn{Role: "assistant"}, fakellm.Turn{Role: "user"}
		for i, c := range made {
			id := fmt.Sprintf("t%d_%d", step, i)
			out, bad := "error: no such tool", true
			if f := h[c.tool]; f != nil {
				out, bad = f(c.input)
			}
			ask.Parts = append(ask.Parts, fakellm.Part{Type: fakellm.BlockToolUse, ID: id, Name: c.tool, Input: []byte(encode(c.input))})
			answer.Parts = append(answer.Parts, fakellm.Part{Type: fakellm.BlockToolResult, ID: id, Name: c.tool, Text: out, IsError: bad})
		}
		p.Turns = append(p.Turns, ask, answer)
	}
	return "", calls, false
}

// flat are all calls of a run, in order.
func flat(steps [][]call) []call { return slices.Concat(steps...) }

func names(calls []call) []string {
	var list []string
	for _, c := range calls {
		list = append(list, c.tool)
	}
	return list
}
