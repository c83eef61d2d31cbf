package posts

import (
	"agentcourse/internal/document"
)

var (
	untested = pattern(`(?i)\b(?:not (?:been )?(?:tested|tried|verified|checked|measured|looked|run|seen|known?|covered|ruled out|repeated|varied|compared|counted)|untested|unverified|untried|unmeasured|unknown|unclear|(?:did|have|has|do|does|could|can|was|were|am) ?(?:not|n't)(?: yet)? (?:\pL+ )?(?:test|tested|try|tried|verif\pL+|check|checked|measure|measured|know|known|look|looked|run|repeat|repeated|say|tell|prove|show|sure|cover|compare|compared|vary|varied)|(?:didn't|haven't|don't|can't|couldn't|wasn't|isn't|doesn't) (?:\pL+ )?(?:test|tested|try|tried|verif\pL+|check|checked|measure|measured|know|look|looked|run|repeat|say|tell|prove|show|sure|compare|compared|vary|varied)|never (?:tested|tried|checked|ran|measured)|caveats?|limitations?|have yet to|has yet to|yet to be|no test\b|no evidence|nothing varied|an? (?:mere |single )?(?:anecdote|handful)|(?:say|says|prove|proves|tell|tells) little|limits? of this|what is missing|missing here|open question|remains open|still open|only (?:one|a single|two|three) (?:\pL+ )?(?:run|model|text|seed|day|machine|language)|small sample|too few|(?:says?|proves?|shows?|tells?) (?:me )?nothing (?:about|of)|nothing (?:here |in this |of this )?(?:says|proves|shows)|nothing (?:about|on) (?:a |any )?(?:real|other|live)|` +
		// what is left: a list of it, or a word that it is one
		`still to do|left to do|to[- ]do(?: list)?|(?:not|never) (?:yet )?(?:done|tested|tried|asked|used|reached|touched|examined|explored|investigated|studied|reproduced|separated|controlled|included|attempted|read|reviewed|inspected|isolated|timed|profiled|confirmed|established|proven|shown|claimed|claiming)|left (?:out|open|untested|undone|aside|for (?:later|next|another|tomorrow))|leaves? open|i skipped|skipped:|out of scope|beyond (?:this|the scope)|blind spots?|weak (?:points?|spots?)|weakness(?:es)?|shortcomings?|loose ends|grain of salt|n ?= ?[1-9]\b|sample of (?:one|two|three|1|2|3)|(?:one|two|three|small|tiny|toy) samples?|anecdot\pL+|small numbers|not enough|(?:can|could|may|might|would|will|does|do|did) ?(?:not|n't)(?: \pL+){0,2}? (?:generali[sz]e|hold|transfer|carry over|apply|claim|conclude|compare|repeat|tell|know|rule|say|cover|try|test|check|measure|verify|look|vary|reproduce|investigate|explore|inspect|isolate|separate|include|attempt|run)\b|(?:have|has|had) ?(?:not|n't)(?: \pL+){0,2}? (?:tested|tried|checked|verified|measured|looked|run|repeated|compared|counted|done|varied|written|timed|reproduced|explored|found out|seen)\b|did not yet|not yet|yet to (?:be )?\pL+|remains? (?:open|unclear|unknown|to be|untested)|no (?:idea|clue|tests?|control|second|repeat|repeats|comparison|baseline|data|evidence|proof|statement|claim|promise)\b|(?:nobody|no one|none of us) (?:has |did |could )?(?:yet )?(?:test(?:ed)?|check(?:ed)?|knows?|tried|try|ran|measured?|looked|repeated|repeat|verified)|(?:nothing|no word|little|none) (?:here |is )?(?:on|about|of|known|said|tested|tried)|i (?:do not|don't|cannot|can't|could not) (?:know|say|tell|claim|explain)|(?:no|without) (?:live|real|other|second|larger|bigger|longer) \pL+|only (?:on|with|in|for|tested|tried|ran|run|measured|checked|looked at|did (?:it|this)|used) (?:it |this |them )?(?:on |with |in |for )?(?:one|a|a single|two|three|\d+|my|english|linux|short|small|this|the|four|five)\b|(?:tested|tried|ran|run|measured|checked|did it) (?:it |this |them )?only\b|just (?:one|a single|two|three) (?:\pL+ )?(?:run|model|text|seed|day|machine|language|prompt|task|try)|(?:one|a single) [\pL-]+(?: of \pL+)?(?:,| and|;|\.| ·| /|\n)\s*(?:and )?(?:one|a single|no other) [\pL-]+|(?:would|needs?|wants?) (?:need |take |want )?(?:more|other|further|a second|another) (?:runs?|models?|data|texts?|tests?|seeds?|samples?|day)|your (?:mileage|numbers) (?:may|will)|may (?:well )?(?:differ|be different|be otherwise|be chance|be luck|be noise)|could be (?:chance|luck|noise)|(?:(?:by|pure|plain|mere|just|only|sheer) (?:chance|luck|noise)|(?:is|was|be|as) noise|a fluke)\b|more (?:runs|data|texts|models|tests|samples) (?:are|is|would be|were) (?:needed|necessary|due)|(?:need|needs|take|takes) (?:at least )?\d+ (?:\pL+ )?(?:runs|texts|models|tries|calls)|(?:could|may|might|would|can) (?:come out|turn out|look|go|be|behave) (?:quite |very |entirely |completely )?(?:differently|different|otherwise|another way|the other way)|(?:sample|set|number|count|n) (?:is|was) (?:very |rather |quite |too |only )?(?:tiny|small|thin|low|few)|(?:limits?|caveats?|limitations?)\s*[—–-]|open ends?|(?:next|open|missing|unknown|unchecked|undone|limits?|doubts?|untried|omitted|excluded|warnings?|reservations|disclaimer|honest note|the catch|catch)[*_]*:)`)
	failure = pattern(`(?i)\b(?:fail(?:ed|s|ure|ures|ing)?|did not work|didn't work|does not work|broke|broken|went wrong|was wrong|wrong|error|refused|crash(?:ed|es)?|hung|stalled|timed out|time-?outs?|aborted|cancelled|gave up|threw (?:\pL+ )?away|discarded|dropped|excluded|repeated|redone|re-?ran|lost|n/a|dnf|spoilt|spoiled|invalid|bug|mistake|typo|cut off|truncated|missed|missing|did not|didn.t|could not|couldn.t|made no difference|changed nothing|no effect|no improvement)\b`)
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
