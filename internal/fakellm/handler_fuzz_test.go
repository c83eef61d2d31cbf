package fakellm

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// FuzzHandler: any bytes on any path get an answer in the dialect's shape.
func FuzzHandler(f *testing.F) {
	for _, path := range []string{
		messagesPath, countPath, modelsPath, modelsPath + "/claude-opus-5-5", "/api/chat", "/api/tags", "/api/version", "/",
		"/v1/chat/completions", "/v1/embeddings", "/api/nothing", "/nothing", "/v1/messages/batches", "//", "/v1/models/%00",
	} {
		f.Add("POST", path, "limit=3", hello, byte(0))
		f.Add("GET", path, "", "", byte(1))
		f.Add("BREW", path, "after_id=x", "{", byte(2))
	}
	for _, test := range refusals {
		f.Add("POST", "/v1/chat/completions", "", test.body, byte(3))
		f.Add("POST", "/api/chat", "", test.body, byte(3))
	}
	s, err := ParseScenario("fuzz.yaml", []byte("- {text: ok, times: any, off_schema: true}"))
	if err != nil {
		f.Fatal(err)
	}
	p, err := Start(Options{Scenario: s, Forget: true})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { p.Close() })
	f.Fuzz(func(t *testing.T, method, path, query, body string, kind byte) {
		r := httptest.NewRequest("POST", "http://"+p.address+"/", strings.NewReader(body))
		r.Method, r.URL = method, &url.URL{Path: path, RawQuery: query}
		switch kind % 4 {
		case 0:
			r.Header = headers()
		case 1:
			r.Header.Set("Authorization", "Bearer "+FakeKey)
		case 2:
			r.Header = http.Header{"Anthropic-Version": {versionNew}, "X-Api-Key": {FakeKey}, "Content-Type": {"application/json"}}
		}
		w := httptest.NewRecorder()
		p.handle(w, r)
		if w.Code < 400 || method == http.MethodConnect {
			return
		}
		var wrong struct{ Error any }
		if err := json.Unmarshal(w.Body.Bytes(), &wrong); err != nil || wrong.Error == nil {
			t.Errorf("%s %q: status %d, body %q", method, path, w.Code, w.Body)
		}
	})
}
