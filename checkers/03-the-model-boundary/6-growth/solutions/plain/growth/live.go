package main

import (
	"context"
	"encoding/json"
	"fmt"

	"agentcourse/starter/agentic"
	"agentcourse/starter/messages"
)

// live is a model behind the Messages API.
type live struct{ client *messages.Client }

func newLive() (live, error) {
	client, err := messages.FromEnv()
	return live{client}, err
}

// Complete makes one call.
func (l live) Complete(ctx context.Context, req agentic.Request) (agentic.Completion, error) {
	wire, err := wireRequest(req)
	if err != nil {
		return agentic.Completion{}, err
	}
	reply, err := l.client.Create(ctx, wire)
	if err != nil {
		return agentic.Completion{}, err
	}
	return completion(reply)
}

// Count asks how many input tokens a call would have.
func (l live) Count(ctx context.Context, req agentic.Request) (int, error) {
	wire, err := wireRequest(req)
	if err != nil {
		return 0, err
	}
	return l.client.CountTokens(ctx, wire)
}

func wireRequest(req agentic.Request) (messages.Request, error) {
	wire := messages.Request{MaxTokens: req.MaxTokens}
	for _, tool := range req.Tools {
		wire.Tools = append(wire.Tools, messages.Tool{Name: tool.Name, Description: tool.Description, InputSchema: tool.Schema})
	}
	afterTool := false
	for _, m := range req.Messages {
		switch m.Role() {
		case agentic.RoleSystem:
			wire.System = m.Text()
		case agentic.RoleUser:
			wire.Messages = append(wire.Messages, messages.UserText(m.Text()))
		case agentic.RoleAssistant:
			var content []messages.Block
			if err := json.Unmarshal(m.Opaque().Content, &content); err != nil {
				return wire, fmt.Errorf("an assistant's message that this model did not write: %w", err)
			}
			wire.Messages = append(wire.Messages, messages.Message{Role: messages.RoleAssistant, Content: content})
		case agentic.RoleTool:
			if !afterTool {
				wire.Messages = append(wire.Messages, messages.Message{Role: messages.RoleUser})
			}
			turn := &wire.Messages[len(wire.Messages)-1] // the results of one reply go back together
			turn.Content = append(turn.Content, messages.ToolResult(m.ToolCallID(), m.Text(), m.Failed()))
		}
		afterTool = m.Role() == agentic.RoleTool
	}
	return wire, nil
}

func completion(reply *messages.Response) (agentic.Completion, error) {
	content, err := json.Marshal(reply.Content)
	c := agentic.Completion{
		Text: reply.Text(), InputTokens: reply.Usage.In(), OutputTokens: reply.Usage.Out(), Model: reply.Model,
		Opaque: agentic.Opaque{Provider: "messages", Content: content},
	}
	if err != nil {
		return c, err
	}
	for _, call := range reply.ToolUses() {
		c.ToolCalls = append(c.ToolCalls, agentic.ToolCall{ID: call.ID, Name: call.Name, Arguments: call.Input})
	}
	switch reply.StopReason {
	case messages.StopEndTurn, messages.StopStopSequence:
		c.FinishReason = agentic.FinishStop
	case messages.StopToolUse:
		c.FinishReason = agentic.FinishToolCalls
	case messages.StopMaxTokens:
		c.FinishReason = agentic.FinishLength
	default:
		return c, fmt.Errorf("the model stopped for another reason: %s", reply.StopReason)
	}
	return c, nil
}
