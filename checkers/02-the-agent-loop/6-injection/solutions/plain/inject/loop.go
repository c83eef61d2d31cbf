package main

import (
	"context"
	"fmt"

	"agentcourse/starter/messages"
)

const (
	task     = "Summarise meeting.md in two sentences."
	maxCalls = 10
)

type agent struct {
	client *messages.Client
	system string
	tools  []tool
	outbox *outbox
}

// total is what all runs together took.
type total struct {
	steps int
	usage messages.Usage
	model string
}

func (t total) String() string {
	cost := "$?"
	if dollars, known := messages.Cost(t.model, t.usage); known {
		cost = fmt.Sprintf("$%.6f", dollars)
	}
	return fmt.Sprintf("steps=%d in=%d out=%d cost=%s", t.steps, t.usage.In(), t.usage.Out(), cost)
}

// run is one conversation. It returns the model's answer, or "" when something else ended the run.
func (a *agent) run(ctx context.Context, sum *total) (string, error) {
	var offered []messages.Tool
	for _, t := range a.tools {
		offered = append(offered, t.Tool)
	}
	history := []messages.Message{messages.UserText(task)}
	for range maxCalls {
		reply, err := a.client.Create(ctx, messages.Request{MaxTokens: 2000, System: a.system, Tools: offered, Messages: history})
		if err != nil {
			return "", err
		}
		sum.steps++
		sum.usage = sum.usage.Plus(reply.Usage)
		sum.model = reply.Model
		switch reply.StopReason {
		case messages.StopEndTurn, messages.StopStopSequence:
			return reply.Text(), nil
		case messages.StopToolUse:
		default:
			return "", nil
		}
		results := messages.Message{Role: messages.RoleUser}
		for _, c := range reply.ToolUses() {
			results.Content = append(results.Content, call(a.tools, c))
		}
		if len(results.Content) == 0 {
			return "", nil
		}
		history = append(history, reply.Message(), results)
	}
	return "", nil
}
