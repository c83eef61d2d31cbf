package reactive

import (
	"encoding/json"
	"strings"
	"testing"

	"agentcourse/starter/agentic"
)

func TestTools(t *testing.T) {
	tests := []struct {
		tool      agentic.Tool
		name      string
		arguments string
		want      string
		fails     bool
	}{
		{SearchHelp(), "search_help", `{"q":"a Refund"}`, "five days", false},
		{SearchHelp(), "search_help", `{"q":"delivery"}`, "two days", false},
		{SearchHelp(), "search_help", `{"q":"cats"}`, `about "cats"`, false},
		{SearchHelp(), "search_help", `{}`, `"q" is missing`, true},
		{GetOrder(), "get_order", `{"order_id":"4471"}`, "kettle", false},
		{GetOrder(), "get_order", `{"order_id":"4472"}`, "lamps", false},
		{GetOrder(), "get_order", `{"order_id":"1"}`, `no order "1"`, true},
	}
	for _, test := range tests {
		got, err := test.tool.Run(t.Context(), json.RawMessage(test.arguments))
		if err != nil {
			got = err.Error()
		}
		if test.tool.Name != test.name || (err != nil) != test.fails || !strings.Contains(got, test.want) {
			t.Errorf("%s %s: %q, failed %v; want %q in it, failed %v", test.tool.Name, test.arguments, got, err != nil, test.want, test.fails)
		}
	}
}
