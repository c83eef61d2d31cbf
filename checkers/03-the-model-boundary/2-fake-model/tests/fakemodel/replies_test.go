//go:build grader

package fakemodel_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"agentcourse/starter/agentic"
	"agentcourse/starter/fakemodel"
)

// sameJSON compares two texts as JSON values.
func sameJSON(t *testing.T, says, call, want, got string) {
	t.Helper()
	w, err := value(want)
	if err != nil {
		t.Fatal(err)
	}
	if g, err := value(got); err != nil || !reflect.DeepEqual(w, g) {
		fail(t, says, call, want, fmt.Sprintf("%q", got))
	}
}

// value reads JSON, and keeps all digits of a number.
func value(text string) (v any, err error) {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	if err = dec.Decode(&v); err == nil && dec.More() {
		err = errors.New("more than one value")
	}
	return v, err
}

// asked is a tool call that is wanted.
type asked struct{ name, arguments string }

// scripted is a reply, and what it has to bring: the text, or JSON in its
// place.
type scripted struct {
	says       string
	reply      fakemodel.Reply
	text, json string
	calls      []asked
}

func script(d drawing) []scripted {
	first, second, said, n := d.word(), d.word()+"\n  ü<\"&\n", d.word(), d.between(100, 999)
	type order struct {
		ID   string `json:"order_id"`
		Open bool   `json:"open"`
	}
	small := fakemodel.ToolCall("b", map[string]int{"n": 1})
	long := 9007199254740993 + int64(n) // a float64 would lose its last digit
	large := fakemodel.ToolCall("b", map[string]int64{"n": long})
	longJSON := fmt.Sprintf(`{"n": %d}`, long)
	return []scripted{
		{says: fmt.Sprintf("Text(%q)", first), reply: fakemodel.Text(first), text: first},
		{says: "JSON of a map", reply: fakemodel.JSON(map[string]any{"n": n, "list": []string{first}}),
			json: fmt.Sprintf(`{"n": %d, "list": [%q]}`, n, first)},
		{says: fmt.Sprintf("JSON(%q)", first), reply: fakemodel.JSON(first), json: fmt.Sprintf("%q", first)},
		{says: fmt.Sprintf("Text(%q)", second), reply: fakemodel.Text(second), text: second},
		{says: "ToolCall of calc with a map", reply: fakemodel.ToolCall("calc", map[string]any{"n": n, "expr": "1 < 2"}),
			calls: []asked{{"calc", fmt.Sprintf(`{"n": %d, "expr": "1 < 2"}`, n)}}},
		{says: "ToolCall of get_order with a struct", reply: fakemodel.ToolCall("get_order", order{ID: said, Open: true}),
			calls: []asked{{"get_order", fmt.Sprintf(`{"order_id": %q, "open": true}`, said)}}},
		{says: "ToolCalls of a Text and the tools b, a and b",
			reply: fakemodel.ToolCalls(fakemodel.Text(said), small, fakemodel.ToolCall("a", nil), large),
			text:  said, calls: []asked{{"b", `{"n": 1}`}, {"a", `{}`}, {"b", longJSON}}},
		{says: "ToolCalls of the tool a and a Text",
			reply: fakemodel.ToolCalls(fakemodel.ToolCall("a", nil), fakemodel.Text(said)), text: said, calls: []asked{{"a", `{}`}}},
		{says: "JSON(nil)", reply: fakemodel.JSON(nil), json: "null"},
		{says: `ToolCall("now", nil)`, reply: fakemodel.ToolCall("now", nil), calls: []asked{{"now", `{}`}}},
		{says: `ToolCall("now", map[string]any(nil))`, reply: fakemodel.ToolCall("now", map[string]any(nil)),
			calls: []asked{{"now", `{}`}}},
	}
}

func TestReplies(t *testing.T) {
	steps := script(draw())
	var replies []fakemodel.Reply
	for _, step := range steps {
		replies = append(replies, step.reply)
	}
	fake := fakemodel.New(replies...)
	for i, want := range steps {
		where := fmt.Sprintf("call %d, scripted: %s", i+1, want.says)
		got := ask(t, fake, request("go"), where)
		if want.json == "" {
			equal(t, "the text of the reply is not what was scripted", where, fmt.Sprintf("%q", want.text), fmt.Sprintf("%q", got.Text))
		} else {
			sameJSON(t, "the text of the reply is not the JSON of what was given", where, want.json, got.Text)
		}
		equal(t, "the reply has not the tool calls that were scripted: their number", where, len(want.calls), len(got.ToolCalls))
		for k, call := range want.calls {
			equal(t, "the reply has not the tool calls that were scripted: the name", where, call.name, got.ToolCalls[k].Name)
			sameJSON(t, "the arguments of a tool call are not the JSON of what was given", fmt.Sprintf("%s, tool call %d", where, k+1),
				call.arguments, string(got.ToolCalls[k].Arguments))
		}
		finish := agentic.FinishStop
		if want.calls != nil {
			finish = agentic.FinishToolCalls
		}
		equal(t, "the finish reason does not fit the reply", where, finish, got.FinishReason)
	}
}

// field is one of a completion's.
type field struct {
	name      string
	want, got any
}

func keeps(t *testing.T, where string, fields ...field) {
	t.Helper()
	for _, f := range fields {
		equal(t, "the reply does not keep what its completion had: "+f.name, where, f.want, f.got)
	}
}

func filledIn(t *testing.T, where, name string, tokens int) {
	t.Helper()
	if tokens < 1 {
		fail(t, "what a completion lacks is not filled in: "+name, where, "at least 1", fmt.Sprint(tokens))
	}
}

func TestCompletion(t *testing.T) {
	d := draw()
	word, in, out := d.word(), d.between(1000, 9000), d.between(1000, 9000)
	whole := agentic.Completion{
		Text:         "half a sen" + word,
		ToolCalls:    []agentic.ToolCall{{ID: "id-" + word, Name: "calc", Arguments: json.RawMessage(`{"half": `)}},
		FinishReason: agentic.FinishLength,
		InputTokens:  in, OutputTokens: out, Model: "model-" + word,
		Opaque: agentic.Opaque{Provider: "messages", Content: json.RawMessage(`[{"thinking":  "` + word + `"}]`)},
	}
	fake := fakemodel.New(
		fakemodel.Completion(whole),
		fakemodel.Completion(agentic.Completion{InputTokens: in}),
		fakemodel.Completion(agentic.Completion{OutputTokens: out, FinishReason: agentic.FinishStop,
			ToolCalls: []agentic.ToolCall{{ID: "kept-" + word, Name: "a"}, {Name: "b", Arguments: json.RawMessage(`{}`)}}}),
	)
	where := "call 1, scripted: a Completion in which every field is given"
	got := ask(t, fake, request("go"), where)
	keeps(t, where, field{"Text", whole.Text, got.Text},
		field{"ToolCalls", fmt.Sprintf("%s", whole.ToolCalls), fmt.Sprintf("%s", got.ToolCalls)},
		field{"FinishReason", whole.FinishReason, got.FinishReason},
		field{"InputTokens", in, got.InputTokens}, field{"OutputTokens", out, got.OutputTokens}, field{"Model", whole.Model, got.Model},
		field{"Opaque", fmt.Sprintf("%s", whole.Opaque), fmt.Sprintf("%s", got.Opaque)})

	where = fmt.Sprintf("call 2, scripted: Completion(agentic.Completion{InputTokens: %d})", in)
	got = ask(t, fake, request("go"), where)
	keeps(t, where, field{"InputTokens", in, got.InputTokens})
	equal(t, "what a completion lacks is not filled in: FinishReason", where, agentic.FinishStop, got.FinishReason)
	filledIn(t, where, "OutputTokens", got.OutputTokens)

	where = fmt.Sprintf("call 3, scripted: a Completion with OutputTokens: %d, FinishReason: stop, and two tool calls, the first with an id", out)
	got = ask(t, fake, request("go"), where)
	keeps(t, where, field{"OutputTokens", out, got.OutputTokens}, field{"FinishReason", agentic.FinishStop, got.FinishReason},
		field{"the number of tool calls", 2, len(got.ToolCalls)})
	keeps(t, where, field{"the first tool call's ID", "kept-" + word, got.ToolCalls[0].ID})
	if got.ToolCalls[1].ID == "" {
		fail(t, "what a completion lacks is not filled in: the second tool call's ID", where, "an id", `""`)
	}
	filledIn(t, where, "InputTokens", got.InputTokens)
}

func TestIDs(t *testing.T) {
	same := fakemodel.ToolCall("a", nil)
	several := fakemodel.ToolCalls(same, same, fakemodel.ToolCall("b", nil))
	missing := fakemodel.Completion(agentic.Completion{ToolCalls: []agentic.ToolCall{{Name: "c"}, {Name: "c"}}})
	decided := fakemodel.Decide(func([]agentic.Message) fakemodel.Reply { return several })
	script := []fakemodel.Reply{same, fakemodel.ToolCall("a", nil), several, fakemodel.Text("in between"), same, missing, decided, several, decided}
	fake := fakemodel.New(script...)
	seen := map[string]int{}
	for i := range script {
		where := fmt.Sprintf("call %d of a fake whose replies ask for tools", i+1)
		for _, call := range ask(t, fake, request("go"), where).ToolCalls {
			if call.ID == "" {
				fail(t, "a tool call has no id", where, "an id", `""`)
			}
			if before := seen[call.ID]; before > 0 {
				fail(t, "two tool calls have the same id", where, "an id that no other tool call of this fake has",
					fmt.Sprintf("%q, as in call %d", call.ID, before))
			}
			seen[call.ID] = i + 1
		}
	}
}
