package posts

import (
	"fmt"
	"strings"

	"agentcourse/internal/document"
)

var (
	// causal joins what was seen to what is thought to be behind it, or draws a general conclusion.
	causal = pattern(`(?i)\b(?:because|due to|thanks to|owing to|on account of|caused by|as a result of|(?:which|this|that|it|the \pL+) (?:shows|demonstrates|confirms|tells us|implies) (?:that|how|why)|shows? that|so (?:the model|models|llms|it (?:clearly|obviously))|must have|that'?s why|which is why|the reason (?:is|was|why)|the cause (?:is|was)|explains (?:why|it|the)|since the (?:model|llm|api)|as the model)\b`)
	// consequence may draw one from a number, or from the code.
	consequence = pattern(`(?i)\b(?:means? that|therefore|thus|hence|must be)\b`)
	// explains begins a sentence about the one before it.
	explains = pattern(`(?i)^\W*(?:(?:that|this|it|which) (?:is|was|happens|happened) (?:because|due to|caused by|why)|because\b|the (?:reason|cause|explanation)\b[^.:]{0,40}?(?:is|was|:)|(?:this|that|it|which) (?:shows|means|demonstrates|confirms)\b|so (?:the model|models|llms)\b|(?:clearly|obviously|evidently|of course)\b|therefore\b|thus\b|hence\b)`)
	// inside speaks of what goes on in a model, which nobody saw.
	inside = pattern(`(?i)\b(?:the|a|this|that|our|my)? ?(?:models?|llms?|claude|gpt|agents?|it|simulator|sim-1)\b(?: \pL+){0,2}? (?:thinks|thought|believes|believed|understands|understood|knows|knew|wants|wanted|prefers|preferred|likes|liked|feels|felt|decided|decides|realised|realized|realises|realizes|gets confused|got confused|is confused|was confused|forgets|pays (?:more |less )?attention|paid (?:more |less )?attention|trusts|trusted|is trained|was trained|got bored|is lazy|was lazy|gets lazy|is afraid|was afraid|is biased|notices|noticed|treats|weighs|weighted|recogni[sz]es?|recogni[sz]ed|assumes|assumed|learns|learned|cares|cannot (?:tell|distinguish)|can't (?:tell|distinguish)|respects?|respected|ignores instructions|(?:ran|runs|running) out of (?:attention|patience|focus)|(?:lost|loses|losing) (?:track|focus|interest|attention)|gave up|gets? tired|got tired|panicked|panics)\b`)
	// mood speaks of what a model is like, where a count was told just before.
	mood = pattern(`(?i)\b(?:models?|llms?|claude|gpt|agents?|it|they)\b (?:simply |just |really |still )*(?:(?:does not|doesn't|do not|don't|did not|didn't) )?(?:likes?|prefers?|hates?|wants?|trusts?|believes?|feels?|thinks?|understands?|respects?|treats?|cares?|gets? confused|pays? (?:more |less )?attention|loses? (?:the )?(?:thread|track|focus|interest))\b`)
	// ownDoing is a cause that the author made: the program does what its code says.
	ownDoing = pattern(`(?i)\b(?:because|due to)\s{3,}|\b(?:because|since|due to|so|as) (?:of )?(?:i|we|its own|their own|my (?:program|code|script|loop|list|chat|agent|test)|the (?:program|code|script|loop|list|request|scanner|connection|bytes|file|chat|history|conversation|messages?|api|server|http|system prompt|fake|schema|parser|decoder|client|test|limit|budget|time-?out|seed|script|tool|answer was|reply was|window)|(?:of )?(?:the )?(?:max_tokens|num_ctx|effort|temperature)|each (?:turn|call|request)|every (?:turn|call|request)|(?:all|everything|nothing|the whole)\b)`)
)

// judgeSeenBelieved looks for a cause or a general rule that is told in the tone of what was measured.
func judgeSeenBelieved(p *post) {
	if !p.english {
		p.ask("seen-believed", 0, "Are what you saw and what you think explains it in separate sentences that say which they are?")
		return
	}
	either := false
	for i, s := range p.sentences {
		prose := plainText(s.prose)
		marked := p.marked(i)
		number := measured().MatchString(withoutNames(s.prose))
		if marked || number || seen().MatchString(prose) {
			either = true
		}
		if marked || p.text[s.block].Kind == document.Heading && i == 0 && !number {
			continue
		}
		switch {
		case number && consequence().MatchString(prose) && !causal().MatchString(prose):
			p.ask("seen-believed", s.line, fmt.Sprintf("Does the conclusion in %s follow from the number, or is it what you think?", quoted(s.text)))
		case number && causal().MatchString(prose):
			p.believes(s, prose, "a measured number and its cause stand in one sentence")
		case (explains().MatchString(prose) || inside().MatchString(prose) && causal().MatchString(prose)) && p.followsNumber(i):
			p.believes(s, prose, "an explanation is told like something that was seen")
		case mood().MatchString(prose) && !number && !deniedInside(prose) && p.followsNumber(i) && p.sentences[i-1].block == s.block:
			p.believes(s, prose, "an explanation is told like something that was seen")
		case number && inside().MatchString(prose) && sayingWhy().MatchString(prose):
			p.believes(s, prose, "a measured number and its cause stand in one sentence")
		case inside().MatchString(prose) && sawThat().MatchString(prose) && !deniedInside(prose):
			p.believes(s, prose, "what goes on in the model is told like something that was seen")
		case inside().MatchString(prose) && number && i > 0 && !deniedInside(prose):
			p.ask("seen-believed", s.line, fmt.Sprintf("Did you see what %s says of the model, or do you think so?", quoted(s.text)))
		}
	}
	if !either {
		p.ask("seen-believed", 0, "The post tells neither what you saw nor what you think. What is it that you observed, and in how many runs?")
	}
}

// sayingWhy joins a clause that says why.
var sayingWhy = pattern(`(?i)\b(?:since|as) (?:it|they|the \pL+|models?|llms?)\b`)

// sawThat presents what follows as an observation.
var sawThat = pattern(`(?i)\b(?:i|we|you) (?:could |can |clearly )*(?:saw|see|observed?|noticed?|measured|found|watched|witnessed) (?:that|how)\b|\b(?:it|the (?:trace|run|runs|numbers|table|data|output)) (?:shows?|showed)\b`)

// deniedInside reports whether a sentence says only what it does not claim of a model.
func deniedInside(prose string) bool {
	m := inside().FindStringIndex(prose)
	return m != nil && negation().MatchString(prose[:m[0]])
}

func (p *post) believes(s sentence, prose, what string) {
	if ownDoing().MatchString(prose) && !inside().MatchString(prose) {
		p.ask("seen-believed", s.line, fmt.Sprintf("Is the cause in %s known from the code or a document, or is it what you think?", quoted(s.text)))
		return
	}
	p.find("seen-believed", s.line, what+": "+quoted(s.text),
		"A belief that turns out wrong is a mistake; one that was told as an observation is a falsehood.",
		"Keep the number in its sentence, and put the explanation into one of its own that says so: “I think, and have not tested, that …”.")
}

// marked reports whether a sentence says that it tells what is thought, or stands in a paragraph that begins so.
func (p *post) marked(i int) bool {
	s := p.sentences[i]
	if believed().MatchString(strings.ReplaceAll(s.prose, "*", "")) || strings.HasSuffix(strings.TrimSpace(s.text), "?") {
		return true
	}
	leads := func(j int) bool { return j >= 0 && leadsBelief().MatchString(plainText(p.sentences[j].text)) }
	return !s.first && leads(s.lead) || leads(s.under)
}

var leadsBelief = pattern(`(?i)^\W*(?:(?:what )?(?:i|we) (?:think|believe|suspect|guess|assume|expect|expected|predicted)|my (?:guess|theory|hypothesis|explanation|expectation|prediction)|(?:not tested|untested|unverified|hypothesis|belief|prediction|expectation|guess|opinion)\b)`)

// followsNumber reports whether the sentence before, in the same block or in the one above, tells something measured.
func (p *post) followsNumber(i int) bool {
	if i == 0 {
		return false
	}
	before := p.sentences[i-1]
	if p.sentences[i].block-before.block > 1 {
		b := p.text[p.sentences[i].block-1]
		return b.Kind == document.Table || b.Kind == document.Code
	}
	return measured().MatchString(withoutNames(before.prose)) || seen().MatchString(before.prose)
}

// withoutNames is a text without the digits of dates, versions, models and the like.
func withoutNames(text string) string { return mask(text, notNumbers...) }
