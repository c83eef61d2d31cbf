package sim

import (
	"cmp"
	"slices"
	"strings"
)

// decide makes the reply, before limits.
func decide(v *view) outcome {
	if o, done := v.useTools(); done {
		return o
	}
	switch {
	case v.p.Schema != nil:
		return outcome{text: v.structured(), level: some}
	case v.p.JSON:
		return outcome{text: v.looseJSON(), level: some}
	case v.wantsJSON():
		return outcome{text: v.spokenJSON(), level: some}
	}
	a := v.answerTo(v.task)
	if len(v.said) > 1 && len(v.texts("assistant")) == 0 && len(v.steps) == 0 {
		a = answer{text: v.bundle()}
	}
	if a.raw {
		return outcome{text: a.text, level: a.level}
	}
	return outcome{text: v.shaped(a.text, a.more), level: a.level}
}

// answer is a reply in words.
type answer struct {
	text  string
	more  []string // sentences that would go on
	raw   bool     // not to be brought into the manner that was asked for
	level level
}

var (
	reSayExactly = lazy(`(?i)^(?:please )?(?:say|reply|answer|respond)(?: with)?(?: only| just| exactly)*(?: the words?)? ["']?([\pL\d-]{1,20})["']?(?: and nothing else)?[.!]?$`)
	reWho        = lazy(`\b(?:who|what) (?:are|r) you\b|\bwhat model\b|\bwhich model\b|\bare you (?:an? |the )?(?:ai|bot|robot|human|person|machine|language model|llm|model|simulator|real|sim-1|claude|chatgpt|gpt[\w.-]*|gemini|copilot|siri|alexa|llama|mistral|bard|grok|anthropic|openai)\b|\bare you made by\b|\bwho am i (?:talking|speaking|chatting|writing) (?:to|with)\b|\bwhat(?:'s| is) your name\b|\byour name\?|\bwhat can you do\b`)
	reGreeting   = lazy(`^(?:hi|hello|hey|good (?:morning|afternoon|evening)|greetings)\b[^?]{0,25}$`)
	reThanks     = lazy(`^(?:thanks|thank you|cheers|great|perfect|nice|ok|okay)\b.{0,30}$`)
	reBye        = lazy(`^(?:bye|goodbye|see you|good night)\b.{0,20}$`)
	reHow        = lazy(`\bhow are you\b`)
	reCapital    = lazy(`\bcapital(?: city)? of ([\pL ]+)`)
	reYesNo      = lazy(`^(?:is|are|was|were|do|does|did|can|could|will|would|should|has|have) [^?]*\?$`)
	reAskedTo    = lazy(`^(?:can|could|will|would) you\b`)
	reTranslate  = lazy(`\btranslate\b|\btranslation\b`)
	rePoem       = lazy(`\b(?:haiku|poem|verse|limerick)\b`)
	reStory      = lazy(`\b(?:story|tale)\b`)
)

// answerTo answers one text in words. The first rule that fits is taken.
func (v *view) answerTo(whole string) answer {
	text := clip(whole)
	low := plain(text)
	if s := v.leak(text); s != "" {
		return answer{text: s, raw: strings.HasSuffix(s, `"`)}
	}
	if s := v.toldBySystem(low); s != "" {
		return answer{text: s}
	}
	if s := v.scripted(text); s != "" {
		return answer{text: s}
	}
	if topic := v.forbiddenIn(text); topic != "" {
		return answer{text: v.decline(topic)}
	}
	if w := group(reSayExactly, strings.TrimSpace(text)); w != "" {
		return answer{text: w, raw: true}
	}
	if s := v.temptedByText(text); s != "" {
		return answer{text: s, raw: true}
	}
	sums, unread := readSums(text)
	if unread && v.riddleAnswer(text) == "" {
		return answer{text: noSum}
	}
	for _, rule := range []func(string) string{v.identity, v.talkedAbout, v.lookBack, v.askedBefore, v.decideBetween, v.choose, v.nameSome, v.recallYesNo, v.recall, v.acknowledge, v.saidBefore} {
		if s := rule(text); s != "" {
			return answer{text: s}
		}
	}
	if s := v.riddleAnswer(text); s != "" {
		return answer{text: s, level: hard}
	}
	if len(sums) > 0 {
		return answer{text: v.headSums(sums), level: some}
	}
	return v.ordinary(whole, text, low)
}

// ordinary answers what is neither about the conversation nor a task with one
// right answer.
func (v *view) ordinary(whole, text, low string) answer {
	if s := smallTalk(v, low); s != "" {
		return answer{text: s}
	}
	words := 0
	if v.want.words == 0 {
		words = numberWord(group(reOfWords, text))
	}
	switch {
	case reStory.MatchString(low):
		return answer{text: v.story(text, cmp.Or(words, 120)), raw: words > 0}
	case rePoem.MatchString(low):
		return answer{text: v.haiku(text)}
	case words > 0:
		return answer{text: v.essay(text, words), raw: true}
	}
	if reSummary.MatchString(low) {
		if s := summary(whole, v.want.sentences); s != "" {
			return answer{text: s, more: briefSentences(dataIn(whole)), level: some}
		}
		return answer{text: "I see no text to summarise in the messages I was sent."}
	}
	if s := cmp.Or(oneAnswer(low), v.nextCapital(low)); s != "" {
		return answer{text: s}
	}
	if s := v.writtenBefore(text); s != "" {
		return answer{text: s}
	}
	if reTranslate.MatchString(low) {
		return answer{text: "I cannot translate: I am a simulator that works by rules, and I write English only."}
	}
	if len(filesIn(text)) > 0 {
		return answer{text: "I cannot open files: this request offers no tool for that. Put the text into the message, or offer me a tool that reads it."}
	}
	if reLong.MatchString(low) {
		return answer{text: v.essay(text, 220)}
	}
	if _, found := known(text); !found {
		_, found = v.spokenOf(text)
		if s := v.pointsNowhere(text); s != "" && !found {
			return answer{text: s}
		}
	}
	if reYesNo.MatchString(low) && !reAskedTo.MatchString(low) {
		return answer{text: v.yesNo(text), level: some}
	}
	s, more := v.about(text)
	return answer{text: s, more: more}
}

func (v *view) identity(text string) string {
	if !reWho.MatchString(plain(text)) {
		return ""
	}
	return "I am sim-1, the simulator of this course. I am no language model: I work by rules, and I show how models behave. " +
		oneOf(v.draws, "identity", []string{"What would you like to see?", "Ask me for a sum, or about tokens.", "What I do at which rate is published with the course."})
}

func smallTalk(v *view, low string) string {
	switch {
	case reGreeting.MatchString(low):
		return oneOf(v.draws, "hello", []string{"Hello! What can I do for you?", "Hi there! What would you like to talk about?", "Hello! Ask me something."})
	case reHow.MatchString(low):
		return oneOf(v.draws, "how", []string{"All my rules are in order, thank you. And you?", "I am well, as simulators go. And you?"})
	case reThanks.MatchString(low):
		return oneOf(v.draws, "thanks", []string{"You are welcome!", "Glad to help.", "My pleasure. What comes next?"})
	case reBye.MatchString(low):
		return "Goodbye! I will have forgotten this by your next call."
	}
	return ""
}

// oneAnswer answers questions of the fund that have one right answer; empty if
// the text asks none.
func oneAnswer(low string) string {
	for _, q := range questions {
		if hasAll(low, q.words...) && len(keywords(low)) <= len(q.words)+1 {
			return q.answer
		}
	}
	return capitalIn(low)
}

var reAndOf = lazy(`^(?:and |what about |how about |and what about )+(?:(?:that |the one |the capital )?of )?([\pL ]+?)\??$`)

// nextCapital answers "and of Portugal?" after a question for a capital; empty
// if the text is none such.
func (v *view) nextCapital(low string) string {
	before := v.texts("user")
	if country := group(reAndOf, low); country != "" && len(before) > 0 && reCapital.MatchString(plain(clip(before[len(before)-1]))) {
		return capitalIn("capital of " + country)
	}
	return ""
}

func capitalIn(low string) string {
	country := group(reCapital, low)
	if country == "" {
		return ""
	}
	for words := strings.Fields(country); len(words) > 0; words = words[:len(words)-1] {
		name := strings.Join(words, " ")
		if city := capitals[name]; city != "" {
			words := strings.Fields(name)
			for i, w := range words {
				if w != "the" {
					words[i] = capital(w)
				}
			}
			name = strings.NewReplacer("Uk", "UK", "Usa", "USA").Replace(strings.Join(words, " "))
			return "The capital of " + name + " is " + city + "."
		}
	}
	return ""
}

// essay goes on about a topic for about so many words.
func (v *view) essay(text string, words int) string {
	s, more := v.about(text)
	sentences := append(sentencesOf(s), more...)
	subject := topicOf(text)
	rng := v.source("essay", v.repeat)
	have := wordCount(strings.Join(sentences, " "))
	for i, order := 0, []int(nil); have < words-6; i++ {
		if i%len(musings) == 0 {
			order = rng.Perm(len(musings))
		}
		next := strings.ReplaceAll(musings[order[i%len(musings)]], "TOPIC", subject)
		sentences = append(sentences, capital(next))
		have += wordCount(next)
	}
	for len(sentences) > 1 && have > words+12 {
		have -= wordCount(sentences[len(sentences)-1])
		sentences = sentences[:len(sentences)-1]
	}
	return strings.Join(sentences, " ")
}

var musings = []string{
	"there is a second side to TOPIC that is easy to miss.",
	"people who work with TOPIC tend to begin with the small cases.",
	"what looks like a detail turns out to carry the rest.",
	"a picture helps: draw TOPIC, and then draw what changes.",
	"it is worth asking what would happen without TOPIC.",
	"the usual mistake is to take the name for the thing.",
	"from here one can go into the history, or into the practice.",
	"an example says more than a definition, so let us look at one.",
	"in everyday life TOPIC shows up in places where nobody expects it.",
	"none of this is hard by itself; together it takes some time.",
}

// briefSentences are a text's sentences, each cut to what a reply may quote.
func briefSentences(text string) []string {
	s := firstN(sentencesOf(text), 20)
	for i := range s {
		s[i] = shorten(s[i], 300)
	}
	return s
}

func sortedKeys[T any](m map[string]T) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
