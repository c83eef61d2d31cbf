//go:build grader

package fakemodel_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"agentcourse/starter/agentic"
	"agentcourse/starter/fakemodel"
)

// calledAtOnce is what came of many calls that eight goroutines made.
type calledAtOnce struct {
	replies []agentic.Completion
	errs    []error
}

// callAtOnce makes the calls for places from a number on, while others look on.
// Each of them is a goroutine of its own: a lock in one method would hide that
// there is none in another.
func (got *calledAtOnce) callAtOnce(fake *fakemodel.Fake, from, n int, looks ...func()) {
	const workers = 8
	begin := make(chan struct{})
	var all sync.WaitGroup
	for worker := range workers {
		all.Go(func() {
			<-begin
			for i := from + worker; i < n; i += workers {
				got.replies[i], got.errs[i] = fake.Complete(context.Background(), request(fmt.Sprint("message ", i)))
			}
		})
	}
	for _, look := range looks {
		all.Go(func() {
			<-begin
			for range 10 {
				look()
			}
		})
	}
	close(begin)
	all.Wait()
}

func TestAtOnce(t *testing.T) {
	n := draw().between(1000, 1299)
	script := make([]fakemodel.Reply, n)
	for i := range script {
		script[i] = fakemodel.ToolCalls(fakemodel.Text(fmt.Sprint("reply ", i)), fakemodel.ToolCall("a", nil))
	}
	for i := 0; i < n; i += 3 {
		script[i] = fakemodel.Decide(func(messages []agentic.Message) fakemodel.Reply {
			return fakemodel.Completion(agentic.Completion{Text: fmt.Sprint("reply ", i), Model: "decided for " + messages[0].Text(),
				ToolCalls: []agentic.ToolCall{{Name: "a"}}})
		})
	}
	fake := fakemodel.New(script...)
	got := calledAtOnce{make([]agentic.Completion, n), make([]error, n)}
	got.callAtOnce(fake, 0, n/2)
	got.callAtOnce(fake, n/2, n, func() { fake.Calls() }, func() { _, _ = fake.LastMessages() }, func() { _ = fake.Done() })
	where := fmt.Sprintf("%d calls by eight goroutines, of a fake with %d replies", n, n)
	given, ids, sent := map[string]int{}, map[string]int{}, map[string]int{}
	for i, reply := range got.replies {
		if got.errs[i] != nil {
			fail(t, "a call brings an error although there is a reply for each", where, "no error", got.errs[i].Error())
		}
		if whose, decided := strings.CutPrefix(reply.Model, "decided for "); decided {
			equal(t, "a function of Decide gets the messages of another call", where, fmt.Sprint("message ", i), whose)
		}
		given[reply.Text]++
		for _, call := range reply.ToolCalls {
			ids[call.ID]++
		}
	}
	calls := fake.Calls()
	for _, req := range calls {
		sent[texts(req.Messages)]++
	}
	equal(t, "not each reply is given once", where, fmt.Sprint(n, " different replies"), fmt.Sprint(len(given), " different replies"))
	equal(t, "not each call is recorded once", where+", then Calls", fmt.Sprintf("%d calls, %d of them different", n, n),
		fmt.Sprintf("%d calls, %d of them different", len(calls), len(sent)))
	equal(t, "two tool calls have the same id", where, fmt.Sprint(n, " different ids"), fmt.Sprint(len(ids), " different ids"))
	if err := fake.Done(); err != nil {
		fail(t, "every reply was asked for, and Done brings an error", where+", then Done", "nil", err.Error())
	}
}
