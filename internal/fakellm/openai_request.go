package fakellm

import "regexp"

// The shapes of a request body (OpenAI API documentation, "Create chat
// completion"; fields that only recent clients send: SDK source, openai-go
// 3.99.0). None is changed after start-up.

var (
	openAIAny     = &openAIShape{kind: anything}
	openAIString  = &openAIShape{kind: aString}
	openAIBool    = &openAIShape{kind: aBoolean}
	openAIInteger = &openAIShape{kind: anInteger}
	openAIOpen    = &openAIShape{kind: anObject}
)

func openAINeeds(name string, s *openAIShape) openAIField {
	return openAIField{name: name, shape: s, required: true}
}

func openAITakes(name string, s *openAIShape) openAIField { return openAIField{name: name, shape: s} }

// openAIWhen makes a field that an object of that type needs.
func openAIWhen(kind, name string, s *openAIShape) openAIField {
	return openAIField{name: name, shape: s, required: true, when: kind}
}

func openAIEnum(values ...string) *openAIShape { return &openAIShape{kind: aString, values: values} }

func openAIObject(fields ...openAIField) *openAIShape {
	return &openAIShape{kind: anObject, fields: fields}
}

func openAIRange(k kind, least, most float64) *openAIShape {
	return &openAIShape{kind: k, min: &least, max: &most}
}

func openAIAtLeast(least float64) *openAIShape { return &openAIShape{kind: anInteger, min: &least} }

// openAINamePattern is what functions and formats may be called.
var openAINamePattern = regexp.MustCompile(`^[a-zA-Z0-9_-]+$`)

var openAIName = &openAIShape{kind: aString, nonEmpty: true, maxRunes: 64, pattern: openAINamePattern}

var openAIPart = openAIObject(
	openAINeeds("type", openAIEnum("text", "image_url", "input_audio", "refusal", "audio", "file")),
	openAIWhen("text", "text", openAIString),
	openAIWhen("image_url", "image_url", openAIObject(openAINeeds("url", openAIString), openAITakes("detail", openAIString))),
	openAIWhen("input_audio", "input_audio", openAIOpen),
	openAIWhen("refusal", "refusal", openAIString),
	openAIWhen("file", "file", openAIOpen))

// openAICallID: the limit is reported by many, with the error's text alone.
var openAICallID = &openAIShape{kind: aString, maxRunes: 40, weak: ThirdParty}

var openAISentCall = openAIObject(
	openAINeeds("id", openAICallID),
	openAINeeds("type", openAIEnum("function", "custom")),
	openAIWhen("function", "function", openAIObject(
		openAINeeds("name", openAIName), openAINeeds("arguments", openAIString))),
	openAIWhen("custom", "custom", openAIOpen))

// openAISentMessage takes other fields too: clients send replies back as they
// came. That content may not be missing is a rule of its own.
var openAISentMessage = openAIObject(
	openAINeeds("role", openAIEnum("system", "assistant", "user", "function", "tool", "developer")),
	openAITakes("content", &openAIShape{kind: stringOrList, item: openAIPart}),
	openAITakes("name", openAIString),
	openAITakes("refusal", openAIString),
	openAITakes("tool_calls", &openAIShape{kind: aList, item: openAISentCall, nonEmpty: true}),
	openAITakes("tool_call_id", openAIString))

var openAITool = openAIObject(
	openAINeeds("type", openAIEnum("function", "custom")),
	openAIWhen("function", "function", openAIObject(
		openAINeeds("name", openAIName),
		openAITakes("description", openAIString),
		openAITakes("parameters", openAIOpen),
		openAITakes("strict", openAIBool))),
	openAIWhen("custom", "custom", openAIOpen))

var openAIFormat = &openAIShape{kind: anObject, closed: true, fields: []openAIField{
	openAINeeds("type", openAIEnum("json_object", "json_schema", "text")),
	openAIWhen("json_schema", "json_schema", openAIObject(
		openAINeeds("name", openAIName),
		openAITakes("description", openAIString),
		openAITakes("schema", openAIOpen),
		openAITakes("strict", openAIBool))),
}}

// openAIRequest is the whole body, its fields in the order in which the API
// was seen to report them. The model is a rule of its own.
var openAIRequest = &openAIShape{kind: anObject, closed: true, fields: []openAIField{
	openAITakes("model", openAIString),
	openAINeeds("messages", &openAIShape{kind: aList, item: openAISentMessage, nonEmpty: true}),
	openAITakes("functions", &openAIShape{kind: aList, item: openAIOpen}),
	openAITakes("tools", &openAIShape{kind: aList, item: openAITool, nonEmpty: true, maxItems: 128}),
	openAITakes("parallel_tool_calls", openAIBool),
	openAITakes("max_completion_tokens", openAIAtLeast(1)),
	openAITakes("max_tokens", openAIAtLeast(1)),
	openAITakes("n", openAIAtLeast(1)),
	openAITakes("stop", &openAIShape{kind: stringOrList, item: openAIString, maxItems: 4}),
	openAITakes("temperature", openAIRange(aNumber, 0, 2)),
	openAITakes("top_p", openAIRange(aNumber, 0, 1)),
	openAITakes("presence_penalty", openAIRange(aNumber, -2, 2)),
	openAITakes("frequency_penalty", openAIRange(aNumber, -2, 2)),
	openAITakes("logprobs", openAIBool),
	openAITakes("top_logprobs", openAIRange(anInteger, 0, 20)),
	openAITakes("logit_bias", openAIOpen),
	openAITakes("user", openAIString),
	openAITakes("seed", openAIInteger),
	openAITakes("safety_identifier", openAIString),
	openAITakes("prompt_cache_key", openAIString),
	openAITakes("prompt_cache_retention", openAIString),
	openAITakes("service_tier", openAIEnum("auto", "default", "fast", "flex", "priority", "scale")),
	openAITakes("stream", openAIBool),
	openAITakes("store", openAIBool),
	openAITakes("metadata", openAIOpen),
	openAITakes("verbosity", openAIEnum("low", "medium", "high")),
	openAITakes("reasoning_effort", openAIEnum("none", "minimal", "low", "medium", "high", "xhigh", "max")),
	openAITakes("response_format", openAIFormat),
	openAITakes("stream_options", &openAIShape{kind: anObject, closed: true, fields: []openAIField{
		openAITakes("include_usage", openAIBool), openAITakes("include_obfuscation", openAIBool),
	}}),
	openAITakes("tool_choice", openAIAny), // a rule of its own
	openAITakes("function_call", openAIAny),
	openAITakes("audio", openAIAny),
	openAITakes("modalities", openAIAny),
	openAITakes("moderation", openAIAny),
	openAITakes("prediction", openAIAny),
	openAITakes("prompt_cache_options", openAIAny),
	openAITakes("web_search_options", openAIAny),
}}
