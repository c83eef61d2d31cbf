package fakellm

import (
	"net/http"
	"strings"
	"testing"
)

const (
	pngData    = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
	jpegData   = "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////"
	hourly     = `{"type":"text","text":"a","cache_control":{"type":"ephemeral","ttl":"1h"}}`
	afterShort = "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. " +
		"Note that blocks are processed in the following order: `tools`, `system`, `messages`."
)

func imageOf(media, data string) string {
	return `{"type":"image","source":{"type":"base64","media_type":"` + media + `","data":"` + data + `"}}`
}

func unknownBlock(kind string) string {
	names := make([]string, len(shapeContentBlock.variants))
	for i, v := range shapeContentBlock.variants {
		names[i] = v.name
	}
	return "messages.0.content.0: Input tag '" + kind + "' found using 'type' does not match any of the expected tags: '" + strings.Join(names, "', '") + "'"
}

// TestBetaFields: what betas bring is no more than a warning.
func TestBetaFields(t *testing.T) {
	for _, field := range []string{
		`"output_format":{"type":"json_schema"}`, `"fallbacks":[]`, `"fallback_credit_token":"x"`, `"compaction":{}`, `"billing_policy":{}`,
		`"output_config":{"task_budget":{}}`, `"tools":[{"type":"advisor_20260301","name":"advisor"}]`,
	} {
		for _, path := range []string{messagesPath, messagesPath + "?beta=true"} {
			p := start(t, "- text: ok", weakWarns)
			h := headers()
			if path == messagesPath {
				h.Set("Anthropic-Beta", "new-2026-01-01")
			}
			a := send(t, p, http.MethodPost, path, h, with(field))
			if rec := p.Requests()[0]; a.status != 200 || len(rec.Warnings) != 1 || rec.Warnings[0].Evidence != Uncertain {
				t.Errorf("%s at %s: %d %s, warnings %+v", field, path, a.status, a.body, rec.Warnings)
			}
		}
	}
}

// TestProtocolTable has the refusals of the documented protocol, one by one
// and by their names there, each with its whole answer.
func TestProtocolTable(t *testing.T) {
	const (
		old, newer = versionOld, versionNew
		bad        = "invalid_request_error"
		forced     = `tool_choice: type "tool" and "any" are not supported for this model.`
		noThinking = `" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.`
	)
	const invalidSchema = "tools.0.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 " +
		"(https://json-schema.org/draft/2020-12). Learn more about tool use at https://docs.claude.com/en/docs/tool-use."
	turn := func(blocks string) string { return talk(user, callAB, says(blocks)) }
	for _, test := range []struct {
		name     string
		path     string // messagesPath if empty
		version  string // old if empty
		headers  map[string]string
		body     string
		status   int
		kind     string
		message  string
		evidence Evidence
	}{
		{name: "no key", headers: map[string]string{"X-Api-Key": ""}, body: hello, status: 401, kind: "authentication_error", message: "x-api-key header is required", evidence: Transcript},
		{name: "bad key", headers: map[string]string{"X-Api-Key": "sk-ant-invalid-0"}, body: hello, status: 401, kind: "authentication_error", message: "invalid x-api-key", evidence: Transcript},
		{name: "no version", headers: map[string]string{"Anthropic-Version": ""}, body: hello, status: 400, kind: bad, message: "anthropic-version: header is required", evidence: Documented},
		{name: "missing field max_tokens", body: `{"model":"claude-opus-5-5","messages":[` + user + `]}`, status: 400, kind: bad, message: "max_tokens: Field required", evidence: Documented},
		{name: "missing field messages", body: `{"model":"claude-opus-5-5","max_tokens":9}`, status: 400, kind: bad, message: "messages: Field required", evidence: Documented},
		{name: "missing field model", body: `{"max_tokens":9,"messages":[` + user + `]}`, status: 400, kind: bad, message: "model: Field required", evidence: Documented},
		{name: "unknown field", body: with(`"foo":1`), status: 400, kind: bad, message: "foo: Extra inputs are not permitted", evidence: Transcript},
		{name: "unknown model", body: strings.Replace(hello, "claude-opus-5-5", "sonnet4", 1), status: 404, kind: "not_found_error", message: "model: sonnet4", evidence: Transcript},
		{name: "no messages", body: talk(), status: 400, kind: bad, message: "messages: at least one message is required", evidence: ThirdParty},
		{name: "first role assistant", body: talk(assistant, user), status: 400, kind: bad, message: `messages: first message must use the "user" role`, evidence: Uncertain},
		{name: "same role twice", body: talk(user, user), status: 200},
		{name: "unanswered tool_use", body: talk(user, callAB, user), status: 400, kind: bad, message: foundAB, evidence: Transcript},
		{name: "orphan result", body: talk(says(`{"type":"tool_result","tool_use_id":"toolu_X","content":"1"}`)), status: 400, kind: bad,
			message: "messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_X. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.", evidence: Transcript},
		{name: "text before tool_result", body: turn(textBit + "," + resultA + "," + resultB), status: 400, kind: bad, message: foundAB, evidence: Documented},
		{name: "empty text", body: talk(says(`{"type":"text","text":""}`)), status: 400, kind: bad, message: "messages: text content blocks must be non-empty", evidence: ThirdParty},
		{name: "whitespace-only text", body: talk(says(`{"type":"text","text":"\n "}`)), status: 400, kind: bad, message: "messages: text content blocks must contain non-whitespace text", evidence: ThirdParty},
		{name: "empty content", body: talk(user, assistant, user, assistant, user, replies(), user), status: 400, kind: bad,
			message: "messages.5: all messages must have non-empty content except for the optional final assistant message", evidence: ThirdParty},
		{name: "temperature, 2023-06-01, Opus 5.5", body: with(`"temperature":1`), status: 400, kind: bad, message: "`temperature` is deprecated for this model.", evidence: Transcript},
		{name: "temperature, 2023-06-01, Opus 4.7", body: asModel("claude-opus-4-7", `"temperature":0`), status: 400, kind: bad, message: "`temperature` is deprecated for this model.", evidence: Transcript},
		{name: "temperature, 2026-10-21", version: newer, body: asModel("claude-sonnet-4-6", `"temperature":1`), status: 400, kind: bad, message: "temperature: Extra inputs are not permitted", evidence: ThirdParty},
		{name: "max_tokens too big", body: strings.Replace(asModel("claude-sonnet-4-6", `"stream":false`), "100", "128001", 1), status: 400, kind: bad,
			message: "max_tokens: 128001 > 64000, which is the maximum allowed number of output tokens for claude-sonnet-4-6", evidence: Uncertain},
		{name: "prefill", body: talk(user, assistant), status: 400, kind: bad, message: prefill, evidence: Documented},
		{name: "forced tool, 5.5", body: with(`"tools":[` + tool + `],"tool_choice":{"type":"any"}`), status: 400, kind: bad, message: forced, evidence: Documented},
		{name: "forced tool, Fable 5.1", body: asModel("claude-fable-5-1", `"tools":[`+tool+`],"tool_choice":{"type":"tool","name":"f"}`), status: 400, kind: bad, message: forced, evidence: Documented},
		{name: "forced tool, count_tokens", path: countPath, body: strings.TrimSuffix(countTokens, "}") + `,"tools":[` + tool + `],"tool_choice":{"type":"any"}}`, status: 400, kind: bad, message: forced, evidence: Documented},
		{name: "thinking disabled on Opus 5.5", body: with(`"thinking":{"type":"disabled"}`), status: 400, kind: bad, message: `"thinking.type.disabled` + noThinking, evidence: Documented},
		{name: "thinking enabled on Opus 5.5", body: with(`"thinking":{"type":"enabled","budget_tokens":2000}`), status: 400, kind: bad, message: `"thinking.type.enabled` + noThinking, evidence: Documented},
		{name: "altered thinking", body: talk(user, replies(`{"type":"thinking","thinking":"b","signature":"`+signThinking(1, "a")+`"}`, textBit), user), status: 400, kind: bad, message: altered, evidence: Documented},
		{name: "open schema object", body: with(`"output_config":{"format":{"type":"json_schema","schema":{"type":"object"}}}`), status: 400, kind: bad, message: openSpec, evidence: ThirdParty},
		{name: "more than 4 cache_control", body: with(`"system":[` + strings.Join([]string{marked, marked, marked, marked, marked}, ",") + `]`), status: 400, kind: bad,
			message: "A maximum of 4 blocks with cache_control may be provided. Found 5.", evidence: ThirdParty},
		{name: "bad beta header", headers: map[string]string{"Anthropic-Beta": "x"}, body: hello, status: 400, kind: bad,
			message: "Unexpected value(s) `x` for the `anthropic-beta` header. Please consult our documentation at docs.anthropic.com or try again without the header.", evidence: Transcript},
		{name: "body over 32 MB", body: `{"a":"` + strings.Repeat("x", maxBody) + `"}`, status: 413, kind: "request_too_large", message: "Request exceeds the maximum size", evidence: Documented},
		{name: "tool name", body: with(`"tools":[{"name":"a b","input_schema":{"type":"object"}}]`), status: 400, kind: bad,
			message: "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'", evidence: Documented},
		{name: "results in two messages", body: talk(user, callAB, says(resultA), says(resultB)), status: 400, kind: bad, message: foundB, evidence: ThirdParty},
		{name: "result without content, is_error absent", body: talk(user, callA, says(`{"type":"tool_result","tool_use_id":"toolu_A"}`)), status: 200},
		{name: "half a character", body: talk(`{"role":"user","content":"cut \ud83d"}`), status: 400, kind: bad,
			message: "The request body is not valid JSON: no low surrogate in string: line 1 column 93 (char 92)", evidence: Transcript},
		{name: "half a character before another", body: talk(`{"role":"user","content":"cut \ud83d\n"}`), status: 400, kind: bad,
			message: "The request body is not valid JSON: no low surrogate in string: line 1 column 93 (char 92)", evidence: Transcript},
		{name: "second half of a character", body: talk(`{"role":"user","content":"cut \ude00"}`), status: 400, kind: bad,
			message: "The request body is not valid JSON: invalid high surrogate in string: line 1 column 87 (char 86)", evidence: ThirdParty},
		{name: "first half of a character twice", body: talk(`{"role":"user","content":"cut \ud83d\ud83d"}`), status: 400, kind: bad,
			message: "The request body is not valid JSON: invalid low surrogate in string: line 1 column 93 (char 92)", evidence: Uncertain},
		{name: "an hour after five minutes", body: with(`"system":[` + marked + `,` + hourly + `]`), status: 400, kind: bad, message: "system.1.cache_control.ttl: " + afterShort, evidence: Transcript},
		{name: "an hour in messages after five minutes in tools", body: strings.Replace(talk(says(hourly)), `"messages"`, `"tools":[{"name":"f","input_schema":{"type":"object"},"cache_control":{"type":"ephemeral","ttl":"5m"}}],"messages"`, 1),
			status: 400, kind: bad, message: "messages.0.content.0.cache_control.ttl: " + afterShort, evidence: Transcript},
		{name: "an hour for the whole request after five minutes", body: with(`"system":[` + marked + `],"cache_control":{"type":"ephemeral","ttl":"1h"}`), status: 400, kind: bad,
			message: "cache_control.ttl: " + afterShort, evidence: Uncertain},
		{name: "five minutes after an hour", body: with(`"system":[` + hourly + `,` + marked + `]`), status: 200},
		{name: "image of another type", body: talk(says(imageOf("image/png", jpegData))), status: 400, kind: bad,
			message: "messages.0.content.0.image.source.base64: The image was specified using the image/png media type, but the image appears to be a image/jpeg image", evidence: Transcript},
		{name: "image of another type in a result", body: talk(user, callA, says(`{"type":"tool_result","tool_use_id":"toolu_A","content":[`+textBit+`,`+imageOf("image/webp", pngData)+`]}`)), status: 400, kind: bad,
			message: "messages.2.content.0.tool_result.content.1.image.source.base64: The image was specified using the image/webp media type, but the image appears to be a image/png image", evidence: Transcript},
		{name: "image not in base64", body: talk(says(imageOf("image/png", "data:image/png;base64,"+pngData))), status: 400, kind: bad,
			message: "messages.0.content.0.image.source.base64: invalid base64 data", evidence: ThirdParty},
		{name: "image empty", body: talk(says(imageOf("image/png", ""))), status: 400, kind: bad,
			message: "messages.0.content.0.image.source.base64: image cannot be empty", evidence: Transcript},
		{name: "image that is none", body: talk(says(imageOf("image/png", "SGVsbG8="))), status: 400, kind: bad, message: "Could not process image", evidence: Uncertain},
		{name: "image", body: talk(says(imageOf("image/png", pngData), textBit)), status: 200},
		{name: "max_tokens, count_tokens", path: countPath, body: hello, status: 400, kind: bad, message: "max_tokens: Extra inputs are not permitted", evidence: Uncertain},
		{name: "temperature, count_tokens", path: countPath, body: strings.TrimSuffix(countTokens, "}") + `,"temperature":1}`, status: 400, kind: bad, message: "temperature: Extra inputs are not permitted", evidence: Uncertain},
		{name: "stop_sequences, count_tokens", path: countPath, body: strings.TrimSuffix(countTokens, "}") + `,"stop_sequences":["a"]}`, status: 400, kind: bad, message: "stop_sequences: Extra inputs are not permitted", evidence: Uncertain},
		{name: "unknown field in a message, count_tokens", path: countPath, body: `{"model":"claude-opus-5-5","messages":[{"role":"user","content":"Hi","foo":1}]}`, status: 400, kind: bad, message: "messages.0.foo: Extra inputs are not permitted", evidence: Transcript},
		{name: "an unknown block of a beta", headers: map[string]string{"Anthropic-Beta": "new-2026-01-01"}, body: talk(says(`{"type":"fallback"}`)), status: 400, kind: bad,
			message: unknownBlock("fallback"), evidence: Uncertain},
		{name: "an unknown block without a beta", body: talk(says(`{"type":"fallback"}`)), status: 400, kind: bad, message: unknownBlock("fallback"), evidence: Documented},
		{name: "prefill for a model of the options", body: strings.Replace(talk(user, assistant), "claude-opus-5-5", "house-model", 1), status: 200},
		{name: "tool schema, property a string", body: with(`"tools":[{"name":"f","input_schema":{"type":"object","properties":{"a":"string"}}}]`), status: 400, kind: bad,
			message: invalidSchema, evidence: Transcript},
		{name: "tool schema, no such type", body: with(`"tools":[{"name":"f","input_schema":{"type":"object","properties":{"a":{"type":"strin"}}}}]`), status: 400, kind: bad,
			message: invalidSchema, evidence: Transcript},
		{name: "signature made up", body: talk(user, replies(`{"type":"thinking","thinking":"","signature":"abc"}`, textBit), user, assistant, user), status: 400, kind: bad,
			message: "messages.1.content.0: Invalid `signature` in `thinking` block", evidence: Transcript},
		{name: "altered thinking further back", body: talk(user, replies(`{"type":"thinking","thinking":"x","signature":"`+signThinking(7, "y")+`"}`, textBit), user, assistant, user), status: 400, kind: bad,
			message: "messages.1.content.0: Invalid `signature` in `thinking` block", evidence: Transcript},
		{name: "temperature and top_p", body: asModel("claude-haiku-4-5", `"temperature":1,"top_p":0.9`), status: 400, kind: bad,
			message: "`temperature` and `top_p` cannot both be specified for this model. Please use only one.", evidence: Transcript},
		{name: "forced tool with thinking", body: strings.Replace(asModel("claude-haiku-4-5", `"thinking":{"type":"enabled","budget_tokens":1024},"tools":[`+tool+`],"tool_choice":{"type":"any"}`), "100", "2000", 1), status: 400, kind: bad,
			message: "Thinking may not be enabled when tool_choice forces tool use.", evidence: ThirdParty},
		{name: "a model that is not in the table", body: strings.Replace(hello, "claude-opus-5-5", "claude-opus-9", 1), status: 404, kind: "not_found_error", message: "model: claude-opus-9", evidence: Uncertain},
		{name: "an unknown field of a beta", headers: map[string]string{"Anthropic-Beta": "new-2026-01-01"}, body: with(`"compaction":{}`), status: 400, kind: bad, message: "compaction: Extra inputs are not permitted", evidence: Uncertain},
		{name: "schema constraint", body: with(`"output_config":{"format":{"type":"json_schema","schema":{"type":"integer","minimum":1,"maximum":2}}}`), status: 400, kind: bad,
			message: "output_config.format.schema: For 'integer' type, properties maximum, minimum are not supported", evidence: ThirdParty},
		{name: "one schema constraint", body: with(`"output_config":{"format":{"type":"json_schema","schema":{"type":"object","additionalProperties":false,"properties":{"a":{"type":"string","maxLength":2}}}}}`), status: 400, kind: bad,
			message: "output_config.format.schema: For 'string' type, property 'maxLength' is not supported", evidence: ThirdParty},
		{name: "minItems", body: with(`"output_config":{"format":{"type":"json_schema","schema":{"type":"array","minItems":2}}}`), status: 400, kind: bad,
			message: "output_config.format.schema: For 'array' type, 'minItems' values other than 0 or 1 are not supported", evidence: ThirdParty},
		{name: "external reference", body: with(`"output_config":{"format":{"type":"json_schema","schema":{"$ref":"https://example.com/a.json"}}}`), status: 400, kind: bad,
			message: "output_config.format.schema: External $ref 'https://example.com/a.json' is not supported", evidence: Uncertain},
		{name: "recursive schema", body: with(`"output_config":{"format":{"type":"json_schema","schema":{"$ref":"#/$defs/a","$defs":{"a":{"type":"array","items":{"$ref":"#/$defs/a"}}}}}}`), status: 400, kind: bad,
			message: "output_config.format.schema: Recursive schemas are not supported", evidence: Uncertain},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := start(t, "- {text: ok, off_schema: true}", func(o *Options) { o.Models = []string{"house-model"} })
			h := headers()
			if test.version != "" {
				h.Set("Anthropic-Version", test.version)
			}
			for name, value := range test.headers {
				if h.Set(name, value); value == "" {
					h.Del(name)
				}
			}
			path := test.path
			if path == "" {
				path = messagesPath
			}
			if test.status == http.StatusOK {
				if a := send(t, p, http.MethodPost, path, h, test.body); a.status != 200 {
					t.Errorf("status %d, %s", a.status, a.body)
				}
				return
			}
			want := &Refusal{Status: test.status, Type: test.kind, Message: test.message, Evidence: test.evidence}
			checkRefusalAt(t, p, path, h, test.body, want)
		})
	}
}
