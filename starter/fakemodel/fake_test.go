package fakemodel

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"agentcourse/starter/messages"
)

func ask(text string) messages.Request {
	return messages.Request{MaxTokens: 100, Messages: []messages.Message{messages.UserText(text)}}
}

// wire is how a reply looks as JSON; what tests compare is what an agent sees.
func wire(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestReplies(t *testing.T) {
	tests := []struct {
		name       string
		reply      Reply
		stopReason string
		content    string
	}{
		{"text", Text("hi"), "end_turn", `[{"type":"text","text":"hi"}]`},
		{"tool call", ToolCall("calc", map[string]any{"expr": "1+1"}), "tool_use",
			`[{"type":"tool_use","id":"toolu_fake_0001_0","name":"calc","input":{"expr":"1+1"}}]`},
		{"tool call without input", ToolCall("now", nil), "tool_use",
			`[{"type":"tool_use","id":"toolu_fake_0001_0","name":"now","input":{}}]`},
		{"text and two tool calls", ToolCalls(Text("let me see"), ToolCall("a", nil), ToolCall("b", nil)), "tool_use",
			`[{"type":"text","text":"let me see"},{"type":"tool_use","id":"toolu_fake_0001_1","name":"a","input":{}},{"type":"tool_use","id":"toolu_fake_0001_2","name":"b","input":{}}]`},
		{"cut off", Reply{Content: []messages.Block{messages.Text("hal")}, StopReason: "max_tokens"}, "max_tokens",
			`[{"type":"text","text":"hal"}]`},
		{"decided", Decide(func(req messages.Request) Reply { return Text(strings.ToUpper(req.Messages[0].Content[0].Text)) }), "end_turn",
			`[{"type":"text","text":"HI"}]`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			fake := New(test.reply)
			reply, err := fake.Complete(t.Context(), ask("hi"))
			if err != nil {
				t.Fatal(err)
			}
			if got := wire(t, reply.Content); got != test.content {
				t.Errorf("content %s\n   want %s", got, test.content)
			}
			if reply.StopReason != test.stopReason || reply.ID != "msg_fake_0001" || reply.RequestID != "req_fake_0001" ||
				reply.Role != "assistant" || reply.Model != messages.DefaultModel {
				t.Errorf("reply %+v", reply)
			}
			if reply.Usage.In() < 1 || reply.Usage.Out() < 1 {
				t.Errorf("usage %+v, want an estimate", reply.Usage)
			}
		})
	}
}

func TestUsageCanBeScripted(t *testing.T) {
	want := messages.Usage{InputTokens: 7, OutputTokens: 9}
	scripted := Text("x")
	scripted.Usage = want
	if reply, err := New(scripted).Complete(t.Context(), ask("hi")); err != nil || reply.Usage != want {
		t.Errorf("reply %+v, error %v", reply, err)
	}
}

func TestFailures(t *testing.T) {
	overloaded := &messages.APIError{Status: 529}
	fake := New(Fail(overloaded), ToolCall("calc", func() {}), ToolCalls(Text("x"), ToolCall("calc", func() {})))
	if reply, err := fake.Complete(t.Context(), ask("hi")); reply != nil || !errors.Is(err, overloaded) {
		t.Errorf("reply %v, error %v, want the scripted error", reply, err)
	}
	for range 2 {
		if _, err := fake.Complete(t.Context(), ask("hi")); err == nil || !strings.Contains(err.Error(), "calc") {
			t.Errorf("error %v, want one that names the tool with the impossible input", err)
		}
	}
	if fake.LeftOver() != 0 {
		t.Errorf("LeftOver() = %d, want 0: a failure uses up its reply", fake.LeftOver())
	}
}

func TestDryAndLeftOver(t *testing.T) {
	fake := New(Text("one"), Text("two"))
	if fake.LeftOver() != 2 {
		t.Errorf("LeftOver() = %d before the first call, want 2", fake.LeftOver())
	}
	for _, want := range []string{"one", "two"} {
		if reply, err := fake.Complete(t.Context(), ask("hi")); err != nil || reply.Text() != want {
			t.Errorf("reply %v, error %v, want %q", reply, err, want)
		}
	}
	for n := 3; n <= 4; n++ {
		reply, err := fake.Complete(t.Context(), ask("again"))
		if reply != nil || !errors.Is(err, ErrDry) {
			t.Fatalf("reply %v, error %v, want ErrDry", reply, err)
		}
		for _, want := range []string{fmt.Sprintf("call %d", n), "all 2 scripted", "find out why"} {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("error %q lacks %q", err, want)
			}
		}
	}
	if fake.LeftOver() != 0 || len(fake.Calls()) != 4 {
		t.Errorf("LeftOver() = %d, %d calls, want 0 and 4", fake.LeftOver(), len(fake.Calls()))
	}
}

func TestNothingHappensAfterTheContextEnded(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	fake := New(Text("x"))
	if _, err := fake.Complete(ctx, ask("hi")); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	if fake.LeftOver() != 1 || len(fake.Calls()) != 0 {
		t.Errorf("LeftOver() = %d, %d calls, want 1 and 0", fake.LeftOver(), len(fake.Calls()))
	}
}

// Each of these changes must be invisible in what was recorded.
func TestCallsAreDeepCopies(t *testing.T) {
	fresh := func() messages.Request {
		req := ask("question")
		req.Messages[0].Content = append(req.Messages[0].Content, messages.Block{Type: "tool_use", ID: "a", Name: "n", Input: json.RawMessage(`{"x":1}`)})
		req.Tools = []messages.Tool{{Name: "t", InputSchema: json.RawMessage(`{"type":"object"}`)}}
		req.StopSequences = []string{"END"}
		req.OutputConfig.Format = messages.JSONSchema(`{"type":"object"}`)
		return req
	}
	spoil := func(req messages.Request) {
		copy(req.Messages[0].Content[1].Input, `{"x":2}`)
		req.Messages[0].Content[0] = messages.Text("spoilt")
		req.Messages[0] = messages.UserText("spoilt")
		copy(req.Tools[0].InputSchema, `{"type":"spoilt"}`)
		req.Tools[0].Name = "spoilt"
		req.StopSequences[0] = "spoilt"
		copy(req.OutputConfig.Format.Schema, `{"type":"spoilt"}`)
	}
	want := wire(t, fresh())

	req := fresh()
	fake := New(Decide(func(seen messages.Request) Reply {
		spoil(seen)
		return Text("x")
	}))
	if _, err := fake.Complete(t.Context(), req); err != nil {
		t.Fatal(err)
	}
	if got := wire(t, req); got != want {
		t.Errorf("the program's request was changed by Decide:\n%s", got)
	}
	// An agent that goes on appending to its history.
	content := req.Messages[0].Content
	spoil(req)
	content[0].Text = "spoilt"
	spoil(fake.Calls()[0])
	if got := wire(t, fake.Calls()[0]); got != want {
		t.Errorf("the record changed:\n got %s\nwant %s", got, want)
	}
}

func TestRepliesAreNotShared(t *testing.T) {
	scripted := ToolCall("n", map[string]int{"x": 1})
	fake := New(scripted, scripted)
	first, err := fake.Complete(t.Context(), ask("hi"))
	if err != nil {
		t.Fatal(err)
	}
	copy(first.Content[0].Input, `{"x":2}`)
	second, err := fake.Complete(t.Context(), ask("hi"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := wire(t, second.Content), `[{"type":"tool_use","id":"toolu_fake_0002_0","name":"n","input":{"x":1}}]`; got != want {
		t.Errorf("second reply %s, want %s", got, want)
	}
}

// The whole history is sent each time: that is what Calls is for.
func TestDecideFollowsTheConversation(t *testing.T) {
	step := Decide(func(req messages.Request) Reply {
		last := req.Messages[len(req.Messages)-1]
		if last.Content[0].Type == messages.TypeToolResult {
			return Text("found " + last.Content[0].Content)
		}
		return ToolCall("search", map[string]string{"q": "cats"})
	})
	fake := New(step, step)
	history := []messages.Message{messages.UserText("find cats")}
	for {
		reply, err := fake.Complete(t.Context(), messages.Request{Messages: history})
		if err != nil {
			t.Fatal(err)
		}
		history = append(history, reply.Message())
		if reply.StopReason != messages.StopToolUse {
			break
		}
		result := messages.ToolResult(reply.ToolUses()[0].ID, "two cats", false)
		history = append(history, messages.Message{Role: messages.RoleUser, Content: []messages.Block{result}})
	}
	if got := history[len(history)-1].Content[0].Text; got != "found two cats" {
		t.Errorf("answer %q", got)
	}
	var lengths []int
	for _, call := range fake.Calls() {
		lengths = append(lengths, len(call.Messages))
	}
	if diff := cmp.Diff([]int{1, 3}, lengths); diff != "" {
		t.Errorf("messages sent (-want +got):\n%s", diff)
	}
}

func TestConcurrentCalls(t *testing.T) {
	const n = 50
	script := make([]Reply, n)
	for i := range script {
		script[i] = Text(fmt.Sprint(i))
	}
	var fake *Fake
	script[0] = Decide(func(messages.Request) Reply {
		fake.Calls() // a function of the request may ask the fake itself
		return Text("0")
	})
	fake = New(script...)
	seen := make([]string, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			reply, err := fake.Complete(t.Context(), ask("hi"))
			if err != nil {
				t.Error(err)
				return
			}
			seen[i] = reply.Text()
			fake.LeftOver()
		})
	}
	wg.Wait()
	count := map[string]int{}
	for _, s := range seen {
		count[s]++
	}
	if len(count) != n || fake.LeftOver() != 0 || len(fake.Calls()) != n {
		t.Errorf("%d different replies, %d left, %d calls, want %d, 0, %d", len(count), fake.LeftOver(), len(fake.Calls()), n, n)
	}
}
