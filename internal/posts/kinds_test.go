package posts_test

import (
	"slices"
	"strings"
	"testing"
)

// Sentences as people write them: each is found by its rule, in a post that is sound without it.
func TestFaultySentences(t *testing.T) {
	for _, tt := range []struct{ rule, text string }{
		{"seen-believed", "In 8 of 10 runs it refused. The model does not like orders."},
		{"seen-believed", "It refused 8 of 10 times, since it had learned that such files are dangerous."},
		{"seen-believed", "8 of 10 runs failed. The cause is the long context, in which the model loses the thread."},
		{"seen-believed", "With the second prompt 8 of 10 were right, which shows that short prompts work better."},
		{"seen-believed", "8 of 10 were wrong due to a lack of attention in the middle of the prompt."},
		{"overclaim", "So a longer description is better in all cases."},
		{"overclaim", "Injection is a solved problem with that."},
		{"overclaim", "After that nothing can go wrong any more."},
		{"overclaim", "You must count your tokens."},
		{"overclaim", "Any model will forget what is not sent."},
		{"empty", "The result is truly remarkable."},
		{"empty", "It works like magic."},
		{"empty", "The bill explodes!!"},
		{"toy", "My agent is safe now, so give it your mailbox."},
		{"toy", "Feel free to run the server for your clients."},
		{"toy", "Your team can put it on the server today."},
		{"sample", "Three examples: it named the file, the day, the person."},
		{"sample", "A typical reply: yes."},
		{"one-idea", "On another note, file names matter too."},
		{"one-idea", "There is another thing I found this week, about names."},
		{"link", "Here is the table: [table](link)."},
	} {
		found, _, _ := check(t, with(tt.text), nil)
		if len(found) == 0 || slices.ContainsFunc(found, func(f string) bool { return !strings.HasPrefix(f, tt.rule+":") }) {
			t.Errorf("%q: found %v, want %s alone", tt.text, found, tt.rule)
		}
	}
}

// And these are no fault.
func TestSoundSentences(t *testing.T) {
	for _, text := range []string{
		"Because I had two prompts and ten texts, I ran each of them twice. The two examples are in the prompt.",
		"I pressed y. I now print the path in full. The approval is in code, so the model cannot skip it.",
		"The first word came early, the last word came no earlier. That is what streaming means: the same reply in pieces.",
		"My parser failed there because it expected a brace. I do not know why the model said it.",
		"That suggests they did nothing on these texts. It was no magic; I counted.",
		"Everything is sent again on each call, so the tokens add up. A long chat is not free.",
		"8 of 10 replies were cut because the client gave up. So the limit was mine and not the provider's.",
		"The biggest surprise was that the shortest prompt won. Next week: evals.",
		"My explanation, untested: the description is longer, so it says more.",
		"It is a proof of concept, not production-ready, and nobody should run it on real files yet: a toy without a sandbox.",
		"What must never happen belongs into the code. I had never looked at it before.",
		"In 10 of 10 runs it always asked first. “Always ask” was in the prompt.",
		"I believed that the API always remembers. It does not.",
		"The tool that always returns 13 is mine; it took the name of the model, never the family.",
		"Nothing here guarantees anything, and no table proves a rule.",
		"The simulator has its own rates; the model forgets nothing, since nothing is kept.",
	} {
		if found, _, _ := check(t, with(text), nil); found != nil {
			t.Errorf("%q: %v", text, found)
		}
	}
}

func TestFirstLines(t *testing.T) {
	for line, fault := range map[string]bool{
		"Some thoughts after a week with agents":          true,
		"Prompt injection and what to do about it":        true,
		"I have been playing with tool calls all weekend": true,
		"Did you know that the API forgets everything?":   true,
		"What a week":                                                                  true,
		"Understanding context windows":                                                true,
		"Here is what I found about tokens":                                            true,
		"Excited to share my first agent":                                              true,
		"An introduction to streaming":                                                 true,
		"Building a chat in Go":                                                        true,
		"A second example in the prompt fixed 8 of 10 texts":                           false,
		"My agent deleted the wrong file, and I had approved it":                       false,
		"Streaming did not make my program faster":                                     false,
		"Half of my system prompt did nothing":                                         false,
		"About 80% of my tokens were thinking, in 8 of 10":                             false,
		"A stream that ends without an error may still have been cut":                  false,
		"One prompt, run three times, scored 8, 10 and 13 out of 13":                   false,
		"I thought that the API remembered me":                                         false,
		"My program took ten broken replies for whole ones, and each time it was glad": false,
		"An agent is a for loop":                                                       false,
	} {
		found, _, _ := check(t, instead(0, "# "+line), nil)
		if got := slices.Contains(found, "hook:1"); got != fault || !fault && found != nil {
			t.Errorf("%q: %v", line, found)
		}
	}
}
