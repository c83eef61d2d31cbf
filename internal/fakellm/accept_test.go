package fakellm

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

// TestAccepted: what real clients send is served, without a warning.
func TestAccepted(t *testing.T) {
	signature := signThinking(7, "")
	bearer := headers()
	bearer.Del("X-Api-Key")
	bearer.Set("Authorization", "Bearer "+FakeKey)
	bearer.Set("Anthropic-Version", versionNew)
	charset := headers()
	charset.Set("Content-Type", "application/json; charset=utf-8")
	beta := headers()
	beta.Set("Anthropic-Beta", "interleaved-thinking-2025-05-14,tools-2026-01-01")
	both := headers()
	both.Set("Authorization", "Bearer sk-ant-invalid")

	for _, test := range []struct {
		name   string
		header http.Header
		body   string
	}{
		{"plain", nil, hello},
		{"newer version, bearer", bearer, hello},
		{"both keys, x-api-key wins", both, hello},
		{"charset", charset, hello},
		{"spaces around", nil, "\n " + hello + " \n"},
		{"whole number as a fraction", nil, strings.Replace(hello, "100", "100.0", 1)},
		{"largest max_tokens", nil, strings.Replace(hello, "100", "128000", 1)},
		{"content a list", nil, talk(says(textBit))},
		{"citations null", nil, talk(says(`{"type":"text","text":"Hi","citations":null,"cache_control":null}`))},
		{"same role twice", nil, talk(user, user, assistant, assistant, user)},
		{"is_error false", nil, talk(user, callA, says(`{"type":"tool_result","tool_use_id":"toolu_A","content":[{"type":"text","text":"1"}],"is_error":false}`))},
		{"result without content", nil, talk(user, callA, says(`{"type":"tool_result","tool_use_id":"toolu_A"}`))},
		{"result of an empty string", nil, talk(user, callA, says(`{"type":"tool_result","tool_use_id":"toolu_A","content":""}`))},
		{"results in another order", nil, talk(user, callAB, says(resultB, resultA))},
		{"text after results", nil, talk(user, callAB, says(resultA, resultB, textBit))},
		{"text in the message after", nil, talk(user, callA, says(resultA), user)},
		{"caller echoed", nil, talk(user, replies(`{"type":"tool_use","id":"toolu_A","name":"f","input":{},"caller":{"type":"direct"}}`), says(resultA))},
		{"thinking echoed", nil, talk(user, replies(`{"type":"thinking","thinking":"","signature":"`+signature+`"}`, textBit), user)},
		{"thinking dropped", nil, talk(user, replies(textBit), user)},
		{"thinking echoed further back", nil, talk(user, replies(`{"type":"thinking","thinking":"","signature":"`+signature+`"}`, textBit), user, assistant, user)},
		{"system string", nil, with(`"system":"Be kind."`)},
		{"system blocks", nil, with(`"system":[` + marked + `]`)},
		{"tools", nil, with(`"tools":[{"type":"custom","name":"f","description":"d","strict":true,"input_schema":{"type":"object","properties":{},"required":[],"additionalProperties":false,"$schema":"x"}}],"tool_choice":{"type":"auto","disable_parallel_tool_use":true}`)},
		{"empty tools", nil, with(`"tools":[]`)},
		{"server tool", nil, with(`"tools":[{"type":"web_search_20250305","name":"web_search","max_uses":1}]`)},
		{"forced tool, haiku", nil, asModel("claude-haiku-5-5", `"tools":[`+tool+`],"tool_choice":{"type":"tool","name":"f"}`)},
		{"thinking adaptive", nil, with(`"thinking":{"type":"adaptive","display":"summarized"}`)},
		{"thinking disabled, sonnet", nil, asModel("claude-sonnet-5-5", `"thinking":{"type":"disabled"}`)},
		{"manual thinking, older model", nil, strings.Replace(asModel("claude-sonnet-4-6", `"thinking":{"type":"enabled","budget_tokens":1024}`), "100", "2000", 1)},
		{"temperature, older model", nil, asModel("claude-sonnet-4-6", `"temperature":1,"top_k":40`)},
		{"output config", nil, with(`"output_config":{"effort":"xhigh","format":{"type":"json_schema","schema":{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}}}`)},
		{"output config nulls", nil, with(`"output_config":{"effort":null,"format":null}`)},
		{"metadata", nil, with(`"metadata":{"user_id":"u-1"},"stop_sequences":["END"],"service_tier":"auto","stream":false`)},
		{"four cache_control", nil, with(`"system":[` + strings.Join([]string{marked, marked, marked, marked}, ",") + `]`)},
		{"image", nil, talk(says(`{"type":"image","source":{"type":"url","url":"https://example.com/a.png"}}`, textBit))},
		{"tool search", nil, with(`"tools":[{"type":"tool_search_tool_bm25","name":"tool_search_tool_bm25"}]`)},
		{"a character as two escapes", nil, talk(`{"role":"user","content":"\ud83d\ude00 \\ud83d"}`)},
		{"beta thread", beta, `{"model":"claude-opus-5-5","max_tokens":9,"thread":{"type":"continue"},"messages":[` + says(resultA) + `]}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := start(t, "- {text: ok, off_schema: true}")
			h := test.header
			if h == nil {
				h = headers()
			}
			a := send(t, p, http.MethodPost, messagesPath, h, test.body)
			if replyText(t, a) != "ok" {
				t.Errorf("body %s", a.body)
			}
			if w := p.Requests()[0].Warnings; len(w) > 0 {
				t.Errorf("warnings %+v", w)
			}
		})
	}
}

// TestOwnContentAccepted sends a response's content back as it came.
func TestOwnContentAccepted(t *testing.T) {
	for _, stream := range []string{"false", "true"} {
		p := start(t, `
- content:
    - thinking: Let me see. A file.
    - text: One moment.
    - tool_use: {name: read_file, input: {path: a.txt}}
    - tool_use: {name: read_file, id: mine, input: {path: <b>}}
- content: [{thinking: ""}, {text: Done.}]
- text: Bye.
`)
		first := `{"role":"user","content":"Read"}`
		history := []string{first}
		ask := func() {
			t.Helper()
			body := strings.Replace(talk(history...), `"messages"`, `"stream":`+stream+`,"messages"`, 1)
			if a := post(t, p, body); a.status != 200 {
				t.Fatalf("stream %s: %s", stream, a.body)
			}
			all := p.Requests()
			var m struct{ Content json.RawMessage }
			if err := json.Unmarshal(all[len(all)-1].Response, &m); err != nil {
				t.Fatal(err)
			}
			history = append(history, `{"role":"assistant","content":`+string(m.Content)+`}`)
		}
		ask()
		history = append(history, says(`{"type":"tool_result","tool_use_id":"toolu_fake_0001","content":"x"}`, `{"type":"tool_result","tool_use_id":"mine","content":"y"}`))
		ask()
		history = append(history, user)
		ask()
		if left := p.LeftOver(); left != nil {
			t.Errorf("left over: %v", left)
		}
	}
}
