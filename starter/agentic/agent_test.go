package agentic

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// script is a Model of one function for each call, and an error beyond them. It
// keeps what it was sent.
type script struct {
	replies []func(Request) (Completion, error)
	calls   []Request
}

func (s *script) Complete(ctx context.Context, req Request) (Completion, error) {
	s.calls = append(s.calls, req)
	if err := ctx.Err(); err != nil {
		return Completion{}, err
	}
	if len(s.calls) > len(s.replies) {
		return Completion{}, errors.New("no reply left")
	}
	return s.replies[len(s.calls)-1](req)
}

func says(c Completion) func(Request) (Completion, error) {
	c.InputTokens, c.OutputTokens = 10, 1
	return func(Request) (Completion, error) { return c, nil }
}

func answers(text string) func(Request) (Completion, error) {
	return says(Completion{Text: text, FinishReason: FinishStop})
}

func asks(calls ...ToolCall) func(Request) (Completion, error) {
	return says(Completion{ToolCalls: calls, FinishReason: FinishToolCalls})
}

func call(id, name string) ToolCall {
	return ToolCall{id, name, json.RawMessage(fmt.Sprintf(`{"n":%q}`, id))}
}

// tools are two: echo gives its arguments back, fails fails.
func tools(t *testing.T) *Registry {
	t.Helper()
	spec := func(name string) ToolSpec {
		return ToolSpec{Name: name, Schema: json.RawMessage(`{"type":"object"}`)}
	}
	registry, err := NewRegistry(
		Tool{spec("echo"), func(_ context.Context, arguments json.RawMessage) (string, error) { return string(arguments), nil }},
		Tool{spec("fails"), func(context.Context, json.RawMessage) (string, error) { return "", errors.New("no luck") }},
	)
	if err != nil {
		t.Fatal(err)
	}
	return registry
}

func TestRun(t *testing.T) {
	same := asks(ToolCall{"a", "echo", json.RawMessage(`{}`)})
	tests := []struct {
		name       string
		agent      Agent
		replies    []func(Request) (Completion, error)
		stop       StopReason
		steps      int
		output     string
		trajectory []string
		err        string
	}{
		{name: "answer", replies: []func(Request) (Completion, error){answers("hi")}, stop: StopAnswered, steps: 1, output: "hi"},
		{name: "tools, then an answer", replies: []func(Request) (Completion, error){asks(call("a", "echo"), call("b", "fails")), asks(call("c", "none")), answers("hi")},
			stop: StopAnswered, steps: 3, output: "hi", trajectory: []string{"echo", "fails", "none"}},
		{name: "too many steps", agent: Agent{MaxSteps: 2}, replies: []func(Request) (Completion, error){asks(call("a", "echo")), asks(call("b", "echo"))},
			stop: StopStepLimit, steps: 2, trajectory: []string{"echo", "echo"}},
		{name: "answer in the last step", agent: Agent{MaxSteps: 1}, replies: []func(Request) (Completion, error){answers("hi")}, stop: StopAnswered, steps: 1, output: "hi"},
		{name: "budget", agent: Agent{TokenBudget: 22}, replies: []func(Request) (Completion, error){asks(call("a", "echo")), asks(call("b", "echo"))},
			stop: StopBudget, steps: 2, trajectory: []string{"echo", "echo"}},
		{name: "budget with something left", agent: Agent{TokenBudget: 23}, replies: []func(Request) (Completion, error){asks(call("a", "echo")), asks(call("b", "echo")), answers("hi")},
			stop: StopAnswered, steps: 3, output: "hi", trajectory: []string{"echo", "echo"}},
		{name: "stuck", replies: []func(Request) (Completion, error){same, same, same}, stop: StopStuck, steps: 3, trajectory: []string{"echo", "echo", "echo"}},
		{name: "not stuck", replies: []func(Request) (Completion, error){same, same, asks(call("b", "echo")), same, same, answers("hi")},
			stop: StopAnswered, steps: 6, output: "hi", trajectory: []string{"echo", "echo", "echo", "echo", "echo"}},
		{name: "cut off", replies: []func(Request) (Completion, error){says(Completion{Text: "hal", FinishReason: FinishLength, ToolCalls: []ToolCall{call("a", "echo")}})},
			stop: StopLength, steps: 1},
		{name: "error", replies: []func(Request) (Completion, error){asks(call("a", "echo"))}, stop: StopFailed, steps: 1, trajectory: []string{"echo"}, err: "no reply left"},
		{name: "a reply that makes no sense", replies: []func(Request) (Completion, error){asks(ToolCall{Name: "echo"})}, stop: StopFailed, steps: 1, err: "the model's reply"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			model := &script{replies: test.replies}
			test.agent.Model, test.agent.Tools = model, tools(t)
			run, err := test.agent.Run(t.Context(), "task")
			if run.Stop != test.stop || run.Steps != test.steps || run.Output != test.output || !slices.Equal(run.Trajectory(), test.trajectory) {
				t.Errorf("stop %s, %d steps, output %q, trajectory %q\nwant %s, %d, %q, %q", run.Stop, run.Steps, run.Output, run.Trajectory(), test.stop, test.steps, test.output, test.trajectory)
			}
			if (err == nil) != (test.err == "") || err != nil && !strings.Contains(err.Error(), test.err) {
				t.Errorf("error %v, want %q", err, test.err)
			}
			if want := (Usage{10 * test.steps, test.steps}); run.Usage != want {
				t.Errorf("usage %+v, want %+v", run.Usage, want)
			}
		})
	}
}

func TestWhatIsSent(t *testing.T) {
	temperature := 0.5
	history := []Message{User("earlier"), must(Assistant("yes"))}
	spare := append(make([]Message, 0, 9), history...) // with room behind it, for an append to spoil
	model := &script{replies: []func(Request) (Completion, error){asks(call("a", "echo"), call("b", "fails")), answers("hi")}}
	agent := Agent{Model: model, Tools: tools(t), System: "be kind", MaxTokens: 77, Temperature: &temperature}
	run, err := agent.Run(t.Context(), "now", spare...)
	if err != nil {
		t.Fatal(err)
	}
	first := append([]Message{System("be kind")}, append(history, User("now"))...)
	second := append(slices.Clone(first), must(Assistant("", call("a", "echo"), call("b", "fails"))),
		must(ToolResult("a", `{"n":"a"}`, false)), must(ToolResult("b", "no luck", true)))
	for i, want := range [][]Message{first, second} {
		got := model.calls[i]
		if diff := cmp.Diff(want, got.Messages); diff != "" {
			t.Errorf("call %d (-want +got):\n%s", i+1, diff)
		}
		if got.MaxTokens != 77 || got.Temperature != &temperature || len(got.Tools) != 2 || got.Tools[0].Name != "echo" {
			t.Errorf("call %d: %+v", i+1, got)
		}
	}
	if want := append(second, must(Assistant("hi"))); !slices.EqualFunc(run.Messages, want, Message.Equal) {
		t.Errorf("the run's messages (-want +got):\n%s", cmp.Diff(want, run.Messages))
	}
	if left := spare[:cap(spare)]; len(left) != 9 || left[2].Role() != "" {
		t.Error("the run wrote behind the history that it was given")
	}
}

// The first call is done only when the second is: they run side by side, and are still answered in order.
func TestCallsRunSideBySide(t *testing.T) {
	second := make(chan struct{})
	registry := must(NewRegistry(Tool{ToolSpec{Name: "wait", Schema: json.RawMessage(`{}`)}, func(ctx context.Context, arguments json.RawMessage) (string, error) {
		if string(arguments) == `{"n":"b"}` {
			close(second)
			return "second", nil
		}
		select {
		case <-second:
			return "first", nil
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}}))
	model := &script{replies: []func(Request) (Completion, error){asks(call("a", "wait"), call("b", "wait")), answers("hi")}}
	run, err := (&Agent{Model: model, Tools: registry}).Run(t.Context(), "task")
	if err != nil || run.Stop != StopAnswered {
		t.Fatalf("stop %s, error %v", run.Stop, err)
	}
	want := []Message{must(ToolResult("a", "first", false)), must(ToolResult("b", "second", false))}
	if diff := cmp.Diff(want, model.calls[1].Messages[2:]); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
}

// A call without arguments once reached the tool with none, while the conversation said {}.
func TestACallWithoutArguments(t *testing.T) {
	model := &script{replies: []func(Request) (Completion, error){asks(ToolCall{ID: "a", Name: "echo"}), answers("hi")}}
	run, err := (&Agent{Model: model, Tools: tools(t)}).Run(t.Context(), "task")
	if err != nil || run.Messages[2].Text() != "{}" {
		t.Errorf("the tool was given %q, error %v", run.Messages[2].Text(), err)
	}
}

func TestContexts(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	late, done := context.WithTimeout(t.Context(), 0)
	defer done()
	cancel()
	for want, ctx := range map[StopReason]context.Context{StopCancelled: cancelled, StopDeadline: late} {
		model := &script{}
		run, err := (&Agent{Model: model}).Run(ctx, "task")
		if run.Stop != want || err != nil || len(model.calls) != 0 {
			t.Errorf("stop %s, error %v, %d calls, want %s before any", run.Stop, err, len(model.calls), want)
		}
	}
	// Ended while a tool runs, and while the model thinks.
	ctx, cancel := context.WithCancel(t.Context())
	stops := must(NewRegistry(Tool{ToolSpec{Name: "stops", Schema: json.RawMessage(`{}`)}, func(context.Context, json.RawMessage) (string, error) {
		cancel()
		return "", nil
	}}))
	run, err := (&Agent{Model: &script{replies: []func(Request) (Completion, error){asks(call("a", "stops")), answers("hi")}}, Tools: stops}).Run(ctx, "task")
	if run.Stop != StopCancelled || err != nil || run.Steps != 1 {
		t.Errorf("in a tool: stop %s, error %v, %d steps", run.Stop, err, run.Steps)
	}
	ctx, cancel = context.WithCancel(t.Context())
	run, err = (&Agent{Model: &script{replies: []func(Request) (Completion, error){func(Request) (Completion, error) {
		cancel()
		return Completion{}, ctx.Err()
	}}}}).Run(ctx, "task")
	if run.Stop != StopCancelled || err != nil || run.Steps != 0 {
		t.Errorf("in a call: stop %s, error %v, %d steps", run.Stop, err, run.Steps)
	}
}

func TestRequestsThatCannotBeAreNotSent(t *testing.T) {
	model := &script{}
	run, err := (&Agent{Model: model, System: "be kind"}).Run(t.Context(), "task", System("be rude"))
	if !errors.Is(err, ErrRequest) || run.Stop != StopFailed || len(model.calls) != 0 {
		t.Errorf("stop %s, error %v, %d calls", run.Stop, err, len(model.calls))
	}
}

func TestLog(t *testing.T) {
	var log strings.Builder
	plain := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
	model := &script{replies: []func(Request) (Completion, error){asks(call("a", "fails")), answers("hi")}}
	if _, err := (&Agent{Model: model, Tools: tools(t), Log: plain}).Run(t.Context(), "task"); err != nil {
		t.Fatal(err)
	}
	const want = `level=INFO msg=model step=1 finish=tool_calls calls=1 in=10 out=1
level=INFO msg=tool name=fails id=a failed=true
level=INFO msg=model step=2 finish=stop calls=0 in=10 out=1
level=INFO msg="run ended" stop=answered steps=2 in=20 out=2
`
	if diff := cmp.Diff(want, log.String()); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
}
