package fakellm

import (
	"maps"
	"slices"
)

// checkTools looks at names and schemas; the shapes are right.
func (c *call) checkTools() {
	seen := map[string]bool{}
	unique := true
	list, _ := c.body["tools"].([]any)
	for i, item := range list {
		tool, _ := item.(map[string]any)
		c.checkTool(i, tool)
		if name, ok := tool["name"].(string); ok {
			unique = unique && !seen[name]
			seen[name] = true
		}
	}
	if !unique {
		c.invalid(Transcript, "tools: Tool names must be unique.")
	}
}

func (c *call) checkTool(i int, tool map[string]any) {
	if kind := tool["type"]; kind != nil && kind != "custom" {
		return // a server tool: its name is the API's own
	}
	if name, ok := tool["name"].(string); ok && !toolNamePattern.MatchString(name) {
		c.invalid(Documented, "tools.%d.custom.name: String should match pattern '%s'", i, toolNamePattern)
	}
	schema, _ := tool["input_schema"].(map[string]any)
	if !isSchema(schema, 0) {
		c.invalid(Transcript, "tools.%d.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 "+
			"(https://json-schema.org/draft/2020-12). Learn more about tool use at https://docs.claude.com/en/docs/tool-use.", i)
	}
	for _, key := range []string{"oneOf", "allOf", "anyOf"} {
		if _, present := schema[key]; present {
			c.invalid(ThirdParty, "tools.%d.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level", i)
			return
		}
	}
}

var schemaTypes = []string{"null", "boolean", "object", "array", "number", "string", "integer"}

// isSchema reports whether a value has the form of a JSON Schema, as far as
// the key words go that tools use.
func isSchema(v any, depth int) bool {
	s, ok := v.(map[string]any)
	if !ok || depth > maxSchemaDepth {
		_, isBool := v.(bool)
		return isBool || ok
	}
	one := func(sub any) bool { return isSchema(sub, depth+1) }
	for key, value := range s {
		fits := true
		switch key {
		case "type":
			types := typesOf(s)
			list, isList := value.([]any)
			fits = len(types) > 0 && (!isList || len(list) == len(types)) && !slices.ContainsFunc(types, func(t string) bool { return !slices.Contains(schemaTypes, t) })
		case "properties", "$defs", "definitions", "patternProperties":
			named, isMap := value.(map[string]any)
			fits = (isMap || value == nil) && !slices.ContainsFunc(slices.Collect(maps.Values(named)), func(sub any) bool { return !one(sub) })
		case "items", "additionalProperties", "not":
			fits = one(value)
		case "anyOf", "oneOf", "allOf":
			list, isList := value.([]any)
			fits = isList && !slices.ContainsFunc(list, func(sub any) bool { return !one(sub) })
		case "required":
			list, isList := value.([]any)
			fits = (isList || value == nil) && len(stringsIn(value)) == len(list)
		case "enum":
			_, fits = value.([]any)
		}
		if !fits {
			return false
		}
	}
	return true
}

// toolNames lists the names of the tools sent.
func (c *call) toolNames() []string {
	var names []string
	for _, t := range objectsIn(c.body["tools"]) {
		if name, ok := t["name"].(string); ok {
			names = append(names, name)
		}
	}
	return names
}
