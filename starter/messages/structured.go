package messages

import (
	"encoding/json"
	"fmt"
	"strings"
)

// OutputFormat binds the reply's text to a JSON Schema.
type OutputFormat struct {
	Type   string          `json:"type"` // json_schema
	Schema json.RawMessage `json:"schema"`
}

// JSONSchema asks for a reply in JSON that fits the schema. The API wants
// "additionalProperties": false in each of its objects. A schema that is not
// JSON is found when the request is sent.
//
//	OutputConfig: messages.OutputConfig{Format: messages.JSONSchema(`{
//		"type": "object",
//		"properties": {"city": {"type": "string"}},
//		"required": ["city"],
//		"additionalProperties": false
//	}`)}
func JSONSchema(schema string) *OutputFormat {
	return &OutputFormat{Type: "json_schema", Schema: json.RawMessage(schema)}
}

// MarshalJSON names the schema in the error if it is not JSON.
func (f OutputFormat) MarshalJSON() ([]byte, error) {
	var schema json.RawMessage
	if err := json.Unmarshal(f.Schema, &schema); err != nil {
		return nil, fmt.Errorf("the schema of output_config.format is not JSON: %w", err)
	}
	type plain OutputFormat // without this method
	return json.Marshal(plain(f))
}

// Decode reads the reply's text, which has to be JSON and nothing else, into v
// as json.Unmarshal does: fields that v lacks are passed over.
//
// It refuses a reply that is no answer (ErrNoAnswer): one that was cut off at
// max_tokens may hold half the JSON, and a refusal may hold none, whatever the
// schema says. Text around the JSON, or a fence, is ErrNotJSON; nothing is
// stripped in silence, because a model that adds a sentence today may add a
// second object tomorrow. With JSON that does not fit v, part of v may have been
// set.
func (r *Response) Decode(v any) error {
	text := r.Text()
	fault := func(kind error, detail string) error {
		return &CallError{Kind: kind, Detail: fmt.Sprintf("%s; text beginning %q", detail, firstRunes(text, 80)), RequestID: r.RequestID}
	}
	switch r.StopReason {
	case StopEndTurn, StopStopSequence:
	case StopMaxTokens:
		return fault(ErrNoAnswer, "it was cut off at max_tokens, so its JSON may be incomplete; raise Request.MaxTokens")
	case StopRefusal:
		return fault(ErrNoAnswer, "the model declined, so there may be no JSON")
	case "":
		return fault(ErrNoAnswer, "it has no stop reason, so it may be half a reply")
	default:
		return fault(ErrNoAnswer, fmt.Sprintf("the model stopped with %q", r.StopReason))
	}
	var value json.RawMessage
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		detail := err.Error()
		if strings.HasPrefix(strings.TrimSpace(text), "```") {
			detail = "it is fenced as Markdown code; ask with OutputConfig.Format, or cut the fence off where you can see it"
		}
		return fault(ErrNotJSON, detail)
	}
	if err := json.Unmarshal(value, v); err != nil {
		return fmt.Errorf("the reply's JSON does not fit: %w; text beginning %q", err, firstRunes(text, 80))
	}
	return nil
}
