package fakellm

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	noUnmarshal = "json: cannot unmarshal "
	intoField   = " into Go struct field ChatRequest."
	noObject    = "Value looks like object, but can't find closing '}' symbol"
	thinkLevels = `"high", "medium", "low", true, or false`
)

// chatCalls is an assistant's message with these calls, as JSON values.
func chatCalls(calls string) string {
	return `{"role":"assistant","content":"","tool_calls":[` + calls + `]}`
}

const chatUser = `{"role":"user","content":"Hello"}`

// ollamaTool is a tool with these members of its parameters.
func ollamaTool(parameters string) string {
	return chatWith(`"tools":[{"type":"function","function":{"name":"f","parameters":{` + parameters + `}}}]`)
}

// The wrong bodies were also given to the server's own types, of 0.17.4: their
// texts are what those said.
var ollamaRefusals = []struct {
	name, body string
	status     int
	message    string
	evidence   Evidence
}{
	// the body
	{"empty", "", 400, "missing request body", SDK},
	{"blank", " \n", 400, "missing request body", SDK},
	{"cut off", `{"model":"m"`, 400, "unexpected EOF", SDK},
	{"no JSON", `{'model':"m"}`, 400, `invalid character '\'' looking for beginning of object key string`, SDK},
	{"list", `[]`, 400, noUnmarshal + "array into Go value of type api.ChatRequest", SDK},
	{"null", `null`, 400, "model is required", SDK},
	{"stream a string", chatWith(`"stream":"true"`), 400, noUnmarshal + "string" + intoField + "stream of type bool", SDK},
	{"name in another case", `{"Model":5}`, 400, noUnmarshal + "number" + intoField + "model of type string", SDK},
	// messages
	{"messages a string", `{"model":"m","messages":"Hello"}`, 400, noUnmarshal + "string" + intoField + "messages of type []api.Message", SDK},
	{"message a string", chatTalk(`"Hello"`), 400, noUnmarshal + "string" + intoField + "messages of type api.Alias", SDK},
	{"role a number", chatTalk(`{"role":5}`), 400, noUnmarshal + "number" + intoField + "messages.role of type string", SDK},
	{"content parts", chatTalk(`{"role":"user","content":[{"type":"text","text":"Hello"}]}`), 400, noUnmarshal + "array" + intoField + "messages.content of type string", SDK},
	{"image no base64", chatTalk(`{"role":"user","content":"","images":["@@@@"]}`), 400, "illegal base64 data at input byte 0", SDK},
	{"calls an object", chatTalk(`{"role":"assistant","tool_calls":{}}`), 400, noUnmarshal + "object" + intoField + "messages.tool_calls of type []api.ToolCall", SDK},
	{"arguments a string", chatTalk(chatUser, chatCalls(`{"function":{"name":"f","arguments":"{}"}}`)), 400, noObject, SDK},
	{"arguments a list", chatTalk(chatUser, chatCalls(`{"function":{"name":"f","arguments":[]}}`)), 400, noObject, SDK},
	{"tool_name a number", chatTalk(`{"role":"tool","tool_name":5}`), 400, noUnmarshal + "number" + intoField + "messages.tool_name of type string", SDK},
	// tools
	{"tools an object", chatWith(`"tools":{}`), 400, noUnmarshal + "object" + intoField + "tools of type api.Tools", SDK},
	{"tool a string", chatWith(`"tools":["f"]`), 400, noUnmarshal + "string" + intoField + "tools of type api.Tool", SDK},
	{"function a string", chatWith(`"tools":[{"function":"f"}]`), 400, noUnmarshal + "string into Go struct field Tool.tools.function of type api.ToolFunction", SDK},
	{"parameters a string", chatWith(`"tools":[{"function":{"parameters":""}}]`), 400, noUnmarshal + "string into Go struct field ToolFunction.tools.function.parameters of type api.ToolFunctionParameters", SDK},
	{"required a string", ollamaTool(`"required":"a"`), 400, noUnmarshal + "string into Go struct field ToolFunctionParameters.tools.function.parameters.required of type []string", SDK},
	{"properties a list", ollamaTool(`"properties":[]`), 400, noObject, SDK},
	{"property a string", ollamaTool(`"properties":{"a":"string"}`), 400, noUnmarshal + "string into Go struct field ToolFunctionParameters.tools.function.parameters.properties of type api.ToolProperty", SDK},
	{"property type", ollamaTool(`"properties":{"a":{"type":5}}`), 400, noUnmarshal + "number into Go struct field ToolFunctionParameters.tools.function.parameters.properties.type of type []string", SDK},
	{"property inside", ollamaTool(`"properties":{"a":{"type":"object","properties":{"b":5}}}`), 400, noUnmarshal + "number into Go struct field ToolFunctionParameters.tools.function.parameters.properties.properties of type api.ToolProperty", SDK},
	// parameters
	{"keep_alive no duration", chatWith(`"keep_alive":"soon"`), 400, `time: invalid duration "soon"`, SDK},
	{"keep_alive a boolean", chatWith(`"keep_alive":true`), 400, "Unsupported type: 'bool'", SDK},
	{"keep_alive an object", chatWith(`"keep_alive":{}`), 400, "Unsupported type: 'map[string]interface {}'", SDK},
	{"think unknown", chatWith(`"think":"max"`), 400, `invalid think value: "max" (must be ` + thinkLevels + `)`, SDK},
	{"think a number", chatWith(`"think":5`), 400, `think must be a boolean or string (` + thinkLevels + `)`, SDK},
	{"top_logprobs", chatWith(`"top_logprobs":21`), 400, "top_logprobs must be between 0 and 20", SDK},
	{"top_logprobs a fraction", chatWith(`"top_logprobs":1.5`), 400, noUnmarshal + "number 1.5" + intoField + "top_logprobs of type int", SDK},
	{"no model", `{"messages":[` + chatUser + `]}`, 400, "model is required", SDK},
	{"model no name", `{"model":"my model","messages":[` + chatUser + `]}`, 400, "model is required", SDK},
	{"options a list", chatWith(`"options":[]`), 400, noUnmarshal + "array" + intoField + "options of type map[string]interface {}", SDK},
	{"temperature a string", chatWith(`"options":{"temperature":"0"}`), 500, `option "temperature" must be of type float32`, SDK},
	{"num_predict a string", chatWith(`"options":{"num_predict":"5"}`), 500, `option "num_predict" must be of type integer`, SDK},
	{"stop a string", chatWith(`"options":{"stop":"END"}`), 500, `option "stop" must be of type array`, SDK},
	{"stop numbers", chatWith(`"options":{"stop":[1]}`), 500, `option "stop" must be of an array of strings`, SDK},
	{"use_mmap a number", chatWith(`"options":{"use_mmap":1}`), 500, `option "use_mmap" must be of type boolean`, SDK},
	{"options before load", `{"model":"m","options":{"seed":true}}`, 500, `option "seed" must be of type integer`, SDK},
	{"format unknown", chatWith(`"format":"xml"`), 500, `invalid format: "\"xml\""; expected "json" or a valid JSON Schema object`, SDK},
	{"format a list", chatWith(`"format":[ ]`), 500, `invalid format: "[ ]"; expected "json" or a valid JSON Schema object`, SDK},
	// what a model can do
	{"think level", chatWith(`"think":"low"`), 400, `think value "low" is not supported for this model`, Uncertain},
}

func TestOllamaRefusals(t *testing.T) {
	p := start(t, "")
	for _, test := range ollamaRefusals {
		t.Run(test.name, func(t *testing.T) {
			a := postOllama(t, p, test.body)
			want := &Refusal{Status: test.status, Message: test.message, Evidence: test.evidence}
			if diff := cmp.Diff(want, latest(p).Refusal); diff != "" {
				t.Errorf("refusal (-want +got):\n%s", diff)
			}
			checkOllamaError(t, a, test.status, test.message)
		})
	}
}

func checkOllamaError(t *testing.T, a answer, status int, message string) {
	t.Helper()
	var e map[string]string
	if err := json.Unmarshal(a.body, &e); err != nil {
		t.Fatalf("body %s: %v", a.body, err)
	}
	if diff := cmp.Diff(map[string]string{"error": message}, e); diff != "" || a.status != status {
		t.Errorf("status %d, body (-want +got):\n%s", a.status, diff)
	}
	if got := a.header.Get("Content-Type"); got != "application/json; charset=utf-8" {
		t.Errorf("content type %q", got)
	}
}

// TestOllamaModels: only listed models are there, whatever their tag is left out of.
func TestOllamaModels(t *testing.T) {
	p := start(t, "- {text: ok, times: any}", func(o *Options) { o.Local = []string{"llama3.2", "q:7b"} })
	for name, known := range map[string]bool{
		"llama3.2": true, "llama3.2:latest": true, "LLAMA3.2": true, "library/llama3.2": true, "q:7b": true,
		"llama3.2:1b": false, "q": false, "other/llama3.2": false, "z": false,
	} {
		a := postOllama(t, p, `{"model":"`+name+`","messages":[`+chatUser+`],"stream":false}`)
		if known != (a.status == 200) {
			t.Errorf("%s: status %d, %s", name, a.status, a.body)
		}
		if !known {
			checkOllamaError(t, a, http.StatusNotFound, "model '"+name+"' not found")
		}
	}
}

// TestOllamaAccepted: what the server takes is served, without a warning.
func TestOllamaAccepted(t *testing.T) {
	p := start(t, "- {text: ok, times: any, off_schema: true}")
	for _, body := range []string{
		chatWith(""),
		chatWith(`"unknown":{"a":1},"format":null,"think":null,"options":null,"tools":null,"keep_alive":null`),
		chatWith(`"options":{"temperature":1,"num_predict":-1,"stop":["END"],"seed":1.5,"mirostat":"x","top_k":null,"use_mmap":true}`),
		chatWith(`"format":"json","think":true,"keep_alive":"10m"`),
		chatWith(`"format":{"type":"object"},"think":false,"keep_alive":-1`),
		chatWith(`"format":"","truncate":true,"shift":false,"logprobs":true,"top_logprobs":20`),
		chatWith(`"tools":[{"type":"function","function":{"name":"f"}},{}]`),
		ollamaTool(`"type":"object","properties":{"a":{"type":["string","null"],"enum":["x",1],"items":{}},"b":{"anyOf":[{"type":"string"}]}}`),
		strings.Replace(chatWith(`"think":"high"`), `"m"`, `"gpt-oss:20b"`, 1),
		chatTalk(chatUser, chatUser, `{"role":"anything","content":"x"}`, `{"role":"assistant"}`, `null`),
		chatTalk(`{"role":"tool","content":"no call"}`),
		chatTalk(chatUser, chatCalls(`{"function":{"name":"f","arguments":null}}`)),
		chatWith("") + " and what follows",
	} {
		a := postOllama(t, p, body)
		r := latest(p)
		if a.status != 200 || len(r.Warnings) > 0 || !json.Valid(r.Body) {
			t.Errorf("%s: status %d, %s, warnings %v, recorded body %s", body, a.status, a.body, r.Warnings, r.Body)
		}
	}
}
