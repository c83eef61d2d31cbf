package agentic

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type place struct {
	Town string   `json:"town" description:"without the country"`
	Lat  *float64 `json:"lat,omitempty"`
}

type search struct {
	Query  string   `json:"q"`
	Kind   string   `json:"kind,omitempty" enum:"note,mail"`
	Limit  int      `json:"limit,omitzero"`
	Exact  bool     `json:"exact"`
	Tags   []string `json:"tags,omitempty"`
	Near   place    `json:"near,omitzero"`
	Hidden string   `json:"-"`
}

func TestSchemaOf(t *testing.T) {
	const want = `{"type":"object","properties":{
		"q":{"type":"string"},"kind":{"type":"string","enum":["note","mail"]},"limit":{"type":"integer"},"exact":{"type":"boolean"},
		"tags":{"type":"array","items":{"type":"string"}},
		"near":{"type":"object","properties":{"town":{"type":"string","description":"without the country"},"lat":{"type":"number"}},
			"required":["town"],"additionalProperties":false}},
		"required":["q","exact"],"additionalProperties":false}`
	var got, wanted any
	if err := errors.Join(json.Unmarshal(must(SchemaOf[search]()), &got), json.Unmarshal([]byte(want), &wanted)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(wanted, got); diff != "" {
		t.Errorf("schema (-want +got):\n%s", diff)
	}
	if got := string(must(SchemaOf[struct{}]())); got != `{"type":"object","properties":{},"additionalProperties":false}` {
		t.Errorf("schema of no arguments: %s", got)
	}
}

func TestTypesWithoutASchema(t *testing.T) {
	type tree struct {
		Left *tree `json:"left"`
	}
	tests := []struct {
		name string
		err  func() error
		want string
	}{
		{"Go's name", func() error { _, err := SchemaOf[struct{ Query string }](); return err }, "field Query"},
		{"a tag without a name", func() error {
			_, err := SchemaOf[struct {
				Query string `json:",omitempty"`
			}]()
			return err
		}, "field Query"},
		{"no struct", func() error { _, err := SchemaOf[string](); return err }, "string is no struct"},
		{"a map", func() error {
			_, err := SchemaOf[struct {
				M map[string]int `json:"m"`
			}]()
			return err
		}, "field M: map[string]int"},
		{"a type that holds itself", func() error { _, err := SchemaOf[tree](); return err }, "holds itself"},
		{"embedded", func() error { _, err := SchemaOf[struct{ place }](); return err }, "embeds"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if err := test.err(); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
	if _, err := NewTool("find", "", func(context.Context, struct{ Query string }) (string, error) { return "", nil }); err == nil || !strings.Contains(err.Error(), "find") {
		t.Errorf("error %v, want one that names the tool", err)
	}
}

func searchTool(t *testing.T) Tool {
	t.Helper()
	tool, err := NewTool("search", "Looks for notes.", func(_ context.Context, s search) (string, error) {
		switch s.Query {
		case "panic":
			panic("no map")
		case "fail":
			return "half", errors.New("no luck")
		}
		return "found " + s.Query, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return tool
}

func TestRegistryCall(t *testing.T) {
	registry := must(NewRegistry(searchTool(t)))
	tests := []struct {
		name, tool, arguments string
		want                  string
		failed                bool
	}{
		{"right", "search", `{"q":"cats","exact":true}`, "found cats", false},
		{"error", "search", `{"q":"fail","exact":true}`, "no luck", true},
		{"panic", "search", `{"q":"panic","exact":true}`, "the tool search broke: no map", true},
		{"unknown tool", "find", `{}`, `there is no tool "find"; the tools are ["search"]`, true},
		{"missing", "search", `{"q":"cats"}`, `the arguments do not fit the tool's schema: "exact" is missing`, true},
		{"unknown name", "search", `{"q":"cats","exact":true,"Query":"dogs"}`, `there is no "Query" in it`, true},
		{"a name in other letters", "search", `{"q":"cats","exact":true,"KIND":"note"}`, `there is no "KIND" in it`, true},
		{"a required name in other letters", "search", `{"Q":"cats","exact":true}`, `"q" is missing`, true},
		{"null", "search", `{"q":null,"exact":true}`, `"q" is null, and has to be of the type string`, true},
		{"null for the whole", "search", `null`, `null`, true},
		{"of the enum", "search", `{"q":"cats","exact":true,"kind":"mail"}`, "found cats", false},
		{"not of the enum", "search", `{"q":"cats","exact":true,"kind":"song"}`, `"kind" is "song", and has to be one of ["note" "mail"]`, true},
		{"within an object", "search", `{"q":"cats","exact":true,"near":{"Town":"Oslo"}}`, `"near.town" is missing`, true},
		{"null within a list", "search", `{"q":"cats","exact":true,"tags":["a",null]}`, `"tags[1]" is null`, true},
		{"wrong type", "search", `{"q":7,"exact":true}`, "cannot unmarshal number", true},
		{"no JSON", "search", `{"q"`, "unexpected EOF", true},
		{"two values", "search", `{"q":"cats","exact":true}{}`, "more than one JSON value", true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text, failed := registry.Call(t.Context(), ToolCall{"1", test.tool, json.RawMessage(test.arguments)})
			if !strings.Contains(text, test.want) || failed != test.failed {
				t.Errorf("%q, %v, want %q, %v", text, failed, test.want, test.failed)
			}
		})
	}
	var none *Registry
	if text, failed := none.Call(t.Context(), ToolCall{Name: "search"}); !failed || none.Specs() != nil {
		t.Errorf("no registry: %q, %v", text, failed)
	}
}

func TestRegistryKeepsItsOrderAndItsSchemas(t *testing.T) {
	var tools []Tool
	for _, name := range strings.Split("z y x w v u t s r q p a b c", " ") {
		tool := searchTool(t)
		tool.Name = name
		tools = append(tools, tool)
	}
	registry := must(NewRegistry(tools...))
	registry.Specs()[0].Schema[0] = '?'
	for i, spec := range registry.Specs() {
		if spec.Name != tools[i].Name || spec.Schema[0] != '{' {
			t.Errorf("tool %d is %s with the schema %s", i, spec.Name, spec.Schema)
		}
	}
}

func TestRegistryRefuses(t *testing.T) {
	good := searchTool(t)
	nameless, empty, listed := good, good, good
	nameless.Name, empty.Run, listed.Schema = "", nil, json.RawMessage(`[]`)
	for want, tools := range map[string][]Tool{
		"needs a name": {nameless}, "a function": {empty}, "no JSON object": {listed}, "two tools search": {good, good},
	} {
		if _, err := NewRegistry(tools...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}
