//go:build grader

package httpmodel_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"agentcourse/starter/agentic"
	"agentcourse/starter/httpmodel"
)

// rich is a reply with all that careless code loses, and the completion that it
// is.
func rich(d draws) (message, agentic.Completion) {
	one, two, first, second := d.text(), d.text(), "toolu_"+d.word(), "toolu_"+d.word()
	input := fmt.Sprintf(`{"big":12345678901234567890,"small":1.0000000000000000001,"text":%s,"deep":[{"a":null}]}`, toJSON(d.text()))
	in, made, read, out := d.between(10, 99), d.between(100, 999), d.between(1000, 9999), d.between(2, 99)
	m := message{
		model: "claude-" + d.word(), stop: "tool_use",
		content: []map[string]any{
			{"type": "thinking", "thinking": d.text(), "signature": d.word() + "=="},
			{"type": "redacted_thinking", "data": d.word()},
			{"type": "text", "text": one},
			{"type": "tool_use", "id": first, "name": "look", "input": json.RawMessage(input), "caller": map[string]any{"type": "direct"}},
			{"type": d.word(), "id": "x", "name": "no_tool", "text": "no text", "content": []any{1, "two"}},
			{"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": map[string]any{"query": "no call of ours"}},
			{"type": "text", "text": two},
			{"type": "tool_use", "id": second, "name": "add", "input": json.RawMessage(`{}`)},
		},
		usage: map[string]any{
			"input_tokens": in, "cache_creation_input_tokens": made, "cache_read_input_tokens": read, "output_tokens": out,
			"cache_creation": map[string]any{"ephemeral_5m_input_tokens": made}, "service_tier": "standard",
		},
	}
	return m, agentic.Completion{
		Text: one + two, FinishReason: agentic.FinishToolCalls, Model: m.model,
		ToolCalls:   []agentic.ToolCall{toolCall(first, "look", input), toolCall(second, "add", `{}`)},
		InputTokens: in + made + read, OutputTokens: out,
		Opaque: agentic.Opaque{Provider: "messages", Content: toJSON(m.content)},
	}
}

func TestRead(t *testing.T) {
	d := newDraws(t)
	m, want := rich(d)
	call := "Messages{}.Read, of a reply with thinking, two texts, two tool calls, a search that the provider made itself and a block of a kind nobody knows"
	got, err := httpmodel.Messages{}.Read(strings.NewReader(string(m.whole())))
	if err != nil {
		fail(t, call, "Read refuses a reply that is right", "no error", errorText(err))
	} else {
		differ(t, call, want, got)
	}
	ends(t, func(m message) (string, agentic.Completion, error) {
		got, err := httpmodel.Messages{}.Read(strings.NewReader(string(m.whole())))
		return fmt.Sprintf("Messages{}.Read, of a reply with the stop reason %v", m.stop), got, err
	}, d)
	for _, body := range []string{
		"", "<html><body>" + d.word() + "</body></html>", "[]", `"` + d.word() + `"`, "{}",
		string(apiError("api_error", d.word())), string(answer(d.word()).whole()[:40]), string(unended(d).whole()),
	} {
		_, err := httpmodel.Messages{}.Read(strings.NewReader(body))
		wantError(t, fmt.Sprintf("Messages{}.Read, of %q", short(body)), httpmodel.ErrReply, err)
	}
}

// unended is a reply without a stop reason.
func unended(d draws) message {
	m := answer(d.word())
	m.stop = nil
	return m
}

// ends tries all reasons for which a model stops. One that was cut off may have
// a call in it, and then it was cut off all the same.
func ends(t *testing.T, read func(message) (call string, c agentic.Completion, err error), d draws) {
	t.Helper()
	for _, c := range []struct {
		stop string
		want agentic.FinishReason
	}{
		{"end_turn", agentic.FinishStop}, {"stop_sequence", agentic.FinishStop}, {"tool_use", agentic.FinishToolCalls},
		{"max_tokens", agentic.FinishLength}, {"model_context_window_exceeded", agentic.FinishLength},
	} {
		m := answer(d.word())
		m.stop = c.stop
		if c.want != agentic.FinishStop {
			m.content = append(m.content, map[string]any{"type": "tool_use", "id": "toolu_1", "name": "look", "input": json.RawMessage(`{}`)})
		}
		call, got, err := read(m)
		if err != nil || got.FinishReason != c.want {
			fail(t, call, "a reply with the stop reason "+c.stop+" is read otherwise", fmt.Sprintf("finish reason %q, no error", c.want),
				fmt.Sprintf("finish reason %q, %s", got.FinishReason, errorText(err)))
		}
	}
	m := answer(d.word())
	m.stop = "refusal"
	call, _, err := read(m)
	wantError(t, call, httpmodel.ErrRefusal, err)
	for _, stop := range []string{"pause_turn", d.word()} {
		m.stop = stop
		call, _, err := read(m)
		wantError(t, call, httpmodel.ErrReply, err)
		if errors.Is(err, httpmodel.ErrReply) && !strings.Contains(err.Error(), stop) {
			fail(t, call, "the error does not name the stop reason", "an error with the word "+stop, errorText(err))
		}
	}
}
