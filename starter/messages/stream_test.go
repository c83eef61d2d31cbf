package messages

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// The events of a whole stream, one a line, as the API documents them: with
// thinking, text and a tool call, pings and padding.
const wholeEvents = `{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"claude-opus-5-5","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"usage":{"input_tokens":12,"cache_creation_input_tokens":3,"cache_read_input_tokens":4,"output_tokens":1,"service_tier":"standard"}}}
{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":"","later":1}}
{"type":"ping"}
{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Hm"}}
{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"m."}}
{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"EqQB+/=="}}
{"type":"content_block_stop","index":0}
{"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}
{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"Hé"}}
{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"llo <😀>"}}
{"type":"content_block_stop","index":1}
{"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"toolu_1","name":"weather","input":{},"caller":{"type":"direct"}}}
{"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":""}}
{"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"{\"city\": \"Par"}}
{"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"is\"}"}}
{"type":"content_block_stop","index":2}
{"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null,"stop_details":null},"usage":{"output_tokens":21}}
{"type":"message_stop"}`

// wholeBlocks is the content of that stream in one piece.
const wholeBlocks = `[{"type":"thinking","thinking":"Hmm.","signature":"EqQB+/==","later":1},{"type":"text","text":"Héllo <😀>"},
	{"type":"tool_use","id":"toolu_1","name":"weather","input":{"city":"Paris"},"caller":{"type":"direct"}}]`

var (
	wholeLines  = strings.Split(wholeEvents, "\n")
	wholeStream = asStream(wholeLines...)
)

// asStream writes events as the API does.
func asStream(events ...string) string {
	var b strings.Builder
	for _, data := range events {
		var e struct{ Type string }
		_ = json.Unmarshal([]byte(data), &e)
		b.WriteString("event: " + e.Type + "\ndata: " + data + "  \n\n")
	}
	return b.String()
}

// streaming answers with the body as a stream.
func streaming(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body) // what is unread when a connection is cut can take the answer with it
		w.Header().Set("content-type", "text/event-stream; charset=utf-8")
		w.Header().Set("request-id", "req_1")
		io.WriteString(w, body)
	}
}

// ignoreRaw compares blocks by their fields.
var ignoreRaw = cmpopts.IgnoreUnexported(Block{})

func TestStream(t *testing.T) {
	var body []byte
	var path string
	c, _ := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		path = r.URL.Path
		body, _ = io.ReadAll(r.Body)
		streaming(wholeStream)(w, r)
	})
	stream := c.Stream(t.Context(), hello)
	var events []Event
	for event := range stream.Events() {
		events = append(events, event)
	}
	reply, err := stream.Reply()
	if err != nil {
		t.Fatal(err)
	}
	if path != "/v1/messages" {
		t.Errorf("path %s", path)
	}
	sameJSON(t, string(body), `{"model":"claude-opus-5-5","max_tokens":10,"stream":true,"messages":[{"role":"user","content":[{"type":"text","text":"hi"}]}]}`)

	call := Block{Type: TypeToolUse, ID: "toolu_1", Name: "weather", Input: json.RawMessage("{}")}
	wantEvents := []Event{
		{Kind: EventMessageStart},
		{Kind: EventBlockStart, Block: Block{Type: TypeThinking}},
		{Kind: EventBlockDelta, Thinking: "Hm"},
		{Kind: EventBlockDelta, Thinking: "m."},
		{Kind: EventBlockDelta},
		{Kind: EventBlockStop},
		{Kind: EventBlockStart, Index: 1, Block: Text("")},
		{Kind: EventBlockDelta, Index: 1, Text: "Hé"},
		{Kind: EventBlockDelta, Index: 1, Text: "llo <😀>"},
		{Kind: EventBlockStop, Index: 1},
		{Kind: EventBlockStart, Index: 2, Block: call},
		{Kind: EventBlockDelta, Index: 2},
		{Kind: EventBlockDelta, Index: 2, Input: `{"city": "Par`},
		{Kind: EventBlockDelta, Index: 2, Input: `is"}`},
		{Kind: EventBlockStop, Index: 2},
		{Kind: EventMessageDelta},
		{Kind: EventMessageStop},
	}
	if diff := cmp.Diff(wantEvents, events, ignoreRaw); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	checkWhole(t, reply)

	// A second loop brings nothing, and the reply stays.
	for event := range stream.Events() {
		t.Errorf("event %+v of a second loop", event)
	}
	if again, err := stream.Reply(); err != nil || cmp.Diff(reply, again, ignoreRaw) != "" {
		t.Errorf("asked again: %+v, %v", again, err)
	}
}

// checkWhole checks the reply of wholeStream.
func checkWhole(t *testing.T, reply *Response) {
	t.Helper()
	if reply == nil {
		t.Fatal("no reply")
	}
	// M16: the counts of message_delta replace those of message_start; those
	// that it lacks stay.
	want := &Response{
		ID: "msg_1", Model: "claude-opus-5-5", Role: "assistant", StopReason: StopToolUse, RequestID: "req_1",
		Usage: Usage{InputTokens: 12, CacheCreationInputTokens: 3, CacheReadInputTokens: 4, OutputTokens: 21},
		Content: []Block{
			{Type: TypeThinking, Thinking: "Hmm.", Signature: "EqQB+/=="},
			Text("Héllo <😀>"),
			{Type: TypeToolUse, ID: "toolu_1", Name: "weather", Input: json.RawMessage(`{"city": "Paris"}`)},
		},
	}
	if diff := cmp.Diff(want, reply, ignoreRaw); diff != "" {
		t.Errorf("reply (-want +got):\n%s", diff)
	}
	sameJSON(t, marshal(t, reply.Message()), `{"role":"assistant","content":`+wholeBlocks+`}`)
}

// A stream and a reply in one piece are the same to the rest of a program.
func TestStreamEqualsCreate(t *testing.T) {
	c, _ := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("request-id", "req_1")
		io.WriteString(w, `{"id":"msg_1","type":"message","role":"assistant","model":"claude-opus-5-5","content":`+
			strings.Replace(wholeBlocks, `{"city":"Paris"}`, `{"city": "Paris"}`, 1)+`,"stop_reason":"tool_use",
			"usage":{"input_tokens":12,"cache_creation_input_tokens":3,"cache_read_input_tokens":4,"output_tokens":21}}`)
	})
	reply, err := c.Create(t.Context(), hello)
	if err != nil {
		t.Fatal(err)
	}
	checkWhole(t, reply)
}

// What servers and proxies do to a stream without changing what it says.
func TestStreamQuirks(t *testing.T) {
	edit := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(wholeStream) }
	noNames := ""
	for _, data := range wholeLines {
		noNames += "data:" + data + "\n\n"
	}
	tests := map[string]string{
		"CRLF":                     edit("\n", "\r\n"),
		"CR":                       edit("\n", "\r"),
		"byte order mark":          "\ufeff" + wholeStream,
		"no space after the colon": edit("event: ", "event:", "data: ", "data:"),
		"no names":                 noNames,
		"comments":                 ": ready\n\n" + edit("event: ", ": keep-alive\n\nevent: "),
		"other fields":             edit("event: ", "id: 1\nretry: 10\nevent: "),
		"data over several lines":  edit(`,"delta":{`, ",\ndata: \"delta\":\ndata:   {"),
		"unknown events":           edit("event: ping", "event: hologram\ndata: {\"type\":\"hologram\",\"index\":\"x\",\"delta\":7}\n\nevent: noise\ndata: no JSON\n\nevent: ping"),
		"a ping before all":        "event: ping\ndata: {\"type\": \"ping\"}\n\n" + wholeStream,
		"a ping without data":      "event: ping\n\n" + wholeStream,
		"unknown delta":            edit(`"text":"Hé"}}`, `"text":"Hé"}}`+"  \n\n"+`data: {"type":"content_block_delta","index":1,"delta":{"type":"hologram_delta","text":{"x":1}}}`),
		"delta of no type":         edit(`"text":"Hé"}}`, `"text":"Hé"}}`+"  \n\n"+`data: {"type":"content_block_delta","index":1,"delta":{"type":7}}`),
		"unknown fields":           edit(`"index":`, `"new":[{}],"index":`, `"delta":{`, `"delta":{"new":7,`),
		"null in the usage":        edit(`"usage":{"output_tokens":21}`, `"usage":{"input_tokens":null,"output_tokens":21,"output_tokens_details":null}`),
		"all totals at the end":    edit(`"usage":{"input_tokens":12,`, `"usage":{"input_tokens":0,`, `"usage":{"output_tokens":21}`, `"usage":{"input_tokens":12,"output_tokens":21}`),
		"no message_stop":          strings.TrimSuffix(wholeStream, asStream(wholeLines[len(wholeLines)-1])),
		"message_stop cut off":     strings.TrimSuffix(wholeStream, "\n\n"),
		"something after the end":  wholeStream + "data: [DONE]\n\n",
		"no content_block_stop":    edit("event: content_block_stop", "event: x", `"type":"content_block_stop"`, `"type":"x"`),
		"delta after other block":  moved(t, 3, 9),
	}
	for name, body := range tests {
		t.Run(name, func(t *testing.T) {
			if body == wholeStream {
				t.Fatal("the quirk is not in the stream")
			}
			c, _ := newClient(t, streaming(body))
			reply, err := c.Stream(t.Context(), hello).Reply()
			if err != nil {
				t.Fatalf("%v\n%s", err, body)
			}
			checkWhole(t, reply)
		})
	}
}

// moved returns the stream with the events from to before at behind it.
func moved(t *testing.T, from, at int) string {
	t.Helper()
	lines := append([]string{}, wholeLines[:from]...)
	lines = append(lines, wholeLines[from+4:at]...)
	lines = append(lines, wholeLines[from:from+4]...)
	return asStream(append(lines, wholeLines[at:]...)...)
}

// The network cuts where it likes, also within a character.
func TestStreamByteByByte(t *testing.T) {
	c, _ := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("content-type", "TEXT/event-stream")
		w.Header().Set("request-id", "req_1")
		for i := range len(wholeStream) {
			io.WriteString(w, wholeStream[i:i+1])
			w.(http.Flusher).Flush()
		}
	})
	reply, err := c.Stream(t.Context(), hello).Reply()
	if err != nil {
		t.Fatal(err)
	}
	checkWhole(t, reply)
}

// Each piece is there before the next one is sent.
func TestStreamDoesNotHoldBack(t *testing.T) {
	seen := make(chan string)
	c, _ := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		streaming(asStream(wholeLines[:9]...))(w, r)
		w.(http.Flusher).Flush()
		if got := <-seen; got != "Hé" {
			t.Errorf("saw %q", got)
		}
		io.WriteString(w, asStream(wholeLines[9:]...))
	})
	stream := c.Stream(t.Context(), hello)
	for event := range stream.Events() {
		if event.Text == "Hé" {
			seen <- event.Text
		}
	}
	reply, err := stream.Reply()
	if err != nil {
		t.Fatal(err)
	}
	checkWhole(t, reply)
}

func TestStreamOfUnknownBlocks(t *testing.T) {
	lines := func(block string, deltas ...string) string {
		all := []string{wholeLines[0], `{"type":"content_block_start","index":0,"content_block":` + block + `}`}
		for _, d := range deltas {
			all = append(all, `{"type":"content_block_delta","index":0,"delta":`+d+`}`)
		}
		return asStream(append(all, wholeLines[len(wholeLines)-2:]...)...)
	}
	tests := []struct{ name, body, want string }{
		{"whole at its start", lines(`{"type":"redacted_thinking","data":"x<y"}`), `{"type":"redacted_thinking","data":"x<y"}`},
		{"a tool of the server", lines(`{"type":"server_tool_use","id":"s","name":"search","input":{}}`,
			`{"type":"input_json_delta","partial_json":"{\"n\":12345678901234567890}"}`),
			`{"type":"server_tool_use","id":"s","name":"search","input":{"n":12345678901234567890}}`},
		{"fields of another shape", lines(`{"type":"hologram","text":{"x":1},"input":[1]}`, `{"type":"beam_delta","text":7}`),
			`{"type":"hologram","text":{"x":1},"input":[1]}`},
		{"a start that is not empty", lines(`{"type":"text","text":"a","citations":[]}`, `{"type":"text_delta","text":"b"}`, `{"type":"citations_delta","citation":{}}`),
			`{"type":"text","text":"ab","citations":[]}`},
		{"a call without arguments", lines(`{"type":"tool_use","id":"t","name":"now","input":{}}`, `{"type":"input_json_delta","partial_json":""}`),
			`{"type":"tool_use","id":"t","name":"now","input":{}}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, _ := newClient(t, streaming(test.body))
			reply, err := c.Stream(t.Context(), hello).Reply()
			if err != nil {
				t.Fatal(err)
			}
			sameJSON(t, marshal(t, reply.Content), "["+test.want+"]")
		})
	}
}

// M6: a reply that was cut off within a call is no error, but the call is none
// either. It must not look like a call without arguments, and the message must
// still be fit to be written down.
func TestStreamCutOffWithinACall(t *testing.T) {
	body := strings.NewReplacer(`is\"}`, ``, `"stop_reason":"tool_use"`, `"stop_reason":"max_tokens"`).Replace(wholeStream)
	c, _ := newClient(t, streaming(body))
	reply, err := c.Stream(t.Context(), hello).Reply()
	if err != nil || reply.StopReason != StopMaxTokens {
		t.Fatalf("reply %+v, error %v", reply, err)
	}
	if call := reply.ToolUses()[0]; string(call.Input) != `{"city": "Par` {
		t.Errorf("input %s, want what came", call.Input)
	}
	if text := marshal(t, reply.Message()); !strings.Contains(text, `"input":{}`) {
		t.Errorf("written down: %s", text)
	}
}
