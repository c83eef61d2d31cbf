//go:build grader

package fakemodel_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"agentcourse/starter/agentic"
	"agentcourse/starter/fakemodel"
)

// written is all that a request holds, field by field.
func written(req agentic.Request) map[string]string {
	fields := map[string]string{"Messages": texts(req.Messages), "MaxTokens": fmt.Sprint(req.MaxTokens), "Temperature": "nil"}
	for _, tool := range req.Tools {
		fields["Tools"] += fmt.Sprintf("%s (%s) ", tool.Name, tool.Description)
		fields["Tools, the schemas"] += string(tool.Schema) + " "
	}
	if req.Temperature != nil {
		fields["Temperature"] = fmt.Sprint(*req.Temperature)
	}
	return fields
}

// spoil changes whatever can be changed from outside.
func spoil(req *agentic.Request) {
	req.Messages[0] = agentic.User("changed later")
	req.Messages = append(req.Messages[:1], agentic.User("added later"))
	for i := range req.Tools {
		for k := range req.Tools[i].Schema {
			req.Tools[i].Schema[k] = '!'
		}
		req.Tools[i].Name = "changed later"
	}
	if req.Temperature != nil {
		*req.Temperature = -1
	}
	req.MaxTokens = -1
}

// recorded compares the calls that a fake has with those that were made.
func recorded(t *testing.T, says, call string, fake *fakemodel.Fake, want []map[string]string) {
	t.Helper()
	calls := fake.Calls()
	equal(t, "another number of calls is recorded", call, len(want), len(calls))
	for i := range want {
		got := written(calls[i])
		for _, field := range []string{"Messages", "Tools", "Tools, the schemas", "MaxTokens", "Temperature"} {
			if want[i][field] != got[field] {
				fail(t, fmt.Sprintf("%s: %s of call %d", says, field, i+1), call, want[i][field], got[field])
			}
		}
	}
}

// sent are three requests that differ in every field, and the slice behind the
// messages of the first, which has room for more, as an agent's history has.
func sent(d drawing) (requests []*agentic.Request, history []agentic.Message) {
	zero, warm := 0.0, float64(d.between(1, 9))/10
	history = append(make([]agentic.Message, 0, 20), agentic.System("be "+d.word()), agentic.User(d.word()))
	first := agentic.Request{Messages: history, MaxTokens: d.between(100, 900), Temperature: &warm, Tools: []agentic.ToolSpec{
		{Name: "search", Description: d.word(), Schema: json.RawMessage(`{"type":"object","title":"` + d.word() + `"}`)},
		{Name: "calc", Description: d.word(), Schema: json.RawMessage(`{"type":"object"}`)},
	}}
	second := request(d.word(), d.word(), d.word())
	second.Temperature = &zero
	third := request(d.word())
	return []*agentic.Request{&first, &second, &third}, history
}

func TestRecords(t *testing.T) {
	requests, history := sent(draw())
	var want []map[string]string
	fake := fakemodel.New(
		fakemodel.Text("one"),
		fakemodel.Decide(func(messages []agentic.Message) fakemodel.Reply {
			messages[0] = agentic.User("changed by Decide")
			_ = append(messages, agentic.User("added by Decide"))
			return fakemodel.Text("two")
		}),
		fakemodel.Text("three"),
	)
	for i, req := range requests {
		want = append(want, written(*req))
		where := fmt.Sprintf("call %d", i+1)
		ask(t, fake, *req, where)
		for field, was := range want[i] {
			equal(t, "Complete changes the request that it is given: "+field, where, was, written(*req)[field])
		}
	}
	recorded(t, "what is recorded is not what was sent", "Calls after three calls", fake, want)

	// An agent goes on with its history: the recorded calls stay as they were.
	_ = append(history[:1], agentic.User("changed later"), agentic.User("added later"))
	recorded(t, "the record changed when the caller went on with its slice",
		"three calls, append to the slice of messages of call 1, then Calls", fake, want)
	for _, req := range requests {
		spoil(req)
	}
	recorded(t, "the record changed when the caller changed what it had sent", "three calls, changes to each request, then Calls", fake, want)

	calls := fake.Calls()
	for i := range calls {
		spoil(&calls[i])
	}
	recorded(t, "the record changed with what Calls had returned", "three calls, Calls, changes to its result, then Calls again", fake, want)
	last, err := fake.LastMessages()
	if err != nil {
		fail(t, "LastMessages brings an error", "LastMessages after three calls", want[2]["Messages"], err.Error())
	}
	last[0] = agentic.User("changed later")
	recorded(t, "the record changed with what LastMessages had returned", "three calls, LastMessages, changes to its result, then Calls", fake, want)
}

func TestScriptIsCopied(t *testing.T) {
	d := draw()
	one, two := d.word(), d.word()
	arguments := json.RawMessage(fmt.Sprintf(`{"q":"%s"}`, one))
	whole := agentic.Completion{
		Text: one, ToolCalls: []agentic.ToolCall{{Name: "search", Arguments: arguments}},
		Opaque: agentic.Opaque{Provider: "messages", Content: json.RawMessage(`["` + one + `"]`)},
	}
	tool := fakemodel.ToolCall("search", map[string]string{"q": one})
	completion := fakemodel.Completion(whole)
	several := fakemodel.ToolCalls(tool, tool)
	decided := fakemodel.Decide(func([]agentic.Message) fakemodel.Reply { return tool })
	script := []fakemodel.Reply{tool, tool, completion, completion, several, several, tool, decided, decided}
	fake := fakemodel.New(script...)
	for i := range script {
		script[i] = fakemodel.Text("changed later")
	}
	whole.ToolCalls[0].Name = "changed"
	copy(arguments, "!!!!")
	copy(whole.Opaque.Content, "!!!!")
	for i := range script {
		where := fmt.Sprintf("call %d, after changes to the script, to the completion it was made of, and to the replies before", i+1)
		got := ask(t, fake, request(two), where)
		if len(got.ToolCalls) == 0 {
			fail(t, "the script changed when the slice that New was given changed", where, "a tool call, as was scripted", outcome(got, nil))
		}
		for k, call := range got.ToolCalls {
			equal(t, "a reply is no longer what was scripted", where, fmt.Sprintf(`search {"q":"%s"}`, one), fmt.Sprintf("%s %s", call.Name, call.Arguments))
			for b := range call.Arguments {
				call.Arguments[b] = '!'
			}
			got.ToolCalls[k].Name = "changed"
		}
		if i == 2 || i == 3 {
			equal(t, "a reply is no longer what was scripted: Opaque", where, `["`+one+`"]`, string(got.Opaque.Content))
			copy(got.Opaque.Content, "!!!!")
		}
	}
}
