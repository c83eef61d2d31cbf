package sim

import (
	"strings"
	"testing"
)

func TestSumsIn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want, result string }{
		{"What is 1234 * 5678 + 99?", "1234 * 5678 + 99", "7006751"},
		{"What is (2**20 + 1) / 3?", "(2**20 + 1) / 3", "349525.666667"},
		{"Compute 15% of 2340, then add 99.", "15 / 100 * 2340 + 99", "450"},
		{"What is 1,234 × 5,678?", "1234 * 5678", "7006652"},
		{"7 times 8", "7 * 8", "56"},
		{"what's 12 divided by 5 plus 1", "12 / 5 + 1", "3.4"},
		{"2 ^ 3 ^ 2", "2**3**2", "512"},
		{"10 - (4 - 3)", "10 - (4 - 3)", "9"},
		{"-3 + 5 = ?", "-3 + 5", "2"},
		{"Multiply 6 by 7, then subtract 2", "6 * 7 - 2", "40"},
		{"17 % 5", "17 % 5", "2"},
		{"3x4", "3 * 4", "12"},
		{"How many lines are in todo.md, and what is 365 * 24?", "365 * 24", "8760"},
		{"Ben has 3 apples and buys 4 more. How many has he?", "3 + 4", "7"},
		{"3,5 * 2", "3.5 * 2", "7"},
		{"What is 1.5 * 2,5?", "1.5 * 2.5", "3.75"},
		{"1.234,5 * 2", "1234.5 * 2", "2469"},
		{"1e6 * 3", "1000000 * 3", "3000000"},
		{"1'000 * 3", "1000 * 3", "3000"},
		{"A pizza costs 12 euros and is split between 5 people. How much does each pay?", "12 / 5", "2.4"},
		{"10 people share 5 pizzas. How much does each get?", "5 / 10", "0.5"},
		{"Tom ate 3 of 10 apples. How many are left?", "10 - 3", "7"},
		{"There are 6 boxes with 12 eggs each. How many eggs?", "6 * 12", "72"},
	} {
		found := sumsIn(c.text)
		if len(found) != 1 {
			t.Errorf("%q: %d sums", c.text, len(found))
			continue
		}
		v, err := found[0].value()
		if err != nil || found[0].String() != c.want || formatRat(v) != c.result {
			t.Errorf("%q: %s = %v, %v", c.text, found[0], v, err)
		}
		if again := sumsIn(found[0].String()); len(again) != 1 || again[0].String() != c.want {
			t.Errorf("%q does not read back", found[0].String())
		}
	}
	if found := sumsIn("What is 2+2 and what is 3×3?"); len(found) != 2 {
		t.Errorf("two sums: %v", found)
	}
	for _, text := range []string{"Team offsite 3-5 Nov, Lisbon", "on 2026-11-30", "open 24/7", "Read ../secret.txt", "call 555-0100", "chapter 3", "todo-2.md", "1 2 3"} {
		if found := sumsIn(text); len(found) != 0 {
			t.Errorf("%q holds the sum %s", text, found[0])
		}
	}
	for _, text := range []string{"9^9^9^9", "2 ** 99999999", strings.Repeat("(", 5000) + "1+1", strings.Repeat("9*", 5000) + "9", "1/0", "0 ^ -1"} {
		_ = reply(1, prompt("What is "+text+"?"))
	}
}

func TestSumsThatCannotBeRead(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"0x1F * 2", "1,2,3 * 4", "What is 3 1/2 * 2?", "2 pens cost 3.50 euros. How much do 6 pens cost?",
		"Ann is twice as old as Bob, who is 7, and Carl is 3. How many years old is Ann?", "Each box holds 12 eggs. I have 60 eggs. How many boxes do I need?",
	} {
		for seed := range uint64(5) {
			if got := reply(seed, prompt(text)); got != noSum {
				t.Errorf("%q: %q", text, got)
			}
		}
	}
}

func TestHeadSums(t *testing.T) {
	t.Parallel()
	last := func(text string) string {
		all := reNumberIn.FindAllString(text, -1)
		return all[len(all)-1]
	}
	for _, c := range []struct {
		ask, right string
		want       float64
	}{
		{"What is 7 * 8?", "56", 1},
		{"What is 47 * 58?", "2726", value(headDigits2)},
		{"What is 347 * 458?", "158926", value(headDigits3)},
		{"What is 1234 * 5678?", "7006652", value(headDigits4)},
		{"48271 * 90613", "4373980123", value(headDigits5)},
		{"48271 + 90613", "138884", value(headAddition)},
	} {
		near(t, c.ask, share(seeds, func(seed uint64) bool {
			got := last(reply(seed, prompt(c.ask)))
			if len(got) != len(c.right) || got[0] != c.right[0] || got[len(got)-1] != c.right[len(got)-1] {
				t.Fatalf("%s: %s does not look like %s", c.ask, got, c.right)
			}
			return got == c.right
		}), c.want)
	}
}
