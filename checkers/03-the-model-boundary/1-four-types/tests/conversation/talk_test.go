//go:build grader

package conversation_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"agentcourse/starter/agentic"
	"agentcourse/starter/conversation"
)

// talk is a conversation that a test builds, with what was called so far.
type talk struct {
	t     *testing.T
	c     *conversation.Conversation
	draw  *rand.Rand
	steps []string
}

func begin(t *testing.T, system string) *talk {
	seed, err := strconv.ParseUint(os.Getenv("COURSE_SEED"), 10, 64)
	if err != nil {
		seed = 1
	}
	k := &talk{t: t, c: conversation.New(system), draw: rand.New(rand.NewPCG(seed, 3))}
	if k.c == nil {
		t.Fatalf("New gives nil, no conversation\ncall: New(%q)", system)
	}
	k.note("c := New(%q)", system)
	return k
}

func (k *talk) note(format string, args ...any) {
	k.steps = append(k.steps, fmt.Sprintf(format, args...))
}

// fail reports a mistake; want and got may be "".
func (k *talk) fail(want, got, format string, args ...any) {
	k.t.Helper()
	text := fmt.Sprintf(format, args...)
	if want != "" {
		text += "\nwant: " + want + "\ngot: " + got
	}
	k.t.Fatalf("%s\ncall: %s", text, strings.Join(k.steps, "\n"))
}

func (k *talk) word() string {
	const consonants, vowels = "bdfgklmnprstvz", "aeiou"
	var b strings.Builder
	for range 3 {
		b.WriteByte(consonants[k.draw.IntN(len(consonants))])
		b.WriteByte(vowels[k.draw.IntN(len(vowels))])
	}
	return b.String()
}

func (k *talk) added(err error) {
	k.t.Helper()
	if err != nil {
		k.fail("no error", strconv.Quote(err.Error()), "the last of these calls is refused, and should not be")
	}
}

func (k *talk) user(text string) {
	k.t.Helper()
	k.note("c.User(%q)", text)
	k.added(k.c.User(text))
}

func (k *talk) reply(text string, ids ...string) {
	k.t.Helper()
	reply := agentic.Completion{Text: text, ToolCalls: calls(ids...), FinishReason: agentic.FinishStop}
	k.note("c.Assistant(%s)", showReply(reply))
	k.added(k.c.Assistant(reply))
}

func (k *talk) tool(id, text string) {
	k.t.Helper()
	k.note("c.Tool(%q, %q, false)", id, text)
	k.added(k.c.Tool(id, text, false))
}

// has compares the conversation with texts of the form that show makes.
func (k *talk) has(want ...string) {
	k.t.Helper()
	k.same("the messages are not those that were added, in their order", want, show(k.c.Messages()))
}

func (k *talk) same(summary string, want, got []string) {
	k.t.Helper()
	if !slices.Equal(want, got) {
		k.fail(list(want), list(got), "%s", summary)
	}
}

func (k *talk) open(want ...string) {
	k.t.Helper()
	k.same("Open does not give the calls that have no result yet, in the order of the calls", want, openIDs(k.c))
}

// refused makes a call that has to be refused and to change nothing. sentinel
// is what its error wraps, nil for anything.
func (k *talk) refused(why, call string, sentinel error, add func(c *conversation.Conversation) error) error {
	k.t.Helper()
	before, open, steps := show(k.c.Messages()), openIDs(k.c), k.steps
	k.note("%s", call)
	err := add(k.c)
	if err == nil {
		k.fail("an error", "nil", "%s, and the last of these calls takes it", why)
	}
	if sentinel != nil && !errors.Is(err, sentinel) {
		k.fail(fmt.Sprintf("an error that wraps %q", sentinel), strconv.Quote(err.Error()), "%s, and the error cannot be told by errors.Is", why)
	}
	k.same("a call that was refused changed the messages", before, show(k.c.Messages()))
	k.same("a call that was refused changed what is open", open, openIDs(k.c))
	k.steps = steps
	return err
}

// calls are tool calls with those ids.
func calls(ids ...string) []agentic.ToolCall {
	var list []agentic.ToolCall
	for i, id := range ids {
		list = append(list, agentic.ToolCall{ID: id, Name: "look", Arguments: json.RawMessage(fmt.Sprintf(`{"page":%d}`, i+1))})
	}
	return list
}

func openIDs(c *conversation.Conversation) []string {
	var ids []string
	for _, call := range c.Open() {
		ids = append(ids, call.ID)
	}
	return ids
}

func showCalls(calls []agentic.ToolCall) string {
	var b strings.Builder
	for _, call := range calls {
		fmt.Fprintf(&b, " %s:%s%s", call.ID, call.Name, call.Arguments)
	}
	return b.String()
}

func showReply(reply agentic.Completion) string {
	text := strconv.Quote(reply.Text)
	if len(reply.ToolCalls) > 0 {
		text += " calls" + showCalls(reply.ToolCalls)
	}
	return text
}

// show has one line for each message, without a provider's own form.
func show(messages []agentic.Message) []string {
	var lines []string
	for _, m := range messages {
		line := fmt.Sprintf("%s %s", m.Role(), short(m.Text()))
		if calls := m.ToolCalls(); len(calls) > 0 {
			line += " calls" + showCalls(calls)
		}
		if m.Role() == agentic.RoleTool {
			line = fmt.Sprintf("tool %s: %s", m.ToolCallID(), short(m.Text()))
		}
		if m.Failed() {
			line += " failed"
		}
		lines = append(lines, line)
	}
	return lines
}

// short quotes a text, and a very long one by its length.
func short(text string) string {
	if len(text) > 1000 {
		return fmt.Sprintf("(a text of %d bytes)", len(text))
	}
	return strconv.Quote(text)
}

func list(lines []string) string {
	if len(lines) == 0 {
		return "(none)"
	}
	const most = 40
	if len(lines) > most {
		lines = append(slices.Clone(lines[:most]), fmt.Sprintf("… (%d more)", len(lines)-most))
	}
	return strings.Join(lines, "\n")
}
