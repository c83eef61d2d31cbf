// Package reactive holds two tools of a shop's help desk. The tests of an agent
// that has them are yours to write, in files beside this one whose names end in
// _test.go.
package reactive

import (
	"context"
	"fmt"
	"strings"

	"agentcourse/starter/agentic"
)

// SearchHelp is the tool search_help: it looks for an article about q. That
// there is none is a result like any other, and names what there is.
func SearchHelp() agentic.Tool {
	type arguments struct {
		Q string `json:"q" description:"what to look for, in a word or two"`
	}
	return must(agentic.NewTool("search_help", "Search the help articles.", func(_ context.Context, a arguments) (string, error) {
		switch q := strings.ToLower(a.Q); {
		case strings.Contains(q, "refund"):
			return "Refunds: the money is back within five days.", nil
		case strings.Contains(q, "deliver"):
			return "Delivery: two days, and four to an island.", nil
		}
		return fmt.Sprintf("There is no article about %q, only about refunds and delivery.", a.Q), nil
	}))
}

// GetOrder is the tool get_order: the state of one order. An order that does
// not exist is an error, which the model reads as a failed result.
func GetOrder() agentic.Tool {
	type arguments struct {
		ID string `json:"order_id" description:"the order's number, such as 4471"`
	}
	return must(agentic.NewTool("get_order", "Look up an order.", func(_ context.Context, a arguments) (string, error) {
		switch a.ID {
		case "4471":
			return "Order 4471: one kettle, delivered on Monday.", nil
		case "4472":
			return "Order 4472: two lamps, on their way.", nil
		}
		return "", fmt.Errorf("there is no order %q", a.ID)
	}))
}

// must is for tools that are made of nothing but constants: whether that works
// does not depend on the run.
func must(tool agentic.Tool, err error) agentic.Tool {
	if err != nil {
		panic(err)
	}
	return tool
}
