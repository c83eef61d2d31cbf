package agentic

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// property is the part of JSON Schema that Go types need.
type property struct {
	Type        string               `json:"type"`
	Description string               `json:"description,omitempty"`
	Enum        []string             `json:"enum,omitempty"`
	Items       *property            `json:"items,omitempty"`
	Properties  map[string]*property `json:"properties,omitzero"`
	Required    []string             `json:"required,omitempty"`
	Additional  *bool                `json:"additionalProperties,omitempty"`
}

// SchemaOf makes the JSON Schema of a struct, as NewTool says. It knows text,
// booleans, whole and other numbers, slices and structs of these, and pointers
// to them.
func SchemaOf[A any]() (json.RawMessage, error) {
	p, err := structOf[A]()
	if err != nil {
		return nil, err
	}
	return json.Marshal(p)
}

func structOf[A any]() (*property, error) {
	t := reflect.TypeFor[A]()
	if t.Kind() != reflect.Struct {
		return nil, fmt.Errorf("%s is no struct, and arguments have names", t)
	}
	return propertyOf(t, nil)
}

// propertyOf describes a type. within are the structs that it stands in: one
// that holds itself has no end.
func propertyOf(t reflect.Type, within []reflect.Type) (*property, error) {
	switch t.Kind() {
	case reflect.Pointer:
		return propertyOf(t.Elem(), within)
	case reflect.String:
		return &property{Type: "string"}, nil
	case reflect.Bool:
		return &property{Type: "boolean"}, nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return &property{Type: "integer"}, nil
	case reflect.Float32, reflect.Float64:
		return &property{Type: "number"}, nil
	case reflect.Slice:
		items, err := propertyOf(t.Elem(), within)
		return &property{Type: "array", Items: items}, err
	case reflect.Struct:
		return objectOf(t, within)
	}
	return nil, fmt.Errorf("%s has no JSON Schema here", t)
}

func objectOf(t reflect.Type, within []reflect.Type) (*property, error) {
	for _, outer := range within {
		if outer == t {
			return nil, fmt.Errorf("%s holds itself", t)
		}
	}
	within = append(within[:len(within):len(within)], t)
	closed := false
	object := &property{Type: "object", Properties: map[string]*property{}, Additional: &closed}
	for _, f := range reflect.VisibleFields(t) {
		tag, tagged := f.Tag.Lookup("json")
		name, options, _ := strings.Cut(tag, ",")
		switch {
		case f.Anonymous:
			return nil, fmt.Errorf("%s embeds %s; give the field a name", t, f.Name)
		case !f.IsExported() || tag == "-":
			continue
		case !tagged || name == "":
			return nil, fmt.Errorf("field %s of %s has no json tag with a name, and the model would see Go's", f.Name, t)
		}
		p, err := propertyOf(f.Type, within)
		if err != nil {
			return nil, fmt.Errorf("field %s: %w", f.Name, err)
		}
		p.Description = f.Tag.Get("description")
		if values, ok := f.Tag.Lookup("enum"); ok {
			p.Enum = strings.Split(values, ",")
		}
		object.Properties[name] = p
		if !strings.Contains(options, "omitempty") && !strings.Contains(options, "omitzero") {
			object.Required = append(object.Required, name)
		}
	}
	return object, nil
}
