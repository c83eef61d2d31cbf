package fakellm

import (
	"encoding/json"
	"net/http"
	"testing"
)

// Scripted counts come in their order, an error among them; behind them the provider estimates, and replies are not touched.
func TestScriptedCounts(t *testing.T) {
	p := start(t, "counts: [14, {status: 529}, 170]\nreplies: [{text: hi}]\n")
	const body = `{"model":"claude-opus-5-5","messages":[{"role":"user","content":"Hello there"}]}`
	var got []any
	for range 4 {
		a := send(t, p, http.MethodPost, countPath, headers(), body)
		var count struct {
			InputTokens int `json:"input_tokens"`
		}
		if err := json.Unmarshal(a.body, &count); err != nil {
			t.Fatal(err)
		}
		got = append(got, a.status, count.InputTokens)
	}
	if got[0] != 200 || got[1] != 14 || got[2] != 529 || got[4] != 200 || got[5] != 170 || got[6] != 200 || got[7] == 0 || got[7] == 170 {
		t.Errorf("status and tokens of four counts: %v", got)
	}
	if left := p.LeftOver(); len(left) != 1 {
		t.Errorf("left over %v, want the reply", left)
	}
}
