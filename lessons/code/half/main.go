// Half is half an agent. It compiles, and it is wrong in more places than it looks.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"

	"agentcourse/starter/calc"
	"agentcourse/starter/messages"
)

func main() {
	log.SetFlags(0)
	client, err := messages.FromEnv()
	if err != nil {
		log.Fatal(err)
	}
	tool := messages.Tool{Name: "calc", Description: "Calculator",
		InputSchema: json.RawMessage(`{"type":"object","properties":{"expr":{"type":"string"}},"required":["expr"]}`)}
	// anchor: loop
	history := []messages.Message{messages.UserText(os.Args[1])}
	for {
		reply, err := client.Create(context.Background(), messages.Request{
			MaxTokens: 1000, Tools: []messages.Tool{tool}, Messages: history,
		})
		if err != nil {
			log.Fatal(err)
		}
		calls := reply.ToolUses()
		if len(calls) == 0 {
			fmt.Println(reply.Text())
			return
		}
		var input struct{ Expr string }
		json.Unmarshal(calls[0].Input, &input)
		result, err := calc.Eval(input.Expr)
		if err != nil {
			log.Fatal(err)
		}
		history = append(history, messages.UserText("The result is "+result))
	}
	// end: loop
}
