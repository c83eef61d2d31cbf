package main

import (
	"context"

	"agentcourse/starter/messages"
)

const maxSteps = 10

// solve is one conversation about one problem. The agent loop is the usual one; what is new is that it keeps count.
func solve(ctx context.Context, client *messages.Client, tool messages.Tool, p problem) (tally, error) {
	var sum tally
	history := []messages.Message{messages.UserText("What is " + p.text + "?")}
	for range maxSteps {
		reply, err := client.Create(ctx, messages.Request{MaxTokens: 2000, Tools: []messages.Tool{tool}, Messages: history})
		if err != nil {
			return sum, err
		}
		sum.add(reply)
		if reply.StopReason != messages.StopToolUse {
			if reply.StopReason == messages.StopEndTurn && correct(reply.Text(), p.expected) {
				sum.correct = 1
			}
			return sum, nil
		}
		results := messages.Message{Role: messages.RoleUser}
		for _, call := range reply.ToolUses() {
			if call.Name == tool.Name {
				sum.called = 1
			}
			output, isError := runTool(call)
			results.Content = append(results.Content, messages.ToolResult(call.ID, output, isError))
		}
		history = append(history, reply.Message(), results)
	}
	return sum, nil
}
