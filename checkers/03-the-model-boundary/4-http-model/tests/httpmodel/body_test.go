//go:build grader

package httpmodel_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"agentcourse/starter/agentic"
	"agentcourse/starter/httpmodel"
)

// sentBody is what a body says, with contents as lists of blocks.
type sentBody struct {
	Model     string
	MaxTokens int             `json:"max_tokens"`
	System    json.RawMessage `json:"system"`
	Messages  []sentMessage
	Tools     []struct {
		Name, Description string
		InputSchema       json.RawMessage `json:"input_schema"`
	}
	Stream bool
}

type sentMessage struct {
	Role    string
	Content json.RawMessage
}

// blocks are a content's blocks; a text alone is one block.
func blocks(content json.RawMessage) []json.RawMessage {
	var text string
	if json.Unmarshal(content, &text) == nil {
		return []json.RawMessage{toJSON(map[string]any{"type": "text", "text": text})}
	}
	var all []json.RawMessage
	_ = json.Unmarshal(content, &all)
	return all
}

// plainText is a text, or the texts of blocks.
func plainText(content json.RawMessage) string {
	var text strings.Builder
	for _, b := range blocks(content) {
		var block struct{ Text string }
		_ = json.Unmarshal(b, &block)
		text.WriteString(block.Text)
	}
	return text.String()
}

// spoken is one block with who said it, in one spelling.
func spoken(role string, raw json.RawMessage) string {
	var b struct {
		Type, Text, ID, Name string
		Input, Content       json.RawMessage
		ToolUseID            string `json:"tool_use_id"`
		IsError              bool   `json:"is_error"`
	}
	_ = json.Unmarshal(raw, &b)
	switch b.Type {
	case "text":
		return fmt.Sprintf("%s: text %q", role, b.Text)
	case "tool_use":
		return fmt.Sprintf("%s: tool_use %s %s %s", role, b.ID, b.Name, toJSON(value(b.Input)))
	case "tool_result":
		return fmt.Sprintf("%s: tool_result %s %q, is_error %t", role, b.ToolUseID, plainText(b.Content), b.IsError)
	}
	return fmt.Sprintf("%s: %s", role, toJSON(value(raw)))
}

// bodyOf asks the adapter for a body and reads it.
func bodyOf(t *testing.T, call, model string, req agentic.Request, stream bool) sentBody {
	t.Helper()
	data, err := httpmodel.Messages{}.Body(model, req, stream)
	if err != nil {
		t.Fatalf("Body refuses a request that is right\nwant: no error\ngot: %v\ncall: %s", err, call)
	}
	var body sentBody
	if err := json.Unmarshal(data, &body); err != nil {
		t.Fatalf("the body is not as the Messages format has it\nwant: a body that can be read\ngot: %v: %s\ncall: %s", err, short(string(data)), call)
	}
	return body
}

func assistant(text string, calls ...agentic.ToolCall) agentic.Message {
	m, err := agentic.Assistant(text, calls...)
	if err != nil {
		panic(err)
	}
	return m
}

func toolResult(id, text string, failed bool) agentic.Message {
	m, err := agentic.ToolResult(id, text, failed)
	if err != nil {
		panic(err)
	}
	return m
}

func toolCall(id, name, arguments string) agentic.ToolCall {
	return agentic.ToolCall{ID: id, Name: name, Arguments: json.RawMessage(arguments)}
}

// from makes the message of a completion that a provider sent.
func from(provider, content, text string, calls ...agentic.ToolCall) agentic.Message {
	m, err := agentic.Completion{
		Text: text, ToolCalls: calls,
		Opaque: agentic.Opaque{Provider: provider, Content: json.RawMessage(content)},
	}.Message()
	if err != nil {
		panic(err)
	}
	return m
}

func TestConversation(t *testing.T) {
	d := newDraws(t)
	system, task, more, said := d.text(), d.text(), d.text(), d.text()
	first, second, third := d.text(), d.text(), d.text()
	calls := []agentic.ToolCall{toolCall("toolu_b", "look", `{"n": 12345678901234567890}`), toolCall("toolu_a", "add", `{"a": [1, 2]}`)}
	own := fmt.Sprintf(`[{"type":"thinking","thinking":"","signature":"%s"},{"type":"text","text":%s},`+
		`{"type":"tool_use","id":"toolu_b","name":"look","input":{"n":12345678901234567890},"caller":{"type":"direct"}},`+
		`{"type":"%s","data":{"x":[1.50,null]}},{"type":"tool_use","id":"toolu_a","name":"add","input":{"a":[1,2]}}]`,
		d.word(), toJSON(said), d.word())
	foreign := fmt.Sprintf(`{"role":"assistant","content":"%s"}`, d.word())
	req := agentic.Request{MaxTokens: d.between(100, 9000), Messages: []agentic.Message{
		agentic.System(system), agentic.User(task),
		from("messages", own, said, calls...), toolResult("toolu_b", first, false), toolResult("toolu_a", second, true),
		agentic.User(more),
		from("ollama", foreign, said, toolCall("call_7", "look", `{}`)), toolResult("call_7", third, false),
		assistant(said), agentic.User(task),
	}}
	want := []string{fmt.Sprintf("user: text %q", task)}
	for _, b := range blocks(json.RawMessage(own)) {
		want = append(want, spoken("assistant", b))
	}
	want = append(want,
		fmt.Sprintf("user: tool_result toolu_b %q, is_error false", first), fmt.Sprintf("user: tool_result toolu_a %q, is_error true", second),
		fmt.Sprintf("user: text %q", more),
		fmt.Sprintf("assistant: text %q", said), "assistant: tool_use call_7 look {}",
		fmt.Sprintf("user: tool_result call_7 %q, is_error false", third),
		fmt.Sprintf("assistant: text %q", said), fmt.Sprintf("user: text %q", task))
	model := d.word()
	for _, stream := range []bool{false, true} {
		call := fmt.Sprintf("Messages{}.Body, with stream %t and a conversation of system, user, assistant (two calls), tool, tool, user, "+
			"assistant (from elsewhere, one call), tool, assistant, user", stream)
		body := bodyOf(t, call, model, req, stream)
		if got := plainText(body.System); got != system {
			fail(t, call, "the system message is not where this format has it: in the field system", strconv.Quote(system), strconv.Quote(got))
		}
		var got []string
		for _, m := range body.Messages {
			if m.Role != "user" && m.Role != "assistant" {
				fail(t, call, fmt.Sprintf("messages has the role %q, which this format does not know", m.Role), "user or assistant", m.Role)
				return
			}
			for _, b := range blocks(m.Content) {
				got = append(got, spoken(m.Role, b))
			}
		}
		compareLines(t, call, want, got)
		if body.Model != model || body.MaxTokens != req.MaxTokens || body.Stream != stream {
			fail(t, call, "model, max_tokens or stream is another one", fmt.Sprintf("%s, %d, %t", model, req.MaxTokens, stream),
				fmt.Sprintf("%s, %d, %t", body.Model, body.MaxTokens, body.Stream))
		}
		if again := body.Messages[1].Content; body.Messages[1].Role == "assistant" && !sameJSON(again, []byte(own)) {
			fail(t, call, "a reply of this provider does not go back as it came", own, string(again))
		}
	}
}

// compareLines names the first line that is another one.
func compareLines(t *testing.T, call string, want, got []string) {
	t.Helper()
	for i := range max(len(want), len(got)) {
		w, g := "nothing more", "nothing more"
		if i < len(want) {
			w = want[i]
		}
		if i < len(got) {
			g = got[i]
		}
		if w != g {
			fail(t, call, fmt.Sprintf("block %d of the conversation is another one", i+1), w, g)
			return
		}
	}
}

func TestTools(t *testing.T) {
	d := newDraws(t)
	var tools []agentic.ToolSpec
	var want []string
	for i := range 9 {
		schema := fmt.Sprintf(`{"type":"object","properties":{"%s":{"type":"string"}},"required":["n%d"]}`, d.word(), i)
		tool := agentic.ToolSpec{Name: d.word(), Description: d.text(), Schema: json.RawMessage(schema)}
		tools = append(tools, tool)
		want = append(want, fmt.Sprintf("%s %q %s", tool.Name, tool.Description, toJSON(value(tool.Schema))))
	}
	req := ask(d.word())
	req.Tools = tools
	call := "Messages{}.Body, with nine tools, ten times"
	order := true
	for range 10 { // a map has another order now and then
		var got []string
		for _, tool := range bodyOf(t, call, "m", req, false).Tools {
			got = append(got, fmt.Sprintf("%s %q %s", tool.Name, tool.Description, toJSON(value(tool.InputSchema))))
		}
		order = order && slices.Equal(got, want)
		for _, tool := range want {
			if !slices.Contains(got, tool) {
				fail(t, call, "a tool is not there as the request has it, with name, description and input_schema", tool, strings.Join(got, "; "))
				return
			}
		}
	}
	if !order {
		fail(t, call, "the tools do not stand in the order of the request", "the same order in each call", "another order, in one call or more")
	}
	results(t, d)
}

// results looks that the results of one turn are one message, and begin it.
func results(t *testing.T, d draws) {
	t.Helper()
	var calls []agentic.ToolCall
	for range d.between(3, 5) {
		calls = append(calls, toolCall("toolu_"+d.word(), d.word(), `{}`))
	}
	messages := []agentic.Message{agentic.User(d.word()), assistant("", calls...)}
	var want []string
	for i, c := range calls {
		text := d.word()
		messages = append(messages, toolResult(c.ID, text, i == 1))
		want = append(want, fmt.Sprintf("user: tool_result %s %q, is_error %t", c.ID, text, i == 1))
	}
	messages = append(messages, agentic.User(d.word()))
	call := fmt.Sprintf("Messages{}.Body, with user, assistant (%d calls and no text), %d tool messages, user", len(calls), len(calls))
	body := bodyOf(t, call, "m", agentic.Request{Messages: messages, MaxTokens: 10}, false)
	if len(body.Messages) < 3 {
		fail(t, call, "messages are missing", "at least 3", len(body.Messages))
		return
	}
	for _, b := range blocks(body.Messages[1].Content) {
		if s := spoken("assistant", b); strings.HasPrefix(s, "assistant: text") {
			fail(t, call, "a turn without text has a text block, and the API refuses an empty one", "tool_use blocks alone", s)
		}
	}
	var got []string
	for _, b := range blocks(body.Messages[2].Content) {
		got = append(got, spoken(body.Messages[2].Role, b))
	}
	if len(got) > len(want) {
		got = got[:len(want)] // the next user message may stand in the same one
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		fail(t, call, "the results of one turn are not together at the beginning of one user message, in their order", strings.Join(want, "; "), strings.Join(got, "; "))
	}
}
