package agentic

import (
	"context"
	"encoding/json"
	"fmt"
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
// `enum:"a,b"` which texts are allowed. Arguments that do not fit the schema are
// an error that the function never sees.
func NewTool[A any](name, description string, run func(context.Context, A) (string, error)) (Tool, error) {
	p, err := structOf[A]()
	if err != nil {
		return Tool{}, fmt.Errorf("tool %s: %w", name, err)
	}
	schema, err := json.Marshal(p)
	if err != nil {
		return Tool{}, fmt.Errorf("tool %s: %w", name, err)
	}
	spec := ToolSpec{Name: name, Description: description, Schema: schema}
	return Tool{spec, func(ctx context.Context, arguments json.RawMessage) (string, error) {
		var a A
		if err := decodeArguments(p, arguments, &a); err != nil {
			return "", fmt.Errorf("the arguments do not fit the tool's schema: %w", err)
		}
		return run(ctx, a)
	}}, nil
}
