package fakellm

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// checkOpenAITools looks at the schemas of functions; the shapes are right.
func (c *call) checkOpenAITools() {
	list := objectsIn(c.body["tools"])
	if len(list) == 0 && c.body["parallel_tool_calls"] != nil {
		c.openAINeedsTools("parallel_tool_calls")
	}
	for i, tool := range list {
		function, _ := tool["function"].(map[string]any)
		schema, _ := function["parameters"].(map[string]any)
		if len(schema) == 0 {
			continue // no parameters
		}
		fault, evidence := rootFault(schema), Documented
		if fault == "" && function["strict"] == true {
			fault = strictFault(nil, schema)
		}
		if fault == "" && schema["properties"] == nil {
			fault, evidence = "In context=(), object schema missing properties.", ThirdParty
		}
		if fault != "" {
			c.openAIInvalid(evidence, fmt.Sprintf("tools[%d].function.parameters", i), "invalid_function_parameters",
				"Invalid schema for function '%v': %s", function["name"], fault)
		}
	}
}

func (c *call) openAINeedsTools(param string) {
	c.openAIInvalid(Transcript, param, "", "Invalid value for '%s': '%s' is only allowed when 'tools' are specified.", param, param)
}

func (c *call) checkOpenAIToolChoice() {
	const param = "tool_choice"
	choice := c.body[param]
	if choice == nil {
		return
	}
	tools := objectsIn(c.body["tools"])
	switch value := choice.(type) {
	case string:
		c.checkOpenAI(openAIEnum("none", "auto", "required"), param, value)
	case map[string]any:
		c.checkOpenAINamedChoice(value, tools)
	default:
		c.openAIInvalid(Documented, param, "invalid_type", "Invalid type for '%s': expected one of one of 'none', 'auto', "+
			"or 'required' or object, but got %s instead.", param, kindOfJSON(choice))
	}
	if len(tools) == 0 {
		c.openAINeedsTools(param)
	}
}

// openAINamedChoice is {"type":"function","function":{"name":…}}.
var openAINamedChoice = openAIObject(
	openAINeeds("type", openAIString),
	openAINeeds("function", openAIObject(openAINeeds("name", openAIString))))

func (c *call) checkOpenAINamedChoice(choice map[string]any, tools []map[string]any) {
	if kind := choice["type"]; kind == "allowed_tools" || kind == "custom" {
		return
	}
	c.checkOpenAI(openAINamedChoice, "tool_choice", choice)
	function, _ := choice["function"].(map[string]any)
	name, isString := function["name"].(string)
	declared := slices.ContainsFunc(chatTools(c.body["tools"]), func(t Tool) bool { return t.Name == name })
	if isString && len(tools) > 0 && !declared {
		c.openAIInvalid(ThirdParty, "function_call", "",
			"Invalid value for 'function_call': no function named '%s' was specified in the 'functions' parameter.", name)
	}
}

// checkOpenAIFormat looks at response_format; the shape is right.
func (c *call) checkOpenAIFormat() {
	const param = "response_format"
	format, _ := c.body[param].(map[string]any)
	switch format["type"] {
	case "json_object":
		if !c.mentionsJSON() {
			c.openAIInvalid(Documented, "messages", "", "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.")
		}
	case "json_schema":
		spec, _ := format["json_schema"].(map[string]any)
		schema, present := spec["schema"].(map[string]any)
		if !present { // the SDK's types let it be absent
			missing := param + ".json_schema.schema"
			c.openAIInvalid(Uncertain, missing, "missing_required_parameter", "Missing required parameter: '%s'.", missing)
			return
		}
		fault := rootFault(schema)
		if fault == "" && spec["strict"] == true {
			fault = strictFault(nil, schema)
		}
		if fault != "" {
			c.openAIInvalid(Documented, param, "", "Invalid schema for response_format '%v': %s", spec["name"], fault)
		}
	}
}

func (c *call) mentionsJSON() bool {
	for _, m := range objectsIn(c.body["messages"]) {
		if strings.Contains(strings.ToLower(textOf(m["content"])), "json") {
			return true
		}
	}
	return false
}

// rootFault says what is wrong with the outermost part of a schema.
func rootFault(schema map[string]any) string {
	kind := `"None"`
	switch value := schema["type"].(type) {
	case nil:
	case string:
		kind = `"` + value + `"`
	default:
		kind = string(mustEncode(value))
	}
	if kind == `"object"` {
		return ""
	}
	return `schema must be a JSON Schema of 'type: "object"', got 'type: ` + kind + `'.`
}

// strictFault says what keeps a schema from being followed strictly: each
// object is closed, and each of its properties required. Path leads to s.
func strictFault(path []string, s map[string]any) string {
	properties, _ := s["properties"].(map[string]any)
	if slices.Contains(typesOf(s), "object") || properties != nil {
		if s["additionalProperties"] != false {
			return "In context=" + tuple(path) + ", 'additionalProperties' is required to be supplied and to be false."
		}
		required := stringsIn(s["required"])
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			if !slices.Contains(required, name) {
				return "In context=" + tuple(path) + ", 'required' is required to be supplied and to be an array including " +
					"every key in properties. Missing '" + name + "'."
			}
		}
	}
	for _, key := range []string{"$defs", "definitions", "properties"} {
		group, _ := s[key].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(group)) {
			if fault := strictInside(path, group[name], key, name); fault != "" {
				return fault
			}
		}
	}
	alternatives, _ := s["anyOf"].([]any)
	for i, part := range alternatives {
		if fault := strictInside(path, part, "anyOf", strconv.Itoa(i)); fault != "" {
			return fault
		}
	}
	return strictInside(path, s["items"], "items")
}

func strictInside(path []string, part any, steps ...string) string {
	s, ok := part.(map[string]any)
	if !ok {
		return ""
	}
	return strictFault(append(slices.Clip(path), steps...), s)
}

// tuple writes a path as the API does: (), ('items',) or ('properties', 'a').
func tuple(path []string) string {
	quoted := make([]string, len(path))
	for i, step := range path {
		quoted[i] = "'" + step + "'"
	}
	if len(quoted) == 1 {
		return "(" + quoted[0] + ",)"
	}
	return "(" + strings.Join(quoted, ", ") + ")"
}
