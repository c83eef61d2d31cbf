package sim

import (
	"strings"
)

// haiku has three lines, and a topic in the first.
func (v *view) haiku(text string) string {
	subject := reArticle.ReplaceAllString(topicOf(text), "")
	return capital(steadyOf(v.draws, "haiku 1", []string{"quiet " + subject, subject + " at dusk", "morning, and " + subject})) + ",\n" +
		oneOf(v.draws, "haiku 2", []string{"one small rule follows the next,", "a long wait, then a small sound,", "nobody asked, yet it came,"}) + "\n" +
		oneOf(v.draws, "haiku 3", []string{"and the light stays on.", "then the page is full.", "and the wind goes on."})
}

// story is as long as was asked for: about so many words.
func (v *view) story(text string, words int) string {
	subject := topicOf(text)
	hero := "stranger"
	if m := lazy(`(?i)\babout (?:an? |the )?([\pL-]+)`).FindStringSubmatch(text); m != nil {
		hero = strings.ToLower(m[1])
	}
	rng := v.source("story", v.repeat)
	var b strings.Builder
	b.WriteString(steadyOf(v.draws, "once", []string{"Once there was a ", "Long ago there lived a "}) + hero + " that people still talk about. This is the story of " + lowerStart(subject) + ".")
	ending := " In the end the " + hero + " sat down, looked back at the long way, and was content."
	have := wordCount(b.String()) + wordCount(ending)
	var order []int
	for sentences := 1; have < words-6; sentences++ {
		if len(order) == 0 {
			order = rng.Perm(len(scenes))
		}
		s := strings.NewReplacer("HERO", "the "+hero, "TIME", times[rng.IntN(len(times))], "THING", things[rng.IntN(len(things))]).Replace(scenes[order[0]])
		order = order[1:]
		separator := " "
		if sentences%7 == 0 {
			separator = "\n\n"
		}
		b.WriteString(separator + capital(s))
		have += wordCount(s)
	}
	return b.String() + ending
}

var scenes = []string{
	"TIME HERO found THING and wondered what it was for.",
	"Nothing worked, and HERO began again from the beginning.",
	"TIME a neighbour came by, looked at THING, and laughed.",
	"HERO wrote down what had gone wrong, because that was the rule.",
	"Then THING fell to the floor, and it was very quiet.",
	"HERO asked the oldest person in the village about THING.",
	"TIME the answer seemed close, and then it was gone again.",
	"Step by step HERO learned to wait.",
	"There was a smell of smoke, and HERO ran to save THING.",
	"TIME everybody came to see what HERO had made of THING.",
	"It was not good yet, but it was better than the day before.",
	"HERO had never been so tired, nor so happy.",
}

var times = []string{"one morning", "late that evening", "on the third day", "when the rain stopped", "soon after", "before anybody was awake"}

var things = []string{"an old spoon", "a sack of flour", "a broken lamp", "a small red book", "the last egg", "a kettle without a lid", "a handful of seeds"}
