package fakellm

import (
	"encoding/json"
	"net/http"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// promptKeeper is a Responder that keeps what it was asked.
type promptKeeper struct {
	mu      sync.Mutex
	prompts []*Prompt
}

func (k *promptKeeper) Respond(p *Prompt) *Reply {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.prompts = append(k.prompts, p)
	return &Reply{Text: "ok", OffSchema: true}
}

// The same call in three dialects: system, user, text with two calls at once,
// two results of which one failed, tools, and all settings.
const (
	promptSchema = `{"type":"object","properties":{"warm":{"type":"boolean"}},"required":["warm"],"additionalProperties":false}`
	promptInput  = `{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}`

	sameInAnthropic = `{"model":"claude-sonnet-4-6","max_tokens":300,"stream":true,"temperature":0.5,"stop_sequences":["END","STOP"],
"system":[{"type":"text","text":"Be brief."},{"type":"text","text":"Be kind."}],
"output_config":{"effort":"low","format":{"type":"json_schema","schema":` + promptSchema + `}},
"tools":[{"name":"weather","description":"Tells the weather.","input_schema":` + promptInput + `}],
"messages":[{"role":"user","content":"Weather?"},
{"role":"assistant","content":[{"type":"text","text":"Let me look."},
{"type":"tool_use","id":"c1","name":"weather","input":{"city":"Paris","a":1}},{"type":"tool_use","id":"c2","name":"weather","input":{"city":"Rome"}}]},
{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":[{"type":"text","text":"18"}]},
{"type":"tool_result","tool_use_id":"c2","content":"no such city","is_error":true},{"type":"text","text":"And now?"}]}]}`

	sameInOllama = `{"model":"claude-sonnet-4-6","think":"low","format":` + promptSchema + `,
"options":{"num_predict":300,"temperature":0.5,"stop":["END","STOP"]},
"tools":[{"type":"function","function":{"name":"weather","description":"Tells the weather.","parameters":` + promptInput + `}}],
"messages":[{"role":"system","content":"Be brief."},{"role":"system","content":"Be kind."},{"role":"user","content":"Weather?"},
{"role":"assistant","content":"Let me look.","tool_calls":[
{"id":"c1","function":{"index":0,"name":"weather","arguments":{"city":"Paris","a":1}}},{"id":"c2","function":{"index":1,"name":"weather","arguments":{"city":"Rome"}}}]},
{"role":"tool","tool_name":"weather","tool_call_id":"c1","content":"18"},{"role":"tool","tool_name":"weather","tool_call_id":"c2","content":"no such city"},
{"role":"user","content":"And now?"}]}`

	sameInOpenAI = `{"model":"claude-sonnet-4-6","max_completion_tokens":300,"stream":true,"temperature":0.5,"stop":["END","STOP"],"reasoning_effort":"low",
"response_format":{"type":"json_schema","json_schema":{"name":"s","strict":true,"schema":` + promptSchema + `}},
"tools":[{"type":"function","function":{"name":"weather","description":"Tells the weather.","parameters":` + promptInput + `}}],
"messages":[{"role":"system","content":"Be brief."},{"role":"developer","content":[{"type":"text","text":"Be kind."}]},{"role":"user","content":"Weather?"},
{"role":"assistant","content":"Let me look.","tool_calls":[
{"id":"c1","type":"function","function":{"name":"weather","arguments":"{\"city\": \"Paris\", \"a\": 1}"}},{"id":"c2","type":"function","function":{"name":"weather","arguments":"{\"city\":\"Rome\"}"}}]},
{"role":"tool","tool_call_id":"c1","content":[{"type":"text","text":"18"}]},{"role":"tool","tool_call_id":"c2","content":"no such city"},
{"role":"user","content":[{"type":"text","text":"And now?"}]}]}`
)

// dialectCalls are the same call with its place and headers.
var dialectCalls = []struct {
	dialect, path, body string
	headers             func() http.Header
}{
	{Anthropic, messagesPath, sameInAnthropic, headers},
	{Ollama, ollamaPath, sameInOllama, func() http.Header { return http.Header{} }},
	{OpenAI, openAIPath, sameInOpenAI, openAIHeaders},
}

func TestPromptIsAlike(t *testing.T) {
	half := 0.5
	weather := map[string]any{"type": "object", "properties": map[string]any{"city": map[string]any{"type": "string"}}, "required": []any{"city"}}
	warm := map[string]any{"type": "object", "properties": map[string]any{"warm": map[string]any{"type": "boolean"}}, "required": []any{"warm"}, "additionalProperties": false}
	for _, test := range dialectCalls {
		keeper := &promptKeeper{}
		p := start(t, "", weakWarns, func(o *Options) { o.Responder = keeper })
		a := send(t, p, http.MethodPost, test.path, test.headers(), test.body)
		if a.status != 200 || len(keeper.prompts) != 1 {
			t.Fatalf("%s: status %d, %s", test.dialect, a.status, a.body)
		}
		want := &Prompt{
			Dialect: test.dialect, Model: "claude-sonnet-4-6", System: "Be brief.\nBe kind.",
			Turns: []Turn{
				{"user", []Part{{Type: BlockText, Text: "Weather?"}}},
				{"assistant", []Part{
					{Type: BlockText, Text: "Let me look."},
					{Type: BlockToolUse, ID: "c1", Name: "weather", Input: json.RawMessage(`{"a":1,"city":"Paris"}`)},
					{Type: BlockToolUse, ID: "c2", Name: "weather", Input: json.RawMessage(`{"city":"Rome"}`)},
				}},
				{"user", []Part{
					{Type: BlockToolResult, ID: "c1", Name: "weather", Text: "18"},
					// The other dialects have no place for a failure but the text.
					{Type: BlockToolResult, ID: "c2", Name: "weather", Text: "no such city", IsError: test.dialect == Anthropic},
					{Type: BlockText, Text: "And now?"},
				}},
			},
			Tools:      []Tool{{"weather", "Tells the weather.", weather}},
			ToolChoice: "auto", MaxTokens: 300, Stop: []string{"END", "STOP"}, Effort: "low",
			ShowThought: test.dialect == Ollama, // an effort turns thinking on
			Temperature: &half, Schema: warm, Stream: true, Body: json.RawMessage(test.body),
		}
		got := keeper.prompts[0]
		if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Prompt{}), cmpopts.IgnoreFields(Prompt{}, "InputTokens")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.dialect, diff)
		}
		if got.InputTokens < 60 || got.InputTokens > 160 {
			t.Errorf("%s: %d input tokens", test.dialect, got.InputTokens)
		}
	}
}

// TestPromptSettings: what only some dialects have.
func TestPromptSettings(t *testing.T) {
	for _, test := range []struct {
		name, dialect, members string
		want                   Prompt
	}{
		{"nothing", Ollama, ``, Prompt{ToolChoice: "auto", Stream: true}},
		{"nothing", OpenAI, ``, Prompt{ToolChoice: "auto"}},
		{"no stream", Ollama, `"stream":false`, Prompt{ToolChoice: "auto"}},
		{"JSON", Ollama, `"format":"json"`, Prompt{ToolChoice: "auto", Stream: true, JSON: true}},
		{"JSON", OpenAI, `"response_format":{"type":"json_object"},"user":"x"`, Prompt{ToolChoice: "auto", JSON: true}},
		{"no thinking", Ollama, `"think":false`, Prompt{ToolChoice: "auto", Stream: true, NoThinking: true}},
		{"no thinking", OpenAI, `"reasoning_effort":"none"`, Prompt{ToolChoice: "auto", NoThinking: true}},
		{"thinking", Ollama, `"think":true`, Prompt{ToolChoice: "auto", Stream: true, ShowThought: true}},
		{"no limit", Ollama, `"options":{"num_predict":-1}`, Prompt{ToolChoice: "auto", Stream: true}},
		{"one stop", OpenAI, `"stop":"END","max_tokens":7`, Prompt{ToolChoice: "auto", Stop: []string{"END"}, MaxTokens: 7}},
		{"required", OpenAI, `"tools":[` + openAIPlain + `],"tool_choice":"required","parallel_tool_calls":false`, Prompt{ToolChoice: "any", Serial: true}},
		{"none", OpenAI, `"tools":[` + openAIPlain + `],"tool_choice":"none"`, Prompt{ToolChoice: "none"}},
		{"named", OpenAI, `"tools":[` + openAIPlain + `],"tool_choice":{"type":"function","function":{"name":"f"}}`, Prompt{ToolChoice: "tool", ToolName: "f"}},
		{"allowed", OpenAI, `"tools":[` + openAIPlain + `],"tool_choice":{"type":"allowed_tools","allowed_tools":{"mode":"required"}}`, Prompt{ToolChoice: "any"}},
	} {
		t.Run(test.dialect+" "+test.name, func(t *testing.T) {
			keeper := &promptKeeper{}
			p := start(t, "", func(o *Options) { o.Responder = keeper })
			body := `{"model":"m","messages":[{"role":"user","content":"json"}]`
			if test.members != "" {
				body += "," + test.members
			}
			post := map[string]func(*testing.T, *Provider, string) answer{Ollama: postOllama, OpenAI: postOpenAI}[test.dialect]
			if a := post(t, p, body+"}"); a.status != 200 {
				t.Fatalf("status %d, %s", a.status, a.body)
			}
			test.want.Dialect, test.want.Model = test.dialect, "m"
			test.want.Turns = []Turn{{"user", []Part{{Type: BlockText, Text: "json"}}}}
			opts := []cmp.Option{cmpopts.IgnoreUnexported(Prompt{}), cmpopts.IgnoreFields(Prompt{}, "InputTokens", "Body", "Tools")}
			if diff := cmp.Diff(&test.want, keeper.prompts[0], opts...); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestResultsWithoutIDs: a result is paired by name, and else by order.
func TestResultsWithoutIDs(t *testing.T) {
	call := func(id, name string) Part { return Part{Type: BlockToolUse, ID: id, Name: name} }
	result := func(id, name string) Part { return Part{Type: BlockToolResult, ID: id, Name: name} }
	for _, test := range []struct {
		name                 string
		calls, results, want []Part
	}{
		{"ids", []Part{call("1", "f"), call("2", "g")}, []Part{result("2", ""), result("1", "")}, []Part{result("2", "g"), result("1", "f")}},
		{"names", []Part{call("1", "f"), call("2", "g")}, []Part{result("", "g"), result("", "f")}, []Part{result("2", "g"), result("1", "f")}},
		{"same name", []Part{call("1", "f"), call("2", "f")}, []Part{result("", "f"), result("", "f")}, []Part{result("1", "f"), result("2", "f")}},
		{"neither", []Part{call("", "f"), call("", "g")}, []Part{result("", ""), result("", "")}, []Part{result("", "f"), result("", "g")}},
		{"too many", []Part{call("1", "f")}, []Part{result("", ""), result("", "h")}, []Part{result("1", "f"), result("", "h")}},
		{"unknown id", []Part{call("1", "f")}, []Part{result("9", "")}, []Part{result("9", "")}},
	} {
		messages := []chatMessage{{"assistant", []Part{call("0", "f")}}, {"user", nil}, {"assistant", test.calls}}
		for _, r := range test.results {
			messages = append(messages, chatMessage{"tool", []Part{r}})
		}
		turns, _ := chatTurns(messages)
		if diff := cmp.Diff(test.want, turns[3].Parts); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// TestQueryInEveryDialect: the helper functions give the same for the same
// conversation.
func TestQueryInEveryDialect(t *testing.T) {
	for _, test := range []struct {
		expr string
		want any
	}{
		{"system", "Be brief.\nBe kind."},
		{"last_user", "And now?"},
		{"tool_results", []any{"18", "no such city"}},
		{`[.messages[] | select(.role == "assistant") | text]`, []any{"Let me look."}},
		{"{messages: []} | tool_results", []any{}},
		{"{messages: []} | system", ""},
		{"{messages: []} | last_user", ""},
		{`texts | map(select(startswith("user") or startswith("assistant")))`, []any{"user: Weather?", "assistant: Let me look.", "user: And now?"}},
	} {
		q, err := Compile(test.expr)
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range dialectCalls {
			got, err := q.Run(json.RawMessage(call.body))
			if err != nil {
				t.Fatalf("%s, %s: %v", test.expr, call.dialect, err)
			}
			if diff := cmp.Diff([]any{test.want}, got); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", test.expr, call.dialect, diff)
			}
		}
	}
}

// TestQueryChatBodies: what only the bodies of these dialects have.
func TestQueryChatBodies(t *testing.T) {
	for _, test := range []struct {
		expr, body string
		want       any
	}{
		{".messages[1] | text", `{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":null,"tool_calls":[]}]}`, ""},
		{"texts", `{"messages":[{"role":"assistant","content":null},{"role":"assistant"},{"role":"tool","content":"18"}]}`, []any{"assistant: ", "assistant: ", "tool: "}},
		{"texts", `{"messages":[{"role":"user","content":[{"type":"image_url","image_url":{}},{"type":"text","text":"a"},{"type":"text","text":"b"}]}]}`, []any{"user: a\nb"}},
		{"last_user", `{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":""},{"role":"tool","content":"18"}]}`, ""},
		{"tool_results", `{"messages":[{"role":"tool","content":"old"},{"role":"assistant"},{"role":"tool","content":[{"type":"text","text":"new"}]},{"role":"tool","content":null}]}`, []any{"new", ""}},
		{"tool_results", `{"messages":[{"role":"tool","content":"old"},{"role":"assistant"}]}`, []any{}},
		{"system", `{"system":"a","messages":[{"role":"system","content":"b"}]}`, "a\nb"},
		{"text", `{"choices":[{"index":0,"message":{"role":"assistant","content":"Hi"}}]}`, "Hi"},
		{"text", `{"model":"m","message":{"role":"assistant","content":"Hi"},"done":true}`, "Hi"},
	} {
		q, err := Compile(test.expr)
		if err != nil {
			t.Fatal(err)
		}
		got, err := q.Run(json.RawMessage(test.body))
		if err != nil {
			t.Fatalf("%s: %v", test.expr, err)
		}
		if diff := cmp.Diff([]any{test.want}, got); diff != "" {
			t.Errorf("%s of %s (-want +got):\n%s", test.expr, test.body, diff)
		}
	}
}
