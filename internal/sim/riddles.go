package sim

import (
	"slices"
	"strings"
)

// riddle is a question whose first answer is a trap.
type riddle struct {
	words    []string // all of them stand in the question; | parts alternatives
	right    string
	tempting string
}

var riddles = []riddle{
	{[]string{"bat", "ball", "1.10", "more than"},
		"The ball costs 5 cents: the bat then costs 1.05 dollars, and together they make 1.10.",
		"The ball costs 10 cents and the bat 1 dollar."},
	{[]string{"lily", "double", "half"},
		"One day before it covered the whole lake: it doubles every day, so the day before it was half.",
		"In half of the time that it took to cover the whole lake."},
	{[]string{"machines", "5 minutes|five minutes", "widgets", "100|hundred"},
		"It takes 5 minutes: each machine makes one widget in 5 minutes, however many machines there are.",
		"It takes 100 minutes, one for each machine."},
	{[]string{"race", "second", "overtake|pass"},
		"You are in second place: you took the place of the one you overtook.",
		"You are in first place."},
	{[]string{"snail", "well"},
		"It is out on day 8: it gains one metre a day, and the last climb of 3 metres takes it out before it can slip.",
		"It is out on day 10, since it gains one metre a day."},
	{[]string{"all but 9|all but nine", "die"},
		"9 are left: all but 9 died.",
		"8 are left."},
	{[]string{"month", "28 days"},
		"All 12 of them: every month has at least 28 days.",
		"Only one, February."},
	{[]string{"river", "goat"},
		"Take the goat over first, come back, take the wolf, bring the goat back, take the cabbage, and fetch the goat last: 7 crossings.",
		"Take the wolf over first, then the goat, then the cabbage: 5 crossings."},
	{[]string{"pound|kilo", "feathers", "steel|lead|iron|bricks"},
		"They weigh the same: the same weight is the same weight.",
		"The feathers are lighter, as everybody knows."},
	{[]string{"train", "leaves", "3:40", "2h 35m"},
		"It arrives at 6:15: two hours make it 5:40, and 35 minutes more 6:15.",
		"It arrives at 5:75, which is 6:05."},
	{[]string{"how many", "strawberry", " r's| r | rs| letter r"},
		"There are 3: one after the t and two near the end.",
		"There are 2."},
}

// riddleAnswer solves a known riddle, or falls for it, by the effort; empty if
// the text holds none.
func (v *view) riddleAnswer(text string) string {
	low := plain(text)
	for _, r := range riddles {
		if !r.isIn(low) || !strings.Contains(low, "?") && !strings.Contains(low, "how") && !strings.Contains(low, "what") {
			continue
		}
		if v.chance(v.effortRate(), "") {
			return r.right
		}
		return r.tempting
	}
	return ""
}

func (r riddle) isIn(low string) bool {
	for _, w := range r.words {
		if !slices.ContainsFunc(strings.Split(w, "|"), func(w string) bool { return strings.Contains(low, w) }) {
			return false
		}
	}
	return true
}

func (v *view) effortRate() rate {
	switch v.p.Effort {
	case "low":
		return riddleLow
	case "high":
		return riddleHigh
	case "xhigh", "max":
		return riddleMax
	}
	return riddleMedium
}
