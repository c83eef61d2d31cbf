//go:build grader

package conversation_test

import (
	"fmt"
	"slices"
	"testing"
)

// fourTurns has turns of 2, 5, 1 and 4 messages besides the system message.
func fourTurns(t *testing.T, system string) *talk {
	k := begin(t, system)
	k.user("first")
	k.reply("done")
	k.user("second")
	k.reply("", "a", "b")
	k.tool("a", "A")
	k.tool("b", "B")
	k.reply("done")
	k.user("third")
	k.user("fourth")
	k.reply("", "a")
	k.tool("a", "A")
	k.reply("done")
	return k
}

func TestTrim(t *testing.T) {
	for _, system := range []string{"", "Be brief."} {
		first := len([]rune(system)) / len("Be brief.") // 1 with a system message
		for n := 14; n >= -1; n-- {
			keeps := 4
			switch {
			case n >= 12:
				keeps = 12
			case n >= 10:
				keeps = 10
			case n >= 5:
				keeps = 5
			}
			k := fourTurns(t, system)
			all := show(k.c.Messages())
			if len(all) != first+12 {
				k.fail(fmt.Sprint(first+12), fmt.Sprint(len(all)), "the number of messages is not that of what was added")
			}
			k.note("c.Trim(%d)", n)
			k.c.Trim(n)
			k.same(fmt.Sprintf("after Trim(%d) the conversation does not have the newest whole turns, as many as fit, after the system message", n),
				slices.Concat(all[:first], all[first+12-keeps:]), show(k.c.Messages()))
			k.open()
			k.user("next")
			k.reply(k.word(), "a")
			k.open("a")
		}
	}

	k := begin(t, "")
	k.note("c.Trim(0), then c.Trim(1)")
	k.c.Trim(0)
	k.c.Trim(1)
	k.has()
	k = begin(t, "Be brief.")
	k.note("c.Trim(0)")
	k.c.Trim(0)
	k.has(`system "Be brief."`)
	k.user("old")
	k.reply("done")
	k.user("new")
	k.reply("", "a", "b", "c")
	k.tool("a", "A")
	k.note("c.Trim(2)")
	k.c.Trim(2)
	k.open("b", "c")
	k.tool("b", "B")
	k.tool("c", "C")
	k.same("a turn that was begun before Trim does not go on after it", []string{
		`system "Be brief."`, `user "new"`, `assistant "" calls a:look{"page":1} b:look{"page":2} c:look{"page":3}`,
		`tool a: "A"`, `tool b: "B"`, `tool c: "C"`}, show(k.c.Messages()))
}
