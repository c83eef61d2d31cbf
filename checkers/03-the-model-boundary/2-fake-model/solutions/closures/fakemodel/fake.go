// Package fakemodel is a scripted model. A reply is a function, and whoever
// holds the one state that is in the channel may change it.
package fakemodel

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"agentcourse/starter/agentic"
)

// Errors that a test can tell apart with errors.Is.
var (
	ErrDry         = errors.New("the script is at its end")
	ErrNeverCalled = errors.New("no call was made")
	ErrLeftOver    = errors.New("the script is not at its end")
)

type state struct {
	script []Reply
	asked  int
	calls  []agentic.Request
	ids    int
}

// Fake passes its state from one user to the next.
type Fake struct{ states chan state }

// New makes a fake of its script.
func New(replies ...Reply) *Fake {
	f := &Fake{make(chan state, 1)}
	f.states <- state{script: append([]Reply{}, replies...)}
	return f
}

// with runs a step on the state while nobody else has it.
func (f *Fake) with(step func(s *state)) {
	s := <-f.states
	step(&s)
	f.states <- s
}

// Complete records the request and gives the next reply.
func (f *Fake) Complete(ctx context.Context, req agentic.Request) (reply agentic.Completion, err error) {
	select {
	case <-ctx.Done():
		return reply, ctx.Err()
	default:
	}
	var next Reply
	f.with(func(s *state) {
		s.calls = append(s.calls, copyOf(req))
		if err = req.Check(); err != nil {
			return
		}
		s.asked++
		if s.asked > len(s.script) {
			err = fmt.Errorf("%w after %d replies, and this is call %d", ErrDry, len(s.script), len(s.calls))
			return
		}
		next = s.script[s.asked-1]
	})
	if err != nil {
		return reply, err
	}
	reply, err = next(req.Messages)
	if err != nil {
		return agentic.Completion{}, err
	}
	f.with(func(s *state) { s.complete(&reply, req) })
	return reply, nil
}

// complete fills in what a reply leaves open.
func (s *state) complete(reply *agentic.Completion, req agentic.Request) {
	for i := range reply.ToolCalls {
		if s.ids++; reply.ToolCalls[i].ID == "" {
			reply.ToolCalls[i].ID = fmt.Sprintf("toolu_%06d", s.ids)
		}
	}
	if reply.FinishReason == "" && reply.WantsTools() {
		reply.FinishReason = agentic.FinishToolCalls
	} else if reply.FinishReason == "" {
		reply.FinishReason = agentic.FinishStop
	}
	if reply.InputTokens == 0 {
		var all strings.Builder
		for _, m := range req.Messages {
			all.WriteString(m.Text() + "\n")
		}
		reply.InputTokens = EstimateTokens(all.String())
	}
	if reply.OutputTokens == 0 {
		reply.OutputTokens = EstimateTokens(reply.Text)
	}
}

// Calls are the requests so far.
func (f *Fake) Calls() (calls []agentic.Request) {
	f.with(func(s *state) {
		for _, req := range s.calls {
			calls = append(calls, copyOf(req))
		}
	})
	return calls
}

// LastMessages are the messages of the newest call.
func (f *Fake) LastMessages() ([]agentic.Message, error) {
	calls := f.Calls()
	if len(calls) == 0 {
		return nil, ErrNeverCalled
	}
	return calls[len(calls)-1].Messages, nil
}

// Done is an error when scripted replies were never asked for.
func (f *Fake) Done() (err error) {
	f.with(func(s *state) {
		if s.asked < len(s.script) {
			err = fmt.Errorf("%w: %d more replies", ErrLeftOver, len(s.script)-s.asked)
		}
	})
	return err
}

func copyOf(req agentic.Request) agentic.Request {
	req.Messages = append([]agentic.Message(nil), req.Messages...)
	var tools []agentic.ToolSpec
	for _, tool := range req.Tools {
		tool.Schema = append(json.RawMessage(nil), tool.Schema...)
		tools = append(tools, tool)
	}
	req.Tools = tools
	if t := req.Temperature; t != nil {
		req.Temperature = new(*t)
	}
	return req
}
