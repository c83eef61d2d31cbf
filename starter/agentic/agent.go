package agentic

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
)

// Agent is the loop around a model. Its fields are not changed by Run, which
// may go on several times at once.
type Agent struct {
	Model       Model
	Tools       *Registry    // nil for none
	System      string       // standing instructions; "" for none
	MaxSteps    int          // calls of the model in one run; 0 means 10
	MaxTokens   int          // of one reply; 0 means 1024
	TokenBudget int          // no call is begun once a run has used as many; 0 for no bound
	Temperature *float64     // nil leaves it to the provider
	Log         *slog.Logger // what happens, step by step; nil for silence
}

// Run works on a task until the model answers or a bound is reached, after
// history, which the run does not change. Stop says how it ended. The error
// is that of StopFailed, and nil for every other end.
func (a *Agent) Run(ctx context.Context, task string, history ...Message) (Run, error) {
	run := Run{}
	if a.System != "" {
		run.Messages = append(run.Messages, System(a.System))
	}
	run.Messages = append(run.Messages, history...)
	run.from = len(run.Messages)
	run.Messages = append(run.Messages, User(task))
	err := a.loop(ctx, &run)
	a.log().Info("run ended", "stop", run.Stop, "steps", run.Steps, "in", run.Usage.Input, "out", run.Usage.Output)
	return run, err
}

// anchor: loop
func (a *Agent) loop(ctx context.Context, run *Run) error {
	var asked []ToolCall // in the last reply
	repeats := 0
	for {
		if run.Stop = a.bound(ctx, run); run.Stop != "" {
			return nil
		}
		reply, err := a.step(ctx, run)
		if err != nil {
			run.Stop = ended(ctx)
			if run.Stop == "" {
				run.Stop = StopFailed
				return err
			}
			return nil
		}
		switch {
		case reply.FinishReason == FinishLength:
			run.Stop = StopLength
			return nil
		case !reply.WantsTools():
			run.Output, run.Stop = reply.Text, StopAnswered
			return nil
		}
		if repeats++; !sameCalls(asked, reply.ToolCalls) {
			asked, repeats = reply.ToolCalls, 1
		}
		if repeats == 3 {
			run.Stop = StopStuck
			return nil
		}
		run.Messages = append(run.Messages, a.callTools(ctx, reply.ToolCalls)...)
	}
}

// end: loop

// step makes one call and adds the reply to the conversation.
func (a *Agent) step(ctx context.Context, run *Run) (Completion, error) {
	req := Request{
		Messages: slices.Clone(run.Messages), Tools: a.Tools.Specs(),
		MaxTokens: cmp.Or(a.MaxTokens, 1024), Temperature: a.Temperature,
	}
	if err := req.Check(); err != nil {
		return Completion{}, err
	}
	reply, err := a.Model.Complete(ctx, req)
	if err != nil {
		return Completion{}, err
	}
	run.Steps++
	run.Usage.Input += reply.InputTokens
	run.Usage.Output += reply.OutputTokens
	a.log().Info("model", "step", run.Steps, "finish", reply.FinishReason, "calls", len(reply.ToolCalls),
		"in", reply.InputTokens, "out", reply.OutputTokens)
	if reply.FinishReason == FinishLength {
		return reply, nil // a half call is not for the conversation
	}
	message, err := reply.Message()
	if err != nil {
		return Completion{}, fmt.Errorf("the model's reply: %w", err)
	}
	run.Messages = append(run.Messages, message)
	reply.ToolCalls = message.ToolCalls() // with the arguments that the conversation has, {} for none
	return reply, nil
}

// bound says which bound is reached, "" for none.
func (a *Agent) bound(ctx context.Context, run *Run) StopReason {
	switch {
	case ended(ctx) != "":
		return ended(ctx)
	case run.Steps == cmp.Or(a.MaxSteps, 10):
		return StopStepLimit
	case a.TokenBudget > 0 && run.Usage.Total() >= a.TokenBudget:
		return StopBudget
	}
	return ""
}

func ended(ctx context.Context) StopReason {
	switch err := ctx.Err(); {
	case errors.Is(err, context.DeadlineExceeded):
		return StopDeadline
	case err != nil:
		return StopCancelled
	}
	return ""
}

// anchor: tools

// callTools runs the calls of one reply side by side and returns their results
// in the order of the calls, whichever was done first. It waits for all; a tool
// that has to end earlier looks at its context.
func (a *Agent) callTools(ctx context.Context, calls []ToolCall) []Message {
	results := make([]Message, len(calls))
	var all sync.WaitGroup
	for i, call := range calls {
		all.Go(func() {
			text, failed := a.Tools.Call(ctx, call)
			results[i] = Message{role: RoleTool, text: text, callID: call.ID, failed: failed}
			a.log().Info("tool", "name", call.Name, "id", call.ID, "failed", failed)
		})
	}
	all.Wait()
	return results
}

// end: tools

func sameCalls(a, b []ToolCall) bool {
	return slices.EqualFunc(a, b, func(a, b ToolCall) bool {
		return a.Name == b.Name && string(a.Arguments) == string(b.Arguments)
	})
}

func (a *Agent) log() *slog.Logger {
	if a.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return a.Log
}
