package fakellm

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestStreamGolden fixes a stream to the byte.
func TestStreamGolden(t *testing.T) {
	p := start(t, `
- content:
    - thinking: Look  first.
    - text: "I'll look,\nthen <b>tell</b> you. "
    - tool_use: {name: get_weather, input: {city: Orléans}}
  usage: {input_tokens: 12, output_tokens: 21, thinking_tokens: 3}
- content: [{thinking: ""}, {text: Hi}]
  usage: {output_tokens: 2}
- content: []
  stop_reason: max_tokens
`)
	sig := signThinking(1, "Look  first.")
	start := `event: message_start
data: {"type":"message_start","message":{"id":"msg_fake_000N","type":"message","role":"assistant","model":"claude-opus-5-5","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"usage":{"input_tokens":IN,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":1,"service_tier":"standard"}}}

`
	ping := `event: ping
data: {"type":"ping"}

`
	stop := `event: message_stop
data: {"type":"message_stop"}

`
	want := []string{
		strings.NewReplacer("000N", "0001", "IN", "12").Replace(start) + `event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}

` + ping + `event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Look  "}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"first."}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"` + sig + `"}}

event: content_block_stop
data: {"type":"content_block_stop","index":0}

event: content_block_start
data: {"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}

event: content_block_delta
data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"I'll "}}

event: content_block_delta
data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"look,\n"}}

event: content_block_delta
data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"then "}}

event: content_block_delta
data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"<b>tell</b> "}}

event: content_block_delta
data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"you. "}}

event: content_block_stop
data: {"type":"content_block_stop","index":1}

event: content_block_start
data: {"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"toolu_fake_0001","name":"get_weather","input":{},"caller":{"type":"direct"}}}

event: content_block_delta
data: {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":""}}

event: content_block_delta
data: {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"{\"city\":\"Orl"}}

event: content_block_delta
data: {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"éans\"}"}}

event: content_block_stop
data: {"type":"content_block_stop","index":2}

event: message_delta
data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null,"stop_details":null},"usage":{"output_tokens":21,"output_tokens_details":{"thinking_tokens":3}}}

` + stop,
		strings.NewReplacer("000N", "0002", "IN", "5").Replace(start) + `event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}

` + ping + `event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"` + signThinking(2, "") + `"}}

event: content_block_stop
data: {"type":"content_block_stop","index":0}

event: content_block_start
data: {"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}

event: content_block_delta
data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"Hi"}}

event: content_block_stop
data: {"type":"content_block_stop","index":1}

event: message_delta
data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null},"usage":{"output_tokens":2}}

` + stop,
		strings.NewReplacer("000N", "0003", "IN", "5").Replace(start) + ping + `event: message_delta
data: {"type":"message_delta","delta":{"stop_reason":"max_tokens","stop_sequence":null,"stop_details":null},"usage":{"output_tokens":1}}

` + stop,
	}
	for i := range want {
		a := post(t, p, with(`"stream":true`))
		if diff := cmp.Diff(want[i], string(a.body)); diff != "" {
			t.Errorf("%d (-want +got):\n%s", i+1, diff)
		}
		if got := a.header.Get("Content-Type"); got != "text/event-stream; charset=utf-8" {
			t.Errorf("content type %q", got)
		}
	}
}

func TestCut(t *testing.T) {
	for _, s := range []string{"", " ", "a", " a b  c\n\nd ", "日本 語", strings.Repeat("é", 20)} {
		words, pieces := cutWords(s), cutBytes(s, 3)
		if strings.Join(words, "") != s || strings.Join(pieces, "") != s {
			t.Errorf("%q: %q, %q", s, words, pieces)
		}
	}
	if diff := cmp.Diff([]string{" ", "a ", "b  ", "c"}, cutWords(" a b  c")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestStreamErrors: a scripted error and a refusal are JSON on a stream too.
func TestStreamErrors(t *testing.T) {
	p := start(t, "- status: 529")
	for _, body := range []string{with(`"stream":true`), with(`"stream":true,"foo":1`)} {
		if a := post(t, p, body); a.header.Get("Content-Type") != "application/json" || readError(t, a).Type != "error" {
			t.Errorf("%d %s", a.status, a.body)
		}
	}
}
