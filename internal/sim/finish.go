package sim

import (
	"encoding/json"
	"sort"
	"strings"
	"time"

	"agentcourse/internal/fakellm"
)

// outcome is what the rules decided: a text, calls, or both.
type outcome struct {
	text  string
	calls []call
	level level // how much there was to think about
}

// call is a tool call to make.
type call struct {
	tool  string
	input map[string]any
}

// maxWait bounds the time to the first piece.
const maxWait = 2 * time.Second

// finish makes the reply: thinking first, then text and calls, as far as the
// stop sequences and the limit let it.
func finish(v *view, o outcome, pace time.Duration) *fakellm.Reply {
	r := &fakellm.Reply{Model: Name, Pace: pace}
	left := v.p.MaxTokens
	limited := left > 0
	thinking := v.thinkingTokens(o.level)
	if limited {
		thinking = min(thinking, left)
		left -= thinking
	}
	r.Delay = min(20*pace+time.Duration(thinking)*pace/10, maxWait)
	if thinking > 0 {
		r.Content = append(r.Content, fakellm.Block{Type: fakellm.BlockThinking, Thinking: v.thought(o, thinking)})
	}
	text := strings.TrimPrefix(o.text, v.prefill())
	text, r.StopSequence = cutAtStop(text, v.p.Stop)
	cut := false
	if limited {
		whole := text
		text = firstTokens(text, left)
		cut = len(text) < len(whole)
		left -= fakellm.EstimateTokens(text)
	}
	if text != "" {
		r.Content = append(r.Content, fakellm.Block{Type: fakellm.BlockText, Text: text})
	}
	if r.StopSequence == "" && !cut {
		cut = addCalls(r, o.calls, limited, left)
	}
	switch {
	case cut:
		r.StopReason, r.StopSequence = "max_tokens", ""
	case r.StopSequence != "":
		r.StopReason = "stop_sequence"
	}
	r.Usage = v.usageOf(r, thinking, cut)
	return r
}

// addCalls adds what fits, and reports whether something did not. The call
// that the limit cuts keeps its name and loses its input, as far as that fits.
func addCalls(r *fakellm.Reply, calls []call, limited bool, left int) (cut bool) {
	for _, c := range calls {
		input, err := json.Marshal(c.input)
		if err != nil || c.input == nil {
			input = []byte("{}")
		}
		name := fakellm.EstimateTokens(c.tool)
		cost := name + fakellm.EstimateTokens(string(input))
		if limited && cost > left {
			if name+fakellm.EstimateTokens("{}") > left {
				return true
			}
			input, cut = []byte("{}"), true
		}
		left -= cost
		r.Content = append(r.Content, fakellm.Block{Type: fakellm.BlockToolUse, ToolUse: &fakellm.ToolUse{Name: c.tool, Input: input}})
		if cut {
			return true
		}
	}
	return false
}

// usageOf counts where the provider's estimate would not do.
func (v *view) usageOf(r *fakellm.Reply, thinking int, cut bool) *fakellm.Usage {
	if thinking == 0 && !cut {
		return nil
	}
	out := thinking
	for _, b := range r.Content {
		switch b.Type {
		case fakellm.BlockText:
			out += fakellm.EstimateTokens(b.Text)
		case fakellm.BlockToolUse:
			out += fakellm.EstimateTokens(b.ToolUse.Name) + fakellm.EstimateTokens(string(b.ToolUse.Input))
		}
	}
	if cut {
		out = v.p.MaxTokens
	}
	return &fakellm.Usage{OutputTokens: &out, ThinkingTokens: &thinking}
}

// cutAtStop cuts a text before the stop sequence that it meets first.
func cutAtStop(text string, stops []string) (kept, met string) {
	at := len(text)
	for _, s := range stops {
		if i := strings.Index(text, s); s != "" && i >= 0 && i < at {
			at, met = i, s
		}
	}
	return text[:at], met
}

// firstTokens is the longest beginning of a text that costs at most n tokens.
func firstTokens(text string, n int) string {
	if fakellm.EstimateTokens(text) <= n {
		return text
	}
	runes := []rune(text)
	fit := sort.Search(len(runes), func(i int) bool { return fakellm.EstimateTokens(string(runes[:i+1])) > n })
	return string(runes[:fit])
}
