package fakellm

import (
	"net/http/httptest"
	"strings"
	"testing"
)

// FuzzValidate: any body is either refused in good form or fit for everything
// that is done with an accepted one.
func FuzzValidate(f *testing.F) {
	for _, test := range refusals {
		f.Add(test.body, true, false)
	}
	f.Add(hello, false, true)
	f.Add(with(`"stream":true,"stop_sequences":["a"],"temperature":1e999,"max_tokens":1e999`), true, true)
	f.Fuzz(func(t *testing.T, body string, weak, newer bool) {
		r := httptest.NewRequest("POST", "http://127.0.0.1/v1/messages", nil)
		r.Header = headers()
		if newer {
			r.Header.Set("Anthropic-Version", versionNew)
		}
		c := validate(r, []byte(body), weak)
		for _, w := range c.warnings {
			if !w.Evidence.Weak() {
				t.Errorf("warning on good evidence: %+v", w)
			}
		}
		if c.refusal != nil {
			if c.refusal.Message == "" || c.refusal.Type == "" || weak && c.refusal.Evidence.Weak() {
				t.Errorf("refusal %+v", c.refusal)
			}
			return
		}
		if !strings.Contains(body, "messages") {
			t.Errorf("accepted %q", body)
		}
		estimateInput(c.body)
		dryMessage(1, c.body, nil)
		p := &Provider{}
		m := p.buildMessage(1, &Reply{Text: "ok"}, c.body)
		if _, err := encodeJSON(m); err != nil {
			t.Error(err)
		}
		streamMessage(httptest.NewRecorder(), m)
	})
}
