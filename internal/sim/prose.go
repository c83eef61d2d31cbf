package sim

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

var (
	reTopic   = regexp.MustCompile(`(?i)\b(?:tell me (?:something |more |a bit )?about|explain(?: to me)?|describe|what(?:'s| is| are| was| were)|who (?:is|was|are)|talk about|say something about|write (?:something |a text |an essay |a paragraph |a long explanation )?(?:about|of|on)|explanation of|information (?:on|about)|how (?:do|does|did)|why (?:do|does|is|are)|(?:poem|haiku|story|essay|song|paragraph) (?:about|on|of))\s+(.+?)(?: (?:to|for|like) (?:a|an|me|my|the)\b.*| in (?:a|an|one|two|three|four|five|at most|exactly|detail|simple|plain|\d+)\b.*| work(?:s)?\b.*|\s*[.?!;,\n]|$)`)
	reArticle = regexp.MustCompile(`(?i)^(?:the|a|an|some|how|what|why) `)
	reOfWords = regexp.MustCompile(`(?i)\b(\d{2,4})[- ]words?\b`)
	reLong    = regexp.MustCompile(`(?i)\b(?:long|detailed|in detail|essay|at length|thorough|lengthy|in depth)\b`)
	reChild   = regexp.MustCompile(`(?i)\b(?:\d+-year-old|year old|child|kid)\b`)
	reSummary = regexp.MustCompile(`(?i)\b(?:summari[sz]e|summary of|sum up|tl;?dr|shorten)\b`)
)

// topicOf is what a text is about, in its own words.
func topicOf(text string) string {
	if t := strings.Trim(group(reTopic, curly.Replace(text)), `"' `); t != "" {
		return t
	}
	var words []string
	for _, k := range firstN(keywords(text), 3) {
		for _, w := range strings.FieldsFunc(text, unicode.IsSpace) { // as it was written
			if w = strings.Trim(w, ".,;:!?\"'()"); strings.EqualFold(w, k) {
				k = w
				break
			}
		}
		words = append(words, k)
	}
	return strings.Join(words, " ")
}

// reGo tells the language from the verb.
var reGo = regexp.MustCompile(`^Go$|\b(?:about|in|of|with|learn|use|using|explain|is|does|why|language) Go\b|\bGo (?:program|language|code|package)`)

// known finds the topic of the fund that the words name, if any.
func known(text string) (topic, bool) {
	if reGo.MatchString(text) {
		text = "golang"
	}
	for _, w := range keywords(text) {
		for _, t := range topics {
			if slices.Contains(strings.Fields(t.words), w) {
				return t, true
			}
		}
	}
	return topic{}, false
}

// about says a few sentences about what the text asks for; more holds others.
func (v *view) about(text string) (reply string, more []string) {
	subject := topicOf(text)
	t, found := known(subject)
	if !found {
		if t, found = known(text); !found || reTopic.MatchString(text) && len(keywords(subject)) > 0 {
			if t, found = v.spokenOf(text); !found {
				return v.unknown(subject)
			}
		}
	}
	order := v.source("facts", v.repeat).Perm(len(t.sentences) - 1)
	n := v.between("length", 2, 3)
	sentences := []string{t.sentences[0]}
	if lead := v.lead(text); lead != "" {
		sentences = []string{lead, t.sentences[0]}
	}
	for i, at := range order {
		if i < n {
			sentences = append(sentences, t.sentences[at+1])
		} else {
			more = append(more, t.sentences[at+1])
		}
	}
	return strings.Join(sentences, " "), more
}

var rePronoun = regexp.MustCompile(`(?i)\b(?:it|its|they|them|their|that|this|more)\b`)

// spokenOf is what the conversation was about before, for a text that points
// back to it.
func (v *view) spokenOf(text string) (topic, bool) {
	before := v.texts("user")
	for i := len(before) - 1; i >= 0 && rePronoun.MatchString(text); i-- {
		if t, found := known(before[i]); found {
			return t, true
		}
	}
	return topic{}, false
}

// lead opens an answer now and then, the same at every repetition.
func (v *view) lead(text string) string {
	if v.want.sentences > 0 || v.want.words > 0 {
		return ""
	}
	if reChild.MatchString(text) {
		return steadyOf(v.draws, "lead", []string{"Let me put it simply.", "Good question!", "Here is one way to picture it."})
	}
	return steadyOf(v.draws, "lead", []string{"", "", "Gladly."})
}

// unknown is the honest answer about what is not in the fund.
func (v *view) unknown(subject string) (reply string, more []string) {
	if subject == "" {
		subject = "that"
	}
	s := []string{
		steadyOf(v.draws, "honest", []string{
			"I am sim-1, a simulator: I work by rules, and I have no facts about " + subject + ".",
			"About " + subject + " I can tell you nothing true: I am sim-1, a simulator that works by rules.",
		}),
		oneOf(v.draws, "honest 2", []string{
			"What I show is how a model behaves, not what it knows.",
			"A language model would now write something about " + subject + ", right or wrong, in the same tone.",
			"I am here to show mechanisms: tokens, memory, tools and their limits.",
		}),
		oneOf(v.draws, "honest 3", []string{
			"Ask me about tokens, the moon or agents, or give me a sum.",
			"Try a sum, a capital city, or a question about tokens.",
			"With a key, or a model on your own machine, you would get an answer about " + subject + ".",
		}),
	}
	return strings.Join(s, " "), nil
}

// yesNo answers a question that wants yes or no.
func (v *view) yesNo(text string) string {
	subject := listOf(firstN(keywords(text), 3), "that")
	return oneOf(v.draws, "yes or no", []string{"Yes, I would say so", "No, I don't think so", "Probably, yes", "That depends"}) +
		", though I am a simulator that works by rules and knows little about " + subject + "."
}

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
	if m := regexp.MustCompile(`(?i)\babout (?:an? |the )?([\pL-]+)`).FindStringSubmatch(text); m != nil {
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

// summary takes the first sentences of a text; none if the task brings no text.
func summary(text string, n int) string {
	data := dataIn(text)
	if wordCount(data) < 8 {
		return ""
	}
	if n == 0 {
		n = 2
	}
	var s []string
	for _, line := range firstN(sentencesOf(data), n) {
		if r := []rune(line); !unicode.IsPunct(r[len(r)-1]) {
			line += "."
		}
		s = append(s, capital(line))
	}
	return strings.Join(s, " ")
}
