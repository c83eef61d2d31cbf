//go:build grader

package conversation_test

import (
	"fmt"
	"testing"
)

// fork is a second conversation, under the name d in what was called.
func (k *talk) fork() *talk {
	k.note("d := c.Fork()")
	d := k.c.Fork()
	if d == nil {
		k.fail("a conversation", "nil", "Fork gives no conversation")
	}
	return &talk{t: k.t, c: d, draw: k.draw}
}

func TestFork(t *testing.T) {
	for size := range 5 { // whatever room append leaves behind the last message
		k := begin(t, "Be brief.")
		for i := range size {
			k.user(fmt.Sprintf("task %d", i))
		}
		before := show(k.c.Messages())
		d := k.fork()
		k.note(`d.User("to the fork"), then c.User("to the original")`)
		k.added(d.c.User("to the fork"))
		k.added(k.c.User("to the original"))
		k.same("what was added to the original is not what it has", append(before[:len(before):len(before)], `user "to the original"`), show(k.c.Messages()))
		k.same("what was added to the original shows in its fork", append(before[:len(before):len(before)], `user "to the fork"`), show(d.c.Messages()))
	}

	k := begin(t, "")
	k.user("old")
	k.reply("old answer")
	k.user("new")
	k.reply("", "a", "b")
	k.tool("a", "A")
	before := show(k.c.Messages())
	d := k.fork()
	k.same("the fork does not have the open calls", []string{"b"}, openIDs(d.c))
	k.note(`d.Tool("b", "in the fork", false)`)
	k.added(d.c.Tool("b", "in the fork", false))
	k.same("a result in the fork changed the original", before, show(k.c.Messages()))
	k.open("b")
	k.tool("b", "in the original")
	k.same("a result in the original changed the fork", append(before[:5:5], `tool b: "in the fork"`), show(d.c.Messages()))
	k.note("d.Trim(0)")
	before = show(k.c.Messages())
	d.c.Trim(0)
	k.same("Trim of the fork changed the original", before, show(k.c.Messages()))
	d = k.fork()
	k.note("c.Trim(0)")
	k.c.Trim(0)
	k.added(k.c.User("next"))
	k.same("Trim of the original changed the fork", before, show(d.c.Messages()))
}
