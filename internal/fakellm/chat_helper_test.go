package fakellm

import (
	"net/http"
	"strings"
	"testing"
)

const (
	ollamaPath = "/api/chat"
	openAIPath = "/v1/chat/completions"
	openAIKey  = "sk-fake-0000"
)

// openAIHeaders are what a client of that API sends.
func openAIHeaders() http.Header {
	return http.Header{"Content-Type": {"application/json"}, "Authorization": {"Bearer " + openAIKey}}
}

func postOllama(t *testing.T, p *Provider, body string) answer {
	t.Helper()
	return send(t, p, http.MethodPost, ollamaPath, http.Header{}, body)
}

func postOpenAI(t *testing.T, p *Provider, body string) answer {
	t.Helper()
	return send(t, p, http.MethodPost, openAIPath, openAIHeaders(), body)
}

// chatWith is a request of both dialects with other fields, given as JSON members.
func chatWith(members string) string {
	return strings.TrimSuffix(`{"model":"m","messages":[{"role":"user","content":"Hello"}],`+members, ",") + `}`
}

// chatTalk is a request with these messages, given as JSON values.
func chatTalk(messages ...string) string {
	return `{"model":"m","messages":[` + strings.Join(messages, ",") + `]}`
}

// latest is the record of the latest request.
func latest(p *Provider) Request {
	all := p.Requests()
	return all[len(all)-1]
}

// chatScript makes use of all that a reply may hold.
const chatScript = `
- content:
    - thinking: Look  first.
    - text: "I'll look,\nthen <b>tell</b> you. "
    - tool_use: {name: get_weather, input: {city: Orléans}}
    - tool_use: {name: now, id: mine}
  usage: {input_tokens: 12, output_tokens: 21, thinking_tokens: 3, cache_read_input_tokens: 4}
- text: Hi
  stop_reason: max_tokens
  usage: {output_tokens: 2}
- content: []
  stop_reason: refusal
- content: [{tool_use: {name: f, input: {a: 1}}}]
`
