package fakellm

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
)

// offSchema says how a reply breaks the schema that its call asks for, ""
// when it does not: a model that is held to a schema cannot, so a scenario
// must not by mistake. A reply that was cut off or refused may.
func offSchema(m *message, reply *Reply, p *Prompt) string {
	if p.Schema == nil && !p.JSON || reply.OffSchema || m.StopReason != "end_turn" && m.StopReason != "stop_sequence" {
		return ""
	}
	var text strings.Builder
	for _, b := range m.Content {
		if t, ok := b.(textBlock); ok {
			text.WriteString(t.Text)
		}
	}
	v, err := decodeJSON([]byte(text.String()))
	if err != nil {
		return fmt.Sprintf("the call asks for JSON and the reply is %s; off_schema: true lets it be", quoteShort(text.String()))
	}
	if p.Schema == nil {
		return ""
	}
	if fault := matchSchema(p.Schema, v); fault != "" {
		return "the reply does not match the schema of the call: " + fault + "; off_schema: true lets it be"
	}
	return ""
}

// MatchSchema holds a JSON value against the part of JSON Schema that
// structured output knows. It says what is wrong with the value, "" if nothing
// is; the error is for a schema or a value that is not JSON.
func MatchSchema(schema, value []byte) (string, error) {
	s, err := decodeJSON(schema)
	if err != nil {
		return "", fmt.Errorf("the schema is not JSON: %w", err)
	}
	object, ok := s.(map[string]any)
	if !ok {
		return "", errors.New("the schema is no object")
	}
	v, err := decodeJSON(value)
	if err != nil {
		return "", fmt.Errorf("%s is not JSON: %w", value, err)
	}
	return matchSchema(object, v), nil
}

// matchSchema holds a decoded value against the part of JSON Schema that
// structured output knows. It says what is wrong, "" if nothing is.
func matchSchema(schema map[string]any, v any) string {
	m := matcher{schema, new(int)}
	return m.match("$", schema, v, 0)
}

type matcher struct {
	root  map[string]any
	steps *int
}

// maxSchemaSteps stops a schema whose references multiply: it is given the
// benefit of the doubt.
const maxSchemaSteps = 100_000

// maxSchemaDepth stops a schema that refers to itself.
const maxSchemaDepth = 100

func (m *matcher) match(path string, schema any, v any, depth int) string {
	s, ok := schema.(map[string]any)
	if *m.steps++; !ok || depth > maxSchemaDepth || *m.steps > maxSchemaSteps {
		return "" // true, or nothing that says anything
	}
	if ref, ok := s["$ref"].(string); ok {
		return m.match(path, m.resolve(ref), v, depth+1)
	}
	if c, ok := s["const"]; ok && !sameJSON(c, v) {
		return fmt.Sprintf("%s is not %s", path, mustEncode(c))
	}
	if list, ok := s["enum"].([]any); ok && !slices.ContainsFunc(list, func(e any) bool { return sameJSON(e, v) }) {
		return fmt.Sprintf("%s is none of %s", path, mustEncode(list))
	}
	if types := typesOf(s); len(types) > 0 && !slices.ContainsFunc(types, func(t string) bool { return isType(t, v) }) {
		return fmt.Sprintf("%s is no %s", path, strings.Join(types, " or "))
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		if list, ok := s[key].([]any); ok && !slices.ContainsFunc(list, func(e any) bool { return m.match(path, e, v, depth+1) == "" }) {
			return fmt.Sprintf("%s matches nothing in %s", path, key)
		}
	}
	all, _ := s["allOf"].([]any)
	for _, e := range all {
		if fault := m.match(path, e, v, depth+1); fault != "" {
			return fault
		}
	}
	switch value := v.(type) {
	case map[string]any:
		return m.matchObject(path, s, value, depth)
	case []any:
		for i, item := range value {
			if fault := m.match(fmt.Sprintf("%s[%d]", path, i), s["items"], item, depth+1); fault != "" {
				return fault
			}
		}
	}
	return ""
}

func (m *matcher) matchObject(path string, s map[string]any, value map[string]any, depth int) string {
	for _, name := range stringsIn(s["required"]) {
		if _, present := value[name]; !present {
			return fmt.Sprintf("%s has no %s", path, name)
		}
	}
	properties, _ := s["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(value)) {
		property, known := properties[name]
		if !known && s["additionalProperties"] == false {
			return fmt.Sprintf("%s has %s, which the schema does not", path, name)
		}
		if fault := m.match(path+"."+name, property, value[name], depth+1); fault != "" {
			return fault
		}
	}
	return ""
}

// resolve follows a reference within the schema, such as #/$defs/event.
func (m *matcher) resolve(ref string) any {
	var at any = m.root
	for name := range strings.SplitSeq(strings.TrimPrefix(strings.TrimPrefix(ref, "#"), "/"), "/") {
		if name == "" {
			continue
		}
		o, _ := at.(map[string]any)
		at = o[strings.NewReplacer("~1", "/", "~0", "~").Replace(name)]
	}
	return at
}

func typesOf(s map[string]any) []string {
	if t, ok := s["type"].(string); ok {
		return []string{t}
	}
	return stringsIn(s["type"])
}

func isType(name string, v any) bool {
	switch value := v.(type) {
	case nil:
		return name == "null"
	case string:
		return name == "string"
	case bool:
		return name == "boolean"
	case []any:
		return name == "array"
	case map[string]any:
		return name == "object"
	case json.Number:
		f, err := value.Float64()
		return name == "number" || name == "integer" && err == nil && f == math.Trunc(f)
	}
	return false
}

// sameJSON compares numbers by value: 1 and 1.0 are the same.
func sameJSON(a, b any) bool {
	x, isNumber := a.(json.Number)
	y, alsoNumber := b.(json.Number)
	if isNumber && alsoNumber {
		f, _ := x.Float64()
		g, _ := y.Float64()
		return f == g
	}
	return reflect.DeepEqual(a, b)
}
