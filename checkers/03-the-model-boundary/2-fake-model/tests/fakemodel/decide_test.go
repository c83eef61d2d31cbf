//go:build grader

package fakemodel_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"agentcourse/starter/agentic"
	"agentcourse/starter/fakemodel"
)

// within waits for a step that a fake which holds a lock would never take.
func within(t *testing.T, done <-chan agentic.Completion, says, call string) agentic.Completion {
	t.Helper()
	// Many short waits and not a long one: while a machine stands still, one of them passes and not all.
	for range 200 {
		select {
		case reply := <-done:
			return reply
		case <-time.After(10 * time.Millisecond):
		}
	}
	fail(t, says, call, "it comes back", "nothing in two seconds")
	return agentic.Completion{}
}

// start makes a call in a goroutine of its own.
func start(fake *fakemodel.Fake, req agentic.Request) <-chan agentic.Completion {
	done := make(chan agentic.Completion, 1)
	go func() {
		reply, err := fake.Complete(context.Background(), req)
		if err != nil {
			reply.Text = "the error: " + err.Error()
		}
		done <- reply
	}()
	return done
}

func TestDecide(t *testing.T) {
	d := draw()
	found, other := d.word(), d.word()
	var got []string
	choose := fakemodel.Decide(func(messages []agentic.Message) fakemodel.Reply {
		got = append(got, texts(messages))
		switch messages[len(messages)-1].Text() {
		case found:
			return fakemodel.Text("found " + found)
		case other:
			messages[0] = agentic.User("changed by the first function")
			return fakemodel.Decide(func(again []agentic.Message) fakemodel.Reply {
				return fakemodel.Text(fmt.Sprint(len(again), " messages, ", again[0].Text()))
			})
		}
		return fakemodel.ToolCall("search", map[string]string{"q": found})
	})
	fake := fakemodel.New(choose, choose, fakemodel.Text("not decided"), choose)
	for i, step := range []struct {
		req  agentic.Request
		want string
	}{
		{request("find it"), `no error, the text "", finish reason "tool_calls", tool calls: 1`},
		{request("find it", "searching", found), `no error, the text "found ` + found + `", finish reason "stop", tool calls: 0`},
		{request("find it", "searching", found), `no error, the text "not decided", finish reason "stop", tool calls: 0`},
		{request("a", "b", other), `no error, the text "3 messages, a", finish reason "stop", tool calls: 0`},
	} {
		where := fmt.Sprintf("call %d, the messages: %s", i+1, texts(step.req.Messages))
		calls := len(got)
		reply, err := fake.Complete(context.Background(), step.req)
		equal(t, "the reply is not the one that the function chose", where, step.want, outcome(reply, err))
		if i == 2 {
			continue
		}
		equal(t, "the function of Decide is not called once for its call", where, calls+1, len(got))
		equal(t, "the function of Decide does not get the messages of the call", where, texts(step.req.Messages), got[calls])
	}
}

func TestDecideWhileOthersCall(t *testing.T) {
	d := draw()
	answer := d.word()
	var fake *fakemodel.Fake
	asks := fakemodel.Decide(func(messages []agentic.Message) fakemodel.Reply {
		last, _ := fake.LastMessages()
		_ = fake.Done()
		return fakemodel.Text(fmt.Sprintf("%d %s", len(fake.Calls()), texts(last)))
	})
	entered, answered := make(chan agentic.Completion, 1), make(chan agentic.Completion)
	waits := fakemodel.Decide(func(messages []agentic.Message) fakemodel.Reply {
		entered <- agentic.Completion{}
		<-answered
		return fakemodel.Decide(func(messages []agentic.Message) fakemodel.Reply { return fakemodel.Text(texts(messages)) })
	})
	fake = fakemodel.New(fakemodel.Text("first"), asks, waits, fakemodel.Text(answer))
	ask(t, fake, request("go"), "call 1")

	where := "call 2, whose function of Decide calls LastMessages, Done and Calls"
	reply := within(t, start(fake, request("now")), "a function of Decide that asks the fake itself waits for ever", where)
	equal(t, "the call that is being decided is not among those that Calls has", where, "2 "+texts(request("now").Messages), reply.Text)

	where = "call 4, while the function of call 3 waits for it"
	waiting := start(fake, request("wait"))
	within(t, entered, "the function of Decide is not called", "call 3")
	reply = within(t, start(fake, request("go")), "a call waits until the function of another call has decided", where)
	equal(t, "the reply is another one", where, answer, reply.Text)
	close(answered)
	where = "call 3, whose function waited for call 4 and returned another Decide"
	equal(t, "a function of Decide gets the messages of another call", where, texts(request("wait").Messages),
		within(t, waiting, "a call does not come back", where).Text)
}
