//go:build grader

package fakemodel_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"agentcourse/starter/agentic"
	"agentcourse/starter/fakemodel"
)

// says reports whether a text has a number, and not just as a part of another.
func says(text string, number int) bool {
	return regexp.MustCompile(fmt.Sprintf(`(^|[^0-9])%d([^0-9]|$)`, number)).MatchString(text)
}

func TestFailures(t *testing.T) {
	d := draw()
	overloaded, tool, answer := errors.New("overloaded"), d.word(), d.word()
	script := []struct {
		says  string
		reply fakemodel.Reply
		want  error // nil: one that names the tool
	}{
		{"Fail(overloaded)", fakemodel.Fail(overloaded), overloaded},
		{"ToolCall with a function for arguments", fakemodel.ToolCall(tool, func() {}), nil},
		{"ToolCall with a list for arguments", fakemodel.ToolCall(tool, []string{"a"}), nil},
		{"ToolCall with 7 for arguments", fakemodel.ToolCall(tool, 7), nil},
		{"ToolCall with a text for arguments", fakemodel.ToolCall(tool, "{}"), nil},
		{"ToolCalls in which one tool has a function for arguments",
			fakemodel.ToolCalls(fakemodel.Text("x"), fakemodel.ToolCall("a", nil), fakemodel.ToolCall(tool, func() {})), nil},
		{"Decide that chooses Fail(overloaded)",
			fakemodel.Decide(func([]agentic.Message) fakemodel.Reply { return fakemodel.Fail(overloaded) }), overloaded},
	}
	var replies []fakemodel.Reply
	for _, step := range script {
		replies = append(replies, step.reply)
	}
	fake := fakemodel.New(append(replies, fakemodel.JSON(func() {}), fakemodel.Text(answer))...)
	for i, step := range script {
		where := fmt.Sprintf("call %d, scripted: %s", i+1, step.says)
		reply, err := fake.Complete(context.Background(), request("go"))
		switch {
		case step.want != nil && !errors.Is(err, step.want):
			fail(t, "the scripted error does not come out", where, "an error for which errors.Is finds the scripted one", outcome(reply, err))
		case err == nil:
			fail(t, "arguments that are no JSON object bring no error", where, "an error that names the tool "+tool, outcome(reply, err))
		case step.want == nil && !strings.Contains(err.Error(), tool):
			fail(t, "the error does not name the tool whose arguments are wrong", where, "the name "+tool+" in it", outcome(reply, err))
		}
	}
	where := fmt.Sprintf("call %d, scripted: JSON of a function", len(script)+1)
	if reply, err := fake.Complete(context.Background(), request("go")); err == nil {
		fail(t, "a value without JSON brings no error", where, "an error", outcome(reply, err))
	}
	where = fmt.Sprintf("call %d, scripted: Text(%q), after calls that failed", len(script)+2, answer)
	equal(t, "a reply that is a failure is not used up by its call", where, answer, ask(t, fake, request("go"), where).Text)
	equal(t, "calls that failed are not recorded", "Calls after all of them", len(script)+2, len(fake.Calls()))
}

func TestDry(t *testing.T) {
	d := draw()
	n := d.between(3, 9)
	var script []fakemodel.Reply
	for range n {
		script = append(script, fakemodel.Text("ok"))
	}
	fake := fakemodel.New(script...)
	for i := range n {
		ask(t, fake, request("go"), fmt.Sprintf("call %d of a fake with %d replies", i+1, n))
	}
	for number := n + 1; number <= n+2; number++ {
		where := fmt.Sprintf("call %d of a fake with %d replies", number, n)
		last := d.word()
		reply, err := fake.Complete(context.Background(), request(last))
		if !errors.Is(err, fakemodel.ErrDry) {
			fail(t, "the script is at its end, and no error says so", where, "an error for which errors.Is finds ErrDry", outcome(reply, err))
		}
		if !says(err.Error(), number) {
			fail(t, "the error does not say which call found no reply", where, fmt.Sprintf("the number %d in it", number), err.Error())
		}
		if !says(err.Error(), n) {
			fail(t, "the error does not say how many replies were scripted", where, fmt.Sprintf("the number %d in it", n), err.Error())
		}
		equal(t, "the call that found no reply is not recorded", where+", then Calls",
			fmt.Sprint("calls: ", number), fmt.Sprint("calls: ", len(fake.Calls())))
		messages, err := fake.LastMessages()
		if err != nil || texts(messages) != texts(request(last).Messages) {
			fail(t, "the messages of a call that found no reply are not the last ones", where+", then LastMessages",
				texts(request(last).Messages), fmt.Sprintf("%s, error: %v", texts(messages), err))
		}
	}
	if err := fake.Done(); err != nil {
		fail(t, "every reply was asked for, and Done brings an error", fmt.Sprintf("Done after %d calls of a fake with %d replies", n+2, n), "nil", err.Error())
	}
	if _, err := fakemodel.New().Complete(context.Background(), request("go")); !errors.Is(err, fakemodel.ErrDry) {
		fail(t, "a fake without a script gives no ErrDry", "New().Complete(…)", "an error for which errors.Is finds ErrDry", fmt.Sprint(err))
	}
}

func TestEnd(t *testing.T) {
	d := draw()
	asked, left := d.between(2, 4), d.between(5, 9) // asked, left and both together all differ
	var script []fakemodel.Reply
	for range asked + left {
		script = append(script, fakemodel.Text("ok"))
	}
	fake := fakemodel.New(script...)
	if messages, err := fake.LastMessages(); !errors.Is(err, fakemodel.ErrNeverCalled) {
		fail(t, "a model that was never called has last messages", "LastMessages before any call",
			"an error for which errors.Is finds ErrNeverCalled", fmt.Sprintf("%d messages, error: %v", len(messages), err))
	}
	for i := range asked + left {
		if i == asked || i == asked+left-1 {
			leftOver(t, fake, asked+left-i, fmt.Sprintf("Done after %d calls of a fake with %d replies", i, asked+left))
		}
		where := fmt.Sprintf("call %d of a fake with %d replies, then LastMessages", i+1, asked+left)
		req := request(d.word(), d.word(), d.word())
		ask(t, fake, req, where)
		messages, err := fake.LastMessages()
		if err != nil || texts(messages) != texts(req.Messages) {
			fail(t, "LastMessages are not the messages of the newest call", where, texts(req.Messages), fmt.Sprintf("%s, error: %v", texts(messages), err))
		}
	}
	if err := fake.Done(); err != nil {
		fail(t, "every reply was asked for, and Done brings an error", "Done after the last call", "nil", err.Error())
	}
	if err := fakemodel.New().Done(); err != nil {
		fail(t, "nothing was scripted, and Done brings an error", "New().Done()", "nil", err.Error())
	}
}

// leftOver holds Done to the number of replies that nobody asked for.
func leftOver(t *testing.T, fake *fakemodel.Fake, left int, where string) {
	t.Helper()
	err := fake.Done()
	if !errors.Is(err, fakemodel.ErrLeftOver) {
		fail(t, "replies are left over, and Done does not say so", where, "an error for which errors.Is finds ErrLeftOver", fmt.Sprint(err))
	}
	if !says(err.Error(), left) {
		fail(t, "the error does not say how many replies are left", where, fmt.Sprintf("the number %d in it", left), err.Error())
	}
}

func TestEnded(t *testing.T) {
	answer := draw().word()
	fake := fakemodel.New(fakemodel.Text(answer), fakemodel.Text("the second"))
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	expired, cancel := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancel()
	for _, ctx := range []context.Context{cancelled, expired} {
		where := "Complete with a context that has ended: " + ctx.Err().Error()
		if reply, err := fake.Complete(ctx, request("go")); !errors.Is(err, ctx.Err()) {
			fail(t, "a context that has ended brings another end", where, "an error for which errors.Is finds the context's", outcome(reply, err))
		}
		if n := len(fake.Calls()); n != 0 {
			fail(t, "a call whose context had ended is recorded", where+", then Calls", "calls: 0", fmt.Sprint("calls: ", n))
		}
	}
	wrong := request("go")
	wrong.MaxTokens = 0
	twice := request("go")
	twice.Tools = []agentic.ToolSpec{{Name: "a"}, {Name: "a"}}
	for _, req := range []agentic.Request{wrong, {MaxTokens: 100}, twice} {
		where := "Complete with a request of which Check says: " + req.Check().Error()
		if reply, err := fake.Complete(context.Background(), req); !errors.Is(err, agentic.ErrRequest) {
			fail(t, "a request that Check refuses is not refused", where, "the error of Check: "+req.Check().Error(), outcome(reply, err))
		}
	}
	where := "Complete after calls that were refused or whose context had ended"
	leftOver(t, fake, 2, "Done of a fake with 2 replies, after 2 calls whose context had ended and 3 that Check refused")
	equal(t, "a call that was refused, or whose context had ended, used up a reply", where, answer, ask(t, fake, request("go"), where).Text)
}
