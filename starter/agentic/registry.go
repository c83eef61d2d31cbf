package agentic

import (
	"bytes"
	"context"
	"fmt"
	"slices"
)

// Registry holds an agent's tools in the order in which they were given: a
// model is offered them in that order in each call. A nil Registry has none.
type Registry struct {
	tools []Tool
}

// NewRegistry refuses a tool without a name, a schema or code, and a second
// tool of a name.
func NewRegistry(tools ...Tool) (*Registry, error) {
	r := &Registry{}
	for _, tool := range tools {
		switch _, taken := r.find(tool.Name); {
		case tool.Name == "" || tool.Run == nil:
			return nil, fmt.Errorf("tool %q needs a name and a function", tool.Name)
		case !isObject(tool.Schema):
			return nil, fmt.Errorf("the schema of tool %s is no JSON object", tool.Name)
		case taken:
			return nil, fmt.Errorf("there are two tools %s", tool.Name)
		}
		r.tools = append(r.tools, tool)
	}
	return r, nil
}

// Specs is what a model is told, a copy each time.
func (r *Registry) Specs() []ToolSpec {
	if r == nil {
		return nil
	}
	specs := make([]ToolSpec, len(r.tools))
	for i, tool := range r.tools {
		specs[i] = tool.ToolSpec
		specs[i].Schema = bytes.Clone(tool.Schema)
	}
	return specs
}

// Call runs a tool. Whatever goes wrong, an unknown name and a panic too, comes
// back as a text for the model and failed: a call that went wrong is no reason
// to end the run.
func (r *Registry) Call(ctx context.Context, call ToolCall) (text string, failed bool) {
	tool, ok := r.find(call.Name)
	if !ok {
		return fmt.Sprintf("there is no tool %q; the tools are %q", call.Name, r.names()), true
	}
	defer func() {
		if p := recover(); p != nil {
			text, failed = fmt.Sprintf("the tool %s broke: %v", call.Name, p), true
		}
	}()
	text, err := tool.Run(ctx, call.Arguments)
	if err != nil {
		return err.Error(), true
	}
	return text, false
}

func (r *Registry) find(name string) (Tool, bool) {
	if r == nil {
		return Tool{}, false
	}
	i := slices.IndexFunc(r.tools, func(t Tool) bool { return t.Name == name })
	if i < 0 {
		return Tool{}, false
	}
	return r.tools[i], true
}

func (r *Registry) names() []string {
	var names []string
	for _, spec := range r.Specs() {
		names = append(names, spec.Name)
	}
	return names
}
