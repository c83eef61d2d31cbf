package fakellm

import (
	"encoding/json"
	"iter"
	"maps"
	"slices"
	"strings"
)

// unsupported are the constraints of JSON Schema that structured output does
// not know, by the type they belong to (published error bodies; that the list
// is whole is not certain).
var unsupported = map[string][]string{
	"integer": {"exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum", "multipleOf"},
	"number":  {"exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum", "multipleOf"},
	"string":  {"maxLength", "minLength"},
	"array":   {"maxItems", "uniqueItems"},
}

// checkOutputFormat holds the schema of a structured output to the part of
// JSON Schema that the API supports.
func (c *call) checkOutputFormat() {
	config, _ := c.body["output_config"].(map[string]any)
	format, _ := config["format"].(map[string]any)
	schema, ok := format["schema"].(map[string]any)
	if !ok {
		return
	}
	for s := range subschemas(schema) {
		c.checkSubschema(s)
	}
	if refersToItself(schema) {
		c.invalid(Uncertain, "output_config.format.schema: Recursive schemas are not supported")
	}
}

func (c *call) checkSubschema(s map[string]any) {
	if s["type"] == "object" && s["additionalProperties"] != false {
		c.invalid(ThirdParty, "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false")
	}
	kind, _ := s["type"].(string)
	var found []string
	for _, key := range unsupported[kind] {
		if _, present := s[key]; present {
			found = append(found, key)
		}
	}
	if n, ok := s["minItems"].(json.Number); ok && kind == "array" && n != "0" && n != "1" {
		c.invalid(ThirdParty, "output_config.format.schema: For 'array' type, 'minItems' values other than 0 or 1 are not supported")
	}
	if ref, ok := s["$ref"].(string); ok && !strings.HasPrefix(ref, "#") {
		c.invalid(Uncertain, "output_config.format.schema: External $ref '%s' is not supported", ref)
	}
	switch len(found) {
	case 0:
	case 1:
		c.invalid(ThirdParty, "output_config.format.schema: For '%s' type, property '%s' is not supported", kind, found[0])
	default:
		c.invalid(ThirdParty, "output_config.format.schema: For '%s' type, properties %s are not supported", kind, strings.Join(found, ", "))
	}
}

// subschemas gives a schema and all that are in it, at any depth.
func subschemas(schema any) iter.Seq[map[string]any] {
	return func(yield func(map[string]any) bool) { eachSubschema(schema, 0, yield) }
}

func eachSubschema(schema any, depth int, yield func(map[string]any) bool) bool {
	if depth > maxSchemaDepth {
		return true
	}
	switch v := schema.(type) {
	case []any:
		for _, item := range v {
			if !eachSubschema(item, depth+1, yield) {
				return false
			}
		}
	case map[string]any:
		if !yield(v) {
			return false
		}
		for _, key := range []string{"items", "anyOf", "oneOf", "allOf", "additionalProperties"} {
			if !eachSubschema(v[key], depth+1, yield) {
				return false
			}
		}
		for _, key := range []string{"properties", "$defs", "definitions"} {
			named, _ := v[key].(map[string]any)
			for _, name := range slices.Sorted(maps.Keys(named)) {
				if !eachSubschema(named[name], depth+1, yield) {
					return false
				}
			}
		}
	}
	return true
}

// refersToItself reports whether following references from the schema, or
// from one of its definitions, leads back to where they started.
func refersToItself(schema map[string]any) bool {
	m := matcher{root: schema}
	refs := map[string][]string{} // by target, the references in it
	for s := range subschemas(schema) {
		if ref, ok := s["$ref"].(string); ok && refs[ref] == nil {
			refs[ref] = refsIn(m.resolve(ref))
		}
	}
	for start := range refs {
		if reaches(refs, start, start, map[string]bool{}) {
			return true
		}
	}
	return false
}

func refsIn(schema any) []string {
	list := []string{}
	for s := range subschemas(schema) {
		if ref, ok := s["$ref"].(string); ok {
			list = append(list, ref)
		}
	}
	return list
}

func reaches(refs map[string][]string, from, to string, seen map[string]bool) bool {
	for _, next := range refs[from] {
		if next == to {
			return true
		}
		if !seen[next] {
			seen[next] = true
			if reaches(refs, next, to, seen) {
				return true
			}
		}
	}
	return false
}
