package sim

import (
	"strings"
	"testing"

	"agentcourse/internal/fakellm"
)

// cost is what a reply is worth in tokens of output.
func cost(r *fakellm.Reply) (out, thinking int) {
	for _, b := range r.Content {
		switch b.Type {
		case fakellm.BlockText:
			out += fakellm.EstimateTokens(b.Text)
		case fakellm.BlockToolUse:
			out += fakellm.EstimateTokens(b.ToolUse.Name) + fakellm.EstimateTokens(string(b.ToolUse.Input))
		}
	}
	if r.Usage != nil {
		thinking = *r.Usage.ThinkingTokens
	}
	return out + thinking, thinking
}

func TestMaxTokensIsNeverExceeded(t *testing.T) {
	t.Parallel()
	for _, p := range samplePrompts() {
		for _, limit := range []int{1, 2, 3, 5, 8, 13, 20, 34, 55, 89, 144, 2000} {
			for seed := range uint64(6) {
				q := *p
				q.MaxTokens = limit
				r := respond(seed, &q)
				out, _ := cost(r)
				if out > limit {
					t.Errorf("%q with max_tokens %d costs %d", q.Turns[0].Parts[0].Text, limit, out)
				}
				if r.StopReason == "max_tokens" && *r.Usage.OutputTokens != limit {
					t.Errorf("a reply that was cut off at %d counts %d tokens", limit, *r.Usage.OutputTokens)
				}
				if r.Usage != nil && *r.Usage.OutputTokens < out {
					t.Errorf("usage %d, and the reply costs %d", *r.Usage.OutputTokens, out)
				}
			}
		}
	}
}

func TestTwentyTokens(t *testing.T) {
	t.Parallel()
	p := prompt("Explain in detail, at length, how photosynthesis works.")
	p.MaxTokens = 20
	var silent, cut, midWord bool
	for seed := range uint64(min(seeds, 200)) {
		r := respond(seed, p)
		if r.StopReason != "max_tokens" {
			t.Fatalf("seed %d: stop reason %q", seed, r.StopReason)
		}
		full := *p
		full.MaxTokens = 0
		text, whole := textOf(r), reply(seed, &full)
		switch {
		case text == "":
			silent = true
			if len(r.Content) != 1 || r.Content[0].Type != fakellm.BlockThinking {
				t.Fatalf("seed %d: no text, and the content is %v", seed, r.Content)
			}
		case !strings.HasPrefix(whole, text):
			t.Fatalf("seed %d: %q is no beginning of %q", seed, text, whole)
		default:
			cut = true
			midWord = midWord || text[len(text)-1] != ' ' && whole[len(text)] != ' '
		}
	}
	if !silent || !cut || !midWord {
		t.Errorf("no visible text: %v, cut off: %v, in mid-word: %v; all three should occur", silent, cut, midWord)
	}
}

func TestThinking(t *testing.T) {
	t.Parallel()
	count := func(effort, text string) int {
		sum := 0
		for seed := range uint64(30) {
			p := prompt(text)
			p.Effort = effort
			_, thinking := cost(respond(seed, p))
			sum += thinking
		}
		return sum / 30
	}
	riddle := "A bat and a ball cost $1.10 together. The bat costs $1.00 more than the ball. How much is the ball?"
	last := -1
	for _, effort := range []string{"low", "medium", "high", "xhigh", "max"} {
		plain, hard := count(effort, "Tell me about the moon."), count(effort, riddle)
		if hard <= plain || hard <= last {
			t.Errorf("effort %s: %d tokens for a plain prompt, %d for a riddle, %d for it one level below", effort, plain, hard, last)
		}
		last = hard
	}
	p := prompt(riddle)
	p.ShowThought = true
	if r := respond(1, p); r.Content[0].Type != fakellm.BlockThinking || r.Content[0].Thinking == "" {
		t.Errorf("no thought is shown: %v", r.Content)
	}
	p.ShowThought = false
	if r := respond(1, p); r.Content[0].Type != fakellm.BlockThinking || r.Content[0].Thinking != "" {
		t.Errorf("a thought is shown: %v", r.Content)
	}
	p.NoThinking = true
	if r := respond(1, p); r.Content[0].Type != fakellm.BlockText || r.Usage != nil {
		t.Errorf("thinking although it was turned off: %v", r.Content)
	}
	p.NoThinking, p.Dialect = false, fakellm.OpenAI
	if r := respond(1, p); r.Content[0].Type != fakellm.BlockText {
		t.Errorf("a thinking block in another dialect: %v", r.Content)
	}
}

func TestStopSequences(t *testing.T) {
	t.Parallel()
	p := prompt("What is 2 + 3?")
	p.Stop = []string{"never met", "=", "3"}
	r := respond(1, p)
	if textOf(r) != "2 + " || r.StopReason != "stop_sequence" || r.StopSequence != "3" {
		t.Errorf("%q, %q, %q", textOf(r), r.StopReason, r.StopSequence)
	}
}

func TestCutToolCall(t *testing.T) {
	t.Parallel()
	p := prompt("What is 123456 * 654321 + 123456 * 654321?")
	p.Tools, p.NoThinking, p.MaxTokens = []fakellm.Tool{calcTool(firmText)}, true, 6
	cut := false
	for seed := range uint64(20) {
		r := respond(seed, p)
		for _, c := range callsOf(r) {
			cut = true
			if len(c.input) != 0 || r.StopReason != "max_tokens" {
				t.Errorf("seed %d: input %v, stop reason %q", seed, c.input, r.StopReason)
			}
		}
	}
	if !cut {
		t.Error("no call was cut off")
	}
}

func TestRiddlesByEffort(t *testing.T) {
	t.Parallel()
	questions := []string{
		"A bat and a ball cost $1.10 together. The bat costs $1.00 more than the ball. How much is the ball?",
		"Lily pads double every day and cover the lake on day 48. On which day was half of it covered? How do you know?",
		"If 5 machines make 5 widgets in 5 minutes, how many minutes do 100 machines need for 100 widgets?",
		"You run a race and overtake the one in second place. What place are you in?",
	}
	for effort, r := range map[string]rate{"low": riddleLow, "": riddleMedium, "high": riddleHigh, "max": riddleMax} {
		near(t, "riddle at effort "+effort, share(seeds, func(seed uint64) bool {
			p := prompt(questions[seed%uint64(len(questions))])
			p.Effort = effort
			text := reply(seed, p)
			right, tempting, ok := solve(p.Turns[0].Parts[0].Text)
			if !ok || text != right && text != tempting {
				t.Fatalf("%q answers no riddle", text)
			}
			return text == right
		}), value(r))
	}
}

func TestFirstTokens(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"plain words here", "Zoë déjà vu", "12345678 90", "你好世界", "\n\n\n", "🙂🙂"} {
		for n := range 12 {
			got := firstTokens(text, n)
			if !strings.HasPrefix(text, got) || fakellm.EstimateTokens(got) > n {
				t.Errorf("the first %d tokens of %q are %q", n, text, got)
			}
		}
	}
}
