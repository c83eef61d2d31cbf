package agentic

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Tool is something that an agent can do: what a model is told of it, and the
// code. Run gets a JSON object. Several calls may run at once, of the same tool
// too.
type Tool struct {
	ToolSpec
	Run func(ctx context.Context, arguments json.RawMessage) (string, error)
}

// NewTool makes a tool of a function whose arguments are a struct A, and the
// schema from A's fields. Each exported field needs a json tag, as the name in
// it is what the model sees; it is required unless the tag says omitempty or
// omitzero; a tag `description:"…"` tells the model what it is for, and
// `enum:"a,b"` which texts are allowed. Arguments that do not fit the schema's
// names and types are an error that the function never sees.
func NewTool[A any](name, description string, run func(context.Context, A) (string, error)) (Tool, error) {
	schema, err := SchemaOf[A]()
	if err != nil {
		return Tool{}, fmt.Errorf("tool %s: %w", name, err)
	}
	spec := ToolSpec{Name: name, Description: description, Schema: schema}
	return Tool{spec, func(ctx context.Context, arguments json.RawMessage) (string, error) {
		var a A
		if err := decodeArguments(schema, arguments, &a); err != nil {
			return "", fmt.Errorf("the arguments do not fit the tool's schema: %w", err)
		}
		return run(ctx, a)
	}}, nil
}

// decodeArguments reads one JSON object with no unknown and all required names.
func decodeArguments(schema, arguments json.RawMessage, into any) error {
	dec := json.NewDecoder(bytes.NewReader(arguments))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return err
	}
	if _, err := dec.Token(); err != io.EOF {
		return errors.New("more than one JSON value")
	}
	var wants struct{ Required []string }
	var has map[string]json.RawMessage
	if err := errors.Join(json.Unmarshal(schema, &wants), json.Unmarshal(arguments, &has)); err != nil {
		return err
	}
	for _, name := range wants.Required {
		if _, there := has[name]; !there {
			return fmt.Errorf("%q is missing", name)
		}
	}
	return nil
}
