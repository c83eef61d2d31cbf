package main

import (
	"context"
	"fmt"

	"agentcourse/starter/messages"
	"agentcourse/starter/trace"
)

// Agent is a model, a tool, the loop between them, and what bounds it.
type Agent struct {
	Client *messages.Client
	Tool   Tool
	Bounds Bounds
	Trace  *trace.Writer
}

// Result is how a run ended: with an answer, or else with a reason.
type Result struct {
	Answer  string
	Stopped string
	Detail  string
	Steps   int
	Model   string
	Usage   messages.Usage
}

// Run works on the task. An error is one of the trace.
func (a *Agent) Run(ctx context.Context, task string) (Result, error) {
	ctx, cancel := context.WithTimeout(ctx, a.Bounds.Deadline)
	defer cancel()
	guard := guard{Bounds: a.Bounds}
	var result Result
	history := []messages.Message{messages.UserText(task)}
	for {
		start := now()
		reply, err := a.Client.Create(ctx, messages.Request{MaxTokens: 2000, Tools: []messages.Tool{a.Tool.Tool}, Messages: history})
		if ctx.Err() != nil {
			return a.late(result)
		}
		if err != nil {
			return a.stop(result, "error", err.Error())
		}
		if err := a.Trace.Model(result.Steps, reply, now().Sub(start)); err != nil {
			return result, err
		}
		result.Steps++
		result.Model = reply.Model
		result.Usage = result.Usage.Plus(reply.Usage)
		reason, detail := guard.reply(reply.Usage)
		switch {
		case reply.StopReason != messages.StopToolUse:
			return a.finish(result, reply)
		case reason != "":
			return a.stop(result, reason, detail)
		}
		results := messages.Message{Role: messages.RoleUser}
		for _, call := range reply.ToolUses() {
			if reason, detail := guard.call(call); reason != "" {
				return a.stop(result, reason, detail)
			}
			start := now()
			output, isError := runTool(ctx, a.Tool, call)
			if ctx.Err() != nil {
				return a.late(result)
			}
			if err := a.Trace.Tool(result.Steps-1, call, output, isError, now().Sub(start)); err != nil {
				return result, err
			}
			results.Content = append(results.Content, messages.ToolResult(call.ID, output, isError))
		}
		history = append(history, reply.Message(), results)
	}
}

// finish tells an answer from a reply that only looks like one.
func (a *Agent) finish(result Result, reply *messages.Response) (Result, error) {
	switch reply.StopReason {
	case messages.StopEndTurn, messages.StopStopSequence:
		result.Answer = reply.Text()
		return result, nil
	case messages.StopMaxTokens, messages.StopRefusal:
		return a.stop(result, reply.StopReason, "this is no answer")
	}
	return a.stop(result, "error", fmt.Sprintf("unknown stop reason %q", reply.StopReason))
}

func (a *Agent) late(result Result) (Result, error) {
	return a.stop(result, "deadline", fmt.Sprintf("%v are over", a.Bounds.Deadline))
}

func (a *Agent) stop(result Result, reason, detail string) (Result, error) {
	result.Stopped, result.Detail = reason, detail
	return result, a.Trace.Stopped(reason, detail)
}
