package fakemodel

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"agentcourse/starter/messages"
)

// ErrDry is behind the error of a call for which no reply was left.
var ErrDry = errors.New("no reply left")

// Fake is a Model that gives its scripted replies in order, one for each call.
// It may be used by several goroutines at once; which of them gets which reply
// is then up to them.
type Fake struct {
	mu      sync.Mutex
	replies []Reply
	calls   []messages.Request
	used    int
}

var _ Model = (*Fake)(nil)

// New makes a fake from its script.
func New(replies ...Reply) *Fake {
	return &Fake{replies: slices.Clone(replies)}
}

// Complete records the request and gives the next reply. When none is left
// that is an error (ErrDry), never an empty reply: an empty reply looks like
// an answer, and the test of an agent that asked once too often would pass.
// After the context has ended nothing is recorded and no reply used up.
func (f *Fake) Complete(ctx context.Context, req messages.Request) (*messages.Response, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	reply, number, err := f.take(req)
	if err != nil {
		return nil, err
	}
	// Not under the lock: the function may well ask the fake for its calls.
	for reply.decide != nil {
		reply = reply.decide(clone(req))
	}
	if reply.err != nil {
		return nil, reply.err
	}
	return response(number, req, reply), nil
}

// take records a call and hands out its reply.
func (f *Fake) take(req messages.Request) (Reply, int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls = append(f.calls, clone(req))
	number := len(f.calls)
	if f.used == len(f.replies) {
		return Reply{}, number, fmt.Errorf("fakemodel: call %d: %w: all %d scripted replies are used; "+
			"script one more, or find out why the model was called again; the request held %d messages",
			number, ErrDry, len(f.replies), len(req.Messages))
	}
	f.used++
	return f.replies[f.used-1], number, nil
}

// Calls returns what was sent, in order, the call that found no reply
// included. A request is recorded as it was at the time of its call, whatever
// the program has done with its slices since.
func (f *Fake) Calls() []messages.Request {
	f.mu.Lock()
	defer f.mu.Unlock()
	calls := make([]messages.Request, len(f.calls))
	for i, call := range f.calls {
		calls[i] = clone(call)
	}
	return calls
}

// LeftOver is how many scripted replies nobody asked for. At the end of a test
// it should be 0.
func (f *Fake) LeftOver() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.replies) - f.used
}

// response dresses a scripted reply up as one of the API's. Its ids follow
// from the number of the call, so that tests can name them.
func response(number int, req messages.Request, reply Reply) *messages.Response {
	content := cloneBlocks(reply.Content)
	stopReason := messages.StopEndTurn
	for i := range content {
		if content[i].Type != messages.TypeToolUse {
			continue
		}
		stopReason = messages.StopToolUse
		if content[i].ID == "" {
			content[i].ID = fmt.Sprintf("toolu_fake_%04d_%d", number, i)
		}
	}
	if reply.StopReason != "" {
		stopReason = reply.StopReason
	}
	usage := reply.Usage
	if usage == (messages.Usage{}) {
		usage = messages.Usage{InputTokens: estimate(req), OutputTokens: estimate(content)}
	}
	return &messages.Response{
		ID:         fmt.Sprintf("msg_fake_%04d", number),
		Model:      cmp.Or(req.Model, messages.DefaultModel),
		Role:       messages.RoleAssistant,
		Content:    content,
		StopReason: stopReason,
		Usage:      usage,
		RequestID:  fmt.Sprintf("req_fake_%04d", number),
	}
}

// estimate makes budgets and costs testable. Four bytes a token is about right
// for English and wrong for everything else; never bill by it.
func estimate(v any) int {
	data, _ := json.Marshal(v) // what cannot be marshalled counts as nothing
	return max(1, len(data)/4)
}
