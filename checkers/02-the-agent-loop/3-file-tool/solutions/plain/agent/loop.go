package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"agentcourse/starter/messages"
	"agentcourse/starter/trace"
)

// MaxSteps bounds the model calls of one task: a loop without a ceiling is a
// bill without one.
const MaxSteps = 10

// Agent is a model, some tools and the loop that connects them.
type Agent struct {
	Create func(context.Context, messages.Request) (*messages.Response, error)
	Tools  []Tool
	Trace  *trace.Writer
	Now    func() time.Time
}

// Result is how a run ended. When Stopped is empty, Answer is the model's own
// last word. Else Stopped is one of the trace's reasons, and Answer is what the
// last reply said before it broke off, often nothing.
type Result struct {
	Answer  string
	Stopped string
	Detail  string // of Stopped, in words
	Steps   int    // model calls that brought a reply
	Model   string
	Usage   messages.Usage // of all steps together
}

// Run works on the task until the model answers or something stops it. An
// error means that the trace could not be written; whatever else goes wrong is
// in the result.
func (a *Agent) Run(ctx context.Context, task string) (Result, error) {
	var result Result
	history := []messages.Message{messages.UserText(task)}
	for step := range MaxSteps {
		start := a.Now()
		reply, err := a.Create(ctx, messages.Request{MaxTokens: 2000, Tools: a.definitions(), Messages: history})
		if err != nil {
			reason := "error"
			if errors.Is(err, context.Canceled) {
				reason = "interrupted"
			}
			return a.stop(result, reason, err.Error())
		}
		if err := a.Trace.Model(step, reply, a.Now().Sub(start)); err != nil {
			return result, err
		}
		result.Steps++
		result.Model = reply.Model
		result.Usage = result.Usage.Plus(reply.Usage)

		// Only "tool_use" may run tools: a reply that was cut off can hold half
		// a call.
		if reply.StopReason != messages.StopToolUse {
			result.Answer = reply.Text()
			return a.finish(result, reply.StopReason)
		}
		if len(reply.ToolUses()) == 0 {
			return a.stop(result, "error", "the model stopped for its tools but called none")
		}
		results, err := a.runTools(step, reply.ToolUses())
		if err != nil {
			return result, err
		}
		history = append(history, reply.Message(), results)
	}
	return a.stop(result, "max_steps", fmt.Sprintf("no answer after %d steps", MaxSteps))
}

// runTools answers all calls of one reply in one message, as the API demands.
func (a *Agent) runTools(step int, calls []messages.Block) (messages.Message, error) {
	results := messages.Message{Role: messages.RoleUser}
	for _, call := range calls {
		start := a.Now()
		output, isError := runTool(a.Tools, call)
		if err := a.Trace.Tool(step, call, output, isError, a.Now().Sub(start)); err != nil {
			return results, err
		}
		results.Content = append(results.Content, messages.ToolResult(call.ID, output, isError))
	}
	return results, nil
}

// finish tells an answer from a reply that only looks like one.
func (a *Agent) finish(result Result, stopReason string) (Result, error) {
	switch stopReason {
	case messages.StopEndTurn, messages.StopStopSequence:
		return result, nil
	case messages.StopMaxTokens:
		return a.stop(result, "max_tokens", "the reply was cut off at its token limit")
	case messages.StopRefusal:
		return a.stop(result, "refusal", "the model declined")
	}
	return a.stop(result, "error", fmt.Sprintf("the model stopped with %q, which this agent cannot continue", stopReason))
}

func (a *Agent) stop(result Result, reason, detail string) (Result, error) {
	result.Stopped, result.Detail = reason, detail
	return result, a.Trace.Stopped(reason, detail)
}

func (a *Agent) definitions() []messages.Tool {
	var all []messages.Tool
	for _, tool := range a.Tools {
		all = append(all, tool.Tool)
	}
	return all
}
