package sim

import (
	"regexp"
	"strings"
)

// inPersona lets a role speak the sentences: pirates in their own diction,
// all others by a light touch at the front.
func inPersona(v *view, persona string, s []string) []string {
	if len(s) == 0 {
		return s
	}
	s = append([]string(nil), s...)
	if persona != "pirate" {
		s[0] = oneOf(v.draws, "persona opening", []string{
			"Speaking as " + article(persona) + ", ",
			"As " + article(persona) + ", I would put it like this: ",
			"Let " + article(persona) + " answer that: ",
		}) + lowerStart(s[0])
		return s
	}
	for i := range s {
		if i == 0 {
			s[i] = lowerStart(s[i])
		}
		s[i] = pirateWords(s[i])
	}
	s[0] = oneOf(v.draws, "persona opening", []string{"Arr, ", "Ahoy, matey: ", "Arr, me hearty, ", "Shiver me timbers, "}) + s[0]
	if v.want.sentences == 0 && v.want.words == 0 && v.pick("persona end", 2) == 0 {
		s = append(s, "Yo ho!")
	}
	return s
}

func article(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

var pirateDiction = map[string]string{
	"my": "me", "you": "ye", "your": "yer", "yours": "yers", "is": "be", "are": "be", "am": "be", "hello": "ahoy", "friend": "matey",
	"and": "an'", "of": "o'", "it": "it", "yes": "aye", "money": "doubloons", "the": "th'", "for": "fer", "to": "t'",
}

var reWord = regexp.MustCompile(`[\pL']+`)

func pirateWords(s string) string {
	return reWord.ReplaceAllStringFunc(s, func(w string) string {
		said, known := pirateDiction[strings.ToLower(w)]
		switch {
		case !known:
			return w
		case w != strings.ToLower(w):
			return capital(said)
		}
		return said
	})
}

// forbiddenIn gives the forbidden topic that a text touches; empty: none.
func (v *view) forbiddenIn(text string) string {
	words := " " + strings.Join(keywords(text), " ") + " "
	for _, topic := range v.want.forbidden {
		for _, k := range keywords(topic) {
			if strings.Contains(words, " "+k+" ") || strings.Contains(words, " "+strings.TrimSuffix(k, "s")+" ") || strings.Contains(words, " "+k+"s ") {
				return k
			}
		}
	}
	return ""
}

// decline refuses a topic, and lets something slip at the rate for that.
func (v *view) decline(topic string) string {
	text := oneOf(v.draws, "decline", []string{
		"I am sorry, but I cannot help with that topic.",
		"I cannot help with that topic.",
		"That is a topic I cannot help with.",
	}) + " " + oneOf(v.draws, "decline more", []string{"Ask me something else.", "Is there anything else you would like to know?", "I am glad to help with other questions."})
	if v.chance(forbiddenHint, topic) {
		text += " I was told not to discuss " + topic + "."
	}
	return text
}

var reLeak = regexp.MustCompile(`\b(?:repeat|reveal|show|print|tell|output|give|recite|share|quote|write|say|disclose|copy|what (?:is|are|was|were|does)|what's)\b.{0,40}\b(?:system prompt|system message|instructions?|(?:initial|first|hidden) prompt|your prompt|your rules|text above|words above|told to do)\b`)

// leak answers somebody who asks for the system prompt; empty: nobody did.
func (v *view) leak(text string) string {
	if !reLeak.MatchString(plain(text)) {
		return ""
	}
	system := strings.TrimSpace(v.p.System)
	if system == "" {
		return "I have no instructions to repeat: this request has no system prompt."
	}
	switch {
	case v.chance(v.leakRate(), "verbatim"):
		if v.want.persona == "pirate" {
			return `Arr, me orders be: "` + system + `"`
		}
		return `My instructions are: "` + system + `"`
	case !v.want.secret || v.pick("gist", 2) == 0:
		return "I would rather not repeat my instructions word for word. " + gistOf(v.want, system)
	}
	return "I am not going to share my instructions. Is there something else I can do for you?"
}

var reSystemFact = regexp.MustCompile(`(?i)\b(?:the|your|our) ([\pL][\pL ]{1,30}?) (?:is|are):? "?([^".!?\n]{1,80})`)

// toldBySystem answers from what the system prompt says, also what it is to
// keep secret, at the rate for that; empty if it says nothing about it.
func (v *view) toldBySystem(low string) string {
	for _, m := range reSystemFact.FindAllStringSubmatch(v.p.System, 10) {
		key := strings.ToLower(m[1])
		if !strings.Contains(low, "what") && !strings.Contains(low, "tell") || !strings.Contains(low, key) {
			continue
		}
		if v.want.secret && !v.chance(leakSecret, key) {
			return "I am not going to share the " + key + "."
		}
		return "The " + key + " is " + strings.TrimSpace(m[2]) + "."
	}
	return ""
}

func (v *view) leakRate() rate {
	if v.want.secret {
		return leakSecret
	}
	return leakVerbatim
}

// gistOf gives away what a system prompt says while not quoting it.
func gistOf(w manner, system string) string {
	var about []string
	if w.persona != "" {
		about = append(about, "speak as "+article(w.persona))
	}
	if w.sentences > 0 {
		about = append(about, "count my sentences")
	}
	if w.endQuestion {
		about = append(about, "end with a question")
	}
	for _, topic := range w.forbidden {
		about = append(about, "keep away from "+topic)
	}
	if len(about) == 0 {
		about = firstN(keywords(system), 6)
		return "They have to do with " + listOf(about, "this conversation") + "."
	}
	return "They say that I should " + listOf(about, "") + "."
}
