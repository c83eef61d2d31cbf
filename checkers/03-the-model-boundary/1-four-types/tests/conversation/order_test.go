//go:build grader

package conversation_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"agentcourse/starter/agentic"
	"agentcourse/starter/conversation"
)

func TestMessages(t *testing.T) {
	k := begin(t, "")
	k.has()
	k = begin(t, " ")
	k.has(`system " "`)
	system, task, answer := "Be "+k.word()+".\n", " "+k.word()+"\n\t<é> 100%d ", k.word()+"\n"
	k = begin(t, system)
	k.has(fmt.Sprintf("system %q", system))
	k.user(task)
	k.reply(answer, "x1", "x2")
	k.note(`c.Tool("x1", "", true)`)
	k.added(k.c.Tool("x1", "", true))
	k.tool("x2", answer)
	k.reply("")
	k.user(answer)
	k.has(
		fmt.Sprintf("system %q", system), fmt.Sprintf("user %q", task),
		fmt.Sprintf("assistant %q calls x1:look{\"page\":1} x2:look{\"page\":2}", answer),
		`tool x1: "" failed`, fmt.Sprintf("tool x2: %q", answer), `assistant ""`, fmt.Sprintf("user %q", answer))
}

func TestOrder(t *testing.T) {
	user := func(c *conversation.Conversation) error { return c.User("And?") }
	answer := func(c *conversation.Conversation) error { return c.Assistant(agentic.Completion{Text: "Yes."}) }
	ask := func(c *conversation.Conversation) error {
		return c.Assistant(agentic.Completion{ToolCalls: calls("z")})
	}
	const userCall, answerCall, askCall = `c.User("And?")`, `c.Assistant("Yes.")`, `c.Assistant("" calls z:look{"page":1})`
	order := conversation.ErrOrder

	for _, system := range []string{"", "Be brief."} {
		k := begin(t, system)
		k.refused("a reply without a user message before it is none", answerCall, order, answer)
		k.refused("a reply without a user message before it is none", askCall, order, ask)
	}
	k := begin(t, "")
	for _, blank := range []string{"", "  \n\t "} {
		k.refused("a user message needs a text", fmt.Sprintf("c.User(%q)", blank), nil,
			func(c *conversation.Conversation) error { return c.User(blank) })
	}
	k.user(k.word())
	k.user(k.word())
	k.reply(k.word())
	k.refused("a reply cannot follow an answer", answerCall, order, answer)
	k.refused("a reply cannot follow an answer", askCall, order, ask)
	k.user(k.word())
	k.reply("", "a", "b")
	k.refused("two calls are open", userCall, order, user)
	k.refused("two calls are open", answerCall, order, answer)
	k.refused("two calls are open", askCall, order, ask)
	k.tool("b", k.word())
	k.refused("a call is open", userCall, order, user)
	k.refused("a call is open", answerCall, order, answer)
	k.refused("a call is open", askCall, order, ask)
	k.tool("a", k.word())
	k.reply("", "c")
	k.tool("c", k.word())
	k.user(k.word())
	k.reply(k.word())
}

func TestCutOff(t *testing.T) {
	k := begin(t, "")
	k.user(k.word())
	for _, reply := range []agentic.Completion{
		{Text: k.word()},
		{ToolCalls: calls("a", "b")},
		{Text: k.word(), ToolCalls: calls("a")},
		{},
	} {
		reply.FinishReason = agentic.FinishLength
		k.refused("a reply that was cut off is no turn", fmt.Sprintf("c.Assistant(%s, FinishReason: FinishLength)", showReply(reply)), nil,
			func(c *conversation.Conversation) error { return c.Assistant(reply) })
	}
	for _, c := range []struct {
		why   string
		calls []agentic.ToolCall
	}{
		{"two calls of one reply have one id", calls("a", "a")},
		{"a call has no id", calls("")},
		{"the arguments are no JSON object", []agentic.ToolCall{{ID: "a", Name: "look", Arguments: json.RawMessage(`{"page":`)}}},
	} {
		reply := agentic.Completion{ToolCalls: c.calls, FinishReason: agentic.FinishToolCalls}
		k.refused(c.why, fmt.Sprintf("c.Assistant(%s)", showReply(reply)), agentic.ErrMessage,
			func(c *conversation.Conversation) error { return c.Assistant(reply) })
	}
	k.reply(k.word()) // the same turn, asked for once more
	for _, reply := range []agentic.Completion{
		{FinishReason: ""}, {FinishReason: agentic.FinishToolCalls}, {FinishReason: "content_filter"},
	} {
		k.user(k.word())
		k.note("c.Assistant(%s, FinishReason: %q)", showReply(reply), reply.FinishReason)
		k.added(k.c.Assistant(reply))
	}
}

func TestOpaque(t *testing.T) {
	k := begin(t, "")
	k.user(k.word())
	first := agentic.Opaque{Provider: "messages", Content: json.RawMessage(`[{"type":"thinking", "signature": "` + k.word() + `<&>"}]`)}
	second := agentic.Opaque{Provider: k.word(), Content: json.RawMessage(`{"n":12345678901234567890}`)}
	asked := agentic.Completion{ToolCalls: calls("a"), FinishReason: agentic.FinishToolCalls, Opaque: first}
	k.note("c.Assistant(calls a, with Opaque)")
	k.added(k.c.Assistant(asked))
	k.tool("a", k.word())
	k.note("c.Assistant(text, with Opaque)")
	k.added(k.c.Assistant(agentic.Completion{Text: k.word(), Opaque: second}))
	k.opaque(k.c, 1, first)
	k.opaque(k.c, 3, second)
	k.note("c = c.Fork()")
	if k.c = k.c.Fork(); k.c == nil {
		k.fail("a conversation", "nil", "Fork gives no conversation")
	}
	k.opaque(k.c, 1, first)
	k.user(k.word())
	k.reply(k.word())
	k.note("c.Trim(6)")
	k.c.Trim(6)
	k.opaque(k.c, 3, second)
}

// opaque holds a message to the provider's own form that its reply had.
func (k *talk) opaque(c *conversation.Conversation, at int, want agentic.Opaque) {
	k.t.Helper()
	messages := c.Messages()
	if at >= len(messages) {
		k.fail(fmt.Sprintf("at least %d messages", at+1), fmt.Sprint(len(messages)), "messages are missing")
	}
	got := messages[at].Opaque()
	if got.Provider != want.Provider || string(got.Content) != string(want.Content) {
		k.fail(showOpaque(want), showOpaque(got),
			"message %d has lost the provider's own form of the reply, Opaque, or has it otherwise", at+1)
	}
}

func showOpaque(o agentic.Opaque) string {
	if o.Provider == "" && len(o.Content) == 0 {
		return "(none)"
	}
	return fmt.Sprintf("%s %s", o.Provider, o.Content)
}
