//go:build grader

package reactive_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"agentcourse/checkers/03-the-model-boundary/2-fake-model/solutions/plain/fakemodel"
	"agentcourse/starter/agentic"
)

// A scene is one run of the agent. What became of it is written down as lines
// of text, and the test compares these.
type scene struct {
	tools   func() []agentic.Tool
	history []string // user and assistant in turns
	script  []fakemodel.Reply
	want    []string
}

func TestScenes(t *testing.T) {
	scenes := map[string]scene{
		"counts the stock": {
			tools:  func() []agentic.Tool { return []agentic.Tool{stock()} },
			script: []fakemodel.Reply{fakemodel.Decide(upToTheResult), fakemodel.Decide(upToTheResult), fakemodel.Decide(upToTheResult)},
			want: []string{
				"call 1: user: go",
				"  tool stock " + string(stock().Schema),
				`call 2: user: go | assistant: [k1 stock {"of":"lamps"}] | tool k1: 12 lamps`,
				"  tool stock " + string(stock().Schema),
				"answered: Twelve. [stock]",
				"history: ",
				"left: fakemodel: replies left over: 1 of 3",
			},
		},
		"two that meet": {
			tools:  meeting,
			script: []fakemodel.Reply{calls("x", "left", "y", "right"), fakemodel.Text("met")},
			want: []string{
				"call 1: user: go",
				`  tool left {"type":"object","properties":{},"additionalProperties":false}`,
				`  tool right {"type":"object","properties":{},"additionalProperties":false}`,
				"call 2: user: go | assistant: [x left {}] [y right {}] | tool x: left was there | tool y: right was there",
				`  tool left {"type":"object","properties":{},"additionalProperties":false}`,
				`  tool right {"type":"object","properties":{},"additionalProperties":false}`,
				"answered: met [left right]",
				"history: ",
				"left: <nil>",
			},
		},
		"after others": {
			history: []string{"one", "two", "three"},
			script:  []fakemodel.Reply{fakemodel.JSON(4)},
			want:    []string{"call 1: user: one | assistant: two | user: three | user: go", "answered: 4 []", "history: user: one | assistant: two | user: three", "left: <nil>"},
		},
	}
	for name, sc := range scenes {
		t.Run(name, func(t *testing.T) { synctest.Test(t, sc.play) })
	}
}

// play runs in a bubble of its own time: its minute is over as soon as nobody
// can go on.
func (sc scene) play(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	agent := agentic.Agent{}
	if sc.tools != nil {
		var err error
		if agent.Tools, err = agentic.NewRegistry(sc.tools()...); err != nil {
			t.Fatal(err)
		}
	}
	var history []agentic.Message
	for i, text := range sc.history {
		m, err := agentic.NewMessage([]agentic.Role{agentic.RoleUser, agentic.RoleAssistant}[i%2], text)
		if err != nil {
			t.Fatal(err)
		}
		history = append(history, m)
	}
	fake := fakemodel.New(sc.script...)
	agent.Model = fake
	run, err := agent.Run(ctx, "go", history...)
	if err != nil {
		t.Error(err)
	}
	var got []string
	for i, call := range fake.Calls() {
		got = append(got, fmt.Sprintf("call %d: %s", i+1, transcript(call.Messages)))
		for _, tool := range call.Tools {
			got = append(got, "  tool "+tool.Name+" "+string(tool.Schema))
		}
	}
	got = append(got, fmt.Sprintf("%s: %s %s", run.Stop, run.Output, run.Trajectory()), "history: "+transcript(history), fmt.Sprint("left: ", fake.Done()))
	if !slices.Equal(got, sc.want) {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(sc.want, "\n"))
	}
}

// upToTheResult decides by the newest message.
func upToTheResult(messages []agentic.Message) fakemodel.Reply {
	if messages[len(messages)-1].Role() == agentic.RoleTool {
		return fakemodel.Text("Twelve.")
	}
	return fakemodel.Completion(agentic.Completion{ToolCalls: []agentic.ToolCall{
		{ID: "k1", Name: "stock", Arguments: json.RawMessage(`{"of":"lamps"}`)},
	}})
}

// calls are pairs of an id and a tool's name, in one reply.
func calls(pairs ...string) fakemodel.Reply {
	var c agentic.Completion
	for i := 0; i < len(pairs); i += 2 {
		c.ToolCalls = append(c.ToolCalls, agentic.ToolCall{ID: pairs[i], Name: pairs[i+1], Arguments: json.RawMessage("{}")})
	}
	return fakemodel.Completion(c)
}

func stock() agentic.Tool {
	type arguments struct {
		Of string `json:"of"`
	}
	return made(agentic.NewTool("stock", "", func(_ context.Context, a arguments) (string, error) { return "12 " + a.Of, nil }))
}

// meeting are two tools each of which waits for the other.
func meeting() []agentic.Tool {
	var here sync.WaitGroup
	here.Add(2)
	one := func(name string) agentic.Tool {
		return made(agentic.NewTool(name, "", func(ctx context.Context, _ struct{}) (string, error) {
			here.Done()
			met := make(chan struct{})
			go func() {
				here.Wait()
				close(met)
			}()
			select {
			case <-met:
				return name + " was there", nil
			case <-ctx.Done():
				return "", ctx.Err()
			}
		}))
	}
	return []agentic.Tool{one("left"), one("right")}
}

func made(tool agentic.Tool, err error) agentic.Tool {
	if err != nil {
		panic(err)
	}
	return tool
}

func transcript(messages []agentic.Message) string {
	var turns []string
	for _, m := range messages {
		words := []string{strings.TrimSpace(string(m.Role())+" "+m.ToolCallID()) + ":"}
		if m.Text() != "" {
			words = append(words, m.Text())
		}
		for _, c := range m.ToolCalls() {
			words = append(words, fmt.Sprintf("[%s %s %s]", c.ID, c.Name, c.Arguments))
		}
		turns = append(turns, strings.Join(words, " "))
	}
	return strings.Join(turns, " | ")
}
