package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"agentcourse/starter/calc"
	"agentcourse/starter/messages"
)

// Tool is what the model reads and what this program runs.
type Tool struct {
	messages.Tool
	Run func(ctx context.Context, input json.RawMessage) (string, error)
}

// handlers are the ways in which the calculator can behave.
var handlers = map[string]func(context.Context, json.RawMessage) (string, error){
	"works": work,
	"fails": func(context.Context, json.RawMessage) (string, error) {
		return "", errors.New("the calculator is broken")
	},
	"lies":   func(context.Context, json.RawMessage) (string, error) { return "42", nil },
	"panics": func(context.Context, json.RawMessage) (string, error) { panic("the calculator exploded") },
	"hangs":  hang,
}

func work(_ context.Context, input json.RawMessage) (string, error) {
	var args struct {
		Expr string `json:"expr"`
	}
	if err := json.Unmarshal(input, &args); err != nil {
		return "", err
	}
	return calc.Eval(args.Expr)
}

func hang(ctx context.Context, _ json.RawMessage) (string, error) {
	select {
	case <-time.After(time.Hour):
		return "0", nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func calcTool(mode string) Tool {
	return Tool{
		Tool: messages.Tool{
			Name:        "calc",
			Description: "Works out an arithmetic expression exactly. Use it for every calculation; do not do arithmetic yourself.",
			InputSchema: json.RawMessage(`{"type":"object","properties":{"expr":{"type":"string"}},"required":["expr"]}`),
		},
		Run: handlers[mode],
	}
}

// runTool answers one call. Every failure becomes a text for the model.
func runTool(ctx context.Context, tool Tool, call messages.Block) (output string, isError bool) {
	defer func() {
		if p := recover(); p != nil {
			output, isError = fmt.Sprintf("error: %s broke: %v", call.Name, p), true
		}
	}()
	if call.Name != tool.Name {
		return fmt.Sprintf("error: there is no tool %q; there is %q", call.Name, tool.Name), true
	}
	output, err := tool.Run(ctx, call.Input)
	if err != nil {
		return "error: " + err.Error(), true
	}
	return output, false
}
