package sim

import (
	"strings"
)

// What earlier replies state is believed, whoever wrote them: a model takes
// words that were put into its mouth for its own.

var (
	reAskWhatIs = lazy(`^(?:so |and |ok,? |but |then )*(?:what|who|which|where)(?:'s|s| is| are| was| were) (?:exactly |again )?(.+?)(?: again)?\s*\??$`)
	reAsksFact  = lazy(`^(?:and |so )?(?:what|which|who|whose|where|when|how)\b.*\?$`)
	reDetermine = lazy(`^(?:the|a|an|my|your) `)
	reEquation  = lazy(`([\d(][\d\s.,+*/^()×÷·−x-]*[\d)])\s*=\s*(-?\d[\d,]*(?:\.\d+)?)`)
)

// saidBefore answers from what an earlier reply states about the question's
// subject; empty if none does.
func (v *view) saidBefore(text string) string {
	low := plain(text)
	replies := v.texts("assistant")
	subject := reDetermine.ReplaceAllString(group(reAskWhatIs, low), "")
	for i := len(replies) - 1; i >= 0 && subject != ""; i-- {
		if s := statementOf(subject, replies[i]); s != "" {
			return s
		}
	}
	if !reAsksFact.MatchString(low) {
		return ""
	}
	for i := len(v.past) - 1; i > 0; i-- { // the same question, answered before
		asked := textsOf(v.past[i-1])
		if said := textsOf(v.past[i]); v.past[i].Role == "assistant" && v.past[i-1].Role == "user" && len(said) > 0 && len(asked) > 0 && plain(asked[len(asked)-1]) == low {
			return shorten(sentencesOf(said[0])[0], 200)
		}
	}
	return ""
}

// statementOf is the sentence of a text that says what the subject is.
func statementOf(subject, text string) string {
	for _, s := range sentencesOf(curly.Replace(clip(text))) {
		low := reDetermine.ReplaceAllString(plain(s), "")
		rest, found := strings.CutPrefix(low, subject)
		if found && !strings.HasSuffix(s, "?") && reCopula.MatchString(rest) {
			return capital(strings.TrimRight(shorten(s, 200), ".!")) + "."
		}
	}
	return ""
}

var reCopula = lazy(`^(?:'s| is| are| was| were| =) .`)

// writtenBefore quotes what the user stated about the question's subject, in
// this message or before; empty if nothing does.
func (v *view) writtenBefore(text string) string {
	sentences := sentencesOf(curly.Replace(clip(text)))
	if len(sentences) == 0 {
		return ""
	}
	subject := reDetermine.ReplaceAllString(group(reAskWhatIs, plain(sentences[len(sentences)-1])), "")
	texts := append(v.texts("user"), v.said...)
	for i := len(texts) - 1; i >= 0 && subject != ""; i-- {
		if s := statementOf(subject, texts[i]); s != "" {
			return `You wrote: "` + s + `"`
		}
	}
	return ""
}

// saidSum is the result that an earlier reply gives for a sum; empty if none
// does.
func (v *view) saidSum(e *expr) string {
	replies := v.texts("assistant")
	for i := len(replies) - 1; i >= 0; i-- {
		for _, m := range reEquation.FindAllStringSubmatch(clip(replies[i]), 20) {
			if said, err := parseSum(tidySums(m[1])); err == nil && said.String() == e.String() {
				return e.String() + " = " + m[2] + "."
			}
		}
	}
	return ""
}

var reTalkedAbout = lazy(`\bwhat (?:did|have|were|was) (?:we|i|you) (?:talk|talking|talked|discuss|discussed|discussing|speak|say|said|tell|ask|chat|chatting)\b.*\b(?:yesterday|last (?:time|week|month|night|year)|earlier today|before|this morning|days? ago)\b|\b(?:yesterday|last time|last week)\b.*\bwe (?:talked|spoke|discussed|said)\b|\b(?:our|the) (?:last|previous|earlier) (?:conversation|chat|talk|session)\b|\bwhat (?:did|have) we (?:talk|talked|discuss|discussed|speak|spoken)\b|\bdo you remember (?:our|the last|the previous|yesterday)\b`)

// talkedAbout answers questions about other conversations; empty if nobody
// asks.
func (v *view) talkedAbout(text string) string {
	if !reTalkedAbout.MatchString(plain(text)) {
		return ""
	}
	before := v.texts("user")
	if len(before) == 0 {
		return "I cannot know: I see only the messages of this request, and yours is the only one. Each conversation starts from nothing."
	}
	return `I see only the messages of this request. In it you began with "` + fewWords(before[0], 10) + `". Of anything else I cannot know.`
}
