package fakellm

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"
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
		c := validate(anthropic, r, []byte(body), Options{WeakWarns: weak})
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
		dryMessage(1, c.body, nil)
		p := &Provider{cache: newCache(time.Now)}
		reply, prompt := &Reply{Text: "ok"}, anthropic.prompt(c)
		m := p.buildMessage(1, reply, prompt)
		if _, err := anthropic.encode(m, prompt); err != nil {
			t.Error(err)
		}
		if frames := anthropic.frames(m, reply, prompt); lastFrame(frames) == 0 {
			t.Error("no stop reason in the stream")
		}
	})
}
