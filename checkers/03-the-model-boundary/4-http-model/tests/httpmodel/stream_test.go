//go:build grader

package httpmodel_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"agentcourse/starter/agentic"
	"agentcourse/starter/httpmodel"
)

func writeEvent(w io.Writer, name string, data []byte) {
	fmt.Fprintf(w, "event: %s\ndata: %s\n\n", name, data)
}

// events is a stream in the making.
type events struct {
	draws
	bytes.Buffer
}

func (e *events) add(kind string, fields map[string]any) {
	fields["type"] = kind
	writeEvent(&e.Buffer, kind, toJSON(fields))
}

func (e *events) delta(index int, kind, field, piece string) {
	e.add("content_block_delta", map[string]any{"index": index, "delta": map[string]any{"type": kind, field: piece}})
}

// pieces cuts a text at some places, never within a character.
func (e *events) pieces(text string) []string {
	var all []string
	for _, r := range text {
		if len(all) == 0 || e.IntN(4) == 0 {
			all = append(all, "")
		}
		all[len(all)-1] += string(r)
	}
	return all
}

// begin starts the block; what grows is left empty.
func (e *events) begin(index int, block map[string]any) {
	start := map[string]any{}
	for k, v := range block {
		start[k] = v
	}
	switch block["type"] {
	case "text":
		start["text"] = ""
	case "thinking":
		start["thinking"], start["signature"] = "", ""
	case "tool_use":
		start["input"] = map[string]any{}
	}
	e.add("content_block_start", map[string]any{"index": index, "content_block": start})
}

// grow sends the pieces of a block.
func (e *events) grow(index int, block map[string]any) {
	switch block["type"] {
	case "text":
		for _, piece := range e.pieces(block["text"].(string)) {
			e.delta(index, "text_delta", "text", piece)
		}
	case "thinking":
		for _, piece := range e.pieces(block["thinking"].(string)) {
			e.delta(index, "thinking_delta", "thinking", piece)
		}
		e.delta(index, "signature_delta", "signature", block["signature"].(string))
	case "tool_use":
		e.delta(index, "input_json_delta", "partial_json", "")
		if input := string(block["input"].(json.RawMessage)); input != "{}" {
			for _, piece := range e.pieces(input) {
				e.delta(index, "input_json_delta", "partial_json", piece)
			}
		}
	}
}

// stream is the message as server-sent events. The usage at the beginning has
// other counts than that at the end, which are totals.
func (m message) stream(d draws) []byte {
	e := &events{draws: d}
	m.head(e)
	for i, block := range m.content {
		e.begin(i, block)
		e.grow(i, block)
		e.add("content_block_stop", map[string]any{"index": i})
	}
	m.tail(e)
	return e.Bytes()
}

func (m message) head(e *events) {
	usage := map[string]any{}
	for k, v := range m.usage {
		usage[k] = v
	}
	usage["output_tokens"] = 1
	e.add("message_start", map[string]any{"message": map[string]any{
		"id": "msg_01", "type": "message", "role": "assistant", "model": m.model, "content": []any{},
		"stop_reason": nil, "stop_sequence": nil, "stop_details": nil, "usage": usage,
	}})
}

func (m message) tail(e *events) {
	e.add("message_delta", map[string]any{
		"delta": map[string]any{"stop_reason": m.stop, "stop_sequence": nil, "stop_details": nil},
		"usage": map[string]any{"output_tokens": m.usage["output_tokens"]},
	})
	e.add("message_stop", map[string]any{})
}

func TestStream(t *testing.T) {
	d := newDraws(t)
	m, want := rich(d)
	stream := m.stream(d)
	readStream(t, "a reply with thinking, two texts, two tool calls, a search that the provider made itself and a block of a kind nobody knows", bytes.NewReader(stream), want)
	readStream(t, "that reply, one byte at a time", iotest.OneByteReader(bytes.NewReader(stream)), want)
	crlf := ": a comment\r\n\r\n" + strings.ReplaceAll(strings.ReplaceAll(string(stream), "\n", "\r\n"), "data: ", "data:")
	readStream(t, "that reply, with CRLF at the end of its lines, no blank after data: and a comment", strings.NewReader(crlf), want)
	noise := strings.ReplaceAll(string(stream), "event: content_block_stop", "event: ping\ndata: {\"type\": \"ping\"}   \n\n"+
		"event: "+d.word()+"\ndata: {\"type\":\""+d.word()+"\",\"delta\":{\"text\":\"no text\"},\"index\":0}\n\nevent: content_block_stop")
	readStream(t, "that reply, with pings and kinds of event that nobody knows", strings.NewReader(noise), want)
	totals(t, d)
	sideBySide(t, d)
	ends(t, func(m message) (string, agentic.Completion, error) {
		got, err := httpmodel.Messages{}.ReadStream(bytes.NewReader(m.stream(d)))
		return fmt.Sprintf("Messages{}.ReadStream, of a reply with the stop reason %v", m.stop), got, err
	}, d)
	p := &provider{answer: always(given{status: 200, body: stream})}
	got, err := newModel(t, httpmodel.Config{Client: p.client(), Stream: true}).Complete(t.Context(), ask("hi"))
	var body sentBody
	if p.count() > 0 {
		json.Unmarshal(p.sent()[0].body, &body)
	}
	call := "Complete, with Stream: true"
	if !body.Stream {
		fail(t, call, "the request does not ask for a stream", `"stream": true in the body`, "none")
	}
	if err != nil {
		fail(t, call, "Complete fails although the stream is right", "no error", errorText(err))
		return
	}
	differ(t, call, want, got)
}

func readStream(t *testing.T, says string, stream io.Reader, want agentic.Completion) {
	t.Helper()
	call := "Messages{}.ReadStream, of " + says
	got, err := httpmodel.Messages{}.ReadStream(stream)
	if err != nil {
		fail(t, call, "ReadStream refuses a stream that is right", "no error", errorText(err))
		return
	}
	differ(t, call, want, got)
}

// totals: the counts at the end replace those at the beginning.
func totals(t *testing.T, d draws) {
	t.Helper()
	m := answer(d.word())
	in, read, out := d.between(100, 999), d.between(10, 99), d.between(200, 900)
	e := &events{draws: d}
	m.usage = map[string]any{"input_tokens": 7, "cache_read_input_tokens": read, "output_tokens": 1}
	m.head(e)
	e.begin(0, m.content[0])
	e.grow(0, m.content[0])
	for _, so := range []int{out / 2, out} {
		e.add("message_delta", map[string]any{"delta": map[string]any{"stop_reason": "end_turn"},
			"usage": map[string]any{"input_tokens": in, "output_tokens": so}})
	}
	e.add("message_stop", map[string]any{})
	readStream(t, fmt.Sprintf("a reply whose message_start counts 7 tokens in, %d read from the cache and 1 out, and whose two message_delta count %d in, and %d and then %d out",
		read, in, out/2, out), e, agentic.Completion{
		Text: m.content[0]["text"].(string), FinishReason: agentic.FinishStop, Model: m.model, InputTokens: in + read, OutputTokens: out,
	})
}

// sideBySide: the index says which block a piece belongs to.
func sideBySide(t *testing.T, d draws) {
	t.Helper()
	m, want := rich(d)
	e := &events{draws: d}
	m.head(e)
	for i, block := range m.content {
		e.begin(i, block)
	}
	for i, block := range m.content {
		e.grow(i, block)
	}
	m.tail(e)
	readStream(t, "a reply whose blocks have all begun before the first one grows", e, want)
}

func TestLongLines(t *testing.T) {
	d := newDraws(t)
	input := fmt.Sprintf(`{"text":"%s"}`, strings.Repeat(d.word()+" ", 15_000))
	e := &events{draws: d}
	m := message{model: "m", stop: "tool_use", usage: map[string]any{"input_tokens": 5, "output_tokens": 9}}
	m.head(e)
	e.begin(0, map[string]any{"type": "tool_use", "id": "toolu_1", "name": "write"})
	e.delta(0, "input_json_delta", "partial_json", input)
	fmt.Fprintf(e, ": %s\n\n", strings.Repeat(".", 1_200_000)) // costs no time in JSON
	m.tail(e)
	readStream(t, "a reply with the input of a tool call in one line of 165 kB, and then a line of 1.2 MB that begins with a colon", e, agentic.Completion{
		ToolCalls: []agentic.ToolCall{toolCall("toolu_1", "write", input)}, FinishReason: agentic.FinishToolCalls,
		InputTokens: 5, OutputTokens: 9, Model: "m",
	})
}

func TestCutStream(t *testing.T) {
	d := newDraws(t)
	m, _ := rich(d)
	m.stop = "end_turn"
	stream := m.stream(d)
	end := bytes.Index(stream, []byte("event: message_delta"))
	for _, at := range []int{0, 1, d.between(2, end/2), d.between(end/2, end-1), end} {
		for _, how := range []error{io.EOF, io.ErrUnexpectedEOF} {
			cut := io.MultiReader(bytes.NewReader(stream[:at]), iotest.ErrReader(how))
			_, err := httpmodel.Messages{}.ReadStream(cut)
			wantError(t, fmt.Sprintf("Messages{}.ReadStream, of a stream that ends (%v) after %d of %d bytes, before its stop reason", how, at, len(stream)),
				httpmodel.ErrTruncated, err)
		}
	}
	var early events
	early.draws = d
	unended(d).head(&early)
	early.add("message_stop", map[string]any{})
	if _, err := (httpmodel.Messages{}).ReadStream(&early); !errors.Is(err, httpmodel.ErrTruncated) && !errors.Is(err, httpmodel.ErrReply) {
		fail(t, "Messages{}.ReadStream, of the events message_start and message_stop", "a reply without a stop reason is taken for a whole one",
			fmt.Sprintf("an error that errors.Is finds to be %q", httpmodel.ErrTruncated), errorText(err))
	}
	halfCall(t, d)
	kind, text := "overloaded_"+d.word(), d.word()
	var failed bytes.Buffer
	failed.Write(stream[:bytes.Index(stream, []byte("event: content_block_stop"))])
	writeEvent(&failed, "error", apiError(kind, text))
	for _, c := range []struct {
		says string
		body []byte
	}{{"a stream with an event error", failed.Bytes()}, {"a stream that ends before its stop reason", stream[:end]}} {
		p := &provider{answer: always(given{status: 200, body: c.body})}
		_, err := newModel(t, httpmodel.Config{Client: p.client(), Stream: true}).Complete(t.Context(), ask("hi"))
		call := "Complete, with Stream: true, when the provider sends " + c.says
		closed(t, call, p)
		if n := p.count(); n != 1 {
			fail(t, call, "an answer with status 200 had come, and it was the last try", "1 request", fmt.Sprintf("%d requests", n))
		}
		if bytes.Equal(c.body, failed.Bytes()) {
			wantAPIError(t, call, httpmodel.APIError{Status: 200, Type: kind, Message: text}, err)
		} else if !errors.Is(err, httpmodel.ErrTruncated) {
			wantError(t, call, httpmodel.ErrTruncated, err)
		}
	}
}

// halfCall: a reply that was cut off by its length is a reply.
func halfCall(t *testing.T, d draws) {
	t.Helper()
	m := answer(d.word())
	m.stop = "max_tokens"
	e := &events{draws: d}
	m.head(e)
	e.begin(0, m.content[0])
	e.grow(0, m.content[0])
	e.begin(1, map[string]any{"type": "tool_use", "id": "toolu_1", "name": "look"})
	e.delta(1, "input_json_delta", "partial_json", `{"path": "da`)
	m.tail(e)
	got, err := httpmodel.Messages{}.ReadStream(e)
	want := m.content[0]["text"].(string)
	if err != nil || got.FinishReason != agentic.FinishLength || got.Text != want {
		fail(t, "Messages{}.ReadStream, of a reply that max_tokens cut off within the input of a tool call", "a reply that was cut off is read otherwise",
			fmt.Sprintf("text %q, finish reason length, no error", want), fmt.Sprintf("text %q, finish reason %q, %s", got.Text, got.FinishReason, errorText(err)))
	}
}
