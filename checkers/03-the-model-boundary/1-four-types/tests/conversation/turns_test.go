//go:build grader

package conversation_test

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"agentcourse/starter/agentic"
)

// TestTurnsAtOnce has some goroutines ask and others answer, each answer with a
// call and its result. Who is refused is luck; that nothing is lost, and that
// nothing stands where it cannot, is not.
func TestTurnsAtOnce(t *testing.T) {
	for range 5 {
		k := begin(t, "")
		k.user("Look.")
		const askers, answerers, times = 4, 4, 100
		k.note("from %d goroutines at once: c.User, %d times; from %d others: c.Assistant with a call and, if that was taken, c.Tool, %d times",
			askers, times, answerers, times)
		var taken, lost atomic.Int32
		count := func(err error) bool {
			if err == nil {
				taken.Add(1)
			}
			return err == nil
		}
		start := make(chan struct{})
		var all sync.WaitGroup
		for n := range askers + answerers {
			all.Go(func() {
				<-start
				for i := range times {
					id := fmt.Sprintf("%d-%d", n, i)
					switch {
					case n < askers:
						count(k.c.User("task " + id))
					case count(k.c.Assistant(agentic.Completion{ToolCalls: calls(id)})) && !count(k.c.Tool(id, "of "+id, false)):
						lost.Add(1)
					}
				}
			})
		}
		close(start)
		all.Wait()
		messages := k.c.Messages()
		if len(messages) != 1+int(taken.Load()) {
			k.fail("each message that was taken, once", "some are missing, or there twice", "messages that were taken at once are lost")
		}
		for i := 1; i < len(messages); i++ {
			k.mayFollow(messages[i-1], messages[i])
		}
		if lost.Load() > 0 {
			k.fail("each reply that was taken takes the result of its call", "for some no such call is open", "a call is lost when replies come at once")
		}
	}
}

// mayFollow holds two neighbours to the order, where each reply has one call.
func (k *talk) mayFollow(before, m agentic.Message) {
	k.t.Helper()
	may := map[agentic.Role][]agentic.Role{
		agentic.RoleUser: {agentic.RoleUser, agentic.RoleTool}, agentic.RoleAssistant: {agentic.RoleUser, agentic.RoleTool}, agentic.RoleTool: {agentic.RoleAssistant},
	}
	if !slices.Contains(may[m.Role()], before.Role()) || m.Role() == agentic.RoleTool && m.ToolCallID() != before.ToolCalls()[0].ID {
		k.fail("an order that could have come one by one", list(show([]agentic.Message{before, m})),
			"of messages that came at once, one was taken where it cannot stand")
	}
}
