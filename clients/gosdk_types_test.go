package clients

import (
	"encoding/json"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"agentcourse/internal/fakellm"
	"github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/anthropics/anthropic-sdk-go/v2/option"
	"github.com/anthropics/anthropic-sdk-go/v2/packages/respjson"
	"github.com/google/go-cmp/cmp"
)

// leftOut are the fields that the SDK's types call required and the provider
// does not send. The documented examples of replies and streams leave them out
// as well (Anthropic Messages API documentation, "Streaming"), and the SDK reads
// an absent one as null or 0.
var leftOut = []string{
	"event content_block_start.content_block.citations",
	"event message_delta.delta.container",
	"event message_delta.usage.cache_creation_input_tokens",
	"event message_delta.usage.cache_read_input_tokens",
	"event message_delta.usage.input_tokens",
	"event message_delta.usage.server_tool_use",
	"event message_start.message.container",
	"event message_start.message.diagnostics",
	"event message_start.message.usage.cache_creation",
	"event message_start.message.usage.inference_geo",
	"event message_start.message.usage.output_tokens_details",
	"event message_start.message.usage.server_tool_use",
	"event message_start.message.usage.speed",
	"message.content.citations",
	"message.diagnostics",
	"message.usage.server_tool_use",
	"message.usage.speed",
}

// TestGoSDKTypes holds what the provider sends against the types of the
// official Go SDK, which remember each field's JSON: no field that the SDK
// calls required is missing, but for leftOut, and none is sent that it does not
// know.
func TestGoSDKTypes(t *testing.T) {
	const script = `
- content: [{thinking: Hm.}, {text: Look.}, {tool_use: {name: get_time, input: {zone: UTC}}}]
- content: [{thinking: Hm.}, {text: Look.}, {tool_use: {name: get_time, input: {zone: UTC}}}]
- {content: [], stop_reason: refusal}
`
	p, _ := startProvider(t, testCase{name: "types", script: script, models: []string{"course-model"}})
	client := connectGo(job{BaseURL: p.URL()}, option.WithAPIKey(fakeKey))
	params := goParams(question)
	params.Tools = goTools()

	var a audit
	m, err := client.Messages.New(t.Context(), params)
	a.add(t, "message", m, err)
	stream := client.Messages.NewStreaming(t.Context(), params)
	for stream.Next() {
		event := stream.Current()
		a.add(t, "event "+event.Type, event.AsAny(), nil)
	}
	a.add(t, "stream", nil, stream.Err())
	m, err = client.Messages.New(t.Context(), params)
	a.add(t, "message", m, err)
	count, err := client.Messages.CountTokens(t.Context(), anthropic.MessageCountTokensParams{Model: params.Model, Messages: params.Messages})
	a.add(t, "count", count, err)
	list, err := client.Models.List(t.Context(), anthropic.ModelListParams{})
	a.add(t, "models", list, err)
	info, err := client.Models.Get(t.Context(), "course-model", anthropic.ModelGetParams{})
	a.add(t, "model", info, err)
	a.check(t, leftOut)
}

// audit collects the paths of fields that are missing or unknown.
type audit struct{ missing, unknown []string }

// add looks at all of v.
func (a *audit) add(t *testing.T, what string, v any, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if v != nil {
		a.value(what, reflect.ValueOf(v))
	}
}

func (a *audit) check(t *testing.T, missing []string) {
	t.Helper()
	slices.Sort(a.missing)
	if diff := cmp.Diff(missing, slices.Compact(a.missing)); diff != "" {
		t.Errorf("required fields that were not sent (-want +got):\n%s", diff)
	}
	if len(a.unknown) > 0 {
		t.Errorf("fields that the SDK does not know: %q", a.unknown)
	}
}

func (a *audit) value(path string, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			a.value(path, v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			a.value(path, v.Index(i))
		}
	case reflect.Struct:
		a.object(path, v)
	}
}

// object looks at a value of one of the SDK's types, or at the variant of a union.
func (a *audit) object(path string, v reflect.Value) {
	if as := v.MethodByName("AsAny"); as.IsValid() {
		a.value(path, as.Call(nil)[0])
		return
	}
	meta := v.FieldByName("JSON")
	if !meta.IsValid() || meta.Kind() != reflect.Struct {
		return
	}
	if extra := meta.FieldByName("ExtraFields"); extra.IsValid() {
		for _, name := range slices.Sorted(maps.Keys(extra.Interface().(map[string]respjson.Field))) {
			a.unknown = append(a.unknown, path+"."+name)
		}
	}
	for i := range v.NumField() {
		field := v.Type().Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		known := meta.FieldByName(field.Name)
		if name == "-" || !known.IsValid() {
			continue
		}
		sent := known.Interface().(respjson.Field).Raw()
		switch {
		case sent == "" && (field.Tag.Get("api") == "required" || field.Tag.Get("default") != ""):
			a.missing = append(a.missing, path+"."+name)
		case sent != "" && sent != "null":
			a.value(path+"."+name, v.Field(i))
		}
	}
}

// TestGoSDKErrorTypes does the same for an error body.
func TestGoSDKErrorTypes(t *testing.T) {
	p, _ := startProvider(t, testCase{name: "types"})
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.URL()+"/v1/messages", strings.NewReader("{"))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("x-api-key", fakellm.FakeKey)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var body anthropic.ErrorResponse
	err = json.NewDecoder(response.Body).Decode(&body)
	var a audit
	a.add(t, "error", body, err)
	a.check(t, nil)
}
