package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"agentcourse/checkers/02-the-agent-loop/3-file-tool/solutions/plain/filetool"
	"agentcourse/starter/calc"
	"agentcourse/starter/messages"
)

// Tool is both halves of a tool under one name: what the model reads, and what
// this program runs. The model itself never runs anything.
type Tool struct {
	messages.Tool
	Run func(input json.RawMessage) (string, error)
}

// tools lists the agent's tools in the order in which the model sees them. To
// add one, add it here; the loop stays as it is.
func tools() []Tool {
	return []Tool{calcTool(), readFileTool()}
}

func calcTool() Tool {
	return Tool{
		Tool: messages.Tool{
			Name: "calc",
			Description: "Works out an arithmetic expression exactly: numbers, + - * / %, parentheses, " +
				"and pow(a, b) for powers. Use it for every calculation, however easy it looks; " +
				"do not do arithmetic yourself. Returns the number as text, or an error message " +
				"that says what to write instead.",
			InputSchema: json.RawMessage(`{"type":"object","properties":{"expr":{"type":"string",` +
				`"description":"The expression, for example (1234 * 5678 + 99) / 3"}},"required":["expr"]}`),
		},
		Run: func(input json.RawMessage) (string, error) {
			var args struct {
				Expr string `json:"expr"`
			}
			if err := decodeInput(input, &args); err != nil {
				return "", err
			}
			if args.Expr == "" {
				return "", errors.New("the input needs expr, a text that is not empty")
			}
			return calc.Eval(args.Expr)
		},
	}
}

func readFileTool() Tool {
	return Tool{
		Tool: messages.Tool{
			Name: "read_file",
			Description: "Reads a text file in the folder of notes. Use it whenever the answer may stand in a note. " +
				"Returns the text, at most 4000 characters of it, or an error message that names the files there are.",
			InputSchema: json.RawMessage(`{"type":"object","properties":{"path":{"type":"string",` +
				`"description":"Path of the file inside the folder of notes, for example todo.md"}},"required":["path"]}`),
		},
		Run: func(input json.RawMessage) (string, error) {
			var args struct {
				Path string `json:"path"`
			}
			if err := decodeInput(input, &args); err != nil {
				return "", fmt.Errorf("%w; %s", err, filetool.Available())
			}
			text, more, err := filetool.Read(args.Path)
			if more {
				text += "\n(truncated: the file goes on)"
			}
			return text, err
		},
	}
}

// decodeInput is strict: the schema is a request to the model, not a promise
// by it.
func decodeInput(input json.RawMessage, args any) error {
	dec := json.NewDecoder(bytes.NewReader(input))
	dec.DisallowUnknownFields()
	if err := dec.Decode(args); err != nil {
		return fmt.Errorf("the input does not fit the tool's schema: %w", err)
	}
	return nil
}

// runTool answers one call of the model. Every failure, even a panic of the
// tool, becomes a text for the model, which can often do better next time.
func runTool(tools []Tool, call messages.Block) (output string, isError bool) {
	defer func() {
		if p := recover(); p != nil {
			output, isError = fmt.Sprintf("error: the tool %s broke: %v", call.Name, p), true
		}
	}()
	names := []string{}
	for _, tool := range tools {
		if tool.Name == call.Name {
			output, err := tool.Run(call.Input)
			if err != nil {
				return "error: " + err.Error(), true
			}
			return output, false
		}
		names = append(names, tool.Name)
	}
	return fmt.Sprintf("error: there is no tool %q; the tools are %q", call.Name, names), true
}
