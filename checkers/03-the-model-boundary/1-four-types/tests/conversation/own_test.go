//go:build grader

package conversation_test

import (
	"encoding/json"
	"strings"
	"testing"

	"agentcourse/starter/agentic"
)

func TestOwnSlices(t *testing.T) {
	for size := range 6 { // whatever room append leaves behind the last message
		k := begin(t, "")
		for range size {
			k.user(k.word())
		}
		before := show(k.c.Messages())
		got := k.c.Messages()
		k.note("m := c.Messages()")
		extra := append(got, agentic.User("appended to m"))
		k.note("m2 := append(m, …)")
		k.user(k.word())
		k.same("what was appended to the slice that Messages gave is overwritten by a later addition",
			append(before, `user "appended to m"`), show(extra))
		after := show(k.c.Messages())
		k.note("m3 := append(m, …)")
		_ = append(got, agentic.User("appended to m"))
		k.same("appending to the slice that Messages gave changed the conversation", after, show(k.c.Messages()))
		k.note("m[i] = … for each i")
		for i := range got {
			got[i] = agentic.User("overwritten")
		}
		k.same("writing to the slice that Messages gave changed the conversation", after, show(k.c.Messages()))
		k.note("copy(c.Messages(), m)")
		copy(k.c.Messages(), got)
		k.same("writing to the slice that Messages gave changed the conversation", after, show(k.c.Messages()))
	}
	testReplySlices(begin(t, ""))
}

func testReplySlices(k *talk) {
	k.user("Look.")
	reply := agentic.Completion{ToolCalls: calls("a", "b", "c"), Opaque: agentic.Opaque{Provider: "messages", Content: json.RawMessage(`["own"]`)}}
	kept := strings.TrimSpace(showCalls(reply.ToolCalls))
	k.note("c.Assistant(reply), which calls a, b, c")
	k.added(k.c.Assistant(reply))
	messages := show(k.c.Messages())
	open := k.c.Open()
	k.note("o := c.Open(); o[0], o[1] = …")
	if len(open) == 3 {
		open[0].ID, open[1] = "overwritten", agentic.ToolCall{}
		copy(open[2].Arguments, `{"PAGE"`)
	}
	k.open("a", "b", "c")
	k.same("writing to what Open gave changed the conversation", messages, show(k.c.Messages()))
	k.tool("a", k.word())
	k.same("the calls of the reply that was handed in have changed; they are the caller's", []string{kept}, []string{strings.TrimSpace(showCalls(reply.ToolCalls))})
	messages = show(k.c.Messages())
	own := showOpaque(k.c.Messages()[1].Opaque())
	k.note("reply.ToolCalls[i] = … for each i")
	for i := range reply.ToolCalls {
		copy(reply.ToolCalls[i].Arguments, `{"PAGE"`)
		reply.ToolCalls[i].ID = "overwritten"
	}
	k.note("copy(reply.Opaque.Content, …)")
	copy(reply.Opaque.Content, `["OWN"]`)
	k.same("what the caller did with the reply afterwards changed the provider's own form of it", []string{own}, []string{showOpaque(k.c.Messages()[1].Opaque())})
	k.same("what the caller did with the reply afterwards changed the conversation", messages, show(k.c.Messages()))
	k.open("b", "c")
	if got := string(openArguments(k.c.Open())); got != `{"page":2}{"page":3}` {
		k.fail(`{"page":2}{"page":3}`, got, "what the caller did with the reply, or with what Open gave, changed the arguments of the open calls")
	}
}

func openArguments(calls []agentic.ToolCall) json.RawMessage {
	var all json.RawMessage
	for _, call := range calls {
		all = append(all, call.Arguments...)
	}
	return all
}
