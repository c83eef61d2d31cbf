// Package fakemodel puts a narrow interface in front of the model and a fake
// behind it, so that a program which depends on Model alone can be tested in
// milliseconds, without a key, and with the same result every time.
//
//	fake := fakemodel.New(
//		fakemodel.ToolCall("calc", map[string]any{"expr": "1+1"}),
//		fakemodel.Text("It is 2."),
//	)
//	answer := myAgent(fake)  // the code under test
//	fake.Calls()             // what it really sent, call by call
//	fake.LeftOver()          // 0 when it asked as often as expected
package fakemodel

import (
	"context"

	"agentcourse/starter/messages"
)

// Model is all that the rest of a program may know of the model: one request
// in, one reply or an error out.
type Model interface {
	Complete(ctx context.Context, req messages.Request) (*messages.Response, error)
}
