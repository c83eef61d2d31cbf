package journal

import "testing"

func TestHasNumber(t *testing.T) {
	for _, text := range []string{
		"12 tokens in", "about two calls", "none of them", "Twice as many.", "half", "no more than $1.20", "1.2 times as much", "10x", "in=13",
		"1. 13\n2. 1200", "1. Two", "٣ calls", "3 回", "三回くらい", "十个", "２つ", "turn 1: 13, turn 10: 500", "turn ten: five hundred", "| turn | in |\n|---|---|\n| 1 | 13 |",
		"it calls the tool once.", "just one call", "5-10", "½ of it", "`13`", "\"42\"", "14:20 I expect 3 calls", "ein Drittel, also acht", "less than 5 s",
		"calls: 3", "80%", "ten-fold, tenfold", "zéro, ou deux", "exercise 1.2: 7 calls", "An error at turn 2.", "call 3 alone knows the name",
		"x2 each turn", "etwa einhundert", "zwanzigtausend", "fünfundzwanzig", "1 call", "12 - 15 tokens", "1. p 3", "12 tokens: no",
	} {
		if !hasNumber(text, []string{"1.2", "1.3"}) {
			t.Errorf("%q has a number", text)
		}
	}
	for _, text := range []string{
		"", "more each turn", "For 1.2 it grows.", "1. it grows\n2. it does not", "(1) it grows", "**1.** it grows", "On 2026-12-01 it grows", "1 December 2026: it grows",
		"2026-12-01T23:30:00-08:00 grows", "14:20 it grows", "sim-1 knows it", "claude-opus-5-5 forgets", "go1.26 is fast", "no one knows", "the last one fails",
		"once it has the name it knows it", "the third call knows", "in part 2 and question 3 it grows", "exercise 1.2 and 1.3 are alike", "prompt 5 wins",
		"`Explain tokens to a 10-year-old.` gets a short answer", "\"send the 3 words\" grows", "| turn | in |\n|---|---|\n| 1 | |\n| 10 | |", "see https://example.com/12",
		"one of them", "ex1.2: it grows", "null for the date",
		"1 - some tokens", "1/ some tokens", "#1 some tokens", "No. 1: some tokens", "Nr. 1 some tokens", "Prediction 1: some tokens", "step 2: some tokens",
		"① some tokens", "a) some tokens\nb) 2) some", "P1: some tokens", "a 10 year old gets it", "das einzige Wort", "ein einzig Wort", "**1.** some",
	} {
		if hasNumber(text, []string{"1.2", "1.3"}) {
			t.Errorf("%q has no number", text)
		}
	}
}
