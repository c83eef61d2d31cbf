package agentic

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
)

// decodeArguments reads a call's arguments into a struct whose schema p is. The
// decoder alone would let through what a schema does not: names in other
// letters (Town for town), null, and texts that are none of an enum's.
func decodeArguments(p *property, arguments json.RawMessage, into any) error {
	dec := json.NewDecoder(bytes.NewReader(arguments))
	if err := dec.Decode(into); err != nil {
		return err
	}
	if _, err := dec.Token(); err != io.EOF {
		return fmt.Errorf("there is more than one JSON value")
	}
	return p.check("", arguments)
}

// check holds the names, nulls and enums of a value against its schema; its
// types have been looked at. place is where the value stands, "" for the top.
func (p *property) check(place string, value json.RawMessage) error {
	switch {
	case string(bytes.TrimSpace(value)) == "null":
		return fmt.Errorf("%q is null, and has to be of the type %s", cmp.Or(place, "the whole"), p.Type)
	case p.Type == "object":
		return p.checkObject(place, value)
	case p.Type == "array":
		var items []json.RawMessage
		if err := json.Unmarshal(value, &items); err != nil {
			return err
		}
		for i, item := range items {
			if err := p.Items.check(fmt.Sprintf("%s[%d]", place, i), item); err != nil {
				return err
			}
		}
	case len(p.Enum) > 0:
		var text string
		if err := json.Unmarshal(value, &text); err != nil {
			return err
		}
		if !slices.Contains(p.Enum, text) {
			return fmt.Errorf("%q is %q, and has to be one of %q", place, text, p.Enum)
		}
	}
	return nil
}

func (p *property) checkObject(place string, value json.RawMessage) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(value, &fields); err != nil {
		return err
	}
	if place != "" {
		place += "."
	}
	for _, name := range p.Required {
		if _, there := fields[name]; !there {
			return fmt.Errorf("%q is missing", place+name)
		}
	}
	for name, field := range fields {
		inner, known := p.Properties[name]
		if !known {
			return fmt.Errorf("there is no %q in it", place+name)
		}
		if err := inner.check(place+name, field); err != nil {
			return err
		}
	}
	return nil
}
