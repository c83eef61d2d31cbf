package fakellm

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// kind is the JSON type that a shape wants.
type kind int

const (
	anything kind = iota
	aString
	anInteger
	aNumber
	aBoolean
	aList
	anObject
	oneOf        // an object whose "type" picks a variant
	stringOrList // a string, or a list of items
)

// shape describes one value of a request body. Its check reports in the
// wording of the API's own validation, with paths like
// messages.0.content.0.text.foo.
type shape struct {
	kind     kind
	fields   []field // of an object
	open     bool    // an object may have other fields too
	item     *shape  // of a list
	variants []variant
	bare     bool     // a oneOf whose variant's name does not show in paths
	absent   string   // of a oneOf: the variant when "type" is missing
	values   []string // the strings allowed
	null     bool     // null is as good as absent
}

type field struct {
	name     string
	shape    *shape
	required bool
}

type variant struct {
	name  string
	shape *shape
}

// required and optional make fields.
func required(name string, s *shape) field { return field{name, s, true} }
func optional(name string, s *shape) field { return field{name, s, false} }

// nullable gives a copy that takes null.
func nullable(s *shape) *shape {
	c := *s
	c.null = true
	return &c
}

var wanted = map[kind]string{
	aString: "a valid string", anInteger: "a valid integer", aNumber: "a valid number", aBoolean: "a valid boolean",
	aList: "a valid list", anObject: "a valid dictionary", oneOf: "a valid dictionary", stringOrList: "a valid list",
}

// check reports everything wrong with v, outermost first, to add.
func (s *shape) check(path string, v any, isRequired bool, add func(Evidence, string)) {
	if v == nil && s.null || s.kind == anything {
		return
	}
	if !s.kind.fits(v) {
		add(s.kind.evidence(v, isRequired), at(path, "Input should be "+wanted[s.kind]))
		return
	}
	switch value := v.(type) {
	case string:
		s.checkValue(path, value, add)
	case []any:
		for i, item := range value {
			s.item.check(join(path, strconv.Itoa(i)), item, true, add)
		}
	case map[string]any:
		if s.kind == oneOf {
			s.checkVariant(path, value, add)
		} else {
			s.checkFields(path, value, add)
		}
	}
}

func (k kind) fits(v any) bool {
	switch value := v.(type) {
	case string:
		return k == aString || k == stringOrList
	case json.Number:
		return k == aNumber || k == anInteger && isInteger(value)
	case bool:
		return k == aBoolean
	case []any:
		return k == aList || k == stringOrList
	case map[string]any:
		return k == anObject || k == oneOf
	}
	return false
}

// evidence is what the refusal of a wrong type rests on: the documentation
// gives the types, but not whether a "1" is taken for a 1. Bodies with a
// request id are published of objects.
func (k kind) evidence(v any, isRequired bool) Evidence {
	switch {
	case v == nil && !isRequired:
		return ThirdParty // it may be as good as absent
	case v == nil:
		return Documented
	case k == anObject || k == oneOf:
		return Transcript
	case k.isScalar() && isScalar(v):
		return ThirdParty
	}
	return Documented // a list is no text, and a text no list
}

func (k kind) isScalar() bool {
	return k == aString || k == anInteger || k == aNumber || k == aBoolean
}

func isScalar(v any) bool {
	switch v.(type) {
	case string, json.Number, bool:
		return true
	}
	return false
}

func isInteger(n json.Number) bool {
	f, err := n.Float64()
	return err == nil && f == math.Trunc(f)
}

func (s *shape) checkValue(path, value string, add func(Evidence, string)) {
	if len(s.values) > 0 && !slices.Contains(s.values, value) {
		add(Documented, at(path, "Input should be "+alternatives(s.values)))
	}
}

// checkFields reports missing and wrong fields in the order of the shape,
// then unknown ones in the order of the alphabet.
func (s *shape) checkFields(path string, value map[string]any, add func(Evidence, string)) {
	found := 0
	for _, f := range s.fields {
		v, present := value[f.name]
		switch {
		case present:
			found++
			f.shape.check(join(path, f.name), v, f.required, add)
		case f.required:
			add(Documented, at(join(path, f.name), "Field required"))
		}
	}
	if s.open || found == len(value) {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(value)) {
		if !slices.ContainsFunc(s.fields, func(f field) bool { return f.name == name }) {
			add(Transcript, at(join(path, name), extraInputs))
		}
	}
}

func (s *shape) checkVariant(path string, value map[string]any, add func(Evidence, string)) {
	tag, present := value["type"]
	if tag == nil && s.absent != "" {
		tag, present = s.absent, true
	}
	name, isString := tag.(string)
	switch {
	case !present:
		add(Documented, at(join(path, "type"), "Field required"))
		return
	case !isString:
		add(Documented, at(join(path, "type"), "Input should be a valid string"))
		return
	}
	names := make([]string, len(s.variants))
	for i, v := range s.variants {
		names[i] = v.name
		if v.name == name {
			if !s.bare {
				path = join(path, name)
			}
			v.shape.checkFields(path, value, add)
			return
		}
	}
	add(Documented, at(path, fmt.Sprintf(
		"Input tag '%s' "+unknownTag+": '%s'",
		name, strings.Join(names, "', '"))))
}

// What the API says of fields and of variants that it does not know.
const (
	extraInputs = "Extra inputs are not permitted"
	unknownTag  = "found using 'type' does not match any of the expected tags"
)

// alternatives lists values as the API does: 'a', 'b' or 'c'.
func alternatives(values []string) string {
	last := len(values) - 1
	if last == 0 {
		return "'" + values[0] + "'"
	}
	return "'" + strings.Join(values[:last], "', '") + "' or '" + values[last] + "'"
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func at(path, message string) string {
	if path == "" {
		return message
	}
	return path + ": " + message
}
