package fakellm

import (
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// fuzzCall checks a body: it is either refused in good form, answered, or fit
// for everything that is done with an accepted one.
func fuzzCall(t *testing.T, d dialect, path, body string, options Options) {
	r := httptest.NewRequest("POST", "http://127.0.0.1"+path, nil)
	r.Header = openAIHeaders()
	c := validate(d, r, []byte(body), options)
	for _, w := range c.warnings {
		if !w.Evidence.Weak() {
			t.Errorf("warning on good evidence: %+v", w)
		}
	}
	if c.refusal != nil {
		if c.refusal.Message == "" || c.refusal.Evidence == "" || options.WeakWarns && c.refusal.Evidence.Weak() {
			t.Errorf("refusal %+v", c.refusal)
		}
		if src := d.errorBody(c.refusal, 1); !json.Valid(src) {
			t.Errorf("error body %s", src)
		}
		return
	}
	if !c.isJSON || !json.Valid(c.raw) || c.body == nil {
		t.Errorf("accepted %q", body)
	}
	if c.answer != nil {
		if !json.Valid(c.answer) {
			t.Errorf("answer %s", c.answer)
		}
		return
	}
	dryMessage(1, c.body, nil)
	p := &Provider{cache: newCache(time.Now)}
	reply, prompt := &Reply{Content: []Block{{Type: BlockText, Text: "ok"}, {Type: BlockToolUse, ToolUse: &ToolUse{Name: "f"}}}}, d.prompt(c)
	for _, turn := range prompt.Turns {
		for _, part := range turn.Parts {
			if part.Type == BlockToolUse && !json.Valid(part.Input) {
				t.Errorf("input %s", part.Input)
			}
		}
	}
	m := p.buildMessage(1, reply, prompt)
	if src, err := d.encode(m, prompt); err != nil || !json.Valid(src) {
		t.Errorf("reply %s: %v", src, err)
	}
	if frames := d.frames(m, reply, prompt); lastFrame(frames) == 0 {
		t.Error("no stop reason in the stream")
	}
}

func FuzzOllama(f *testing.F) {
	for _, test := range ollamaRefusals {
		f.Add(test.body, true)
	}
	f.Add(sameInOllama, false)
	f.Add(chatWith(`"options":{"num_predict":1e300,"stop":[]},"keep_alive":1e300`)+" {", false)
	f.Add(`{"MODEL":"m","Messages":[{"ROLE":"TOOL"}]}`, false)
	f.Fuzz(func(t *testing.T, body string, weak bool) {
		fuzzCall(t, ollama, ollamaPath, body, Options{WeakWarns: weak})
	})
}

func FuzzOpenAI(f *testing.F) {
	for _, test := range openAIRefusals {
		if len(test.body) < 5000 {
			f.Add(test.body, true)
		}
	}
	f.Add(sameInOpenAI, false)
	f.Add(openAISchema(`{"type":"object","properties":{"a":`+strings.Repeat(`{"items":`, 50)+"{}"+strings.Repeat("}", 50)+`}}`), false)
	f.Add(chatWith(`"max_tokens":1e300,"stop":"","tools":[`+openAIPlain+`],"tool_choice":{}`), true)
	f.Fuzz(func(t *testing.T, body string, weak bool) {
		fuzzCall(t, openAI, openAIPath, body, Options{WeakWarns: weak})
	})
}
