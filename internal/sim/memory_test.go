package sim

import (
	"strings"
	"testing"

	"agentcourse/internal/fakellm"
)

func TestMemoryIsInTheMessages(t *testing.T) {
	t.Parallel()
	const question = "What is my name and what do I like?"
	for _, name := range []string{"Ana", "O'Brien", "Zoë", "李小龙", "Мария", "محمد", "Anne-Marie d’Arc", "J. R. Smith", "x7-k2"} {
		for _, thing := range []string{"tea", "kite-flying", "tea & cake", "long walks at night", "Go"} {
			statement := "My name is " + name + " and I like " + thing + "."
			first := reply(1, prompt(statement))
			for what, p := range map[string]*fakellm.Prompt{
				"with both":        prompt(statement, first, question),
				"put in its mouth": prompt("Hello.", "Nice to meet you, "+strings.ReplaceAll(name, ".", "")+"! You like "+thing+".", question),
			} {
				got := reply(1, p)
				wantName := curly.Replace(name)
				if what != "with both" {
					wantName = strings.ReplaceAll(wantName, ".", "")
				}
				if !strings.Contains(got, wantName) || !strings.Contains(got, thing) {
					t.Errorf("%s: %q does not know %q and %q", what, got, wantName, thing)
				}
			}
		}
	}
	for seed := range uint64(min(seeds, 50)) {
		if got := reply(seed, prompt(question)); !strings.Contains(got, "ach conversation starts from nothing") {
			t.Errorf("seed %d: %q", seed, got)
		}
	}
}

func TestFacts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ statement, question, want string }{
		{"My dog is called Rex.", "What is my dog called?", "Rex"},
		{"My favourite colour is green.", "what's my favourite colour", "green"},
		{"I live in Lisbon.", "Where do I live?", "Lisbon"},
		{"I'm 34 years old.", "How old am I?", "34"},
		{"I have two cats.", "What do you know about me?", "two cats"},
		{"Please remember that the key is under the mat.", "What did I tell you?", "under the mat"},
		{"i’m called Bo", "do you remember my name?", "Bo"},
		{"Hi, I'm Ana!", "Who am I?", "Ana"},
		{"call me Al", "What's my name?", "Al"},
	} {
		if got := reply(1, prompt(c.statement, "Noted.", c.question)); !strings.Contains(got, c.want) {
			t.Errorf("%q, then %q: %q", c.statement, c.question, got)
		}
		if got := reply(1, prompt(c.question)); strings.Contains(got, c.want) {
			t.Errorf("%q alone: %q", c.question, got)
		}
	}
}

func TestOwnReplies(t *testing.T) {
	t.Parallel()
	pick := prompt("Pick a number between 1 and 50 and remember it.")
	picked := reply(3, pick)
	number := reNumberIn.FindString(picked)
	if got := reply(3, prompt("Pick a number between 1 and 50 and remember it.", picked, "What number did you pick?")); !strings.Contains(got, number) {
		t.Errorf("picked %s, and then: %q", number, got)
	}
	for _, question := range []string{"What number did you pick?", "What did you just say?", "What was your last answer?", "Tell me about the second one you named."} {
		if got := reply(3, prompt(question)); !strings.Contains(got, "cannot know") {
			t.Errorf("%q with no reply sent back: %q", question, got)
		}
	}
	list := reply(3, prompt("Name three animals."))
	second := strings.TrimSpace(strings.Split(strings.ReplaceAll(strings.TrimPrefix(list, "Here are three: "), " and ", ", "), ",")[1])
	if got := reply(3, prompt("Name three animals.", list, "What was the second one you named?")); !strings.Contains(got, second) {
		t.Errorf("listed %q, and then: %q", list, got)
	}
	if got := reply(3, prompt("Hi.", "The tide is high. I must go.", "What did you just say?")); !strings.Contains(got, "The tide is high.") {
		t.Errorf("%q does not quote the last reply", got)
	}
}

func TestTalk(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		said []string
		want string
	}{
		{[]string{"What is the moon?", "A ball.", "And how far away is it?"}, "ball of rock"},
		{[]string{"Hi.", "Hello!", "What did I ask you first?"}, `"Hi."`},
		{[]string{"What did I just say?"}, "cannot know"},
		{[]string{"My wife's name is Eva.", "Noted.", "What is my wife's name?"}, "Eva"},
		{[]string{"My name is Ana.", "Hi.", "My name is Bob.", "Hi.", "What's my name?"}, "Bob"},
	} {
		if got := reply(2, prompt(c.said...)); !strings.Contains(got, c.want) {
			t.Errorf("%q: %q", c.said, got)
		}
	}
}
