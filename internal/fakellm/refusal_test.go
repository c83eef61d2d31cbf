package fakellm

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	user      = `{"role":"user","content":"Hi"}`
	assistant = `{"role":"assistant","content":"Hello"}`
	callA     = `{"role":"assistant","content":[{"type":"tool_use","id":"toolu_A","name":"f","input":{}}]}`
	callAB    = `{"role":"assistant","content":[{"type":"tool_use","id":"toolu_A","name":"f","input":{}},{"type":"tool_use","id":"toolu_B","name":"f","input":{}}]}`
	resultA   = `{"type":"tool_result","tool_use_id":"toolu_A","content":"1"}`
	resultB   = `{"type":"tool_result","tool_use_id":"toolu_B","content":"2"}`
	textBit   = `{"type":"text","text":"and"}`
	foundA    = "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_A. Each `tool_use` block must have a corresponding `tool_result` block in the next message."
	foundB    = "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_B. Each `tool_use` block must have a corresponding `tool_result` block in the next message."
	foundAB   = "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_A, toolu_B. Each `tool_use` block must have a corresponding `tool_result` block in the next message."
	tool      = `{"name":"f","input_schema":{"type":"object"}}`
	prefill   = "This model does not support assistant message prefill. The conversation must end with a user message."
	altered   = "messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response."
	extra     = "Extra inputs are not permitted"
	empty     = "all messages must have non-empty content except for the optional final assistant message"
	openSpec  = "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false"
)

func says(blocks ...string) string {
	return `{"role":"user","content":[` + strings.Join(blocks, ",") + `]}`
}

func replies(blocks ...string) string {
	return `{"role":"assistant","content":[` + strings.Join(blocks, ",") + `]}`
}

func asModel(model, members string) string {
	return strings.Replace(with(members), "claude-opus-5-5", model, 1)
}

// refusals has one row for each way a body is refused with a 400.
var refusals = []struct {
	name     string
	body     string
	message  string
	evidence Evidence
}{
	// JSON
	{"empty body", ``, "The request body is not valid JSON: Input is a zero-length, empty document: line 1 column 1 (char 0)", Documented},
	{"bad character", "{\n \"é\": x}", "The request body is not valid JSON: unexpected character: line 2 column 7 (char 8)", Documented},
	{"cut off", `{"model":`, "The request body is not valid JSON: unexpected end of data: line 1 column 10 (char 9)", Documented},
	{"two values", `{} {}`, "The request body is not valid JSON: unexpected character: line 1 column 4 (char 3)", Documented},
	{"not an object", `[]`, "Input should be a valid dictionary", Documented},
	// shape: top level
	{"no model", `{"max_tokens":1,"messages":[]}`, "model: Field required", Documented},
	{"no messages field", `{"model":"claude-opus-5-5","max_tokens":1}`, "messages: Field required", Documented},
	{"no max_tokens", `{"model":"claude-opus-5-5","messages":[` + user + `]}`, "max_tokens: Field required", Documented},
	{"unknown field", with(`"foo":1`), "foo: " + extra, Transcript},
	{"beta field without beta", with(`"thread":{"type":"continue"}`), "thread: " + extra, Transcript},
	{"model a number", `{"model":1,"max_tokens":1,"messages":[]}`, "model: Input should be a valid string", ThirdParty},
	{"messages an object", `{"model":"claude-opus-5-5","max_tokens":1,"messages":{}}`, "messages: Input should be a valid list", Documented},
	{"messages null", `{"model":"claude-opus-5-5","max_tokens":1,"messages":null}`, "messages: Input should be a valid list", Documented},
	{"max_tokens a string", `{"model":"claude-opus-5-5","max_tokens":"1","messages":[` + user + `]}`, "max_tokens: Input should be a valid integer", ThirdParty},
	{"max_tokens a fraction", `{"model":"claude-opus-5-5","max_tokens":1.5,"messages":[` + user + `]}`, "max_tokens: Input should be a valid integer", ThirdParty},
	{"stream a string", with(`"stream":"yes"`), "stream: Input should be a valid boolean", ThirdParty},
	{"system a number", with(`"system":1`), "system: Input should be a valid list", Documented},
	{"system of images", with(`"system":[{"type":"image"}]`), "system.0: Input tag 'image' found using 'type' does not match any of the expected tags: 'text'", Documented},
	{"system empty text", with(`"system":[{"type":"text","text":""}]`), "system: text content blocks must be non-empty", ThirdParty},
	{"tools null", with(`"tools":null`), "tools: Input should be a valid list", ThirdParty},
	{"metadata", with(`"metadata":{"name":"x"}`), "metadata.name: " + extra, Transcript},
	{"user id", with(`"metadata":{"user_id":7}`), "metadata.user_id: Input should be a valid string", ThirdParty},
	{"service tier", with(`"service_tier":"fast"`), "service_tier: Input should be 'auto' or 'standard_only'", Documented},
	{"stop sequences a string", with(`"stop_sequences":"x"`), "stop_sequences: Input should be a valid list", Documented},
	{"stop sequence a number", with(`"stop_sequences":[1]`), "stop_sequences.0: Input should be a valid string", ThirdParty},
	{"stop sequence blank", with(`"stop_sequences":[" "]`), "stop_sequences: each stop sequence must contain non-whitespace", ThirdParty},
	{"cache ttl", with(`"cache_control":{"type":"ephemeral","ttl":"2h"}`), "cache_control.ephemeral.ttl: Input should be '5m' or '1h'", Documented},
	// shape: messages
	{"message a string", talk(`"Hi"`), "messages.0: Input should be a valid dictionary", Transcript},
	{"message field", talk(`{"role":"user","content":"Hi","name":"x"}`), "messages.0.name: " + extra, Transcript},
	{"no content", talk(`{"role":"user"}`), "messages.0.content: Field required", Documented},
	{"content null", talk(`{"role":"user","content":null}`), "messages.0.content: Input should be a valid list", Documented},
	{"no role", talk(`{"content":"Hi"}`), "messages.0.role: Field required", Documented},
	{"block a string", talk(says(`"Hi"`)), "messages.0.content.0: Input should be a valid dictionary", Transcript},
	{"block without type", talk(says(`{"text":"Hi"}`)), "messages.0.content.0.type: Field required", Documented},
	{"block type a number", talk(says(`{"type":1}`)), "messages.0.content.0.type: Input should be a valid string", Documented},
	{"text field", talk(says(`{"type":"text","text":"Hi","foo":1}`)), "messages.0.content.0.text.foo: " + extra, Transcript},
	{"no text", talk(says(`{"type":"text"}`)), "messages.0.content.0.text.text: Field required", Documented},
	{"no tool_use_id", talk(says(`{"type":"tool_result"}`)), "messages.0.content.0.tool_result.tool_use_id: Field required", Documented},
	{"result block", talk(user, callA, says(`{"type":"tool_result","tool_use_id":"toolu_A","content":[{"type":"text"}]}`)), "messages.2.content.0.tool_result.content.0.text.text: Field required", Documented},
	{"input a string", talk(user, replies(`{"type":"tool_use","id":"a","name":"f","input":"{}"}`)), "messages.1.content.0.tool_use.input: Input should be a valid dictionary", Transcript},
	{"no signature", talk(user, replies(`{"type":"thinking","thinking":""}`), user), "messages.1.content.0.thinking.signature: Field required", Documented},
	{"image source", talk(says(`{"type":"image","source":{"type":"base64","data":"","media_type":"image/bmp"}}`)), "messages.0.content.0.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'", Documented},
	// parameters
	{"max_tokens negative", `{"model":"claude-opus-5-5","max_tokens":-1,"messages":[` + user + `]}`, "max_tokens: Input should be greater than or equal to 1", Documented},
	{"max_tokens zero", `{"model":"claude-opus-5-5","max_tokens":0,"messages":[` + user + `]}`, "max_tokens: Input should be greater than or equal to 1", Uncertain},
	{"max_tokens too big", `{"model":"claude-opus-5-5","max_tokens":128001,"messages":[` + user + `]}`, "max_tokens: 128001 > 128000, which is the maximum allowed number of output tokens for claude-opus-5-5", Documented},
	{"max_tokens too big, third party", `{"model":"claude-sonnet-5-5","max_tokens":128001,"messages":[` + user + `]}`, "max_tokens: 128001 > 128000, which is the maximum allowed number of output tokens for claude-sonnet-5-5", ThirdParty},
	{"temperature", with(`"temperature":1`), "`temperature` is deprecated for this model.", Transcript},
	{"top_p", with(`"top_p":1`), "`top_p` is deprecated for this model.", Transcript},
	{"top_k", with(`"top_k":1`), "`top_k` is deprecated for this model.", Transcript},
	{"temperature, haiku", asModel("claude-haiku-5-5", `"temperature":1`), "`temperature` is deprecated for this model.", Uncertain},
	{"temperature above", asModel("claude-sonnet-4-6", `"temperature":1.5`), "temperature: Input should be less than or equal to 1", Documented},
	{"top_k below", asModel("claude-sonnet-4-6", `"top_k":-1`), "top_k: Input should be greater than or equal to 0", Documented},
	{"temperature a string", with(`"temperature":"1"`), "temperature: Input should be a valid number", ThirdParty},
	{"thinking disabled", with(`"thinking":{"type":"disabled"}`), `"thinking.type.disabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.`, Documented},
	{"thinking enabled", with(`"thinking":{"type":"enabled","budget_tokens":2000}`), `"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.`, Documented},
	{"thinking enabled, sonnet", asModel("claude-sonnet-5-5", `"thinking":{"type":"enabled","budget_tokens":2000}`), `"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.`, Documented},
	{"thinking enabled, haiku", asModel("claude-haiku-5-5", `"thinking":{"type":"enabled","budget_tokens":2000}`), `"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.`, Documented},
	{"thinking unknown", with(`"thinking":{"type":"auto"}`), "thinking: Input tag 'auto' found using 'type' does not match any of the expected tags: 'enabled', 'disabled', 'adaptive', 'between_tools'", Documented},
	{"thinking field", with(`"thinking":{"type":"adaptive","effort":"low"}`), "thinking.adaptive.effort: " + extra, Transcript},
	{"no budget", asModel("claude-sonnet-4-6", `"thinking":{"type":"enabled"}`), "thinking.enabled.budget_tokens: Field required", Documented},
	{"budget too small", asModel("claude-sonnet-4-6", `"thinking":{"type":"enabled","budget_tokens":10}`), "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024", Documented},
	{"budget over max_tokens", asModel("claude-sonnet-4-6", `"thinking":{"type":"enabled","budget_tokens":2000}`), "`max_tokens` must be greater than `thinking.budget_tokens`.", Documented},
	{"effort", with(`"output_config":{"effort":"tiny"}`), "output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'", Documented},
	{"output_config field", with(`"output_config":{"foo":1}`), "output_config.foo: " + extra, Transcript},
	{"format type", with(`"output_config":{"format":{"type":"json"}}`), "output_config.format: Input tag 'json' found using 'type' does not match any of the expected tags: 'json_schema'", Documented},
	{"no schema", with(`"output_config":{"format":{"type":"json_schema"}}`), "output_config.format.schema: Field required", Documented},
	{"open schema", with(`"output_config":{"format":{"type":"json_schema","schema":{"type":"object"}}}`), openSpec, ThirdParty},
	{"open schema inside", with(`"output_config":{"format":{"type":"json_schema","schema":{"type":"object","additionalProperties":false,"properties":{"a":{"type":"array","items":{"anyOf":[{"type":"object"}]}}}}}}`), openSpec, ThirdParty},
	{"open schema definition", with(`"output_config":{"format":{"type":"json_schema","schema":{"type":"array","$defs":{"a":{"type":"object"}}}}}`), openSpec, ThirdParty},
	// tools
	{"tool name", with(`"tools":[{"name":"my tool","input_schema":{"type":"object"}}]`), "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'", Documented},
	{"tool name long", with(`"tools":[{"name":"` + strings.Repeat("a", 65) + `","input_schema":{"type":"object"}}]`), "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'", Documented},
	{"tool name missing", with(`"tools":[{"input_schema":{"type":"object"}}]`), "tools.0.custom.name: Field required", Documented},
	{"tool names twice", with(`"tools":[` + tool + `,` + tool + `]`), "tools: Tool names must be unique.", Transcript},
	{"no input_schema", with(`"tools":[{"name":"f"}]`), "tools.0.custom.input_schema: Field required", Documented},
	{"schema without type", with(`"tools":[{"name":"f","input_schema":{}}]`), "tools.0.custom.input_schema.type: Field required", Documented},
	{"schema of a string", with(`"tools":[{"name":"f","input_schema":{"type":"string"}}]`), "tools.0.custom.input_schema.type: Input should be 'object'", Documented},
	{"schema anyOf", with(`"tools":[{"name":"f","input_schema":{"type":"object","anyOf":[]}}]`), "tools.0.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level", ThirdParty},
	{"tool field", with(`"tools":[{"name":"f","input_schema":{"type":"object"},"parameters":{}}]`), "tools.0.custom.parameters: " + extra, Transcript},
	{"forced tool any", with(`"tools":[` + tool + `],"tool_choice":{"type":"any"}`), `tool_choice: type "tool" and "any" are not supported for this model.`, Documented},
	{"forced tool", with(`"tools":[` + tool + `],"tool_choice":{"type":"tool","name":"f"}`), `tool_choice: type "tool" and "any" are not supported for this model.`, Documented},
	{"forced tool, fable", asModel("claude-fable-5-1", `"tools":[`+tool+`],"tool_choice":{"type":"any"}`), `tool_choice: type "tool" and "any" are not supported for this model.`, Documented},
	{"tool_choice a string", with(`"tools":[` + tool + `],"tool_choice":"auto"`), "tool_choice: Input should be a valid dictionary", Transcript},
	{"tool_choice unknown", with(`"tools":[` + tool + `],"tool_choice":{"type":"required"}`), "tool_choice: Input tag 'required' found using 'type' does not match any of the expected tags: 'auto', 'any', 'tool', 'none'", Documented},
	{"tool_choice without name", with(`"tools":[` + tool + `],"tool_choice":{"type":"tool"}`), "tool_choice.tool.name: Field required", Documented},
	{"tool_choice without tools", with(`"tool_choice":{"type":"auto"}`), "tool_choice: `tool_choice` may only be specified while providing `tools`.", ThirdParty},
	{"tool_choice of another", asModel("claude-haiku-5-5", `"tools":[`+tool+`],"tool_choice":{"type":"tool","name":"g"}`), "tool_choice.tool.name: Tool 'g' not found in provided tools", ThirdParty},
	{"five cache_control", with(`"cache_control":{"type":"ephemeral"},"system":[` + marked + `,` + marked + `],"tools":[{"name":"f","input_schema":{"type":"object"},"cache_control":{"type":"ephemeral"}},{"name":"g","input_schema":{"type":"object"},"cache_control":{"type":"ephemeral"}}]`), "A maximum of 4 blocks with cache_control may be provided. Found 5.", ThirdParty},
	// messages
	{"no messages", talk(), "messages: at least one message is required", ThirdParty},
	{"role system", talk(`{"role":"system","content":"Be kind"}`, user), "messages: Unexpected role \"system\". The Messages API accepts a top-level `system` parameter, not \"system\" as an input message role.", Uncertain},
	{"role tool", talk(`{"role":"tool","content":"1"}`), `messages: Unexpected role "tool". Allowed roles are "user" or "assistant".`, Documented},
	{"first assistant", talk(assistant, user), `messages: first message must use the "user" role`, Uncertain},
	{"empty string", talk(`{"role":"user","content":""}`), "messages.0: " + empty, ThirdParty},
	{"empty list", talk(user, replies(), user), "messages.1: " + empty, ThirdParty},
	{"empty text", talk(says(`{"type":"text","text":""}`)), "messages: text content blocks must be non-empty", ThirdParty},
	{"blank text", talk(`{"role":"user","content":" \n"}`), "messages: text content blocks must contain non-whitespace text", ThirdParty},
	{"empty text in a result", talk(user, callA, says(`{"type":"tool_result","tool_use_id":"toolu_A","content":[{"type":"text","text":""}]}`)), "messages: text content blocks must be non-empty", Uncertain},
	{"result in assistant", talk(user, replies(resultA), user), "messages.1.content.0: `tool_result` blocks can only be in `user` messages", Documented},
	{"call in user", talk(says(textBit, `{"type":"tool_use","id":"a","name":"f","input":{}}`)), "messages.0.content.1: `tool_use` blocks can only be in `assistant` messages", Documented},
	{"thinking in user", talk(says(`{"type":"thinking","thinking":"","signature":"x"}`)), "messages.0.content.0: `thinking` blocks can only be in `assistant` messages", Documented},
	{"call id", talk(user, replies(`{"type":"tool_use","id":"a b","name":"f","input":{}}`), user), "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'", Documented},
	{"call id twice", talk(user, callA, says(resultA), callA, says(resultA)), "messages.3.content.0: `tool_use` ids must be unique", Transcript},
	{"unanswered", talk(user, callAB, user), foundAB, Transcript},
	{"unanswered at the end", talk(user, callA), foundA, Transcript},
	{"one unanswered", talk(user, callAB, says(resultA)), foundB, Transcript},
	{"text first", talk(user, callA, says(textBit, resultA)), foundA, Documented},
	{"text between", talk(user, callAB, says(resultA, textBit, resultB)), foundB, Documented},
	{"results in two messages", talk(user, callAB, says(resultA), says(resultB)), foundB, ThirdParty},
	{"result later", talk(user, callA, user, assistant, says(resultA)), foundA, Transcript},
	{"orphan", talk(says(`{"type":"tool_result","tool_use_id":"toolu_X"}`)), "messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_X. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.", Transcript},
	{"orphan beside", talk(user, callA, says(resultA, resultB)), "messages.2.content.1: unexpected `tool_use_id` found in `tool_result` blocks: toolu_B. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.", Transcript},
	{"two results", talk(user, callA, says(resultA, resultA)), "messages.2.content.1: each tool_use must have a single result. Found multiple `tool_result` blocks with id: toolu_A", ThirdParty},
	{"altered thinking", talk(user, replies(`{"type":"thinking","thinking":"b","signature":"`+signThinking(1, "a")+`"}`, textBit), user), altered, Documented},
	{"altered signature", talk(user, replies(`{"type":"thinking","thinking":"a","signature":"EqQBforged"}`, textBit), user), altered, Documented},
	{"prefill", talk(user, assistant), prefill, Documented},
	{"prefill, haiku", strings.Replace(talk(user, assistant), "opus", "haiku", 1), prefill, Documented},
}

const marked = `{"type":"text","text":"a","cache_control":{"type":"ephemeral"}}`

func TestRefusals(t *testing.T) {
	p := start(t, "")
	for _, test := range refusals {
		t.Run(test.name, func(t *testing.T) {
			want := &Refusal{Status: 400, Type: "invalid_request_error", Message: test.message, Evidence: test.evidence}
			checkRefusal(t, p, headers(), test.body, want)
		})
	}
}

// checkRefusal holds answer and record against what is wanted.
func checkRefusal(t *testing.T, p *Provider, h http.Header, body string, want *Refusal) {
	t.Helper()
	checkRefusalAt(t, p, messagesPath, h, body, want)
}

func checkRefusalAt(t *testing.T, p *Provider, path string, h http.Header, body string, want *Refusal) {
	t.Helper()
	a := send(t, p, http.MethodPost, path, h, body)
	all := p.Requests()
	rec := all[len(all)-1]
	if diff := cmp.Diff(want, rec.Refusal); diff != "" {
		t.Errorf("refusal (-want +got):\n%s", diff)
	}
	e := readError(t, a)
	id := fmt.Sprintf("req_fake_%04d", rec.Number)
	if diff := cmp.Diff(errorBody{"error", errorDetail{want.Type, want.Message}, id}, e); diff != "" {
		t.Errorf("body (-want +got):\n%s", diff)
	}
	if a.status != want.Status || rec.Status != want.Status || a.header.Get("Request-Id") != id {
		t.Errorf("status %d, recorded %d, request-id %q; want %d, %s", a.status, rec.Status, a.header.Get("Request-Id"), want.Status, id)
	}
}

func TestHeaderRefusals(t *testing.T) {
	const key, auth, version, beta, content = "X-Api-Key", "Authorization", "Anthropic-Version", "Anthropic-Beta", "Content-Type"
	p := start(t, "")
	for _, test := range []struct {
		name string
		set  map[string]string // empty: taken out
		want Refusal
	}{
		{"no key", map[string]string{key: ""}, Refusal{Status: 401, Type: "authentication_error", Message: "x-api-key header is required", Evidence: Transcript}},
		{"no bearer", map[string]string{key: "", auth: FakeKey}, Refusal{Status: 401, Type: "authentication_error", Message: "x-api-key header is required", Evidence: Transcript}},
		{"empty bearer", map[string]string{key: "", auth: "Bearer "}, Refusal{Status: 401, Type: "authentication_error", Message: "x-api-key header is required", Evidence: Transcript}},
		{"bad key", map[string]string{key: "sk-ant-invalid-1"}, Refusal{Status: 401, Type: "authentication_error", Message: "invalid x-api-key", Evidence: Transcript}},
		{"bad bearer", map[string]string{key: "", auth: "bearer sk-ant-invalid"}, Refusal{Status: 401, Type: "authentication_error", Message: "invalid x-api-key", Evidence: Transcript}},
		{"x-api-key wins", map[string]string{key: "sk-ant-invalid", auth: "Bearer " + FakeKey}, Refusal{Status: 401, Type: "authentication_error", Message: "invalid x-api-key", Evidence: Transcript}},
		{"no version", map[string]string{version: ""}, Refusal{Status: 400, Type: "invalid_request_error", Message: "anthropic-version: header is required", Evidence: Documented}},
		{"other version", map[string]string{version: "2024-01-01"}, Refusal{Status: 400, Type: "invalid_request_error", Message: `anthropic-version: "2024-01-01" is not a valid version`, Evidence: Documented}},
		{"beta", map[string]string{beta: "good-2025-01-01, x"}, Refusal{Status: 400, Type: "invalid_request_error", Message: "Unexpected value(s) `x` for the `anthropic-beta` header. Please consult our documentation at docs.anthropic.com or try again without the header.", Evidence: Transcript}},
		{"no content type", map[string]string{content: ""}, Refusal{Status: 400, Type: "invalid_request_error", Message: "content-type: header must be application/json", Evidence: Uncertain}},
		{"form", map[string]string{content: "application/x-www-form-urlencoded"}, Refusal{Status: 400, Type: "invalid_request_error", Message: "content-type: header must be application/json", Evidence: Uncertain}},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := headers()
			for name, value := range test.set {
				if h.Set(name, value); value == "" {
					h.Del(name)
				}
			}
			checkRefusal(t, p, h, hello, &test.want)
		})
	}
}

func TestOtherRefusals(t *testing.T) {
	p := start(t, "")
	newer := headers()
	newer.Set("Anthropic-Version", versionNew)
	for _, setting := range []string{"temperature", "top_p", "top_k"} {
		checkRefusal(t, p, newer, asModel("claude-sonnet-4-6", `"`+setting+`":1`),
			&Refusal{Status: 400, Type: "invalid_request_error", Message: setting + ": " + extra, Evidence: ThirdParty})
	}
	checkRefusal(t, p, headers(), strings.Replace(hello, "claude-opus-5-5", "sonnet4", 1),
		&Refusal{Status: 404, Type: "not_found_error", Message: "model: sonnet4", Evidence: Transcript})
	checkRefusal(t, p, headers(), `{"a":"`+strings.Repeat("x", maxBody)+`"}`,
		&Refusal{Status: 413, Type: "request_too_large", Message: "Request exceeds the maximum size", Evidence: Documented})
}

// TestTooLargeWithoutLength: a body of unknown length is read to the limit only.
func TestTooLargeWithoutLength(t *testing.T) {
	p := start(t, "")
	endless := &endlessReader{}
	r, err := http.NewRequest(http.MethodPost, p.URL()+messagesPath, endless)
	if err != nil {
		t.Fatal(err)
	}
	r.Header = headers()
	if a := do(t, http.DefaultClient, r); a.status != 413 {
		t.Errorf("status %d", a.status)
	}
}

type endlessReader struct{}

func (*endlessReader) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = ' '
	}
	return len(b), nil
}

// TestMultipleFindings: the first decides; weak ones before it are kept.
func TestMultipleFindings(t *testing.T) {
	p := start(t, "", weakWarns)
	post(t, p, `{"model":"claude-opus-5-5","max_tokens":0,"messages":[{"role":"user","content":""}],"tool_choice":{"type":"any"}}`)
	rec := p.Requests()[0]
	if rec.Refusal == nil || rec.Refusal.Evidence != Documented {
		t.Fatalf("refusal %+v", rec.Refusal)
	}
	if len(rec.Warnings) != 1 || rec.Warnings[0].Evidence != Uncertain {
		t.Errorf("warnings %+v", rec.Warnings)
	}
}

// TestWeakWarns serves each body that is refused on weak evidence alone.
func TestWeakWarns(t *testing.T) {
	p := start(t, "- {text: ok, times: any, off_schema: true}", weakWarns)
	for _, test := range refusals {
		if !test.evidence.Weak() {
			continue
		}
		t.Run(test.name, func(t *testing.T) {
			a := post(t, p, test.body)
			all := p.Requests()
			rec := all[len(all)-1]
			if a.status != 200 || rec.Refusal != nil || rec.Reply != 1 {
				t.Fatalf("status %d, body %s", a.status, a.body)
			}
			want := Refusal{Status: 400, Type: "invalid_request_error", Message: test.message, Evidence: test.evidence}
			if len(rec.Warnings) == 0 || rec.Warnings[0] != want {
				t.Errorf("warnings %+v", rec.Warnings)
			}
		})
	}
}
