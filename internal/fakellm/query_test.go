package fakellm

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestQuery(t *testing.T) {
	const body = `{"messages":[{"role":"user","content":"one"},` +
		`{"role":"assistant","content":[{"type":"thinking","thinking":"t"},{"type":"text","text":"two"},{"type":"tool_use","id":"a"}]},` +
		`{"role":"user","content":[{"type":"tool_result","content":[{"type":"text","text":"hidden"}]},{"type":"text","text":"three"},{"type":"text","text":"four"}]}]}`
	for _, test := range []struct {
		expr string
		want []any
		err  bool
	}{
		{"last_user", []any{"three\nfour"}, false},
		{".messages[1] | text", []any{"two"}, false},
		{".messages[1].content | text", []any{"two"}, false},
		{".messages[0].content | text", []any{"one"}, false},
		{"null | text", []any{""}, false},
		{".messages[] | text", []any{"one", "two", "three\nfour"}, false},
		{"texts", []any{[]any{"user: one", "assistant: two", "user: three\nfour"}}, false},
		{"empty", nil, false},
		{"def text: 1; text", []any{1}, false},
		{"env | length", []any{0}, false},
		{`error("x")`, nil, true},
		{"1, error", nil, true},
		{"halt", nil, false},
		{"def f: f; f", nil, true}, // stopped by the time limit
	} {
		q, err := Compile(test.expr)
		if err != nil {
			t.Fatal(err)
		}
		got, err := q.Run(json.RawMessage(body))
		if (err != nil) != test.err {
			t.Errorf("%s: error %v", test.expr, err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.expr, diff)
		}
	}
	for _, expr := range []string{".a |", "nope", "input", `import "a" as a; .`, "$x"} {
		if _, err := Compile(expr); err == nil {
			t.Errorf("%q: compiled", expr)
		}
	}
}
