//go:build grader

package fakemodel_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"agentcourse/starter/agentic"
	"agentcourse/starter/fakemodel"
)

// drawing gives values that differ from seed to seed.
type drawing struct{ *rand.Rand }

func draw() drawing {
	seed, _ := strconv.ParseUint(os.Getenv("COURSE_SEED"), 10, 64)
	return drawing{rand.New(rand.NewPCG(seed, 32))}
}

// word is a text that occurs nowhere else.
func (d drawing) word() string {
	letters := make([]byte, 9)
	for i := range letters {
		letters[i] = 'a' + byte(d.IntN(26))
	}
	return string(letters)
}

// between is a whole number, both ends included.
func (d drawing) between(low, high int) int { return low + d.IntN(high-low+1) }

// request is a conversation of these texts, the user's and the model's in turn.
func request(texts ...string) agentic.Request {
	req := agentic.Request{MaxTokens: 100}
	for i, text := range texts {
		m := agentic.User(text)
		if i%2 == 1 {
			m, _ = agentic.Assistant(text)
		}
		req.Messages = append(req.Messages, m)
	}
	return req
}

// ask makes a call that has to bring a reply.
func ask(t *testing.T, fake *fakemodel.Fake, req agentic.Request, call string) agentic.Completion {
	t.Helper()
	reply, err := fake.Complete(context.Background(), req)
	if err != nil {
		fail(t, "Complete brings an error although a reply is scripted", call, "a completion, and no error", "the error: "+err.Error())
	}
	return reply
}

// fail ends a test in the form that a verdict is made of.
func fail(t *testing.T, says, call, want, got string) {
	t.Helper()
	t.Fatalf("%s\ncall: %s\nwant: %s\ngot: %s", says, call, want, got)
}

// equal compares what can be written down.
func equal(t *testing.T, says, call string, want, got any) {
	t.Helper()
	if w, g := fmt.Sprint(want), fmt.Sprint(got); w != g {
		fail(t, says, call, w, g)
	}
}

// texts are the texts of messages, in order, with who speaks.
func texts(messages []agentic.Message) string {
	lines := make([]string, len(messages))
	for i, m := range messages {
		lines[i] = fmt.Sprintf("%s %q", m.Role(), m.Text())
	}
	return "[" + strings.Join(lines, ", ") + "]"
}

// outcome is what a call brought, in a line.
func outcome(reply agentic.Completion, err error) string {
	if err != nil {
		return "the error: " + err.Error()
	}
	return fmt.Sprintf("no error, the text %q, finish reason %q, tool calls: %d", reply.Text, reply.FinishReason, len(reply.ToolCalls))
}
