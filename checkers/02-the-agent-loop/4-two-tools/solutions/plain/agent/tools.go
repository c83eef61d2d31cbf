package main

import (
	"encoding/json"
	"fmt"
	"slices"

	"agentcourse/starter/calc"
	"agentcourse/starter/messages"
)

// Tool is what the model reads of a tool, and what this program runs.
type Tool struct {
	messages.Tool
	Run func(input json.RawMessage) (string, error)
}

// tools lists the tools in the order in which the model sees them. It is a
// list, not a map: the order of a map changes from call to call.
func tools(overlap bool) []Tool {
	all := []Tool{
		textTool("calc", "expr", "Works out an arithmetic expression exactly: numbers, + - * / %, parentheses and pow(a, b). "+
			"Use it for every calculation, however easy it looks; do not do arithmetic yourself.", calc.Eval),
		textTool("read_file", "path", "Reads one note. Give its name as list_files has it, for example todo.md. "+
			"Returns the whole text of the note.", readNote),
		{
			Tool: messages.Tool{
				Name:        "list_files",
				Description: "Lists the names of the notes, one a line. Takes no input.",
				InputSchema: json.RawMessage(`{"type":"object","properties":{}}`),
			},
			Run: func(json.RawMessage) (string, error) { return listNotes() },
		},
	}
	if overlap {
		all = append(all, textTool("open_note", "path", "Opens a note and shows what is in it. Give its name, for example todo.md.", readNote))
	}
	return all
}

// textTool makes a tool whose input is one text.
func textTool(name, field, description string, run func(string) (string, error)) Tool {
	schema, _ := json.Marshal(map[string]any{ // texts and maps of texts can always be encoded
		"type":       "object",
		"properties": map[string]any{field: map[string]any{"type": "string"}},
		"required":   []string{field},
	})
	return Tool{
		Tool: messages.Tool{Name: name, Description: description, InputSchema: schema},
		Run: func(input json.RawMessage) (string, error) {
			var args map[string]any
			if err := json.Unmarshal(input, &args); err != nil {
				return "", fmt.Errorf("the input is no object: %w", err)
			}
			text, ok := args[field].(string)
			if !ok || text == "" {
				return "", fmt.Errorf("the input needs %s, a text that is not empty", field)
			}
			return run(text)
		},
	}
}

// runTool answers one call. Every failure becomes a text for the model.
func runTool(tools []Tool, call messages.Block) (output string, isError bool) {
	i := slices.IndexFunc(tools, func(t Tool) bool { return t.Name == call.Name })
	if i < 0 {
		return fmt.Sprintf("error: there is no tool %q; the tools are %q", call.Name, names(tools)), true
	}
	output, err := tools[i].Run(call.Input)
	if err != nil {
		return "error: " + err.Error(), true
	}
	return output, false
}

func names(tools []Tool) []string {
	var all []string
	for _, tool := range tools {
		all = append(all, tool.Name)
	}
	return all
}
