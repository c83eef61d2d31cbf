package fakellm

import "slices"

// The shapes of a request body (Anthropic Messages API documentation; fields
// that only recent clients send: SDK source). None is changed after start-up.

var (
	shapeString  = &shape{kind: aString}
	shapeInteger = &shape{kind: anInteger}
	shapeNumber  = &shape{kind: aNumber}
	shapeBool    = &shape{kind: aBoolean}
	shapeAny     = &shape{kind: anything}
	shapeOpen    = &shape{kind: anObject, open: true}
	shapeStrings = &shape{kind: aList, item: shapeString}
)

func oneOfStrings(values ...string) *shape { return &shape{kind: aString, values: values} }

func objectOf(fields ...field) *shape { return &shape{kind: anObject, fields: fields} }

// typed is an object with a "type" that a oneOf has read already.
func typed(name string, fields ...field) variant {
	fields = append(fields, optional("type", nullable(shapeString)))
	return variant{name, objectOf(fields...)}
}

// openTyped is an object of which only the "type" is looked at.
func openTyped(name string) variant { return variant{name, shapeOpen} }

var shapeCacheControl = nullable(&shape{kind: oneOf, variants: []variant{
	typed("ephemeral", optional("ttl", oneOfStrings("5m", "1h"))),
}})

var shapeCitationsConfig = nullable(objectOf(optional("enabled", shapeBool)))

var variantText = typed("text",
	required("text", shapeString),
	optional("citations", nullable(&shape{kind: aList, item: shapeOpen})),
	optional("cache_control", shapeCacheControl))

var shapeTextBlocks = &shape{kind: aList, item: &shape{kind: oneOf, variants: []variant{variantText}}}

var variantImage = typed("image",
	required("source", &shape{kind: oneOf, variants: []variant{
		typed("base64", required("data", shapeString),
			required("media_type", oneOfStrings(imageTypes...))),
		typed("url", required("url", shapeString)),
		typed("file", required("file_id", shapeString)),
	}}),
	optional("transformations", shapeAny),
	optional("cache_control", shapeCacheControl))

var variantDocument = typed("document",
	required("source", shapeOpen),
	optional("title", nullable(shapeString)),
	optional("context", nullable(shapeString)),
	optional("citations", shapeCitationsConfig),
	optional("cache_control", shapeCacheControl))

var variantSearchResult = typed("search_result",
	required("content", shapeTextBlocks),
	required("source", shapeString),
	required("title", shapeString),
	optional("citations", shapeCitationsConfig),
	optional("cache_control", shapeCacheControl))

var variantToolUse = typed("tool_use",
	required("id", shapeString),
	required("input", shapeOpen),
	required("name", shapeString),
	optional("caller", shapeOpen),
	optional("toolset_name", nullable(shapeString)),
	optional("cache_control", shapeCacheControl))

var variantToolResult = typed("tool_result",
	required("tool_use_id", shapeString),
	optional("content", &shape{kind: stringOrList, item: &shape{kind: oneOf, variants: []variant{
		variantText, variantImage, variantSearchResult, variantDocument,
		openTyped("tool_reference"), openTyped("browser_state"),
	}}}),
	optional("is_error", shapeBool),
	optional("toolset_name", nullable(shapeString)),
	optional("cache_control", shapeCacheControl))

// shapeContentBlock has the blocks of server tools as open objects: the fake
// never sends one, so a program that does got it from elsewhere.
var shapeContentBlock = &shape{kind: oneOf, variants: []variant{
	variantText, variantImage, variantDocument, variantSearchResult,
	typed("thinking", required("signature", shapeString), required("thinking", shapeString)),
	typed("redacted_thinking", required("data", shapeString)),
	variantToolUse, variantToolResult,
	openTyped("server_tool_use"), openTyped("web_search_tool_result"), openTyped("web_fetch_tool_result"),
	openTyped("code_execution_tool_result"), openTyped("bash_code_execution_tool_result"),
	openTyped("text_editor_code_execution_tool_result"), openTyped("tool_search_tool_result"),
	openTyped("container_upload"),
}}

// The role is checked by rule, because its refusals name no path.
var shapeMessage = objectOf(
	required("content", &shape{kind: stringOrList, item: shapeContentBlock}),
	required("role", shapeString))

var shapeTool = &shape{kind: oneOf, absent: "custom", variants: []variant{
	typed("custom",
		required("input_schema", &shape{kind: anObject, open: true, fields: []field{
			required("type", oneOfStrings("object")),
			optional("properties", nullable(shapeOpen)),
			optional("required", nullable(shapeStrings)),
		}}),
		required("name", shapeString),
		optional("description", shapeString),
		optional("strict", shapeBool),
		optional("eager_input_streaming", nullable(shapeBool)),
		optional("defer_loading", shapeBool),
		optional("allowed_callers", shapeStrings),
		optional("input_examples", &shape{kind: aList, item: shapeOpen}),
		optional("cache_control", shapeCacheControl)),
	openTyped("bash_20250124"),
	openTyped("code_execution_20250522"), openTyped("code_execution_20250825"),
	openTyped("code_execution_20260120"), openTyped("code_execution_20260521"),
	openTyped("browser_toolset_20260801"), openTyped("computer_toolset_20260801"),
	openTyped("memory_20250818"),
	openTyped("text_editor_20250124"), openTyped("text_editor_20250429"), openTyped("text_editor_20250728"),
	openTyped("web_search_20250305"), openTyped("web_search_20260209"), openTyped("web_search_20260318"),
	openTyped("web_fetch_20250910"), openTyped("web_fetch_20260209"), openTyped("web_fetch_20260309"),
	openTyped("web_fetch_20260318"),
	openTyped("tool_search_tool_bm25_20251119"), openTyped("tool_search_tool_regex_20251119"),
	openTyped("tool_search_tool_bm25"), openTyped("tool_search_tool_regex"),
}}

var parallel = optional("disable_parallel_tool_use", shapeBool)

var shapeToolChoice = &shape{kind: oneOf, variants: []variant{
	typed("auto", parallel), typed("any", parallel),
	typed("tool", required("name", shapeString), parallel), typed("none"),
}}

var thinkingDisplay = optional("display", nullable(oneOfStrings("summarized", "omitted")))

var shapeThinking = &shape{kind: oneOf, variants: []variant{
	typed("enabled", required("budget_tokens", shapeInteger), thinkingDisplay),
	typed("disabled"),
	typed("adaptive", thinkingDisplay),
	openTyped("between_tools"),
}}

var shapeOutputConfig = objectOf(
	optional("effort", nullable(oneOfStrings("low", "medium", "high", "xhigh", "max"))),
	optional("format", nullable(&shape{kind: oneOf, bare: true, variants: []variant{
		typed("json_schema", required("schema", shapeOpen)),
	}})))

// shapeRequest is the whole body. The sampling settings are in it; which
// version of the API takes them is a rule of its own.
var shapeRequest = objectOf(
	required("model", shapeString),
	required("messages", &shape{kind: aList, item: shapeMessage}),
	required("max_tokens", shapeInteger),
	optional("system", &shape{kind: stringOrList, item: shapeTextBlocks.item}),
	optional("stream", shapeBool),
	optional("stop_sequences", shapeStrings),
	optional("temperature", shapeNumber),
	optional("top_p", shapeNumber),
	optional("top_k", shapeInteger),
	optional("tools", &shape{kind: aList, item: shapeTool}),
	optional("tool_choice", shapeToolChoice),
	optional("thinking", shapeThinking),
	optional("output_config", shapeOutputConfig),
	optional("metadata", objectOf(optional("user_id", nullable(shapeString)))),
	optional("cache_control", shapeCacheControl),
	optional("service_tier", oneOfStrings("auto", "standard_only")),
	optional("inference_geo", nullable(shapeString)),
	optional("container", shapeAny),
	optional("diagnostics", shapeAny),
	optional("speed", nullable(shapeString)))

// betaFields are taken from clients that ask for a beta.
var betaFields = []string{"context_management", "mcp_servers", "thread"}

// shapeBetaRequest is the body of such a client.
var shapeBetaRequest = withAny(shapeRequest, betaFields)

// notCounted are the fields that a count of tokens does not have: they are
// about what comes out (SDK source, MessageCountTokensParams).
var notCounted = []string{
	"max_tokens", "stream", "stop_sequences", "temperature", "top_p", "top_k",
	"metadata", "service_tier", "inference_geo", "container", "diagnostics", "thread",
}

// shapeCount is the body of a count of tokens.
var (
	shapeCount     = without(shapeRequest, notCounted)
	shapeBetaCount = without(shapeBetaRequest, notCounted)
)

func without(s *shape, names []string) *shape {
	c := *s
	c.fields = slices.DeleteFunc(slices.Clone(s.fields), func(f field) bool { return slices.Contains(names, f.name) })
	return &c
}

func withAny(s *shape, names []string) *shape {
	c := *s
	c.fields = slices.Clone(s.fields)
	for _, name := range names {
		c.fields = append(c.fields, optional(name, shapeAny))
	}
	return &c
}
