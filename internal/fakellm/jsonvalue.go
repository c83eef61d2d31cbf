package fakellm

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// decodeJSON decodes JSON that is one value, numbers as [json.Number].
func decodeJSON(src []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(src))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	if rest := bytes.TrimLeft(src[dec.InputOffset():], " \t\r\n"); len(rest) > 0 {
		return nil, &trailingError{len(src) - len(rest)}
	}
	return v, nil
}

// trailingError says that something follows the value.
type trailingError struct{ offset int }

func (e *trailingError) Error() string {
	return fmt.Sprintf("text after the value at byte %d", e.offset)
}

// encodeJSON is json.Marshal that leaves <, > and & as they are.
func encodeJSON(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}

// mustEncode is for values that were decoded before or always encode.
func mustEncode(v any) []byte {
	src, err := encodeJSON(v)
	if err != nil {
		panic(err)
	}
	return src
}
