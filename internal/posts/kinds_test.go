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
		{"link", "[code](https://github.com/your-name/repo)"},
		{"link", "The [program][repo] is short."},
		{"link", "The code: [link to come]"},
		{"personal", "Write to anna.berg [at] fjordpost.se."},
		{"personal", "Her phone: 0171 234567890."},
		{"path", "mara@thinkpad:~/agent$ go run ."},
		{"path", "```\n\\\\fileserver\\mara\\x.go\n```"},
		{"template", "It sent XX tokens."},
		{"template", "It was right in N of M runs."},
		{"template", "It ran on <your model>."},
		{"template", "The table (to be added)."},
		{"template", "___ of 10 runs were right."},
		{"template", "Price: tbd"},
		{"template", "## Snippet\n\n## More\n\nTurn 1 sent 13."},
		{"numbers", "Turn 10 sent 517 in and 1,241 out."},
		{"numbers", "The server said 429 in 7 of 11 calls."},
		{"seen-believed", "8 of 10 failed. The model was overwhelmed by the long list."},
		{"seen-believed", "What I observed: the model read the note, found it important, and decided that it had to act."},
		{"seen-believed", "In 8 of 10 runs the model knew that the tool was wrong and hid it."},
		{"seen-believed", "The trace shows that the model considered the tool too slow and skipped it."},
		{"seen-believed", "I counted 8 of 10 because the model prefers short prompts."},
		{"overclaim", "It will never leak my prompt again."},
		{"overclaim", "No injection can get past it."},
		{"overclaim", "I always get the right answer with that prompt."},
		{"overclaim", "The prompt works for every model."},
		{"one-idea", "P.S. File names matter, I found."},
		{"one-idea", "And now to something different: streaming."},
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
		// the author's own doing, and reasons for it
		"Two of my runs crashed because I had misspelt the tool's name.",
		"I ran it 10 times because one run says little.",
		"I threw away 4 runs because of a wrong path in the script.",
		"8 of 10 were right, which is why I stopped there.",
		"Turn 10 crashed at first by my error, due to a missing comma in line 4.",
		"8 tasks went to the function, then 4 through the agent, with sim-1 as the model (13 lines).",
		// a mark of thinking in another sentence, or in other words
		"8 of 10 replies named the file. Why? My best guess is the order, because the last note is nearest.",
		"8 of 10 were right because the example shows the form. That is only my reading.",
		"8 of 10 were right. Because the example is near the end? I have not tested that.",
		"Interpretation: the example sits near the question, so the model copies its form in 8 of 10.",
		"**Believed.** The tasks are short. So 8 of 10 were right because the model needs no second step.",
		"That 8 of 10 were right because the model likes tables is an idea of mine, without a test.",
		// numbers that nobody looks up
		"It answered with a 429, then 503 Service Unavailable, then status 200; the exit code was 7.",
		"The server listens on db.example.org:5432 and 127.0.0.1:8085, port 9090.",
		"I began at 9 in the evening, at 21:40 it was 31 °C; temperature 0.35, top_p 0.9.",
		"See main.go:88 and L42, on an RTX 4090 with 24 GB of VRAM, CUDA 12.4.",
		"The prompt was \"Answer in 50 words, at most 3 sentences\".",
		"Together they are 530 tokens (13 + 517), and turn 10 sent nearly 40 times what turn 1 did (517 against 13).",
		"We do it (1) by hand, (2) by program.",
		// words of the lists that claim nothing
		"I will always write down the number of runs from now on. I always ran both versions.",
		"It looked perfect in the first run, and it was wrong in the next 4.",
		"I had hoped for a guarantee, and there is none.",
		"Nobody should copy it: it has no sandbox.",
		"A perfect score on 10 texts of my own says little.",
		"The trace shows that turn 10 sent 517 tokens. This shows up in the table as well.",
		"Thanks to a reader the 517 is right now; thanks to Ben, who found the 4 wrong rows.",
		"My error: I had counted the header, which is why the first count was 13.",
		"The reason for the 4 reruns was a full disk.",
		"stop_reason is always set in a whole reply, says the documentation. I definitely need more runs.",
		"PS: the table is sorted by run.",
		"Bonus runs: none. One more thing to say about the sample: it is small.",
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
		"Why my agent deleted the wrong file":                                          true,
		"Has my agent ever read the whole file":                                        true,
		"You won't believe what my agent did":                                          true,
		"The truth about context windows":                                              true,
		"Something strange happened with my agent":                                     true,
		"Today I finished exercise 1.2 in 4 hours":                                     true,
		"I just lost 13 tokens to a missing newline":                                   false,
		"Last night 8 of 10 streams broke":                                             false,
		"How 13 tokens became 517 in ten turns":                                        false,
		"Why 8 of 10 replies were cut":                                                 false,
		"My calculator said 517, and the agent passed it on in 8 of 10 runs":           false,
		"8 of 10 replies were right and 4 took a second call":                          false,
		"Claim: my retry made it worse":                                                false,
		"Caching halved the bill of my chat; streaming did not":                        false,
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
