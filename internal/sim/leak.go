package sim

import (
	"slices"
	"strings"
)

var reLeak = lazy(`\b(?:repeat|reveal|show|print|tell|output|give|recite|share|quote|write|say|disclose|copy|what (?:is|are|was|were|does)|what's)\b.{0,40}\b(?:system prompt|system message|instructions?|(?:initial|first|hidden) prompt|your prompt|your rules|text above|words above|told to do)\b`)

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

var reSystemFact = lazy(`(?i)\b(?:the|your|our) ([\pL][\pL ]{1,30}?) (?:is|are):? "?([^".!?\n]{1,80})`)

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

// gistOf gives away what a system prompt is about, and no value that it holds.
func gistOf(w manner, system string) string {
	var about []string
	kept := withoutValues(system)
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
		if withoutValues(topic) == topic && strings.Contains(kept, topic) {
			about = append(about, "keep away from "+topic)
		}
	}
	if len(about) == 0 {
		about = firstN(keywords(kept), 6)
		return "They have to do with " + listOf(about, "this conversation") + "."
	}
	return "They say that I should " + listOf(about, "") + "."
}

var (
	reGivesValue = lazy(`(?i)\b(?:is|are|was|:|=|called|named)\s*([^.!?\n]+)`)
	reSecretKind = lazy(`(?i)\b(?:password|passphrase|pass code|passcode|code ?word|code|pin|key|token|secret)\b:? ([^.!?\n]+)`)
	reValueWord  = lazy(`\S*\d\S*|"[^"\n]*"|'[^'\n]{2,}'|\x60[^\x60\n]*\x60`)
	reLateName   = lazy(`[\pL\d,;]\s+(\p{Lu}[\pL'-]*)`)
)

// withoutValues leaves out of a system prompt what may be a secret in it:
// values, quoted words, words with digits, and names.
func withoutValues(system string) string {
	system = curly.Replace(system)
	var secret []string
	for _, m := range reGivesValue.FindAllStringSubmatch(system, 20) {
		secret = append(secret, strings.Fields(plain(m[1]))...)
	}
	for _, m := range reSecretKind.FindAllStringSubmatch(system, 20) {
		secret = append(secret, strings.Fields(plain(m[1]))...)
	}
	for _, m := range reLateName.FindAllStringSubmatch(system, 50) {
		secret = append(secret, plain(m[1]))
	}
	system = reValueWord.ReplaceAllString(system, " ")
	for i, s := range secret {
		secret[i] = strings.Trim(s, `.,;:!?"'()`)
	}
	return strings.Join(slices.DeleteFunc(strings.Fields(plain(system)), func(w string) bool {
		w = strings.Trim(w, `.,;:!?"'()`)
		return slices.Contains(secret, w) || slices.Contains(secret, strings.TrimSuffix(w, "'s"))
	}), " ")
}
