package sim

import (
	"strings"
	"sync"
	"testing"
	"time"

	"agentcourse/internal/fakellm"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestRatesAreWhole(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for i, r := range Rates() {
		if r.Name == "" || r.What == "" || r.Value <= 0 || r.Value >= 1 || seen[r.Name] {
			t.Errorf("rate %d is incomplete or there twice: %+v", i, r)
		}
		seen[r.Name] = true
	}
	if rows := strings.Count(Markdown(Rates()), "\n"); rows != len(Rates())+2 {
		t.Errorf("the Markdown table has %d lines for %d rates", rows, len(Rates()))
	}
	Rates()[0].Value = 7
	if Rates()[0].Value == 7 {
		t.Error("a caller can change the table")
	}
}

// samplePrompts are of every kind that has rules of its own.
func samplePrompts() []*fakellm.Prompt {
	tools := prompt("How many lines are in todo.md, and what is 365 * 24?")
	tools.Tools = []fakellm.Tool{calcTool(firmText), readTool}
	structured := prompt("Lunch w/ Ana tmrw 1pm at Cafe Luna")
	structured.Schema = eventSchema()
	return []*fakellm.Prompt{
		prompt("Explain tokens to a 10-year-old."),
		prompt("What is 48271 * 90613?"),
		prompt("My name is Ana and I like tea.", "Nice to meet you, Ana.", "What is my name?"),
		withSystem("You are a pirate. Stay in character.", "Tell me about the moon."),
		tools,
		structured,
	}
}

func TestSameRequestSameReply(t *testing.T) {
	t.Parallel()
	prompts := samplePrompts()
	var want []*fakellm.Reply
	for _, p := range prompts {
		want = append(want, respond(7, p))
	}
	m := New(Options{Seed: 7})
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for i := len(prompts) - 1; i >= 0; i-- {
				if diff := cmp.Diff(want[i], m.Respond(prompts[i]), cmpopts.IgnoreUnexported(fakellm.Reply{})); diff != "" {
					t.Errorf("another reply to the same request (-first +now):\n%s", diff)
				}
			}
		})
	}
	wg.Wait()
}

func TestWhatDoesNotCount(t *testing.T) {
	t.Parallel()
	base := &fakellm.Prompt{Dialect: fakellm.Anthropic, Tools: []fakellm.Tool{calcTool(firmText)}, Turns: []fakellm.Turn{
		said("What is 1234 * 5678?")[0],
		{Role: "assistant", Parts: []fakellm.Part{{Type: fakellm.BlockThinking}, {Type: fakellm.BlockToolUse, ID: "a", Name: "calc", Input: []byte(`{"expr":"1234 * 5678"}`)}}},
		{Role: "user", Parts: []fakellm.Part{{Type: fakellm.BlockToolResult, ID: "a", Text: "42"}}},
	}}
	other := *base
	other.Stream, other.Dialect, other.InputTokens, other.Model = true, fakellm.Ollama, 99, "another"
	other.Turns = []fakellm.Turn{base.Turns[0],
		{Role: "assistant", Parts: []fakellm.Part{{Type: fakellm.BlockToolUse, ID: "b", Name: "calc", Input: []byte(`{ "expr": "1234 * 5678" }`)}}},
		{Role: "user", Parts: []fakellm.Part{{Type: fakellm.BlockToolResult, ID: "b", Text: "42"}}},
	}
	for seed := range uint64(20) {
		if a, b := reply(seed, base), reply(seed, &other); a != b {
			t.Errorf("seed %d: %q and %q", seed, a, b)
		}
	}
}

func TestVary(t *testing.T) {
	t.Parallel()
	n := min(seeds, 60)
	var parted, alike, within int
	for seed := range uint64(n) {
		m := New(Options{Seed: seed, Vary: true})
		p := prompt("Explain tokens to a 10-year-old.")
		first, second := textOf(m.Respond(p)), textOf(m.Respond(p))
		if first != reply(seed, p) {
			t.Fatalf("seed %d: the first reply with Vary is not the one without", seed)
		}
		a, b := sentencesOf(first)[0], sentencesOf(second)[0]
		if first != second {
			parted++
		}
		if a[:12] == b[:12] {
			alike++
			if a != b {
				within++
			}
		}
	}
	if parted*10 < n*9 || alike*10 < n*3 || alike*10 > n*9 || within*10 < n*2 {
		t.Errorf("of %d pairs %d part, %d open alike, %d of these part in the first sentence", n, parted, alike, within)
	}
	m := New(Options{Seed: 1})
	p := prompt("Tell me about bees.")
	if first, second := textOf(m.Respond(p)), textOf(m.Respond(p)); first != second {
		t.Error("a repeated prompt got another reply without Vary")
	}
}

func TestSeedsDiffer(t *testing.T) {
	t.Parallel()
	p := prompt("Tell me about the moon.")
	different := share(50, func(seed uint64) bool { return reply(seed, p) != reply(seed+1000, p) })
	if different < 0.7 {
		t.Errorf("only %.2f of pairs of seeds differ", different)
	}
}

func TestModelAndPace(t *testing.T) {
	t.Parallel()
	p := prompt("Tell me about the moon.")
	r := New(Options{Pace: 3 * time.Millisecond}).Respond(p)
	if r.Model != Name || r.Pace != 3*time.Millisecond || r.Delay < 60*time.Millisecond || r.Delay > maxWait {
		t.Errorf("model %q, pace %v, delay %v", r.Model, r.Pace, r.Delay)
	}
	if r := New(Options{Pace: time.Second}).Respond(p); r.Delay != maxWait {
		t.Errorf("a delay of %v is above the bound", r.Delay)
	}
	if r := respond(1, p); r.Pace != 0 || r.Delay != 0 {
		t.Errorf("pace %v and delay %v without a pace", r.Pace, r.Delay)
	}
}
