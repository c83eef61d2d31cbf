//go:build grader

package ollama_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"agentcourse/starter/agentic"
)

func TestBody(t *testing.T) {
	d := newDice(t)
	limit := 100 + d.IntN(900)
	req := agentic.Request{Messages: []agentic.Message{agentic.User(d.word())}, MaxTokens: limit}
	if got := adapter().Path(); got != "/api/chat" {
		t.Error(failure("requests go to another path", "/api/chat", got, "Path()"))
	}
	for _, stream := range []bool{false, true} {
		body, call := bodyOf(t, req, stream), describe(req, stream)
		equal(t, body, "model", `"tiny"`, "the body does not name the model", call)
		says := "the body does not say that the reply is wanted whole, and a server that is not told streams"
		if stream {
			says = "the body does not ask for a stream"
		}
		equal(t, body, "stream", fmt.Sprint(stream), says, call)
		equal(t, body, "options.num_predict", fmt.Sprint(limit), "the limit of the reply's tokens does not stand where this format has it", call)
		if got := at(body, "options.temperature"); got != (absent{}) && got != nil {
			t.Error(failure("a temperature is sent that nobody has set", "options.temperature = nothing", "options.temperature = "+shown(got), call))
		}
	}
	for _, temperature := range []float64{0, 0.25} {
		req.Temperature = &temperature
		body := bodyOf(t, req, false)
		equal(t, body, "options.temperature", fmt.Sprint(temperature),
			"the temperature does not stand where this format has it", describe(req, false)+" with the temperature "+fmt.Sprint(temperature))
	}
}

func TestTools(t *testing.T) {
	d := newDice(t)
	req := agentic.Request{Messages: []agentic.Message{agentic.User("Hello?")}, MaxTokens: 100}
	for i := range 7 {
		name := fmt.Sprintf("%s_%d", d.word(), i)
		schema := fmt.Sprintf(`{"type":"object","properties":{%q:{"type":"string","enum":[%q]}},"required":[%q],"additionalProperties":false}`, name, d.word(), name)
		req.Tools = append(req.Tools, agentic.ToolSpec{Name: name, Description: "Does " + d.text(), Schema: json.RawMessage(schema)})
	}
	body, call := bodyOf(t, req, false), describe(req, false)
	for i, tool := range req.Tools {
		path := fmt.Sprintf("tools.%d.", i)
		for _, field := range []struct{ name, want string }{
			{"type", `"function"`}, {"function.name", quoted(tool.Name)},
			{"function.description", quoted(tool.Description)}, {"function.parameters", string(tool.Schema)},
		} {
			says := fmt.Sprintf("tool %d of %d is not sent as this format has it, or not in its place", i+1, len(req.Tools))
			if equal(t, body, path+field.name, field.want, says, call); t.Failed() {
				return
			}
		}
	}
}

func TestConversation(t *testing.T) {
	d := newDice(t)
	system, task, said, next := d.text(), d.text(), d.text(), d.text()
	req := agentic.Request{MaxTokens: 100, Messages: []agentic.Message{
		agentic.System(system), agentic.User(task), must(agentic.Assistant(said)), agentic.User(next),
	}}
	body, call := bodyOf(t, req, false), describe(req, false)
	if got := at(body, "system"); got != (absent{}) {
		t.Fatal(failure("the instructions stand in a field that this server does not read", "a message of the role system, the first", "system = "+shown(got), call))
	}
	for i, want := range []struct{ role, text string }{{"system", system}, {"user", task}, {"assistant", said}, {"user", next}} {
		path := fmt.Sprintf("messages.%d.", i)
		equal(t, body, path+"role", quoted(want.role), fmt.Sprintf("message %d has another role", i+1), call)
		equal(t, body, path+"content", quoted(want.text), fmt.Sprintf("message %d does not say what was said, letter for letter", i+1), call)
		if t.Failed() {
			return
		}
	}
}

func TestCallsAndResults(t *testing.T) {
	d := newDice(t)
	said, results := d.word(), []string{d.text(), d.text(), d.text(), d.text()}
	look, count := "look_"+d.word(), "count_"+d.word()
	calls := []agentic.ToolCall{
		{ID: "id_" + d.word() + "_1", Name: look, Arguments: json.RawMessage(fmt.Sprintf(`{"path": %s, "deep": {"list": [1, null]}}`, quoted(d.text())))},
		{ID: "id_" + d.word() + "_2", Name: count, Arguments: json.RawMessage(fmt.Sprintf(`{"n": 90071992547409%d}`, 93+2*d.IntN(3)))},
		{ID: "id_" + d.word() + "_3", Name: look, Arguments: json.RawMessage(`{}`)},
	}
	later := agentic.ToolCall{ID: "id_" + d.word() + "_4", Name: count, Arguments: json.RawMessage(`{"n":7}`)}
	req := agentic.Request{MaxTokens: 100, Messages: []agentic.Message{
		agentic.User("Hello?"), must(agentic.Assistant(said, calls...)),
		must(agentic.ToolResult(calls[1].ID, results[1], true)), must(agentic.ToolResult(calls[0].ID, results[0], false)),
		must(agentic.ToolResult(calls[2].ID, results[2], false)),
		must(agentic.Assistant("", later)), must(agentic.ToolResult(later.ID, results[3], false)),
	}}
	body, call := bodyOf(t, req, false), describe(req, false)
	if n, _ := at(body, "messages").([]any); len(n) != len(req.Messages) {
		t.Fatal(failure("the conversation has another number of messages: each result is a message of its own", fmt.Sprint(len(req.Messages))+" messages",
			roles(n), call))
	}
	equal(t, body, "messages.1.content", quoted(said), "what the model said beside its calls is missing", call)
	for i, c := range calls {
		if checkCall(t, body, fmt.Sprintf("messages.1.tool_calls.%d", i), c, call); t.Failed() {
			return
		}
	}
	checkCall(t, body, "messages.5.tool_calls.0", later, call)
	for i, c := range append(calls, later) {
		m := []int{3, 2, 4, 6}[i] // the second call was done first
		path := fmt.Sprintf("messages.%d.", m)
		equal(t, body, path+"role", `"tool"`, "a result has another role", call)
		equal(t, body, path+"tool_name", quoted(c.Name), "a result does not name the tool that was called", call)
		equal(t, body, path+"tool_call_id", quoted(c.ID), "a result does not name its call", call)
		if t.Failed() {
			return
		}
		if i == 1 { // failed: a word before it is open
			if content, _ := at(body, path+"content").(string); !strings.Contains(content, results[1]) {
				t.Error(failure("what went wrong is not told to the model", "a content that holds "+quoted(results[1]), quoted(content), call))
			}
			continue
		}
		equal(t, body, path+"content", quoted(results[i]), "a result does not hold what the tool said, letter for letter", call)
	}
}

func checkCall(t *testing.T, body map[string]any, path string, c agentic.ToolCall, call string) {
	t.Helper()
	equal(t, body, path+".id", quoted(c.ID), "a tool call is sent without its id", call)
	equal(t, body, path+".function.name", quoted(c.Name), "a tool call has another name or another place", call)
	says := "the arguments of a tool call are not the same JSON object"
	if _, ok := at(body, path+".function.arguments").(string); ok {
		says = "the arguments of a tool call are a text; this format wants the object itself"
	}
	equal(t, body, path+".function.arguments", string(c.Arguments), says, call)
}

func roles(messages []any) string {
	var list []string
	for _, m := range messages {
		list = append(list, strings.Trim(shown(at(m, "role")), `"`))
	}
	return fmt.Sprintf("%d messages: %s", len(messages), strings.Join(list, ", "))
}

func TestOtherProvider(t *testing.T) {
	d := newDice(t)
	for _, provider := range []string{"messages", "openai", d.word()} {
		if goesOn(t, d, provider); t.Failed() {
			return
		}
	}
}

// goesOn has a conversation go on that began with another provider.
func goesOn(t *testing.T, d dice, provider string) {
	t.Helper()
	said, secret, result := d.word(), d.word()+d.word(), d.word()
	first := agentic.ToolCall{ID: "toolu_" + d.word(), Name: "calc", Arguments: json.RawMessage(`{"expr":"6*7"}`)}
	opaque := fmt.Sprintf(`[{"type":"thinking","thinking":"","signature":%q},{"type":"text","text":%q},{"type":"tool_use","id":%q,"name":"calc","input":{"expr":"6*7"}}]`,
		secret, said, first.ID)
	reply := agentic.Completion{
		Text: said, ToolCalls: []agentic.ToolCall{first}, FinishReason: agentic.FinishToolCalls,
		Opaque: agentic.Opaque{Provider: provider, Content: json.RawMessage(opaque)},
	}
	req := agentic.Request{MaxTokens: 100, Messages: []agentic.Message{
		agentic.User("What is 6 * 7?"), must(reply.Message()), must(agentic.ToolResult(first.ID, result, false)),
	}}
	call := describe(req, false) + ", one of them with what the provider " + provider + " left in Opaque"
	src, err := adapter().Body("tiny", req, false)
	switch {
	case err != nil:
		t.Fatal(failure("a conversation that began with another provider cannot go on", "a body", "the error "+err.Error(), call))
	case strings.Contains(string(src), secret):
		t.Fatal(failure("what another provider left in Opaque is sent to this one", "a body without it", brief(string(src)), call))
	}
	body := bodyOf(t, req, false)
	equal(t, body, "messages.1.content", quoted(said), "what another provider's model said is missing", call)
	checkCall(t, body, "messages.1.tool_calls.0", first, call)
	equal(t, body, "messages.2.content", quoted(result), "the result of a call that another provider's model made is missing", call)
}
