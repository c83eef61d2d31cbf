package sim

import (
	"strings"
	"testing"
)

// Riddles are worked out from their numbers, and only where they are asked.
func TestRiddles(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ ask, right, tempting string }{
		{"A bat and a ball cost $1.10 together. The bat costs $1.00 more than the ball. How much is the ball?", "$0.05", "$0.10"},
		{"A pen and a book cost 12 euros together. The book costs 10 more than the pen. What does the pen cost?", "1.00", "2.00"},
		{"A bat and a ball cost $1.10 in total. The bat costs a dollar more than the ball. How much does the ball cost?", "$0.05", "$0.10"},
		{"Lily pads double every day and cover the lake on day 30. When was half of it covered?", "day 29", "day 15"},
		{"If 5 machines make 5 widgets in 5 minutes, how many minutes do 100 machines need for 100 widgets?", "takes 5 minutes", "takes 100 minutes"},
		{"If it takes 5 machines 5 minutes to make 5 widgets, how long would it take 100 machines to make 100 widgets?", "takes 5 minutes", "takes 100 minutes"},
		{"3 machines make 6 widgets in 4 minutes. How long do 6 machines need for 24 widgets?", "takes 8 minutes", "takes 24 minutes"},
		{"You run a race and overtake the person in third place. What place are you in?", "third", "second"},
		{"A snail climbs 3 metres by day and slips 2 metres at night. The well is 10 metres deep. On which day is it out?", "day 8", "day 10"},
		{"A snail is in a 20 m deep well. It climbs 5 m each day and slides back 4 m each night. When does it get out?", "day 16", "day 20"},
		{"A farmer has 17 sheep. All but 9 die. How many are left?", "9 are left", "8 are left"},
		{"Some months have 31 days. How many have 28?", "All 12", "Only one"},
		{"A farmer must take a wolf, a goat and a cabbage over a river. How?", "7 crossings", "5 crossings"},
		{"What is heavier, a kilo of feathers or a kilo of iron?", "weigh the same", "The iron is heavier"},
		{"What weighs more: 2 kilos of feathers or 1 kilo of iron?", "The feathers", "weigh the same"},
		{"A train leaves at 3:40 and takes 2h 35m. When does it arrive?", "6:15", "5:15"},
		{"A train leaves at 11:40 am and takes 2 hours and 35 minutes. When does it arrive?", "2:15 pm", "1:15 pm"},
		{"How many r's are in strawberry?", "There are 3", "There are 2"},
		{"How many times does the letter e appear in the word freedom?", "There are 2", "There are 1"},
		{"Which is larger, 9.11 or 9.9?", "9.9 is larger", "9.11 is larger"},
		{"Is 9.11 bigger than 9.9?", "No, 9.11", "Yes, 9.11"},
		{"Three doors: behind one is a car, behind two are goats. The host opens one with a goat. Should I switch?", "Switch", "no difference"},
		{"In the dark I have 10 black and 10 white socks. How many must I take for a matching pair?", "take 3", "take 2"},
		{"Sally has 3 brothers. Each brother has 2 sisters. How many sisters does Sally have?", "She has 1", "She has 6"},
		{"Alice has 4 brothers and she also has 1 sister. How many sisters does Alice's brother have?", "2 sisters", "has 1"},
	} {
		right, tempting, ok := solve(c.ask)
		if !ok || !strings.Contains(right, c.right) || !strings.Contains(tempting, c.tempting) {
			t.Errorf("%q: right %q, tempting %q, %v", c.ask, right, tempting, ok)
		}
	}
	for _, ask := range []string{
		"How do I pass the second stage in a race condition?", "How does a river with a goat look?", "How does a snail live in a well?", "Tell me about months.",
		"How many machines do I need?", "What is the second place in a race?", "Which train leaves for Rome?", "What is a doors and goats problem?", "How do lilies double?",
		"How heavy are feathers?", "What is a matching pair of socks?", "Is version 9.11 out?",
	} {
		if right, _, ok := solve(ask); ok {
			t.Errorf("%q is no riddle of the fund: %q", ask, right)
		}
	}
}

// What thinking costs can be seen at low effort, and leaves room for an answer
// at the highest.
func TestThinkingRanges(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"Explain tokens to a 10-year-old.", "Tell me about the moon."} {
		sum, previous := 0, 0
		for _, effort := range []string{"low", "", "high"} {
			for seed := range uint64(25) {
				p := prompt(text)
				p.Effort = effort
				_, thinking := cost(respond(seed, p))
				if effort == "low" && (thinking < 15 || thinking > 71) {
					t.Errorf("%q, seed %d: %d tokens of thinking", text, seed, thinking)
				}
				sum += thinking
			}
			if sum < previous*3/2 {
				t.Errorf("%q at effort %q: %d tokens of thinking in 25 runs, %d one step below", text, effort, sum, previous)
			}
			sum, previous = 0, sum
		}
	}
	empty := share(seeds, func(seed uint64) bool {
		p := prompt("A bat and a ball cost $1.10 together. The bat costs $1.00 more than the ball. How much is the ball?")
		p.Effort, p.MaxTokens = "max", 2000
		return textOf(respond(seed, p)) == ""
	})
	if empty > 0.15 {
		t.Errorf("at effort max and max_tokens 2000, %.2f of the replies are empty", empty)
	}
}
