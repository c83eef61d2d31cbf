package sim

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxDepth bounds how deep a schema is followed.
const maxDepth = 24

// structured is JSON that matches the schema of the request.
func (v *view) structured() string {
	x := v.extractor()
	return x.json(v.p.Schema, "", 0)
}

// resolved follows references into the root, and merges allOf.
func resolved(root, schema map[string]any) map[string]any {
	for range maxDepth {
		ref, ok := schema["$ref"].(string)
		if !ok {
			break
		}
		var at any = root
		for _, part := range strings.Split(strings.TrimPrefix(strings.TrimPrefix(ref, "#"), "/"), "/") {
			if m, ok := at.(map[string]any); ok && part != "" {
				at = m[strings.NewReplacer("~1", "/", "~0", "~").Replace(part)]
			}
		}
		target, ok := at.(map[string]any)
		if !ok {
			return map[string]any{}
		}
		schema = target
	}
	parts, _ := schema["allOf"].([]any)
	if len(parts) == 0 {
		return schema
	}
	merged := map[string]any{}
	for _, part := range append(slices.Clone(parts), any(schema)) {
		m, _ := part.(map[string]any)
		for k, value := range m {
			if k != "allOf" {
				merged[k] = value
			}
		}
	}
	return merged
}

// json writes a value that matches the schema. The name is that of the
// property it is for.
func (x *extractor) json(schema map[string]any, name string, depth int) string {
	s := resolved(x.root, schema)
	if c, ok := s["const"]; ok {
		return encode(c)
	}
	if options, ok := s["enum"].([]any); ok && len(options) > 0 {
		return x.enum(options)
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		if options, ok := s[key].([]any); ok && len(options) > 0 {
			return x.anyOf(options, s, name, depth)
		}
	}
	if depth > maxDepth {
		return "null"
	}
	nullable := allowsNull(s)
	switch typeOf(s) {
	case "object":
		if nullable && depth > 6 {
			return "null"
		}
		return x.object(s, depth)
	case "array":
		return x.array(s, name, depth)
	case "boolean":
		return x.boolean(name, nullable)
	case "integer", "number":
		return x.number(s, name, nullable)
	case "null":
		return "null"
	}
	return x.text(s, name, nullable)
}

func encode(v any) string {
	src, err := json.Marshal(v)
	if err != nil {
		return "null"
	}
	return string(src)
}

func allowsNull(s map[string]any) bool {
	if s["nullable"] == true || s["type"] == "null" {
		return true
	}
	list, _ := s["type"].([]any)
	return slices.Contains(list, any("null"))
}

func (x *extractor) enum(options []any) string {
	value, sure := chooseEnum(options, x.data)
	if !sure && slices.Contains(options, nil) && !x.chance(x.invent, "enum") {
		return "null"
	}
	if value == nil && len(options) > 1 && options[0] == nil {
		value = options[1]
	}
	return encode(value)
}

// anyOf takes the first alternative that is not null, or null if that is one
// and the value is missing.
func (x *extractor) anyOf(options []any, outer map[string]any, name string, depth int) string {
	var first map[string]any
	null := false
	for _, o := range options {
		s, _ := o.(map[string]any)
		s = resolved(x.root, s)
		switch {
		case s["type"] == "null":
			null = true
		case first == nil && s != nil:
			first = s
		}
	}
	if first == nil || null && depth > 4 {
		return "null"
	}
	merged := map[string]any{}
	for k, value := range outer {
		if k != "anyOf" && k != "oneOf" {
			merged[k] = value
		}
	}
	for k, value := range first {
		merged[k] = value
	}
	if t := typeOf(merged); null && (t == "string" || t == "integer" || t == "number") && merged["enum"] == nil && merged["const"] == nil {
		merged["type"] = []any{t, "null"}
	}
	return x.json(merged, name, depth+1)
}

// object writes the required properties, and of the others those with a value.
func (x *extractor) object(s map[string]any, depth int) string {
	properties, required := propertiesOf(s), requiredOf(s)
	names := slices.Clone(required)
	x.named = isEvent(properties)
	for _, name := range sortedKeys(properties) {
		p, _ := properties[name].(map[string]any)
		p = resolved(x.root, p)
		if !slices.Contains(names, name) && depth < 6 && (typeOf(p) != "string" || p["enum"] != nil || x.lookUp(name, describe(p)) != "") {
			names = append(names, name)
		}
	}
	var members []string
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			continue
		}
		p, _ := properties[name].(map[string]any)
		members = append(members, encode(name)+":"+x.json(p, name, depth+1))
	}
	return "{" + strings.Join(members, ",") + "}"
}

// isEvent says whether an object tells of an event that has no title but its
// name.
func isEvent(properties map[string]any) bool {
	dated, titled := false, false
	for name := range properties {
		kind := kindOf(name, "")
		dated = dated || kind == "date" || kind == "time"
		titled = titled || kind == "title"
	}
	return dated && !titled
}

func describe(s map[string]any) string {
	d, _ := s["description"].(string)
	return d
}

// boolean is true if the message holds what the field is about: its word, or
// what a field such as has_time asks for.
func (x *extractor) boolean(name string, nullable bool) string {
	var words []string
	for _, w := range wordsOf(name) {
		if !slices.Contains([]string{"is", "has", "was", "a", "an"}, w) {
			words = append(words, w)
		}
	}
	holds := len(words) > 0 && containsWord(plain(x.data), strings.Join(words, " "))
	if kind := kindOf(name, ""); kind != "" {
		holds = holds || x.valueOf(kind, name) != ""
	}
	if !holds && nullable {
		return "null"
	}
	return strconv.FormatBool(holds)
}

func countOr(v any, otherwise int) int {
	n, ok := v.(float64)
	if !ok || n < 0 || n > 1000 {
		return otherwise
	}
	return int(n)
}

func (x *extractor) text(s map[string]any, name string, nullable bool) string {
	kind := x.kind(name, describe(s))
	format, _ := s["format"].(string)
	value := x.lookUp(name, describe(s))
	if value == "" && kind == "" && name != "" {
		value = x.general(name)
	}
	missing := value == ""
	if missing && x.chance(x.invent, name) {
		value, missing = invented(kind), false
	}
	value, fits := x.formatted(format, value)
	if nullable && (missing || !fits && value != "") {
		return "null"
	}
	if low := countOr(s["minLength"], 0); utf8.RuneCountInString(value) < low {
		value += strings.Repeat("-", low-utf8.RuneCountInString(value))
	}
	if high := countOr(s["maxLength"], -1); high >= 0 {
		value = string(firstN([]rune(value), high))
	}
	return encode(value)
}

// general fills a field of no known kind: with an answer to the task.
func (x *extractor) general(name string) string {
	switch low := strings.ToLower(name); {
	case isAnswer(low):
		return shorten(x.answer(), 300)
	case slices.Contains([]string{"topic", "category", "tag", "label"}, low):
		return listOf(firstN(keywords(x.data), 1), "")
	}
	return ""
}

func isAnswer(name string) bool {
	return slices.Contains([]string{"answer", "reply", "response", "result", "explanation", "reason", "reasoning", "comment", "output", "value", "solution", "product"}, strings.ToLower(name))
}

// answer is what the task would be answered with in words.
func (x *extractor) answer() string {
	if len(x.v.steps) > 0 {
		text, _ := x.v.report(x.v.plan())
		return text
	}
	return x.v.answerTo(x.v.task).text
}
