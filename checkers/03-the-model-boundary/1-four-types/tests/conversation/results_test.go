//go:build grader

package conversation_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"agentcourse/starter/conversation"
)

func TestTool(t *testing.T) {
	k := begin(t, "")
	a, b := "a-"+k.word(), "b-"+k.word()
	k.notOpen("nothing was asked for", a)
	k.user(k.word())
	k.notOpen("nothing was asked for", a)
	k.open()
	k.reply("", a, b)
	k.open(a, b)
	k.same("Open gives calls that are not as the reply has them", []string{showCalls(calls(a, b))}, []string{showCalls(k.c.Open())})
	k.notOpen("no call has this id", "c-"+k.word())
	k.notOpen("no call has this id", "")
	k.tool(a, k.word())
	k.open(b)
	k.notOpen("this call has its result", a)
	k.tool(b, k.word())
	k.open()
	k.notOpen("this call has its result", b)
	k.reply("", "next")
	k.notOpen("this is a call of an earlier reply", a)
	k.tool("next", k.word())
	k.again(a)
	k.reply(k.word())
	k.notOpen("the newest reply asks for nothing", "next")
	k.user(k.word())
	k.again(a)
}

// again has a call whose id was there before: some servers count their calls
// anew in each reply.
func (k *talk) again(a string) {
	k.t.Helper()
	k.reply("", a)
	k.open(a)
	k.tool(a, "again")
	k.open()
	if got := show(k.c.Messages()); len(got) == 0 || got[len(got)-1] != "tool "+a+`: "again"` {
		k.fail("tool "+a+`: "again"`, list(got), "an id that comes again in a later reply is a new call, and its result is the newest message")
	}
}

func (k *talk) notOpen(why, id string) {
	k.t.Helper()
	err := k.refused(why, fmt.Sprintf("c.Tool(%q, \"x\", false)", id), conversation.ErrOrder,
		func(c *conversation.Conversation) error { return c.Tool(id, "x", false) })
	if !strings.Contains(err.Error(), id) {
		k.fail("an error with "+id, strconv.Quote(err.Error()), "the error does not name the id that was refused")
	}
}

func TestCallOrder(t *testing.T) {
	k := begin(t, "")
	k.user("Look.")
	k.reply("", "one")
	k.tool("one", "1")
	ids := []string{"m", "k", "z", "a", "q"}
	k.draw.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	k.reply("", ids...)
	want := show(k.c.Messages())
	arrived := slices.Clone(ids)
	slices.Reverse(arrived)
	arrived[1], arrived[2] = arrived[2], arrived[1]
	done := map[string]bool{}
	for _, id := range arrived {
		k.tool(id, "result of "+id)
		done[id] = true
		expected, open := slices.Clone(want), []string(nil)
		for _, id := range ids {
			if done[id] {
				expected = append(expected, fmt.Sprintf("tool %s: %q", id, "result of "+id))
			} else {
				open = append(open, id)
			}
		}
		k.same("the results do not stand in the order of the calls", expected, show(k.c.Messages()))
		k.open(open...)
	}
}

func TestAtOnce(t *testing.T) {
	const rounds, tools = 20, 16
	for range rounds {
		k := begin(t, "")
		var ids []string
		for i := range tools {
			ids = append(ids, fmt.Sprintf("call%02d", i))
		}
		k.user("Look.")
		k.reply("", ids...)
		want := show(k.c.Messages())
		for _, id := range ids {
			want = append(want, fmt.Sprintf("tool %s: \"of %s\"", id, id))
		}
		k.note("from %d goroutines at once: c.Tool for each call, twice; c.Open, c.Messages, c.Fork, c.Trim(1000)", 2*tools+4)
		for _, times := range k.atOnce(ids) {
			if times != 1 {
				k.fail("1 taken, 1 refused", fmt.Sprintf("%d taken, %d refused", times, 2-times), "of two results for one call, one is to be taken")
			}
		}
		got := show(k.c.Messages())
		slices.Sort(want) // of their order, another test makes sure
		slices.Sort(got)
		k.same("results that came at once are lost", want, got)
		k.open()
		k.reply("done")
	}
}

// atOnce gives two results for each call, all side by side, while others look
// on, and says how many of the two were taken.
func (k *talk) atOnce(ids []string) []int32 {
	taken := make([]int32, len(ids))
	start := make(chan struct{})
	var all sync.WaitGroup
	for i := range 2 * len(ids) {
		all.Go(func() {
			<-start
			if k.c.Tool(ids[i/2], "of "+ids[i/2], false) == nil {
				atomic.AddInt32(&taken[i/2], 1)
			}
		})
	}
	// Each in a goroutine of its own: a lock in one would hide that there is none in another.
	for _, look := range []func(){func() { k.c.Open() }, func() { k.c.Messages() }, func() { k.c.Fork() }, func() { k.c.Trim(1000) }} {
		all.Go(func() {
			<-start
			for range 8 {
				look()
			}
		})
	}
	close(start)
	all.Wait()
	return taken
}
