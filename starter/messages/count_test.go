package messages

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
)

func TestCountTokens(t *testing.T) {
	var path string
	var body []byte
	tries := 0
	c, _ := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		if tries++; tries == 1 {
			w.WriteHeader(529)
			return
		}
		path = r.URL.Path
		body, _ = io.ReadAll(r.Body)
		io.WriteString(w, `{"input_tokens":14,"new":{}}`)
	})
	n, err := c.CountTokens(t.Context(), Request{
		MaxTokens: 10, System: "s", Messages: []Message{UserText("hi")}, StopSequences: []string{"END"},
		Tools:        []Tool{{Name: "t", InputSchema: json.RawMessage(`{"type":"object"}`)}},
		ToolChoice:   ToolChoice{Type: "auto"},
		OutputConfig: OutputConfig{Effort: EffortLow},
	})
	if err != nil || n != 14 || tries != 2 {
		t.Fatalf("%d, %v after %d tries; want 14 after 2", n, err, tries)
	}
	if path != "/v1/messages/count_tokens" {
		t.Errorf("path %s", path)
	}
	sameJSON(t, string(body), `{"model":"claude-opus-5-5","system":"s","messages":[{"role":"user","content":[{"type":"text","text":"hi"}]}],
		"tools":[{"name":"t","input_schema":{"type":"object"}}],"tool_choice":{"type":"auto"},"output_config":{"effort":"low"}}`)
}

func TestCountTokensErrors(t *testing.T) {
	tests := []struct {
		name   string
		status int
		body   string
		kind   error // nil: an APIError
		want   string
	}{
		{"API error", 404, `{"type":"error","error":{"type":"not_found_error","message":"model: gpt"}}`, nil, "model: gpt"},
		{"no count", 200, goodReply, ErrNotCount, "no input_tokens"},
		{"null", 200, "null", ErrNotCount, "no input_tokens"},
		{"another shape", 200, `{"input_tokens":"14"}`, ErrNotCount, "input_tokens"},
		{"cut", 200, `{"input_tokens":1`, ErrTruncated, "17 bytes"},
		{"web page", 200, "<html>", ErrNotJSON, "<html>"},
		{"empty", 200, "", ErrEmpty, "status 200"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, waits := newClient(t, func(w http.ResponseWriter, r *http.Request) {
				w.WriteHeader(test.status)
				io.WriteString(w, test.body)
			})
			n, err := c.CountTokens(t.Context(), hello)
			var api *APIError
			if n != 0 || len(*waits) != 0 || errors.As(err, &api) != (test.kind == nil) || test.kind != nil && !errors.Is(err, test.kind) {
				t.Errorf("%d, %v after %d waits; want %v", n, err, len(*waits), test.kind)
			}
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v lacks %q", err, test.want)
			}
		})
	}
}
