package posts

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"agentcourse/internal/document"
)

var (
	calledSimulator = pattern(`(?i)\bsimulators?\b|\bsimulat(?:ed|ion|es|ing) (?:of )?(?:an? |the )?(?:\pL+ )?(?:models?|providers?|repl(?:y|ies)|answers?|llms?)\b|\b(?:sim-1|models?|providers?|replies|answers)\b[^.]{0,40}\b(?:simulates|(?:is|was|are|were) (?:only |all |just )?simulated|simulation)\b|\brule-based\b|\bnot a (?:real |language |live )*model\b|\bno (?:real |language |live )?model\b|\bcourse sim\b|\b(?:scripted|fake) (?:provider|model|replies|server)\b`)
	realModel       = pattern(`(?i)\b(?:real|live|language|actual) models?\b`)
	simulatorName   = pattern(`(?i)\bsim-1\b|\bcourse sim\b|\bthe (?:course's )?simulator\b|\bfake\b|\bscript(?:ed)?\b`)
	fakeModel       = pattern(`^(?:sim-\d+|fake.*)$`)
)

// judgeSimulated wants a simulator's numbers to be called a simulator's.
func judgeSimulated(p *post) {
	simulated := ""
	src := p.sources()
	for _, name := range slices.Sorted(maps.Keys(src.models)) {
		if fakeModel().MatchString(name) {
			simulated = name
		}
	}
	for _, name := range slices.Sorted(maps.Keys(src.providers)) {
		if fakeModel().MatchString(name) {
			simulated = name
		}
	}
	text, _ := p.whole()
	switch {
	case simulated == "" && (!strings.Contains(text, "sim-1") || realAmong(src.models)):
		return
	case calledSimulator().MatchString(text) && simulatorName().MatchString(text):
		return
	case realModel().MatchString(text) && simulatorName().MatchString(text):
		p.ask("simulated", 0, "Would a stranger understand that what answered was a simulator and no model? The post names it and does not say so.")
		return
	case simulated == "":
		simulated = "sim-1"
	}
	const why = "The simulator's rates are its own and say nothing about a real model; a post that lets them pass for one is false, although every digit in it was copied with care."
	const mend = "Say near the top: “against sim-1, the course's simulator, which is not a language model”."
	for _, b := range p.text {
		for _, m := range exactModel().FindAllStringIndex(b.Text, -1) {
			if name := b.Text[m[0]:m[1]]; !fakeModel().MatchString(name) && !src.models[name] {
				p.find("simulated", b.LineAt(m[0]), fmt.Sprintf("the post names %s, and what answered was %s", quoted(name), simulated), why, mend)
				return
			}
		}
	}
	line := 0
	for _, b := range p.text {
		if at := strings.Index(b.Text, simulated); at >= 0 && b.Kind != document.Code {
			line = b.LineAt(at)
			break
		}
	}
	if line == 0 {
		p.find("simulated", 0, fmt.Sprintf("the numbers are of %s, and the post does not name it", simulated), why, mend)
		return
	}
	p.find("simulated", line, fmt.Sprintf("the post names %s and does not say that it is a simulator and no model", simulated), why, mend)
}

// realAmong reports whether a model other than a simulator is among them.
func realAmong(models map[string]bool) bool {
	for name := range models {
		if name != "" && !fakeModel().MatchString(name) {
			return true
		}
	}
	return false
}
