package scrub

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestKeys(t *testing.T) {
	tests := map[string]struct {
		text  string
		known []string
		want  string
	}{
		"nothing":              {"a text about sk-ant- keys", nil, "a text about sk-ant- keys"},
		"like Anthropic's":     {"key=sk-ant-fake-0000, ok", nil, "key=[REDACTED], ok"},
		"like OpenAI's":        {"sk-proj-fake0000000000000000.", nil, "[REDACTED]."},
		"a word with sk-":      {"a desk-bound risk-averse-and-very-cautious-person", nil, "a desk-bound risk-averse-and-very-cautious-person"},
		"known":                {"it is hunter2hunter2!", []string{"hunter2hunter2"}, "it is [REDACTED]!"},
		"known with a newline": {"it is hunter2hunter2!", []string{"hunter2hunter2\n"}, "it is [REDACTED]!"},
		"one begins another":   {"hunter2hunter2more", []string{"hunter2hunter2", "hunter2hunter2more"}, "[REDACTED]"},
		"too short to be one":  {"a local server", []string{"local", ""}, "a local server"},
	}
	for name, tt := range tests {
		if got := Keys(tt.text, tt.known...); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

func TestJSON(t *testing.T) {
	tests := map[string]struct{ src, want string }{
		"as it is":     {`{"b": 1.50, "a":"x \"y\" ü <"}`, `{"b": 1.50, "a":"x \"y\" ü <"}`},
		"value":        {`{"a":"key sk-ant-fake-0000 here","b":[2]}`, `{"a":"key [REDACTED] here","b":[2]}`},
		"name":         {`{"sk-ant-fake-0000":null}`, `{"[REDACTED]":null}`},
		"escaped":      {`["\u0073k-ant-fake-0000"]`, `["[REDACTED]"]`},
		"behind quote": {`["\\", "\"sk-ant-fake-0000\""]`, `["\\", "\"[REDACTED]\""]`},
	}
	for name, tt := range tests {
		if got := string(JSON([]byte(tt.src))); got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
}

// Whatever the text, JSON stays JSON and holds no key, and a text that is no JSON harms nothing.
func FuzzJSON(f *testing.F) {
	f.Add(`{"a":"sk-ant-fake-0000"}`)
	f.Add(`"\`)
	f.Add(`"\ud800sk-ant-fake-0000"`)
	f.Fuzz(func(t *testing.T, src string) {
		got := JSON([]byte(src), "hunter2hunter2")
		if json.Valid([]byte(src)) && !json.Valid(got) {
			t.Errorf("%q became %q", src, got)
		}
		var v any
		if json.Unmarshal(got, &v) == nil {
			plain, err := json.Marshal(v)
			if err != nil || strings.Contains(string(plain), "hunter2hunter2") {
				t.Errorf("%q became %q (%v)", src, got, err)
			}
		}
	})
}
