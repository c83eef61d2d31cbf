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

func TestForms(t *testing.T) {
	known := Forms("hunter2>hunter2?hunter2/+ ", "local")
	for _, text := range []string{
		"hunter2>hunter2?hunter2/+",
		"aHVudGVyMj5odW50ZXIyP2h1bnRlcjIvKw==", "aHVudGVyMj5odW50ZXIyP2h1bnRlcjIvKw",
		"hunter2%3Ehunter2%3Fhunter2%2F%2B", "hunter2%3ehunter2%3fhunter2%2f%2b", "hunter2%3Ehunter2%3Fhunter2%2F+",
		"%68%75%6E%74%65%72%32%3E%68%75%6E%74%65%72%32%3F%68%75%6E%74%65%72%32%2F%2B",
		"%68%75%6e%74%65%72%32%3e%68%75%6e%74%65%72%32%3f%68%75%6e%74%65%72%32%2f%2b",
	} {
		if got := Keys("it is "+text+", ok", known...); got != "it is [REDACTED], ok" {
			t.Errorf("%s: %s", text, got)
		}
	}
	if got := Keys(Forms("???>>>???>>>")[0]+" Pz8/Pj4+Pz8/Pj4+ Pz8_Pj4-Pz8_Pj4-", Forms("???>>>???>>>")...); strings.Contains(got, "Pz8") {
		t.Errorf("the alphabets of base64: %s", got)
	}
	for _, f := range known {
		if len(f) < shortestKey {
			t.Errorf("a word is a form: %s", f)
		}
	}
	if got := Keys("local bG9jYWw=", known...); got != "local bG9jYWw=" {
		t.Errorf("a short word is redacted: %s", got)
	}
}
