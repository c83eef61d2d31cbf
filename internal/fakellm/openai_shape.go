package fakellm

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// openAIShape describes one value of a request body in the OpenAI dialect. Its
// check reports in the wording of that API, with paths like
// messages[0].content[1].type.
type openAIShape struct {
	kind     kind
	fields   []openAIField  // of an object
	closed   bool           // an object may have no other fields
	item     *openAIShape   // of a list
	nonEmpty bool           // a list or string of length 0 is refused
	maxItems int            // of a list; 0: no limit
	maxRunes int            // of a string; 0: no limit
	weak     Evidence       // for maxRunes; empty: documented
	pattern  *regexp.Regexp // of a string
	values   []string       // the strings allowed
	min, max *float64       // of a number
}

type openAIField struct {
	name     string
	shape    *openAIShape
	required bool
	when     string // the field counts only where the object's type is this
}

// openAIInvalid adds a 400 with the parameter at fault and the error's code.
func (c *call) openAIInvalid(evidence Evidence, param, code, format string, args ...any) {
	r := refuse(c.dialect, http.StatusBadRequest, evidence, fmt.Sprintf(format, args...))
	r.Param, r.Code = param, code
	c.add(r)
}

// checkOpenAI reports everything wrong with a value, outermost first.
func (c *call) checkOpenAI(s *openAIShape, path string, v any) {
	if s.kind == anything {
		return
	}
	if !s.kind.fits(v) {
		c.openAIInvalid(Documented, path, "invalid_type", "Invalid type for '%s': expected %s, but got %s instead.", path, s.wanted(), kindOfJSON(v))
		return
	}
	switch value := v.(type) {
	case string:
		c.checkOpenAIString(s, path, value)
	case json.Number:
		c.checkOpenAINumber(s, path, value)
	case []any:
		c.checkOpenAIList(s, path, value)
	case map[string]any:
		c.checkOpenAIFields(s, path, value)
	}
}

func (c *call) checkOpenAIString(s *openAIShape, path, value string) {
	length := utf8.RuneCountInString(value)
	switch {
	case len(s.values) > 0 && !slices.Contains(s.values, value):
		c.openAIInvalid(Documented, path, "invalid_value", "Invalid value: '%s'. Supported values are: %s.", value, quotedList(s.values, "and"))
	case s.nonEmpty && value == "":
		c.openAIInvalid(Documented, path, "empty_string", "Invalid '%s': empty string. Expected a string with minimum length 1, but got an empty string instead.", path)
	case s.maxRunes > 0 && length > s.maxRunes:
		c.openAIInvalid(cmp.Or(s.weak, Documented), path, "string_above_max_length", "Invalid '%s': string too long. Expected a string with maximum length %d, but got a string with length %d instead.", path, s.maxRunes, length)
	case s.pattern != nil && !s.pattern.MatchString(value):
		c.openAIInvalid(Documented, path, "invalid_value", "Invalid '%s': string does not match pattern. Expected a string that matches the pattern '%s'.", path, s.pattern)
	}
}

func (c *call) checkOpenAINumber(s *openAIShape, path string, value json.Number) {
	f, err := value.Float64()
	name := "decimal"
	if s.kind == anInteger {
		name = "integer"
	}
	switch {
	case s.max != nil && (f > *s.max || err != nil):
		c.openAIInvalid(Documented, path, name+"_above_max_value", "Invalid '%s': %s above maximum value. Expected a value <= %v, but got %s instead.", path, name, *s.max, value)
	case s.min != nil && f < *s.min:
		c.openAIInvalid(Documented, path, name+"_below_min_value", "Invalid '%s': %s below minimum value. Expected a value >= %v, but got %s instead.", path, name, *s.min, value)
	}
}

func (c *call) checkOpenAIList(s *openAIShape, path string, list []any) {
	switch {
	case s.nonEmpty && len(list) == 0:
		c.openAIInvalid(Transcript, path, "empty_array", "Invalid '%s': empty array. Expected an array with minimum length 1, but got an empty array instead.", path)
	case s.maxItems > 0 && len(list) > s.maxItems:
		c.openAIInvalid(Documented, path, "array_above_max_length", "Invalid '%s': array too long. Expected an array with maximum length %d, but got an array with length %d instead.", path, s.maxItems, len(list))
	}
	for i, item := range list {
		c.checkOpenAI(s.item, path+"["+strconv.Itoa(i)+"]", item)
	}
}

// checkOpenAIFields reports missing fields, unknown ones, then wrong ones.
// Null is as good as absent where a field may be absent.
func (c *call) checkOpenAIFields(s *openAIShape, path string, value map[string]any) {
	kind, _ := value["type"].(string)
	known := map[string]bool{}
	for _, f := range s.fields {
		known[f.name] = true
		if _, present := value[f.name]; !present && f.required && (f.when == "" || f.when == kind) {
			param := join(path, f.name)
			c.openAIInvalid(Documented, param, "missing_required_parameter", "Missing required parameter: '%s'.", param)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(value)) {
		if s.closed && !known[name] {
			param := join(path, name)
			c.openAIInvalid(Transcript, param, "unknown_parameter", "Unknown parameter: '%s'.", param)
		}
	}
	for _, f := range s.fields {
		v, present := value[f.name]
		if present && (v != nil || f.required) && (f.when == "" || f.when == kind) {
			c.checkOpenAI(f.shape, join(path, f.name), v)
		}
	}
}

// wanted says what a shape takes.
func (s *openAIShape) wanted() string {
	if len(s.values) > 0 {
		return "one of " + quotedList(s.values, "or")
	}
	items := "objects"
	if s.item != nil && s.item.kind == aString {
		items = "strings"
	}
	return map[kind]string{
		aString: "a string", anInteger: "an integer", aNumber: "a decimal", aBoolean: "a boolean", anObject: "an object",
		aList: "an array of " + items, stringOrList: "one of a string or array of " + items,
	}[s.kind]
}

// kindOfJSON says what a value is.
func kindOfJSON(v any) string {
	switch value := v.(type) {
	case string:
		return "a string"
	case json.Number:
		if !isInteger(value) {
			return "a decimal number"
		}
		return "an integer"
	case bool:
		return "a boolean"
	case []any:
		return "an array"
	case map[string]any:
		return "an object"
	}
	return "null"
}

// quotedList gives 'a', 'b', and 'c'.
func quotedList(values []string, word string) string {
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = "'" + v + "'"
	}
	last := len(quoted) - 1
	switch last {
	case 0:
		return quoted[0]
	case 1:
		return quoted[0] + " " + word + " " + quoted[1]
	}
	return strings.Join(quoted[:last], ", ") + ", " + word + " " + quoted[last]
}
