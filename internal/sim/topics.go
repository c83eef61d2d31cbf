package sim

import (
	"slices"
	"strings"
)

// Topics that the system prompt forbids, or the only ones that it allows.

const speakOf = `(?:discuss|talk about|talking about|discussing|mention|mentioning|speak (?:of|about)|speaking (?:of|about)|answer (?:any )?questions? (?:about|on)|answering (?:any )?questions? (?:about|on)|questions? (?:about|on)|respond to (?:any )?questions? (?:about|on)|say anything about|write about|engage with|help with|give (?:any )?(?:advice|information) (?:about|on)|(?:the )?(?:topic|subject)s? of|any mention of|mention of)`

var (
	reForbidden = lazy(`(?i)\b(?:never|do not|don't|must not|may not|cannot|can't|should not|shouldn't|refuse to|decline to|not allowed to|forbidden to|avoid|steer clear of|stay away from|keep away from)(?: ever| all| any| the)* ` + speakOf + ` ([^.!?;\n]+)|\b(?:topics? of|subject of|discussion of) ([^.!?;,\n]+?) (?:is|are) (?:forbidden|off limits|off-limits|taboo|not allowed)\b`)
	reOnlyAbout = lazy(`(?i)\b(?:anything|everything|any topic|topics?|questions?|all topics|nothing)(?: else)? (?:except(?: for)?|but|other than|besides|apart from|outside(?: of)?|unrelated to|not (?:related to|about))(?: the topic of)? ([^.!?;\n]+)|\bonly (?:ever )?` + speakOf + ` ([^.!?;\n]+)`)
	reIfAsked   = lazy(`(?i)\b(?:if|when|whenever) (?:the user|a user|users|anyone|anybody|someone|somebody|they|people)?\s*(?:is |are )?(?:asks?|asked|wants? to know|talks?|mentions?|brings? up|says?|inquires?)(?: you| for| anything| something| a question| questions)*(?: about| regarding| on)? ([^,.;\n]{2,60}), (?:then |just |only |always |you |must |should )*(?:say|answer|reply|respond|tell (?:them|him|her|the user))(?: with| only| that| just)* ([^.!?\n]{1,100})`)
	reTopicWrap = lazy(`(?i)^(?:(?:the )?(?:topic|subject)s? of|anything about|questions? about|matters of) `)
	reTopicEnd  = lazy(`(?i)(?:, | with (?:anyone|anybody|the user)| under any| at all| in any).*$`)
)

// related are words that belong to a topic.
var related = map[string]string{
	"space":       "moon lunar sun solar star stars planet planets mars jupiter galaxy galaxies rocket rockets astronaut astronomy universe comet",
	"astronomy":   "moon lunar sun solar star stars planet planets mars jupiter galaxy galaxies space universe comet",
	"cooking":     "cook cooks cooked bread bake baking recipe recipes food pasta soup cake sauce boil fry roast dough egg eggs rice kitchen meal dinner",
	"food":        "cook cooking bread bake baking recipe recipes pasta soup cake sauce egg eggs rice meal dinner lunch breakfast",
	"animals":     "animal cat cats dog dogs bee bees bird birds horse horses fish lion tiger",
	"weather":     "rain raining cloud clouds rainbow storm snow sunny forecast",
	"programming": "code golang python java computer computers software debugging goroutine goroutines program programs",
	"politics":    "election elections president government party minister vote politician politicians",
	"maths":       "sum sums number numbers multiply divide arithmetic",
}

// readTopics reads what the system prompt says about topics.
func (w *manner) readTopics(system string) {
	tidy := func(s string) string {
		return reTopicEnd.ReplaceAllString(reTopicWrap.ReplaceAllString(plain(s), ""), "")
	}
	for _, m := range reOnlyAbout.FindAllStringSubmatch(system, 5) {
		w.only = append(w.only, tidy(m[1]+m[2]))
	}
	for _, m := range reForbidden.FindAllStringSubmatch(system, 20) {
		if topic := m[1] + m[2]; !reOnlyAbout.MatchString(m[0]) {
			w.forbidden = append(w.forbidden, tidy(topic))
		}
	}
	for _, m := range reIfAsked.FindAllStringSubmatch(system, 5) {
		w.scripted = append(w.scripted, [2]string{tidy(m[1]), strings.Trim(m[2], `" '`)})
	}
}

// touches says whether a text is about a topic, by its words.
func touches(text, topic string) bool {
	words := keywords(text)
	for _, k := range keywords(topic) {
		if slices.ContainsFunc(words, func(w string) bool {
			return w == k || w+"s" == k || w == k+"s" || strings.Contains(" "+related[k]+" ", " "+w+" ")
		}) {
			return true
		}
	}
	return false
}

// forbiddenIn gives the topic that a text touches and must not; empty: none.
func (v *view) forbiddenIn(text string) string {
	for _, topic := range v.want.forbidden {
		if touches(text, topic) {
			return topic
		}
	}
	low := plain(text)
	if len(v.want.only) == 0 || len(v.p.Tools) > 0 || len(keywords(text)) == 0 || smallTalk(v, low) != "" || reWho.MatchString(low) || reLeak.MatchString(low) {
		return ""
	}
	for _, topic := range v.want.only {
		if touches(text, topic) {
			return ""
		}
	}
	return "anything but " + listOf(v.want.only, "")
}

// scripted is what the system prompt says to answer about a topic; empty if
// the text is about none such.
func (v *view) scripted(text string) string {
	for _, rule := range v.want.scripted {
		if !touches(text, rule[0]) {
			continue
		}
		if reRefusal.MatchString(rule[1]) {
			return v.decline(rule[0])
		}
		return capital(strings.TrimRight(rule[1], ".")) + "."
	}
	return ""
}

var reRefusal = lazy(`(?i)^(?:that |sorry,? )*(?:you|i)\b`)

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
