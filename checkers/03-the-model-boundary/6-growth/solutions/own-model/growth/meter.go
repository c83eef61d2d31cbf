package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"agentcourse/starter/agentic"
	"agentcourse/starter/messages"
)

// modelFunc is a function that is a Model.
type modelFunc func(context.Context, agentic.Request) (agentic.Completion, error)

func (f modelFunc) Complete(ctx context.Context, req agentic.Request) (agentic.Completion, error) {
	return f(ctx, req)
}

type fullError struct{ used, next, budget int }

func (e *fullError) Error() string {
	return fmt.Sprintf("the budget is %d tokens; %d are used, and the next call has %d", e.budget, e.used, e.next)
}

// metered prints each call of a model, and adds it to sum.
func metered(model agentic.Model, count func(context.Context, agentic.Request) (int, error), budget int, sum *total) agentic.Model {
	return modelFunc(func(ctx context.Context, req agentic.Request) (agentic.Completion, error) {
		shown := "?"
		n, err := count(ctx, req)
		if err == nil {
			shown = strconv.Itoa(n)
		}
		if budget > 0 && err != nil {
			return agentic.Completion{}, fmt.Errorf("nothing to keep a budget by: %w", err)
		}
		if budget > 0 && sum.in+n > budget {
			return agentic.Completion{}, &fullError{sum.in, n, budget}
		}
		reply, failed := model.Complete(ctx, req)
		if failed != nil {
			return reply, failed
		}
		guess := quarter(req.Messages)
		if err == nil {
			sum.guessed += guess
			sum.counted += n
		}
		sum.calls++
		sum.in += reply.InputTokens
		sum.out += reply.OutputTokens
		sum.last = reply
		fmt.Printf("call=%d\tmessages=%d\testimate=%d\tcounted=%s\tin=%d\tout=%d\tcost=%s\n", sum.calls, len(req.Messages), guess,
			shown, reply.InputTokens, reply.OutputTokens, price(reply.Model, reply.InputTokens, reply.OutputTokens))
		return reply, nil
	})
}

func quarter(conversation []agentic.Message) int {
	chars := 0
	for _, m := range conversation {
		chars += strings.Count(m.Text(), "") - 1 // one more than there are code points
	}
	return chars / 4
}

// total is all calls together.
type total struct {
	calls, in, out, guessed, counted int
	last                             agentic.Completion
}

func (t total) String() string {
	s := fmt.Sprintf("calls=%d in=%d out=%d cost=%s", t.calls, t.in, t.out, price(t.last.Model, t.in, t.out))
	if t.calls > 0 {
		s += fmt.Sprintf(" resent=%d ratio=%.2f", t.in-t.last.InputTokens, float64(t.in)/float64(t.last.InputTokens))
	}
	if t.counted == 0 {
		return s + " off=?"
	}
	return s + fmt.Sprintf(" off=%.1f", 100*(float64(t.guessed)/float64(t.counted)-1))
}

func price(model string, in, out int) string {
	dollars, known := messages.Cost(model, messages.Usage{InputTokens: in, OutputTokens: out})
	if !known {
		return "unknown"
	}
	return fmt.Sprintf("$%.6f", dollars)
}
