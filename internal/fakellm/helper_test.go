package fakellm

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

// start runs a provider for one test.
func start(t *testing.T, script string, options ...func(*Options)) *Provider {
	t.Helper()
	var o Options
	if script != "" {
		o.Scenario = parse(t, script)
	}
	for _, set := range options {
		set(&o)
	}
	p, err := Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return p
}

func weakWarns(o *Options) { o.WeakWarns = true }

func parse(t *testing.T, script string) *Scenario {
	t.Helper()
	s, err := ParseScenario("test.yaml", []byte(script))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// answer is a response, read.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// headers are what a client of the older version sends.
func headers() http.Header {
	return http.Header{
		"Content-Type":      {"application/json"},
		"X-Api-Key":         {FakeKey},
		"Anthropic-Version": {versionOld},
	}
}

func post(t *testing.T, p *Provider, body string) answer {
	t.Helper()
	return send(t, p, http.MethodPost, messagesPath, headers(), body)
}

func send(t *testing.T, p *Provider, method, path string, h http.Header, body string) answer {
	t.Helper()
	r, err := http.NewRequest(method, p.URL()+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = h
	return do(t, http.DefaultClient, r)
}

func do(t *testing.T, client *http.Client, r *http.Request) answer {
	t.Helper()
	resp, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	content, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{resp.StatusCode, resp.Header, content}
}

// readError reads an error body.
func readError(t *testing.T, a answer) errorBody {
	t.Helper()
	var e errorBody
	dec := json.NewDecoder(bytes.NewReader(a.body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&e); err != nil {
		t.Fatalf("error body %q: %v", a.body, err)
	}
	return e
}

// replyText reads the text of a message.
func replyText(t *testing.T, a answer) string {
	t.Helper()
	var m struct {
		Content []struct{ Text string }
	}
	if err := json.Unmarshal(a.body, &m); err != nil || a.status != http.StatusOK {
		t.Fatalf("status %d, body %q: %v", a.status, a.body, err)
	}
	var texts []string
	for _, b := range m.Content {
		texts = append(texts, b.Text)
	}
	return strings.Join(texts, "|")
}

const hello = `{"model":"claude-opus-5-5","max_tokens":100,"messages":[{"role":"user","content":"Hello"}]}`

// with is the hello request with other fields, given as JSON members.
func with(members string) string {
	return `{"model":"claude-opus-5-5","max_tokens":100,"messages":[{"role":"user","content":"Hello"}],` + members + `}`
}

// talk is a request with these messages, given as JSON values.
func talk(messages ...string) string {
	return `{"model":"claude-opus-5-5","max_tokens":100,"messages":[` + strings.Join(messages, ",") + `]}`
}
