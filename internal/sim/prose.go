package sim

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

var (
	reTopic   = lazy(`(?i)\b(?:tell me (?:something |more |a bit )?about|(?:know|learn|hear|read)(?: something| more)? about|facts (?:about|on)|(?:interested in|curious about)|explain(?: to me)?|describe|what(?:'s| is| are| was| were)|who (?:is|was|are)|talk about|say something about|write (?:something |a text |an essay |a paragraph |a long explanation )?(?:about|of|on)|explanation of|information (?:on|about)|how (?:do|does|did)|why (?:do|does|is|are)|(?:poem|haiku|story|essay|song|paragraph) (?:about|on|of))\s+(.+?)(?: (?:to|for|like) (?:a|an|me|my|the)\b.*| in (?:a|an|one|two|three|four|five|at most|exactly|detail|simple|plain|\d+)\b.*| work(?:s)?\b.*|\s*[.?!;,\n]|$)`)
	reArticle = lazy(`(?i)^(?:the|a|an|some|how|what|why) `)
	reOfWords = lazy(`(?i)\b(\d{2,4})[- ]words?\b`)
	reLong    = lazy(`(?i)\b(?:long|detailed|in detail|essay|at length|thorough|lengthy|in depth)\b`)
	reChild   = lazy(`(?i)\b(?:\d+-year-old|year old|child|kid)\b`)
	reSummary = lazy(`(?i)\b(?:summari[sz]e|summary of|sum up|tl;?dr|shorten)\b`)
)

// topicOf is what a text is about, in its own words, and few of them.
func topicOf(text string) string {
	if t := subjectOf(text); t != "" {
		return fewWords(t, 8)
	}
	var words []string
	for _, k := range firstN(keywords(clip(text)), 3) {
		for _, w := range strings.FieldsFunc(clip(text), unicode.IsSpace) { // as it was written
			if w = strings.Trim(w, ".,;:!?\"'()"); strings.EqualFold(w, k) {
				k = w
				break
			}
		}
		words = append(words, k)
	}
	return fewWords(strings.Join(words, " "), 3)
}

// subjectOf is what a text asks about; empty if it does not say. In a longer
// text the first and the last sentence may ask.
func subjectOf(text string) string {
	text = curly.Replace(clip(text))
	if wordCount(text) > 40 {
		s := sentencesOf(text)
		text = s[0] + "\n" + s[len(s)-1]
	}
	return strings.Trim(group(reTopic, text), `"' `)
}

// reGo tells the language from the verb.
var reGo = lazy(`^Go$|\b(?:about|in|of|with|learn|use|using|explain|is|does|why|language) Go\b|\bGo (?:program|language|code|package)`)

var reOfSomebody = lazy(`(?i)\b(?:my|our|his|her|their|error|wrong|bug|fix|broken|mean|means)\b|["\x60]`)

// known finds the topic of the fund that a question is about: its subject has
// to be the topic, and not only hold its word.
func known(text string) (topic, bool) {
	subject := subjectOf(text)
	if subject == "" && wordCount(text) <= 4 {
		subject = text
	}
	if subject == "" || reOfSomebody.MatchString(subject) {
		return topic{}, false
	}
	if reGo.MatchString(subject) || reGo.MatchString(text) && wordCount(text) <= 12 {
		subject = "golang"
	}
	for i, w := range firstN(keywords(subject), 2) {
		if i == 1 && len(keywords(subject)) > 2 {
			break
		}
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
	t, found := known(text)
	if !found {
		if t, found = v.spokenOf(text); !found {
			return v.unknown(text)
		}
	}
	order := v.inOrder(t, text)
	n := v.between("length", 3, 4)
	var sentences []string
	if lead := v.lead(text); lead != "" {
		sentences = append(sentences, lead)
	}
	for i, at := range order {
		if s := v.worded(t.sentences[at]); i < n {
			sentences = append(sentences, s)
		} else {
			more = append(more, s)
		}
	}
	return strings.Join(sentences, " "), more
}

// inOrder sorts a topic's sentences: one that holds words of the question
// comes first, else the one that says what the topic is.
func (v *view) inOrder(t topic, text string) []int {
	asked := keywords(text)
	first, best := 0, 0
	for i, s := range t.sentences {
		score := 0
		for _, k := range keywords(plainWording(s)) {
			if !slices.Contains(strings.Fields(t.words), k) && slices.ContainsFunc(asked, func(w string) bool { return sameStem(w, k) || w+"s" == k }) {
				score++
			}
		}
		if score > best {
			first, best = i, score
		}
	}
	order := []int{first}
	for _, at := range v.source("facts", v.repeat).Perm(len(t.sentences)) {
		if at != first {
			order = append(order, at)
		}
	}
	return order
}

var reWording = lazy(`\{([^{}]*)\}`)

// worded draws one of the wordings that a sentence leaves open: {a|b}.
func (v *view) worded(s string) string {
	n := 0
	return reWording.ReplaceAllStringFunc(s, func(open string) string {
		n++
		return oneOf(v.draws, fmt.Sprintf("wording %d %s", n, s), strings.Split(strings.Trim(open, "{}"), "|"))
	})
}

func plainWording(s string) string { return strings.NewReplacer("{", "", "}", "", "|", " ").Replace(s) }

var (
	rePronoun   = lazy(`(?i)\b(?:it|its|they|them|their|that|this|more)\b`)
	rePointing  = lazy(`\b(?:it|its|they|them|their|he|she|his)\b`)
	reAsksAtAll = lazy(`^(?:and |so |but |then )?(?:where|when|why|how|what|who|which|is|are|was|were|does|do|did|can|will|tell me|explain)\b`)
)

// spokenOf is what the conversation was about before, for a text that points
// back to it.
func (v *view) spokenOf(text string) (topic, bool) {
	if !rePronoun.MatchString(clip(text)) || len(keywords(text)) > 4 {
		return topic{}, false
	}
	for i := len(v.past) - 1; i >= 0; i-- {
		for _, said := range textsOf(v.past[i]) {
			if t, found := known(firstOr(sentencesOf(said), "")); found {
				return t, true
			}
		}
	}
	return topic{}, false
}

// pointsNowhere answers a question about an "it" that nothing tells; empty if
// the text is none.
func (v *view) pointsNowhere(text string) string {
	low := plain(text)
	word := rePointing.FindString(low)
	if word == "" || len(keywords(text)) > 2 || reNobodysIt.MatchString(low) || !reAsksAtAll.MatchString(low) {
		return ""
	}
	if len(v.past) == 0 && len(v.said) < 2 {
		return `I cannot know what "` + word + `" is: no message before this one was sent to me, and I keep nothing between calls.`
	}
	return `I cannot tell what "` + word + `" is: my rules find nothing they know in the messages before.`
}

// reNobodysIt is an "it" that stands for nothing.
var reNobodysIt = lazy(`\b(?:time|day|date|year|rain|raining|snow|snowing|cold|hot|warm|late|early|true|possible|safe|ok|okay)\b`)

// lead opens an answer now and then.
func (v *view) lead(text string) string {
	if v.want.sentences > 0 || v.want.words > 0 || v.want.persona != "" {
		return ""
	}
	if reChild.MatchString(text) {
		return oneOf(v.draws, "lead", []string{"", "", "", "Let me put it simply.", "Here is one way to picture it."})
	}
	return oneOf(v.draws, "lead", []string{"", "", "", "", "Gladly."})
}

// unknown is the honest answer to what is not in the fund.
func (v *view) unknown(text string) (reply string, more []string) {
	subject := subjectOf(text)
	if subject == "" || wordCount(subject) > 8 || reOfSomebody.MatchString(subject) {
		subject = ""
	}
	subject = fewWords(subject, 8)
	var s []string
	if subject != "" {
		s = append(s, oneOf(v.draws, "honest", []string{
			"I am sim-1, a simulator: I work by rules, and I have no facts about " + subject + ".",
			"I am sim-1, a simulator that works by rules, and about " + subject + " I have no facts.",
		}))
	} else {
		s = append(s, oneOf(v.draws, "honest", []string{
			"I am sim-1, a simulator: I work by rules, and they find nothing in your message that they can answer.",
			"I am sim-1, a simulator that works by rules, and none of them fits your message.",
		}))
		if topic := topicOf(text); topic != "" {
			s[0] = strings.TrimSuffix(s[0], ".") + " (" + topic + ")."
		}
	}
	switch {
	case len(v.p.Tools) > 0:
		return s[0] + " None of the tools that I was offered fits it either, as far as my rules can tell.", nil
	case subject != "":
		s = append(s, oneOf(v.draws, "honest 2", []string{
			"What I show is how a model behaves, not what it knows.",
			"A language model would now write something about " + subject + ", right or wrong, in the same tone.",
			"I am here to show mechanisms: tokens, memory, tools and their limits.",
		}))
	}
	s = append(s, oneOf(v.draws, "honest 3", []string{
		"Ask me about tokens, the moon or agents, or give me a sum.",
		"Try a sum, a capital city, or a question about tokens.",
		"With a key, or a model on your own machine, you would get another answer.",
	}))
	return strings.Join(s, " "), nil
}

// reOfYou begins a question about the simulator itself.
var reOfYou = lazy(`^(?:do|did|are|were|have|had|can|could|would|will) you\b`)

// yesNo answers a question that wants yes or no: not at all, since a coin would
// look like knowledge.
func (v *view) yesNo(text string) string {
	t, found := known(text)
	if !found {
		t, found = v.spokenOf(text)
	}
	if found && !reOfYou.MatchString(plain(text)) {
		return "I cannot tell yes from no by my rules. What I can say about it: " + v.worded(t.sentences[v.inOrder(t, text)[0]])
	}
	return oneOf(v.draws, "cannot tell", []string{
		"I cannot tell whether yes or no is right: none of my rules answers that.",
		"I cannot tell. I am a simulator that works by rules, and none of them answers that.",
		"Neither yes nor no: I cannot tell by my rules, and I will not guess.",
	})
}

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
		s = append(s, capital(shorten(line, 300)))
	}
	return strings.Join(s, " ")
}
