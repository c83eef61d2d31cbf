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
//
// This is a skeleton: it compiles, and nothing works yet. Keep the names and
// signatures; what is behind them is yours.
package fakemodel

import (
	"context"
	"errors"

	"agentcourse/starter/agentic"
)

var errNotWritten = errors.New("fakemodel: not written yet")

// Errors that a test can tell apart with errors.Is.
var (
	ErrDry         = errors.New("no reply left")
	ErrNeverCalled = errors.New("the model was never called")
	ErrLeftOver    = errors.New("replies left over")
)

// Fake is a model that gives its scripted replies in order, one for each call.
type Fake struct{}

var _ agentic.Model = (*Fake)(nil)

// New makes a fake of its script.
func New(replies ...Reply) *Fake { return &Fake{} }

// Complete records the request and gives the next reply.
func (f *Fake) Complete(ctx context.Context, req agentic.Request) (agentic.Completion, error) {
	return agentic.Completion{}, errNotWritten
}

// Calls are the requests so far, in order, each as it was when it was made.
func (f *Fake) Calls() []agentic.Request { return nil }

// LastMessages are the messages of the newest call.
func (f *Fake) LastMessages() ([]agentic.Message, error) { return nil, errNotWritten }

// Done is an error when scripted replies were never asked for.
func (f *Fake) Done() error { return errNotWritten }
