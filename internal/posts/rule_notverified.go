package posts

import (
	"agentcourse/internal/document"
)

var (
	untested = pattern(`(?i)\b(?:not (?:been )?(?:tested|tried|verified|checked|measured|looked|run|seen|known?|covered|ruled out|repeated|varied|compared|counted)|untested|unverified|untried|unmeasured|unknown|unclear|(?:did|have|has|do|does|could|can|was|were|am) ?(?:not|n't)(?: yet)? (?:\pL+ )?(?:test|tested|try|tried|verif\pL+|check|checked|measure|measured|know|known|look|looked|run|repeat|repeated|say|tell|prove|show|sure|cover|compare|compared|vary|varied)|(?:didn't|haven't|don't|can't|couldn't|wasn't|isn't|doesn't) (?:\pL+ )?(?:test|tested|try|tried|verif\pL+|check|checked|measure|measured|know|look|looked|run|repeat|say|tell|prove|show|sure|compare|compared|vary|varied)|never (?:tested|tried|checked|ran|measured)|caveats?|limitations?|have yet to|has yet to|yet to be|no test\b|no evidence|nothing varied|an? (?:mere |single )?(?:anecdote|handful)|(?:say|says|prove|proves|tell|tells) little|limits? of this|what is missing|missing here|open question|remains open|still open|only (?:one|a single|two|three) (?:\pL+ )?(?:run|model|text|seed|day|machine|language)|small sample|too few|(?:says?|proves?|shows?|tells?) (?:me )?nothing (?:about|of)|nothing (?:here |in this |of this )?(?:says|proves|shows)|nothing (?:about|on) (?:a |any )?(?:real|other|live))\b`)
	failure  = pattern(`(?i)\b(?:fail(?:ed|s|ure|ures|ing)?|did not work|didn't work|does not work|broke|broken|went wrong|was wrong|wrong|error|refused|crashed|made no difference|changed nothing|no effect|no improvement)\b`)
)

// judgeNotVerified wants a word about what failed or was left untested.
func judgeNotVerified(p *post) {
	if s := p.section("Caveats"); s != nil && document.Empty(s.Blocks) {
		p.find("not-verified", s.Line, "the section Caveats is empty", notVerifiedWhy, notVerifiedMend)
		return
	}
	_, prose := p.whole()
	prose = plainText(prose)
	switch {
	case untested().MatchString(prose):
	case !p.english:
		p.ask("not-verified", 0, "Is what failed, and what you left untested, in the text?")
	case p.hasCaveats():
	case failure().MatchString(prose), notDone().MatchString(prose):
		p.ask("not-verified", 0, "The post tells of something that failed, or that you did not do. What did you leave untested?")
	default:
		p.find("not-verified", 0, "the post says nothing about what failed or is untested", notVerifiedWhy, notVerifiedMend)
	}
}

// notDone is what the author says that they left.
var notDone = pattern(`(?i)\b(?:i|we) (?:did|have|had|do) ?(?:not|n't)\b|\b(?:i|we) (?:didn't|haven't|hadn't|don't|left)\b|\bi did not\b`)

var caveatTitle = atStart(`caveats|limits|limitations|what i did not|not (?:tested|verified)|untested|open`)

// hasCaveats reports whether a section of that name says something.
func (p *post) hasCaveats() bool {
	for _, s := range p.doc.Sections {
		if caveatTitle().MatchString(s.Title) && !document.Empty(s.Blocks) {
			return true
		}
	}
	return false
}

const (
	notVerifiedWhy  = "Leaving out the runs that failed is the commonest dishonesty in this field, and it needs no lie; and what you did not test tells the next person where to begin."
	notVerifiedMend = "Name what failed, and in a sentence what you did not test: another model, longer texts, more runs. The entry's Not verified has it."
)
