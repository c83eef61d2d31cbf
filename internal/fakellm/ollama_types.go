package fakellm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"
	"time"
)

// The types that begin with api mirror those that the server decodes a request
// into (Ollama source 0.17.4, package api). It answers a wrong body with what
// encoding/json says about them, so the fake lets encoding/json speak too.

type apiChatRequest struct {
	Model           string          `json:"model"`
	Messages        []apiMessage    `json:"messages"`
	Stream          *bool           `json:"stream"`
	Format          json.RawMessage `json:"format"`
	KeepAlive       *apiDuration    `json:"keep_alive"`
	Tools           apiTools        `json:"tools"`
	Options         map[string]any  `json:"options"`
	Think           *apiThinkValue  `json:"think"`
	Truncate        *bool           `json:"truncate"`
	Shift           *bool           `json:"shift"`
	DebugRenderOnly bool            `json:"_debug_render_only"`
	Logprobs        bool            `json:"logprobs"`
	TopLogprobs     int             `json:"top_logprobs"`
}

type apiMessage struct {
	Role       string         `json:"role"`
	Content    string         `json:"content"`
	Thinking   string         `json:"thinking"`
	Images     []apiImageData `json:"images"`
	ToolCalls  []apiToolCall  `json:"tool_calls"`
	ToolName   string         `json:"tool_name"`
	ToolCallID string         `json:"tool_call_id"`
}

type apiImageData []byte

func (m *apiMessage) UnmarshalJSON(src []byte) error {
	type Alias apiMessage // the name shows in messages
	var a Alias
	if err := json.Unmarshal(src, &a); err != nil {
		return err
	}
	*m = apiMessage(a)
	m.Role = strings.ToLower(m.Role)
	return nil
}

type apiToolCall struct {
	ID       string              `json:"id"`
	Function apiToolCallFunction `json:"function"`
}

type apiToolCallFunction struct {
	Index     int                          `json:"index"`
	Name      string                       `json:"name"`
	Arguments apiToolCallFunctionArguments `json:"arguments"`
}

type apiToolCallFunctionArguments struct{ src json.RawMessage }

// wireError is a message in the server's words.
type wireError string

func (e wireError) Error() string { return string(e) }

// errNoObject is what the server's ordered map says of anything but an object.
const errNoObject = wireError("Value looks like object, but can't find closing '}' symbol")

func (a *apiToolCallFunctionArguments) UnmarshalJSON(src []byte) error {
	switch {
	case string(src) == "null":
	case src[0] != '{':
		return errNoObject
	default:
		a.src = bytes.Clone(src)
	}
	return nil
}

type apiTools []apiTool

type apiTool struct {
	Type     string          `json:"type"`
	Items    any             `json:"items"`
	Function apiToolFunction `json:"function"`
}

type apiToolFunction struct {
	Name        string                    `json:"name"`
	Description string                    `json:"description"`
	Parameters  apiToolFunctionParameters `json:"parameters"`
}

type apiToolFunctionParameters struct {
	Type       string                `json:"type"`
	Defs       any                   `json:"$defs"`
	Items      any                   `json:"items"`
	Required   []string              `json:"required"`
	Properties *apiToolPropertiesMap `json:"properties"`
}

type apiToolPropertiesMap struct{}

// UnmarshalJSON reads the properties in their order, as the first wrong one
// is reported.
func (*apiToolPropertiesMap) UnmarshalJSON(src []byte) error {
	if src[0] != '{' {
		return errNoObject
	}
	dec := json.NewDecoder(bytes.NewReader(src))
	_, err := dec.Token()
	for err == nil && dec.More() {
		var value json.RawMessage
		if _, err = dec.Token(); err != nil {
			break
		}
		if err = dec.Decode(&value); err == nil {
			err = json.Unmarshal(value, &apiToolProperty{})
		}
	}
	return err
}

type apiToolProperty struct {
	AnyOf       []apiToolProperty     `json:"anyOf"`
	Type        apiPropertyType       `json:"type"`
	Items       any                   `json:"items"`
	Description string                `json:"description"`
	Enum        []any                 `json:"enum"`
	Properties  *apiToolPropertiesMap `json:"properties"`
}

type apiPropertyType []string

// UnmarshalJSON takes a string or a list of strings.
func (t *apiPropertyType) UnmarshalJSON(src []byte) error {
	var one string
	if json.Unmarshal(src, &one) == nil {
		*t = apiPropertyType{one}
		return nil
	}
	var list []string
	err := json.Unmarshal(src, &list)
	*t = list
	return err
}

// apiThinkValue is a boolean or a level.
type apiThinkValue struct{ value any }

func (t *apiThinkValue) UnmarshalJSON(src []byte) error {
	const wanted = `"high", "medium", "low", true, or false`
	if err := json.Unmarshal(src, &t.value); err != nil {
		return err
	}
	switch v := t.value.(type) {
	case bool:
	case string:
		if v != "high" && v != "medium" && v != "low" {
			return fmt.Errorf("invalid think value: %q (must be %s)", v, wanted)
		}
	default:
		return fmt.Errorf("think must be a boolean or string (%s)", wanted)
	}
	return nil
}

func (t *apiThinkValue) level() string {
	if t == nil {
		return ""
	}
	level, _ := t.value.(string)
	return level
}

func (t *apiThinkValue) on() bool { return t != nil && t.value != false }

// apiDuration is a number of seconds or a string such as 5m; below zero it
// means for ever.
type apiDuration struct{ time.Duration }

func (d *apiDuration) UnmarshalJSON(src []byte) error {
	var v any
	err := json.Unmarshal(src, &v)
	if err != nil {
		return err
	}
	switch value := v.(type) {
	case float64:
		d.Duration = time.Duration(min(value*float64(time.Second), math.MaxInt64/2))
	case string:
		d.Duration, err = time.ParseDuration(value)
	default:
		err = wireError(fmt.Sprintf("Unsupported type: '%v'", reflect.TypeOf(v)))
	}
	return err
}

// readChatRequest reads the first JSON value of a body, whatever follows it,
// and tells where it ends.
func readChatRequest(body []byte) (req *apiChatRequest, end int, err error) {
	dec := json.NewDecoder(bytes.NewReader(body))
	req = &apiChatRequest{}
	if err := dec.Decode(req); err != nil {
		return nil, 0, err
	}
	return req, int(dec.InputOffset()), nil
}

// decodeFault words a decoding error as the server does.
func decodeFault(err error) string {
	if errors.Is(err, io.EOF) {
		return "missing request body"
	}
	var mismatch *json.UnmarshalTypeError
	if !errors.As(err, &mismatch) {
		return err.Error()
	}
	named := *mismatch
	named.Struct = strings.TrimPrefix(named.Struct, "api")
	return strings.NewReplacer("fakellm.api", "api.", "fakellm.", "api.").Replace(named.Error())
}
