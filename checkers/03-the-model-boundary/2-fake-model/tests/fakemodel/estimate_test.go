//go:build grader

package fakemodel_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"agentcourse/starter/agentic"
	"agentcourse/starter/fakemodel"
)

func TestEstimate(t *testing.T) {
	d := draw()
	for _, letter := range []string{"a", "ü", "語", "🙂"} {
		for _, n := range []int{0, 1, 3, 4, 7, 8, d.between(100, 999)} {
			where := fmt.Sprintf("EstimateTokens of %d times %q", n, letter)
			equal(t, "EstimateTokens gives another number", where, max(1, n/4), fakemodel.EstimateTokens(strings.Repeat(letter, n)))
		}
	}
	long, short := strings.Repeat(d.word(), 30), "ok"
	fake := fakemodel.New(fakemodel.Text(""), fakemodel.Text(short), fakemodel.ToolCall("a", nil), fakemodel.Text(long), fakemodel.Text(short),
		fakemodel.Text(short), fakemodel.Text(short))
	system := request(long+"12345678", "12345678", "12345678")
	system.Messages = append([]agentic.Message{agentic.System("12345678")}, system.Messages...)
	result := system
	answer, err := agentic.ToolResult("a", "12345678", false)
	if err != nil {
		t.Fatal(err)
	}
	result.Messages = append(slices.Clone(system.Messages), answer)
	before := agentic.Completion{}
	for i, conversation := range []struct {
		says string
		req  agentic.Request
	}{
		{"one message of two characters", request(short)},
		{"one message of 270 characters", request(long)},
		{"the same, and a message of eight characters after it", request(long, "12345678")},
		{"the same, with eight characters more in the first", request(long+"12345678", "12345678")},
		{"the same, and a message of eight characters after it", request(long+"12345678", "12345678", "12345678")},
		{"the same, and a system message of eight characters before it", system},
		{"the same, and a tool's result of eight characters after it", result},
	} {
		where := fmt.Sprintf("call %d, %s", i+1, conversation.says)
		got := ask(t, fake, conversation.req, where)
		if got.InputTokens <= before.InputTokens {
			fail(t, "the input tokens do not grow with the conversation", where, fmt.Sprintf("more than %d", before.InputTokens), fmt.Sprint(got.InputTokens))
		}
		if got.OutputTokens < 1 {
			fail(t, "a reply without output tokens", where, "at least 1", fmt.Sprint(got.OutputTokens))
		}
		before = got
	}
}
