package fakellm

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestParseScenario(t *testing.T) {
	number := func(n int) *int { return &n }
	body := "not JSON"
	want := &Scenario{Name: "test.yaml", Replies: []Reply{
		{Times: 1, Text: "Hello"},
		{When: "last_user == \"x\"", Times: Any, Hold: "gate", StopReason: "tool_use",
			Content: []Block{
				{Type: BlockThinking},
				{Type: BlockText, Text: "Two\nlines\n"},
				{Type: BlockToolUse, ToolUse: &ToolUse{ID: "id-1", Name: "f", Input: json.RawMessage(`{"b":1,"a":["x",-2,0.5,false,null,{"<":"é"}]}`)}},
				{Type: BlockToolUse, ToolUse: &ToolUse{Name: "g", Input: json.RawMessage(`{}`)}},
			},
			Usage: &Usage{InputTokens: number(1), OutputTokens: number(2), CacheReadInputTokens: number(3), CacheCreationInputTokens: number(4), ThinkingTokens: number(0)}},
		{Times: 2, Status: 429, ErrorType: "t", ErrorMessage: "m", Headers: map[string]string{"retry-after": "1", "x-should-retry": "false"}},
		{Times: 1, Body: &body, ContentType: "text/plain"},
		{Times: 1, Content: []Block{}},
	}}
	const list = `
- text: Hello # a comment
- when: last_user == "x"
  times: any
  hold: gate
  stop_reason: tool_use
  content:
    - thinking: ""
    - text: |
        Two
        lines
    - tool_use: {id: id-1, name: f, input: {b: 1, a: [x, -2, 0.5, false, null, {"<": é}]}}
    - tool_use:
        name: g
  usage: {input_tokens: 1, output_tokens: 2, cache_read_input_tokens: 3, cache_creation_input_tokens: 4, thinking_tokens: 0}
- status: 429
  times: 2
  error: {type: t, message: m}
  headers:
    retry-after: 1
    x-should-retry: false
- body: not JSON
  content_type: text/plain
- content: []
`
	for _, src := range []string{list, "replies:" + list, "---" + list} {
		s := parse(t, src)
		if diff := cmp.Diff(want, s, cmpopts.IgnoreUnexported(Reply{})); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

func TestParseScenarioErrors(t *testing.T) {
	for _, test := range []struct{ src, want string }{
		{"", "s:1: no replies"},
		{"# nothing\n", "s:1: no replies"},
		{"[]", "s:1: no replies"},
		{"replies: []", "s:1: no replies"},
		{"counts: [x]", "s:1: a count is a number of tokens, or a mapping with status and error"},
		{"counts: [-1]", "s:1: a count is a number of tokens, or a mapping with status and error"},
		{"counts:\n- {text: a}", "s:2: a count: unknown key \"text\"; known: error, headers, status"},
		{"hello", "s:1: the replies: want a list, found a string"},
		{"text: a", `s:1: the scenario: unknown key "text"; known: counts, replies`},
		{"- text: a\n- hello", "s:2: a reply: want a mapping, found a string"},
		{"- text: a\n-\n", "s:2: a reply: want a mapping, found nothing"},
		{"- text: a\n  txt: b", `s:2: a reply: unknown key "txt"; known: body, chunk, content, content_type, delay, error, fault, headers, hold, model, off_schema, pace, status, stop_reason, stop_sequence, text, times, usage, when`},
		{"- text: a\n  text: b", `s:2: mapping key "text" already defined at [1:3]`},
		{"- text: a\n  hold:", "s:2: a reply: hold has no value"},
		{"- text: a\n  delay: 5", "s:2: delay: want a duration such as 50ms, at most 10s"},
		{"- text: a\n  delay: soon", "s:2: delay: want a duration such as 50ms, at most 10s"},
		{"- text: a\n  delay: 1h", "s:2: delay: want a duration such as 50ms, at most 10s"},
		{"- text: 5", "s:1: text: want a string, found a number"},
		{"- text: &a b", "s:1: text: want a string, found an anchor, alias or tag"},
		{"- text: ' '", "s:1: text: empty; for a reply without text write content: []"},
		{"- times: 2", "s:1: a reply needs text, content, status or body"},
		{"- text: a\n  times: 0", "s:2: times: want a number from 1, or any"},
		{"- text: a\n  times: -1", "s:2: times: want a number from 1, or any"},
		{"- text: a\n  times: all", "s:2: times: want a number from 1, or any"},
		{"- text: a\n\n  when: .a |", `s:3: when: jq ".a |": unexpected EOF`},
		{"- text: a\n  when: nope", `s:2: when: jq "nope": function not defined: nope/0`},
		{"- text: a\n  when: ''", "s:2: when: empty"},
		{"- text: a\n  stop_reason: done", `s:2: stop_reason: unknown value "done"; known: end_turn, max_tokens, stop_sequence, tool_use, pause_turn, refusal, model_context_window_exceeded`},
		{"- text: a\n  stop_reason: tool_use", "s:2: stop_reason: tool_use needs a tool_use block"},
		{"- content: [{tool_use: {name: f}}]\n  stop_reason: end_turn", "s:2: stop_reason: end_turn cannot follow a tool_use block"},
		{"- text: a\n  content: []", "s:2: text and content do not go together"},
		{"- text: a\n  status: 500", "s:2: text and status do not go together"},
		{"- status: 500\n  usage: {}", "s:1: usage and status do not go together"},
		{"- body: a\n  status: 500\n  error: {type: a}", "s:1: error and body do not go together"},
		{"- text: a\n  error: {type: a}", "s:2: error needs a status"},
		{"- text: a\n  content_type: a", "s:2: content_type needs a body"},
		{"- status: 200", "s:1: status: 200 is no error; want 400 to 599"},
		{"- status: '500'", "s:1: status: want a whole number, found a string"},
		{"- status: 500.5", "s:1: status: want a whole number, found a number"},
		{"- status: 99999999999999999999999", "s:1: status: want a whole number, found a string"},
		{"- status: 500\n  error: {kind: a}", `s:2: error: unknown key "kind"; known: message, type`},
		{"- status: 500\n  error: broken", "s:2: error: want a mapping, found a string"},
		{"- status: 500\n  headers: {a b: c}", `s:2: headers: "a b": "c" is no header`},
		{"- status: 500\n  headers: {a: \"b\\nc\"}", `s:2: headers: "a": "b\nc" is no header`},
		{"- status: 500\n  headers: {content-length: 5}", "s:2: headers: content-length is set by the provider"},
		{"- body: a\n  content_type: \"a\\nb\"", `s:2: content_type: "a\nb" is no header value`},
		{"- content: a", "s:1: content: want a list, found a string"},
		{"- content:\n    - text: a\n      thinking: b", "s:2: a content block is one of text, thinking, tool_use"},
		{"- content:\n    - image: a", `s:2: a content block: unknown key "image"; known: text, thinking, tool_use`},
		{"- content:\n    - {}", "s:2: a content block is one of text, thinking, tool_use"},
		{"- content:\n    - tool_use: {input: {}}", "s:2: tool_use: name is missing"},
		{"- content:\n    - tool_use: {name: a b}", `s:2: tool_use: name "a b" does not match ^[a-zA-Z0-9_-]{1,64}$`},
		{"- content:\n    - tool_use: {name: f, id: 'a b'}", `s:2: tool_use: id "a b" does not match ^[a-zA-Z0-9_-]+$`},
		{"- content:\n    - tool_use: {name: f, input: [1]}", "s:2: tool_use: input is a mapping"},
		{"- content:\n    - tool_use: {name: f, input: {a: .nan}}", "s:2: input: want JSON values, found an anchor, alias or tag"},
		{"- content:\n    - tool_use: {name: f, id: a}\n    - tool_use: {name: f, id: a}", `s:3: tool_use: id "a" is used twice`},
		{"- text: a\n  usage: {tokens: 1}", `s:2: usage: unknown key "tokens"; known: cache_creation_input_tokens, cache_read_input_tokens, input_tokens, output_tokens, thinking_tokens`},
		{"- text: a\n  usage: {input_tokens: -1}", "s:2: usage: input_tokens: below 0"},
		{"- text: a\n  usage: {output_tokens: 1, thinking_tokens: 2}", "s:2: usage: thinking_tokens are part of output_tokens and cannot exceed them"},
		{"- {body: x, fault: html}", "s:1: body and fault html do not go together"},
		{"- {body: x, fault: error}", "s:1: body and fault error do not go together"},
		{"- text: a\n---\n- text: b", "s:3: a scenario is one YAML document"},
	} {
		s, err := ParseScenario("s", []byte(test.src))
		if err == nil {
			t.Errorf("%q: no error, %+v", test.src, s)
			continue
		}
		if diff := cmp.Diff(test.want, err.Error()); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.src, diff)
		}
	}
	for _, src := range []string{"- text: 'a", "- text: {", "\t- a", "- text: a\n b: c\n   d"} {
		if _, err := ParseScenario("s", []byte(src)); err == nil || !strings.HasPrefix(err.Error(), "s:") {
			t.Errorf("%q: %v", src, err)
		}
	}
}

func FuzzParseScenario(f *testing.F) {
	f.Add("- text: a\n  when: last_user\n")
	f.Add("replies:\n- content: [{thinking: ''}, {tool_use: {name: f, input: {a: [1, 2.5, .inf, ~]}}}]\n  usage: {input_tokens: 0x10}\n")
	f.Add("- {status: 429, headers: {a: b}, error: {type: t}}\n- body: |\n    x\n")
	f.Add("- <<: *a\n- ? [a]\n  : b\n- !!str a: &b c\n")
	f.Fuzz(func(t *testing.T, src string) {
		s, err := ParseScenario("fuzz.yaml", []byte(src))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "fuzz.yaml:") || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %q", err)
			}
			return
		}
		for i := range s.Replies {
			r := &s.Replies[i]
			r.describe(i + 1)
			for _, b := range r.blocks() {
				if b.ToolUse != nil && !json.Valid(b.ToolUse.Input) {
					t.Errorf("input %q", b.ToolUse.Input)
				}
			}
		}
	})
}
