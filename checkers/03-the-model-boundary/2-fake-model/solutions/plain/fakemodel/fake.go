// Package fakemodel is a model that says what a test tells it to, and keeps
// what it was sent. It satisfies agentic.Model, so that whatever works on a
// model can be tested in milliseconds, without a key, and with the same result
// every time.
//
//	fake := fakemodel.New(
//		fakemodel.ToolCall("calc", map[string]any{"expr": "1+1"}),
//		fakemodel.Text("It is 2."),
//	)
//	agent := agentic.Agent{Model: fake, Tools: tools} // what is tested
//	run, err := agent.Run(ctx, "What is 1+1?")
//	fake.Calls() // what was sent, call by call
//	fake.Done()  // an error when replies are left over
package fakemodel

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"agentcourse/starter/agentic"
)

// Errors that a test can tell apart with errors.Is.
var (
	ErrDry         = errors.New("no reply left")
	ErrNeverCalled = errors.New("the model was never called")
	ErrLeftOver    = errors.New("replies left over")
)

// Fake is a model that gives its scripted replies in order, one for each call.
// Several goroutines may use it at once; which of them gets which reply is then
// up to them.
type Fake struct {
	script []Reply

	mu    sync.Mutex
	used  int // replies of the script
	calls []agentic.Request
}

var _ agentic.Model = (*Fake)(nil)

// New makes a fake of its script.
func New(replies ...Reply) *Fake {
	return &Fake{script: slices.Clone(replies)}
}

// Complete records the request and gives the next reply. A call that finds none
// is recorded too and fails with ErrDry: an empty reply would look like an
// answer, and the test of an agent that asks once too often would pass. A
// context that has ended and a request that no provider would take are errors
// that leave no record and use up no reply.
func (f *Fake) Complete(ctx context.Context, req agentic.Request) (agentic.Completion, error) {
	if err := ctx.Err(); err != nil {
		return agentic.Completion{}, fmt.Errorf("fakemodel: %w", err)
	}
	if err := req.Check(); err != nil {
		return agentic.Completion{}, fmt.Errorf("fakemodel: %w", err)
	}
	number, reply, err := f.next(req)
	if err != nil {
		return agentic.Completion{}, err
	}
	// The lock is free by now: a function may ask the fake for its calls.
	c, err := reply.resolve(req.Messages)
	if err != nil {
		return agentic.Completion{}, err
	}
	return fill(c, number, req), nil
}

// next records a call and takes its reply off the script. Calls are numbered
// from 1.
func (f *Fake) next(req agentic.Request) (number int, reply Reply, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls = append(f.calls, cloneRequest(req))
	number = len(f.calls)
	if f.used == len(f.script) {
		newest := req.Messages[len(req.Messages)-1]
		return 0, Reply{}, fmt.Errorf("fakemodel: call %d: %w: the script has %d and all are used; script another one, "+
			"or find out why the model was called again (the newest message sent has the role %s)",
			number, ErrDry, len(f.script), newest.Role())
	}
	f.used++
	return number, f.script[f.used-1], nil
}

// Calls are the requests so far, in order, each as it was when it was made, and
// with the one that found no reply. They are copies.
func (f *Fake) Calls() []agentic.Request {
	f.mu.Lock()
	defer f.mu.Unlock()
	calls := slices.Clone(f.calls)
	for i := range calls {
		calls[i] = cloneRequest(calls[i])
	}
	return calls
}

// LastMessages are the messages of the newest call, or ErrNeverCalled: an empty
// list would let a test pass that compares nothing with nothing.
func (f *Fake) LastMessages() ([]agentic.Message, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.calls) == 0 {
		return nil, fmt.Errorf("fakemodel: %w", ErrNeverCalled)
	}
	return slices.Clone(f.calls[len(f.calls)-1].Messages), nil
}

// Done is an error, ErrLeftOver, when scripted replies were never asked for.
func (f *Fake) Done() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if left := len(f.script) - f.used; left > 0 {
		return fmt.Errorf("fakemodel: %w: %d of %d", ErrLeftOver, left, len(f.script))
	}
	return nil
}
