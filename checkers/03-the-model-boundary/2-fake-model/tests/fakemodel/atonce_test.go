//go:build grader

package fakemodel_test

import (
	"context"
	"fmt"
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

// callAtOnce makes a call for each place, and now and then uses the other
// methods.
func callAtOnce(fake *fakemodel.Fake, n int) calledAtOnce {
	got := calledAtOnce{make([]agentic.Completion, n), make([]error, n)}
	const workers = 8
	begin := make(chan struct{})
	var all sync.WaitGroup
	for worker := range workers {
		all.Go(func() {
			<-begin
			for i := worker; i < n; i += workers {
				got.replies[i], got.errs[i] = fake.Complete(context.Background(), request(fmt.Sprint("message ", i)))
				if i%100 == 0 {
					fake.Calls()
					_, _ = fake.LastMessages()
					_ = fake.Done()
				}
			}
		})
	}
	close(begin)
	all.Wait()
	return got
}

func TestAtOnce(t *testing.T) {
	n := draw().between(1000, 1299)
	script := make([]fakemodel.Reply, n)
	for i := range script {
		script[i] = fakemodel.ToolCalls(fakemodel.Text(fmt.Sprint("reply ", i)), fakemodel.ToolCall("a", nil))
	}
	decided := script[n/2]
	script[n/2] = fakemodel.Decide(func([]agentic.Message) fakemodel.Reply { return decided })
	fake := fakemodel.New(script...)
	got := callAtOnce(fake, n)
	where := fmt.Sprintf("%d calls by eight goroutines, of a fake with %d replies", n, n)
	given, ids, sent := map[string]int{}, map[string]int{}, map[string]int{}
	for i, reply := range got.replies {
		if got.errs[i] != nil {
			fail(t, "a call brings an error although there is a reply for each", where, "no error", got.errs[i].Error())
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
