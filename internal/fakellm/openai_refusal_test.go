package fakellm

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	openAIParseFault = "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP library correctly. " +
		"The OpenAI API expects a JSON payload, but what was sent was not valid JSON. If you have trouble figuring out how to fix this, " +
		"please contact us through our help center at help.openai.com.)"
	openAINoModel   = "you must provide a model parameter"
	openAINull      = "Invalid value for 'content': expected a string, got null."
	openAIUnpaired  = "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: "
	openAIOrphan    = "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."
	openAICallA     = `{"id":"call_A","type":"function","function":{"name":"f","arguments":"{}"}}`
	openAICallB     = `{"id":"call_B","type":"function","function":{"name":"f","arguments":"{}"}}`
	openAIResultA   = `{"role":"tool","tool_call_id":"call_A","content":"1"}`
	openAIResultB   = `{"role":"tool","tool_call_id":"call_B","content":"2"}`
	openAIPartTypes = "'text', 'image_url', 'input_audio', 'refusal', 'audio', and 'file'"
	openAIRoles     = "'system', 'assistant', 'user', 'function', 'tool', and 'developer'"
)

func fixedTemperature(value string) string {
	return "Unsupported value: 'temperature' does not support " + value + " with this model. Only the default (1) value is supported."
}

func missing(param string) string { return "Missing required parameter: '" + param + "'." }

func mistyped(param, want, got string) string {
	return "Invalid type for '" + param + "': expected " + want + ", but got " + got + " instead."
}

func emptyArray(param string) string {
	return "Invalid '" + param + "': empty array. Expected an array with minimum length 1, but got an empty array instead."
}

// openAITools is a request with these tools, given as JSON values.
func openAITools(tools string) string { return chatWith(`"tools":[` + tools + `]`) }

// functionTool is a tool with these members of its function.
func functionTool(members string) string {
	return `{"type":"function","function":{` + members + `}}`
}

const openAIPlain = `{"type":"function","function":{"name":"f","parameters":{"type":"object","properties":{}}}}`

// openAISchema is a request for this schema, strictly.
func openAISchema(schema string) string {
	return chatWith(`"response_format":{"type":"json_schema","json_schema":{"name":"s","strict":true,"schema":` + schema + `}}`)
}

const (
	openAISpec  = "Invalid schema for response_format 's': "
	openAIFn    = "Invalid schema for function 'f': "
	notClosed   = ", 'additionalProperties' is required to be supplied and to be false."
	notRequired = ", 'required' is required to be supplied and to be an array including every key in properties. Missing "
)

var openAIRefusals = []struct {
	name, body           string
	message, param, code string
	evidence             Evidence
}{
	{"empty", "", openAIParseFault, "", "", Transcript},
	{"no JSON", `{"model":`, openAIParseFault, "", "", Transcript},
	{"trailing", chatWith("") + "}", openAIParseFault, "", "", Transcript},
	{"list", `[]`, openAINoModel, "", "", Transcript},
	{"no model", `{"messages":[` + chatUser + `],"foo":1}`, openAINoModel, "", "", Transcript},
	{"empty model", `{"model":"","messages":[` + chatUser + `]}`, openAINoModel, "", "", Transcript},
	{"model a number", `{"model":5,"messages":[` + chatUser + `]}`, mistyped("model", "a string", "an integer"), "model", "invalid_type", Documented},
	{"no messages", `{"model":"m","foo":1}`, missing("messages"), "messages", "missing_required_parameter", Documented},
	{"unknown parameter", chatWith(`"foo":1,"n":"x"`), "Unknown parameter: 'foo'.", "foo", "unknown_parameter", Transcript},
	{"of another dialect", chatWith(`"system":"Be kind."`), "Unknown parameter: 'system'.", "system", "unknown_parameter", Transcript},
	// messages
	{"empty messages", `{"model":"m","messages":[]}`, emptyArray("messages"), "messages", "empty_array", Transcript},
	{"messages a string", `{"model":"m","messages":"Hello"}`, mistyped("messages", "an array of objects", "a string"), "messages", "invalid_type", Documented},
	{"messages null", `{"model":"m","messages":null}`, mistyped("messages", "an array of objects", "null"), "messages", "invalid_type", Documented},
	{"message a string", chatTalk(`"Hello"`), mistyped("messages[0]", "an object", "a string"), "messages[0]", "invalid_type", Documented},
	{"no role", chatTalk(`{"content":"Hello"}`), missing("messages[0].role"), "messages[0].role", "missing_required_parameter", Documented},
	{"role", chatTalk(chatUser, `{"role":"human","content":"x"}`), "Invalid value: 'human'. Supported values are: " + openAIRoles + ".", "messages[1].role", "invalid_value", Documented},
	{"later role before content", chatTalk(`{"role":"user"}`, `{"role":"human","content":"x"}`), "Invalid value: 'human'. Supported values are: " + openAIRoles + ".", "messages[1].role", "invalid_value", Documented},
	{"content a number", chatTalk(`{"role":"user","content":7}`), mistyped("messages[0].content", "one of a string or array of objects", "an integer"), "messages[0].content", "invalid_type", Documented},
	{"content an object", chatTalk(`{"role":"user","content":{}}`), mistyped("messages[0].content", "one of a string or array of objects", "an object"), "messages[0].content", "invalid_type", Documented},
	{"no content", chatTalk(`{"role":"user"}`), openAINull, "messages.[0].content", "", Transcript},
	{"content null", chatTalk(chatUser, `{"role":"assistant","content":null,"tool_calls":null,"refusal":null}`), openAINull, "messages.[1].content", "", Transcript},
	{"tool without content", chatTalk(chatUser, `{"role":"tool","tool_call_id":"x"}`), openAINull, "messages.[1].content", "", Transcript},
	{"developer without content", chatTalk(`{"role":"developer"}`, chatUser), missing("messages[0].content"), "messages[0].content", "missing_required_parameter", Documented},
	{"developer content null", chatTalk(`{"role":"developer","content":null}`, chatUser), mistyped("messages[0].content", "one of a string or array of objects", "null"), "messages[0].content", "invalid_type", Documented},
	{"part a string", chatTalk(`{"role":"user","content":["Hello"]}`), mistyped("messages[0].content[0]", "an object", "a string"), "messages[0].content[0]", "invalid_type", Documented},
	{"part without type", chatTalk(`{"role":"user","content":[{"text":"Hello"}]}`), missing("messages[0].content[0].type"), "messages[0].content[0].type", "missing_required_parameter", Documented},
	{"part of another dialect", chatTalk(chatUser, `{"role":"user","content":[{"type":"tool_result","tool_use_id":"x"}]}`), "Invalid value: 'tool_result'. Supported values are: " + openAIPartTypes + ".", "messages[1].content[0].type", "invalid_value", Documented},
	{"part without text", chatTalk(`{"role":"user","content":[{"type":"text"}]}`), missing("messages[0].content[0].text"), "messages[0].content[0].text", "missing_required_parameter", Documented},
	{"image a string", chatTalk(`{"role":"user","content":[{"type":"image_url","image_url":"x"}]}`), mistyped("messages[0].content[0].image_url", "an object", "a string"), "messages[0].content[0].image_url", "invalid_type", Documented},
	{"image in a result", chatTalk(chatUser, chatCalls(openAICallA), `{"role":"tool","tool_call_id":"call_A","content":[{"type":"image_url","image_url":{"url":"x"}}]}`), "Invalid 'messages[2]'. Image URLs are only allowed for messages with role 'user', but this message with role 'tool' contains an image URL.", "messages[2]", "invalid_value", Documented},
	// calls and results
	{"no calls", chatTalk(chatUser, chatCalls("")), emptyArray("messages[1].tool_calls"), "messages[1].tool_calls", "empty_array", Transcript},
	{"calls a string", chatTalk(chatUser, `{"role":"assistant","content":"x","tool_calls":"f"}`), mistyped("messages[1].tool_calls", "an array of objects", "a string"), "messages[1].tool_calls", "invalid_type", Documented},
	{"call without id", chatTalk(chatUser, chatCalls(`{"type":"function","function":{"name":"f","arguments":"{}"}}`)), missing("messages[1].tool_calls[0].id"), "messages[1].tool_calls[0].id", "missing_required_parameter", Documented},
	{"call without type", chatTalk(chatUser, chatCalls(`{"id":"x","function":{"name":"f","arguments":"{}"}}`)), missing("messages[1].tool_calls[0].type"), "messages[1].tool_calls[0].type", "missing_required_parameter", Documented},
	{"arguments an object", chatTalk(chatUser, chatCalls(`{"id":"x","type":"function","function":{"name":"f","arguments":{}}}`)), mistyped("messages[1].tool_calls[0].function.arguments", "a string", "an object"), "messages[1].tool_calls[0].function.arguments", "invalid_type", Documented},
	{"called name", chatTalk(chatUser, chatCalls(`{"id":"x","type":"function","function":{"name":"my f","arguments":"{}"}}`)), "Invalid 'messages[1].tool_calls[0].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.", "messages[1].tool_calls[0].function.name", "invalid_value", Documented},
	{"unanswered at the end", chatTalk(chatUser, chatCalls(openAICallA+","+openAICallB)), openAIUnpaired + "call_A, call_B", "messages.[1].role", "", Transcript},
	{"one unanswered", chatTalk(chatUser, chatCalls(openAICallA+","+openAICallB), openAIResultA, chatUser), openAIUnpaired + "call_B", "messages.[3].role", "", Transcript},
	{"result later", chatTalk(chatUser, chatCalls(openAICallA), chatUser, openAIResultA), openAIUnpaired + "call_A", "messages.[2].role", "", Transcript},
	{"orphan", chatTalk(chatUser, openAIResultA), openAIOrphan, "messages.[1].role", "", Transcript},
	{"orphan after text", chatTalk(chatUser, `{"role":"assistant","content":"x"}`, openAIResultA), openAIOrphan, "messages.[2].role", "", Transcript},
	{"result without id", chatTalk(chatUser, chatCalls(openAICallA), `{"role":"tool","content":"1"}`), "Missing parameter 'tool_call_id': messages with role 'tool' must have a 'tool_call_id'.", "messages.[2].tool_call_id", "", Transcript},
	{"result of another", chatTalk(chatUser, chatCalls(openAICallA), openAIResultA, openAIResultB), "Invalid parameter: 'tool_call_id' of 'call_B' not found in 'tool_calls' of previous message.", "messages.[3].tool_call_id", "", ThirdParty},
	// tools
	{"no tools", openAITools(""), emptyArray("tools"), "tools", "empty_array", Transcript},
	{"tools a string", chatWith(`"tools":"f"`), mistyped("tools", "an array of objects", "a string"), "tools", "invalid_type", Documented},
	{"many tools", openAITools(strings.Repeat(openAIPlain+",", 128) + openAIPlain), "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 129 instead.", "tools", "array_above_max_length", Documented},
	{"tool without type", openAITools(`{"function":{"name":"f"}}`), missing("tools[0].type"), "tools[0].type", "missing_required_parameter", Documented},
	{"tool of another dialect", openAITools(`{"name":"f","input_schema":{"type":"object"}}`), missing("tools[0].type"), "tools[0].type", "missing_required_parameter", Documented},
	{"tool type", openAITools(`{"type":"web_search"}`), "Invalid value: 'web_search'. Supported values are: 'function' and 'custom'.", "tools[0].type", "invalid_value", Documented},
	{"no function", openAITools(`{"type":"function","name":"f"}`), missing("tools[0].function"), "tools[0].function", "missing_required_parameter", Documented},
	{"no name", openAITools(functionTool(`"parameters":{}`)), missing("tools[0].function.name"), "tools[0].function.name", "missing_required_parameter", Documented},
	{"empty name", openAITools(functionTool(`"name":""`)), "Invalid 'tools[0].function.name': empty string. Expected a string with minimum length 1, but got an empty string instead.", "tools[0].function.name", "empty_string", Documented},
	{"name", openAITools(openAIPlain + "," + functionTool(`"name":"my f"`)), "Invalid 'tools[1].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.", "tools[1].function.name", "invalid_value", Documented},
	{"long name", openAITools(functionTool(`"name":"` + strings.Repeat("a", 65) + `"`)), "Invalid 'tools[0].function.name': string too long. Expected a string with maximum length 64, but got a string with length 65 instead.", "tools[0].function.name", "string_above_max_length", Documented},
	{"parameters a string", openAITools(functionTool(`"name":"f","parameters":"x"`)), mistyped("tools[0].function.parameters", "an object", "a string"), "tools[0].function.parameters", "invalid_type", Documented},
	{"parameters without type", openAITools(functionTool(`"name":"f","parameters":{"properties":{}}`)), openAIFn + `schema must be a JSON Schema of 'type: "object"', got 'type: "None"'.`, "tools[0].function.parameters", "invalid_function_parameters", Documented},
	{"parameters of a string", openAITools(functionTool(`"name":"f","parameters":{"type":"string"}`)), openAIFn + `schema must be a JSON Schema of 'type: "object"', got 'type: "string"'.`, "tools[0].function.parameters", "invalid_function_parameters", Documented},
	{"parameters without properties", openAITools(functionTool(`"name":"f","parameters":{"type":"object"}`)), openAIFn + "In context=(), object schema missing properties.", "tools[0].function.parameters", "invalid_function_parameters", ThirdParty},
	{"strict parameters", openAITools(functionTool(`"name":"f","strict":true,"parameters":{"type":"object","properties":{}}`)), openAIFn + "In context=()" + notClosed, "tools[0].function.parameters", "invalid_function_parameters", Documented},
	{"tool_choice unknown", chatWith(`"tools":[` + openAIPlain + `],"tool_choice":"any"`), "Invalid value: 'any'. Supported values are: 'none', 'auto', and 'required'.", "tool_choice", "invalid_value", Documented},
	{"tool_choice a number", chatWith(`"tools":[` + openAIPlain + `],"tool_choice":7`), mistyped("tool_choice", "one of one of 'none', 'auto', or 'required' or object", "an integer"), "tool_choice", "invalid_type", Documented},
	{"tool_choice without tools", chatWith(`"tool_choice":"auto"`), "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.", "tool_choice", "", Transcript},
	{"tool_choice without function", chatWith(`"tools":[` + openAIPlain + `],"tool_choice":{"type":"tool","name":"f"}`), missing("tool_choice.function"), "tool_choice.function", "missing_required_parameter", Documented},
	{"tool_choice without name", chatWith(`"tools":[` + openAIPlain + `],"tool_choice":{"type":"function","function":{}}`), missing("tool_choice.function.name"), "tool_choice.function.name", "missing_required_parameter", Documented},
	{"tool_choice of another", chatWith(`"tools":[` + openAIPlain + `],"tool_choice":{"type":"function","function":{"name":"g"}}`), "Invalid value for 'function_call': no function named 'g' was specified in the 'functions' parameter.", "function_call", "", ThirdParty},
	{"parallel without tools", chatWith(`"parallel_tool_calls":false`), "Invalid value for 'parallel_tool_calls': 'parallel_tool_calls' is only allowed when 'tools' are specified.", "parallel_tool_calls", "", Transcript},
	// response_format
	{"format a string", chatWith(`"response_format":"json"`), mistyped("response_format", "an object", "a string"), "response_format", "invalid_type", Documented},
	{"format without type", chatWith(`"response_format":{}`), missing("response_format.type"), "response_format.type", "missing_required_parameter", Documented},
	{"format unknown", chatWith(`"response_format":{"type":"json"}`), "Invalid value: 'json'. Supported values are: 'json_object', 'json_schema', and 'text'.", "response_format.type", "invalid_value", Documented},
	{"format field", chatWith(`"response_format":{"type":"json_schema","schema":{},"json_schema":{"name":"s","schema":{"type":"object"}}}`), "Unknown parameter: 'response_format.schema'.", "response_format.schema", "unknown_parameter", Transcript},
	{"no json_schema", chatWith(`"response_format":{"type":"json_schema"}`), missing("response_format.json_schema"), "response_format.json_schema", "missing_required_parameter", Documented},
	{"schema without name", chatWith(`"response_format":{"type":"json_schema","json_schema":{"schema":{}}}`), missing("response_format.json_schema.name"), "response_format.json_schema.name", "missing_required_parameter", Documented},
	{"no schema", chatWith(`"response_format":{"type":"json_schema","json_schema":{"name":"s"}}`), missing("response_format.json_schema.schema"), "response_format.json_schema.schema", "missing_required_parameter", Uncertain},
	{"schema of a list", openAISchema(`{"type":"array","items":{}}`), openAISpec + `schema must be a JSON Schema of 'type: "object"', got 'type: "array"'.`, "response_format", "", Documented},
	{"schema of types", openAISchema(`{"type":["object","null"]}`), openAISpec + `schema must be a JSON Schema of 'type: "object"', got 'type: ["object","null"]'.`, "response_format", "", Documented},
	{"schema open", openAISchema(`{"type":"object","properties":{"a":{"type":"string"}}}`), openAISpec + "In context=()" + notClosed, "response_format", "", Documented},
	{"schema not required", openAISchema(`{"type":"object","properties":{"b":{},"a":{}},"required":["b"],"additionalProperties":false}`), openAISpec + "In context=()" + notRequired + "'a'.", "response_format", "", Documented},
	{"schema inside", openAISchema(`{"type":"object","properties":{"a":{"type":"array","items":{"type":"object","additionalProperties":false,"properties":{"b":{}}}}},"required":["a"],"additionalProperties":false}`), openAISpec + "In context=('properties', 'a', 'items')" + notRequired + "'b'.", "response_format", "", Documented},
	{"schema definition", openAISchema(`{"type":"object","properties":{},"additionalProperties":false,"$defs":{"d":{"anyOf":[{"type":"string"},{"type":"object"}]}}}`), openAISpec + "In context=('$defs', 'd', 'anyOf', '1')" + notClosed, "response_format", "", Documented},
	{"schema items", openAISchema(`{"type":"object","properties":{},"additionalProperties":false,"items":{"type":"object"}}`), openAISpec + "In context=('items',)" + notClosed, "response_format", "", Documented},
	{"json not mentioned", chatWith(`"response_format":{"type":"json_object"}`), "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.", "messages", "", Documented},
	// parameters
	{"both limits", chatWith(`"max_tokens":1,"max_completion_tokens":1`), "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.", "max_tokens", "invalid_parameter_combination", Transcript},
	{"call id long", chatTalk(chatUser, chatCalls(strings.Replace(openAICallA, "call_A", strings.Repeat("a", 41), 1)), strings.Replace(openAIResultA, "call_A", strings.Repeat("a", 41), 1)),
		"Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 41 instead.",
		"messages[1].tool_calls[0].id", "string_above_max_length", ThirdParty},
	{"temperature, o model", strings.Replace(chatWith(`"temperature":0.7`), `"m"`, `"o3-mini"`, 1), fixedTemperature("0.7"), "temperature", "unsupported_value", ThirdParty},
	{"temperature, first of the line", strings.Replace(chatWith(`"temperature":0`), `"m"`, `"gpt-5-mini-2025-08-07"`, 1), fixedTemperature("0"), "temperature", "unsupported_value", ThirdParty},
	{"temperature, later of the line", strings.Replace(chatWith(`"temperature":0`), `"m"`, `"gpt-5.4"`, 1), fixedTemperature("0"), "temperature", "unsupported_value", Uncertain},
	{"older limit, newer model", strings.Replace(chatWith(`"max_tokens":1`), `"m"`, `"gpt-5.6"`, 1), "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", "max_tokens", "unsupported_parameter", Transcript},
	{"limit 0", chatWith(`"max_completion_tokens":0`), "Invalid 'max_completion_tokens': integer below minimum value. Expected a value >= 1, but got 0 instead.", "max_completion_tokens", "integer_below_min_value", Documented},
	{"limit a fraction", chatWith(`"max_tokens":1.5`), mistyped("max_tokens", "an integer", "a decimal number"), "max_tokens", "invalid_type", Documented},
	{"five stops", chatWith(`"stop":["a","b","c","d","e"]`), "Invalid 'stop': array too long. Expected an array with maximum length 4, but got an array with length 5 instead.", "stop", "array_above_max_length", Documented},
	{"stop a number", chatWith(`"stop":5`), mistyped("stop", "one of a string or array of strings", "an integer"), "stop", "invalid_type", Documented},
	{"stop numbers", chatWith(`"stop":["a",5]`), mistyped("stop[1]", "a string", "an integer"), "stop[1]", "invalid_type", Documented},
	{"temperature high", chatWith(`"temperature":2.5`), "Invalid 'temperature': decimal above maximum value. Expected a value <= 2, but got 2.5 instead.", "temperature", "decimal_above_max_value", Documented},
	{"temperature low", chatWith(`"temperature":-1`), "Invalid 'temperature': decimal below minimum value. Expected a value >= 0, but got -1 instead.", "temperature", "decimal_below_min_value", Documented},
	{"temperature huge", chatWith(`"temperature":1e999`), "Invalid 'temperature': decimal above maximum value. Expected a value <= 2, but got 1e999 instead.", "temperature", "decimal_above_max_value", Documented},
	{"temperature a string", chatWith(`"temperature":"hot"`), mistyped("temperature", "a decimal", "a string"), "temperature", "invalid_type", Documented},
	{"stream a string", chatWith(`"stream":"true"`), mistyped("stream", "a boolean", "a string"), "stream", "invalid_type", Documented},
	{"service_tier an object", chatWith(`"service_tier":{}`), mistyped("service_tier", "one of 'auto', 'default', 'fast', 'flex', 'priority', or 'scale'", "an object"), "service_tier", "invalid_type", Documented},
	{"effort", chatWith(`"reasoning_effort":"tiny"`), "Invalid value: 'tiny'. Supported values are: 'none', 'minimal', 'low', 'medium', 'high', 'xhigh', and 'max'.", "reasoning_effort", "invalid_value", Documented},
	{"order of parameters", chatWith(`"stream":"x","n":0`), "Invalid 'n': integer below minimum value. Expected a value >= 1, but got 0 instead.", "n", "integer_below_min_value", Documented},
	{"stream_options alone", chatWith(`"stream_options":{"include_usage":true}`), "The 'stream_options' parameter is only allowed when 'stream' is enabled.", "stream_options", "", Documented},
	{"stream_options field", chatWith(`"stream":true,"stream_options":{"foo":1}`), "Unknown parameter: 'stream_options.foo'.", "stream_options.foo", "unknown_parameter", Transcript},
}

func TestOpenAIRefusals(t *testing.T) {
	p := start(t, "")
	for _, test := range openAIRefusals {
		t.Run(test.name, func(t *testing.T) {
			a := postOpenAI(t, p, test.body)
			want := &Refusal{Status: 400, Type: "invalid_request_error", Message: test.message, Param: test.param, Code: test.code, Evidence: test.evidence}
			checkOpenAIRefusal(t, p, a, want)
		})
	}
}

// checkOpenAIRefusal holds answer and record against what is wanted.
func checkOpenAIRefusal(t *testing.T, p *Provider, a answer, want *Refusal) {
	t.Helper()
	rec := latest(p)
	if diff := cmp.Diff(want, rec.Refusal); diff != "" {
		t.Errorf("refusal (-want +got):\n%s", diff)
	}
	var got struct{ Error map[string]any }
	if err := json.Unmarshal(a.body, &got); err != nil {
		t.Fatalf("body %s: %v", a.body, err)
	}
	body := map[string]any{"message": want.Message, "type": want.Type, "param": orNull(want.Param), "code": orNull(want.Code)}
	if diff := cmp.Diff(body, got.Error); diff != "" || a.status != want.Status || rec.Status != want.Status {
		t.Errorf("status %d, recorded %d, body (-want +got):\n%s", a.status, rec.Status, diff)
	}
	if a.header.Get("Content-Type") != "application/json" || a.header.Get("X-Request-Id") != requestID(rec.Number) {
		t.Errorf("headers %v", a.header)
	}
}

func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

func TestOpenAIKeys(t *testing.T) {
	p := start(t, "- {text: ok, times: any}")
	const none = "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: " +
		"Bearer YOUR_KEY), or as the password field (with blank username) if you're accessing the API from your browser and are prompted for a " +
		"username and password. You can obtain an API key from https://platform.openai.com/account/api-keys."
	bad := func(masked string) string {
		return "Incorrect API key provided: " + masked + ". You can find your API key at https://platform.openai.com/account/api-keys."
	}
	for _, test := range []struct{ name, key, message, code string }{
		{"none", "", none, ""},
		{"no scheme", openAIKey, none, ""},
		{"other scheme", "Basic " + openAIKey, none, ""},
		{"empty", "Bearer ", none, ""},
		{"bad", "Bearer sk-invalid-0123456789", bad("sk-inval*********6789"), "invalid_api_key"},
		{"bad and short", "bearer sk-invalid", bad("**********"), "invalid_api_key"},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := openAIHeaders()
			if h.Set("Authorization", test.key); test.key == "" {
				h.Del("Authorization")
			}
			a := send(t, p, http.MethodPost, openAIPath, h, chatWith(""))
			checkOpenAIRefusal(t, p, a, &Refusal{Status: 401, Type: "invalid_request_error", Message: test.message, Code: test.code, Evidence: Transcript})
		})
	}
}

func TestOpenAIModels(t *testing.T) {
	p := start(t, "- text: ok", func(o *Options) { o.Local = []string{"m"} })
	if a := postOpenAI(t, p, chatWith("")); a.status != 200 {
		t.Errorf("status %d, %s", a.status, a.body)
	}
	a := postOpenAI(t, p, strings.Replace(chatWith(""), `"m"`, `"gtp-4"`, 1))
	checkOpenAIRefusal(t, p, a, &Refusal{Status: 404, Type: "invalid_request_error", Code: "model_not_found", Evidence: Transcript,
		Message: "The model `gtp-4` does not exist or you do not have access to it."})
}

// TestOpenAIAccepted: what real clients send is served, without a warning.
func TestOpenAIAccepted(t *testing.T) {
	p := start(t, "- {text: ok, times: any, off_schema: true}")
	for _, body := range []string{
		chatWith(""),
		chatWith(`"temperature":null,"stop":null,"stream":null,"max_tokens":null,"response_format":null,"stream_options":null,"tool_choice":null`),
		chatWith(`"temperature":2,"top_p":1,"n":1,"max_completion_tokens":1,"stop":["a","b","c","d"],"seed":7,"presence_penalty":-2`),
		chatWith(`"stop":"END","user":"u","metadata":{"a":"b"},"store":false,"logit_bias":{"1":1},"logprobs":true,"top_logprobs":5,"verbosity":"low"`),
		chatWith(`"stream":true,"stream_options":{"include_usage":true,"include_obfuscation":false}`),
		chatWith(`"modalities":["text"],"web_search_options":{},"prediction":{},"service_tier":"flex","reasoning_effort":"none","safety_identifier":"x"`),
		strings.Replace(chatWith(`"max_completion_tokens":5`), `"m"`, `"gpt-5.6"`, 1),
		strings.Replace(chatWith(`"temperature":1.0`), `"m"`, `"gpt-5"`, 1),
		strings.Replace(chatWith(`"temperature":0.5`), `"m"`, `"gpt-5-chat-latest"`, 1),
		strings.Replace(chatWith(`"max_tokens":5`), `"m"`, `"gpt-4o"`, 1),
		chatTalk(`{"role":"system","content":"a"}`, `{"role":"developer","content":[{"type":"text","text":"b"}]}`, `{"role":"user","content":""}`, `{"role":"user","content":[]}`),
		chatTalk(`{"role":"user","name":"ann","content":[{"type":"text","text":"a"},{"type":"image_url","image_url":{"url":"x","detail":"low"}}]}`),
		// a reply as it came, with all its fields
		chatTalk(chatUser, `{"role":"assistant","content":null,"refusal":null,"annotations":[],"audio":null,"function_call":null,"tool_calls":[`+openAICallA+`,`+openAICallB+`]}`, openAIResultB, openAIResultA, chatUser),
		chatTalk(chatUser, chatCalls(openAICallA), `{"role":"tool","tool_call_id":"call_A","name":"f","content":[{"type":"text","text":"1"}]}`),
		chatTalk(chatUser, chatCalls(`{"id":"x","type":"function","function":{"name":"f","arguments":"no JSON"}}`), `{"role":"tool","tool_call_id":"x","content":""}`),
		chatTalk(chatUser, `{"role":"assistant","refusal":"No."}`, chatUser),
		chatTalk(chatUser, `{"role":"assistant","content":"prefill"}`),
		openAITools(openAIPlain + "," + functionTool(`"name":"g"`) + "," + functionTool(`"name":"h","parameters":{}`)),
		openAITools(functionTool(`"name":"f","description":"d","strict":true,"parameters":{"type":"object","properties":{"a":{"type":["string","null"]}},"required":["a"],"additionalProperties":false}`)),
		chatWith(`"tools":[` + openAIPlain + `],"tool_choice":{"type":"function","function":{"name":"f"}},"parallel_tool_calls":false`),
		chatWith(`"tools":[` + openAIPlain + `],"tool_choice":{"type":"allowed_tools","allowed_tools":{"mode":"required","tools":[]}}`),
		openAISchema(`{"type":"object","properties":{"a":{"type":"array","items":{"$ref":"#/$defs/d"}}},"required":["a"],"additionalProperties":false,"$defs":{"d":{"type":"string"}}}`),
		chatWith(`"response_format":{"type":"json_schema","json_schema":{"name":"s","schema":{"type":"object","properties":{"a":{}}}}}`),
		chatWith(`"response_format":{"type":"text"}`),
		strings.Replace(chatWith(`"response_format":{"type":"json_object"}`), "Hello", "In JSON, please", 1),
	} {
		a := postOpenAI(t, p, body)
		if r := latest(p); a.status != 200 || len(r.Warnings) > 0 {
			t.Errorf("%s: status %d, %s, warnings %v", body, a.status, a.body, r.Warnings)
		}
	}
}

// TestChatWeakWarns serves each body that is refused on weak evidence alone.
func TestChatWeakWarns(t *testing.T) {
	p := start(t, "- {text: ok, times: any, off_schema: true}", weakWarns)
	check := func(name string, a answer, message string, evidence Evidence) {
		t.Helper()
		r := latest(p)
		if a.status != 200 || r.Refusal != nil || r.Reply != 1 || len(r.Warnings) == 0 {
			t.Errorf("%s: status %d, %s", name, a.status, a.body)
		} else if w := r.Warnings[0]; w.Message != message || w.Evidence != evidence {
			t.Errorf("%s: warnings %+v", name, r.Warnings)
		}
	}
	for _, test := range ollamaRefusals {
		if test.evidence.Weak() {
			check(test.name, postOllama(t, p, test.body), test.message, test.evidence)
		}
	}
	for _, test := range openAIRefusals {
		if test.evidence.Weak() {
			check(test.name, postOpenAI(t, p, test.body), test.message, test.evidence)
		}
	}
}
