package main

import (
	"encoding/json"
	"fmt"

	"agentcourse/starter/calc"
	"agentcourse/starter/messages"
)

func calcTool(description string) messages.Tool {
	return messages.Tool{
		Name:        "calc",
		Description: description,
		InputSchema: json.RawMessage(`{"type":"object","properties":{"expr":{"type":"string"}},"required":["expr"]}`),
	}
}

// runTool answers one call of the model. A call that cannot be answered is answered with what is wrong about it.
func runTool(call messages.Block) (output string, isError bool) {
	if call.Name != "calc" {
		return fmt.Sprintf("error: there is no tool %q, only calc", call.Name), true
	}
	var args struct{ Expr string }
	if err := json.Unmarshal(call.Input, &args); err != nil || args.Expr == "" {
		return "error: the input needs expr, an expression as text", true
	}
	value, err := calc.Eval(args.Expr)
	if err != nil {
		return "error: " + err.Error(), true
	}
	return value, false
}
