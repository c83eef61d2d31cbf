package posts_test

import (
	"slices"
	"strings"
	"testing"
)

// Sound posts of forms that people write: each says what it has to, in another place or another wording than the template.
func TestSoundPosts(t *testing.T) {
	const entry = "\n\nEntry: [journal](../journal/2026-12-05-x.md)\n"
	for name, text := range map[string]string{
		"thread": "1/5 Turn 10 of my chat sent 517 tokens for a question of four words.\n\n2/5 Ran with sim-1 (a simulator, no model), max_tokens 2000, on Dec 5, one run.\n\n" +
			"3/5 Turn 1: 13.\n\n4/5 Guess: the replies go along each time. Did not split it.\n\n5/5 Caveats: one chat, short lines." + entry,
		"thread in one paragraph": "1/ Turn 10 sent 517 tokens, turn 1 only 13.\n2/ how: sim-1 = simulator, not a model; max_tokens 2000; 5.12.2026; 1 run\n3/ haven't tried a live model." + entry,
		"bullets": "# Turn 10 of my chat sent 517 tokens\n\n- entry: journal/2026-12-05-x.md\n- where: sim-1, the simulator, no real model\n- settings: max_tokens 2000, rest default\n" +
			"- when: 5th of December\n- runs: 1\n- turn 1 was 13\n- not done: a second chat\n",
		"front matter": "---\ntitle: Turn 10 of my chat sent 517 tokens\ndate: 2026-12-05\nsetup: sim-1 (a simulator), max_tokens 2000, 5 December 2026, one run\nentry: journal/2026-12-05-x.md\n---\n\n" +
			"Turn 1 had sent 13. The model was no model, sim-1 is a simulator. Somebody with a key should repeat it; I have none.\n\nLimits: one chat.\n",
		"table first": "# The tenth turn sent 517 tokens, the first 13\n\n| turn | in |\n|---|---|\n| 1 | 13 |\n| 10 | 517 |\n\n*Table: sim-1 (simulator, not a model), 2026-12-05, max_tokens 2000, one run.*\n\nMissing: any other chat." + entry,
		"very short":  "Turn 10 sent 517 tokens in, turn 1 sent 13. sim-1 (simulator, no model), 2026-12-05, max_tokens 2000, n = 1, nothing else tried." + entry,
		"non-native": "# My chat was sending 517 tokens in turn 10, and I have typed only four words\n\nI have used sim-1, it is simulator and not model, the 5 December 2026, with max_tokens 2000. One conversation only.\n\n" +
			"In turn 1 it was 13. I don't know how is it with real model, I had no possibility to try." + entry,
		"labels":           "**Claim.** Turn 10 sent 517 tokens.\n\n**Gear.** sim-1, the course's simulator, not a model. max_tokens 2000. 5 December 2026. One run.\n\n**Seen.** 13 in turn 1.\n\n**Unknown.** Everything about live models." + entry,
		"tl;dr":            "TL;DR: turn 10 sent 517 tokens and turn 1 sent 13.\n\nMeasured with sim-1 (simulator, no model) on 5 Dec, max_tokens 2000, a single run. Your numbers will differ." + entry,
		"dated line first": "*5 December 2026*\n\nTurn 10 of my chat sent 517 tokens, and turn 1 had sent 13.\n\nWhat ran: sim-1, a simulator and no model, max_tokens 2000, one run. I skipped caching." + entry,
		"headings":         "# Turn 10 of my chat sent 517 tokens\n\n## What happened\n\nOn turn 1 it had been 13.\n\n## How I ran it\n\nsim-1, a simulator and no model; 5 December 2026; max_tokens 2000; one run.\n\n## What this does not show\n\nAnything about a live model." + entry,
		"errors": "# The tenth turn of my chat sent 517 tokens, and then the server answered 529\n\nsim-1 (simulator, no model), max_tokens 2000, temperature 0.3, port 8085, 5 December 2026, 14:20, one run.\n\n" +
			"The client got a 429 in main.go:88, exit status 7, and one HTTP 503 from 127.0.0.1:4444. It was 31 °C in the room. On turn 1 it had been 13. Two crashed runs are n/a." + entry,
		"long page":             "# Turn 10 of my chat sent 517 tokens\n\n" + words(140) + "\n\nIt ran on 5 December 2026 against sim-1, a simulator and no model, with max_tokens 2000, once.\n\n" + words(140) + "\n\n" + words(140) + "\n\nI could not test a live model." + entry,
		"set-up at the end":     "# Turn 10 of my chat sent 517 tokens\n\n" + words(140) + "\n\n" + words(50) + "\n\nFor the record: 5 December 2026, sim-1, a simulator and no model, max_tokens 2000, one run, and no second one." + entry,
		"header with settings":  "# Turn 10 of my chat sent 517 tokens\n\n- Journal entry: journal/2026-12-05-x.md\n- Model: sim-1 (simulator, no model), max_tokens 2000\n- Run on: 5 December 2026, once\n\nOn turn 1 it had been 13. Nobody has tried a live model.\n",
		"text above the header": "Turn 10 of my chat sent 517 tokens for four words.\n\n- Date: 2026-12-05\n- Journal entry: journal/2026-12-05-x.md\n\nsim-1, a simulator and no model; max_tokens 2000; on 5 December; one run. Open: longer chats.\n",
	} {
		found, asked, report := check(t, text, nil)
		if found != nil || len(asked) > 4 {
			t.Errorf("%s: found %v, asked %v", name, found, asked)
			for _, f := range report.Findings {
				t.Logf("%s %s: %s", f.Where(), f.Rule, f.What)
			}
			for _, q := range report.Questions {
				t.Logf("line %d, %s: %s", q.Line, q.Rule, q.Ask)
			}
		}
	}
}

// words is a paragraph of so many words.
func words(n int) string {
	text := ""
	for i := range n {
		text += []string{"and ", "the ", "list ", "went ", "on. ", "Then "}[i%6]
	}
	return text
}

// What an opening has to tell is told in many forms.
func TestSoundOpenings(t *testing.T) {
	for opening, model := range map[string]string{
		"claude-opus-5-5, stock settings, Saturday 5 December 2026, one run.":                                              "claude-opus-5-5",
		"I ran it on my laptop (`mistral-nemo:12b`, temp 0.8) on the 5th of December, ten times.":                          "mistral-nemo:12b",
		"`moondream:1.8b`, greedy, 2026/12/05, a dozen tries.":                                                             "moondream:1.8b",
		"gpt-4o-mini-2024-07-18, T=0, Dec 5, once.":                                                                        "gpt-4o-mini-2024-07-18",
		"SmolLM2-1.7B-Instruct, the reply limit at its default, 5 Dec 2026, four runs.":                                    "SmolLM2-1.7B-Instruct",
		"llama3.2:3b; a two-line system prompt; December 5th; 10 runs.":                                                    "llama3.2:3b",
		"Model tinyllama-chat, everything at default, 5 December, once.":                                                   "tinyllama-chat",
		"| model | effort | day | runs |\n|---|---|---|---|\n| claude-sonnet-4-5-20250929 | low | 2026-12-05 | 10 of 10 |": "claude-sonnet-4-5-20250929",
		"- model: deepseek-r1:8b\n- reasoning: off\n- day: 5 December 2026\n- runs: four":                                  "deepseek-r1:8b",
	} {
		entry := strings.ReplaceAll(surroundings["journal/2026-12-05-x.md"], "Model: sim-1\n- Provider: sim-1", "Model: "+model+"\n- Provider: live")
		if found, asked, _ := check(t, instead(1, opening), map[string]string{"journal/2026-12-05-x.md": entry}); found != nil || asked != nil {
			t.Errorf("%q: found %v, asked %v", opening, found, asked)
		}
	}
}

// So is what failed or was left; what only sounds like it is not enough.
func TestCaveats(t *testing.T) {
	for _, caveat := range []string{
		"Caveat: my own texts.", "I only ran this on one laptop.", "Didn't try bigger models.", "Not yet tried: caching.",
		"Two crashed and are left out.", "Whether it holds for other models, I can't say.", "Still to do: Windows, long names.",
		"Still missing: a control group.", "Your mileage may vary.", "One chat, one model, one afternoon.", "It may be luck.",
		"More runs are needed.", "With other texts it could come out differently.", "I have no test with real model.",
		"I did it only with english texts.", "Other sizes: unknown.", "Limits — one run.", "Open ends: caching.", "n = 1.",
	} {
		if found, asked, _ := check(t, instead(3, caveat), nil); found != nil || asked != nil {
			t.Errorf("%q: found %v, asked %v", caveat, found, asked)
		}
	}
	for _, caveat := range []string{"Two runs crashed.", "n/a for run 4; it crashed.", "What broke: my parser, twice.", "I did not sleep much.", "I did not change anything else."} {
		if found, asked, _ := check(t, instead(3, caveat), nil); found != nil || !slices.Equal(asked, []string{"not-verified:0"}) {
			t.Errorf("%q: found %v, asked %v", caveat, found, asked)
		}
	}
	for _, caveat := range []string{"So count what is sent.", "My program now prints the sum.", "Next week: streaming.", "It is the same for all turns.",
		"The agent skipped the tool.", "The budget was too small for it.", "Only the first turn is short."} {
		if found, _, _ := check(t, instead(3, caveat), nil); !slices.Equal(found, []string{"not-verified:0"}) {
			t.Errorf("%q: found %v", caveat, found)
		}
	}
}

// A simulator is called one; to have simulated something else with it is no such word.
func TestSimulatedSomethingElse(t *testing.T) {
	found, _, _ := check(t, strings.ReplaceAll(instead(1, "I simulated ten customers with sim-1, on 5 December 2026; max_tokens 2000; one run of ten turns."), caveat, "Not tested: a second run."), nil)
	if !slices.Contains(found, "simulated:3") {
		t.Errorf("found %v", found)
	}
}
