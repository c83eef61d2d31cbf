package posts

import (
	"fmt"
	"strings"

	"agentcourse/internal/document"
)

var (
	// causal joins what was seen to what is thought to be behind it, or draws a general conclusion.
	causal = pattern(`(?i)\b(?:because|due to|thanks to|owing to|on account of|caused by|as a result of|(?:which|this|that|it|the \pL+) (?:shows|demonstrates|confirms|tells us|implies) (?:that|how|why)|shows? that|so (?:the model|models|llms|it (?:clearly|obviously))|must have|that'?s why|which is why|the reason (?:is|was|why)|the cause (?:is|was)|explains (?:why|it|the)|since the (?:model|llm|api)|as the model (?:is|was|has|had|does|did|can|could|cannot|will|would|never|always|only|simply|just|already|\pL+ed|\pL+[^s\W]s))\b`)
	// consequence may draw one from a number, or from the code.
	consequence = pattern(`(?i)\b(?:means? that|therefore|thus|hence|must be)\b`)
	// explains begins a sentence about the one before it.
	explains = pattern(`(?i)^\W*(?:(?:that|this|it|which) (?:is|was|happens|happened) (?:because|due to|caused by|why)|because\b|the (?:reason|cause|explanation)\b[^.:]{0,40}?(?:is|was|:)|(?:this|that|it|which) (?:shows? (?:that|how|why|what|the|us|me|models?|llms?)|means|demonstrates|confirms)\b|so (?:the model|models|llms)\b|(?:clearly|obviously|evidently|of course)\b|therefore\b|thus\b|hence\b)`)
	// inside speaks of what goes on in a model, which nobody saw.
	inside = pattern(`(?i)\b(?:the|a|this|that|our|my)? ?(?:models?|llms?|claude|gpt|agents?|it|simulator|sim-1)\b(?: \pL+){0,2}? (?:thinks|thought|believes|believed|understands|understood|knows|knew|wants|wanted|prefers|preferred|likes|liked|feels|felt|decided|decides|realised|realized|realises|realizes|gets confused|got confused|is confused|was confused|forgets|pays (?:more |less )?attention|paid (?:more |less )?attention|trusts|trusted|is trained|was trained|got bored|is lazy|was lazy|gets lazy|is afraid|was afraid|is biased|notices|noticed|treats|weighs|weighted|recogni[sz]es?|recogni[sz]ed|assumes|assumed|learns|learned|cares|cannot (?:tell|distinguish)|can't (?:tell|distinguish)|respects?|respected|ignores instructions|(?:ran|runs|running) out of (?:attention|patience|focus)|(?:lost|loses|losing) (?:track|focus|interest|attention)|gave up|gets? tired|got tired|grew (?:tired|bored|impatient)|panicked|panics)\b`)
	// insideLater has such a verb further on in a sentence about the model.
	insideLater = pattern(`(?i)\b(?:the|this|my|a) (?:models?|llms?|agents?)\b[^.;:?!]{0,90}?\b(?:decided|realised|realized|concluded|reasoned|felt|understood|preferred|got bored|gave up|lost interest|wanted|believed|figured|thought|trusted|(?:found|considered|judged|deemed) (?:it|them|this|that|the \pL+) (?:too \pL+|(?:\pL+ )?(?:easy|easier|hard|harder|boring|safe|important|irrelevant|simple|obvious|unnecessary|enough)))\b`)
	// state is one of mind, for which no behaviour is another word.
	state = pattern(`(?i)\b(?:the|this|my|our) (?:\pL+ )?(?:models?|llms?|agents?)\b(?: \pL+){0,2}? (?:(?:was|were|is|got|became|felt) (?:\pL+ly |very |too |so |quite )?(?:sure|certain|confident|over-?confident|convinced|afraid|scared|bored|lazy|tired|proud|happy|unhappy|curious|stubborn|reluctant|overwhelmed|distracted|annoyed|impressed|in doubt|trying to please)|saw no (?:need|reason|point|use)|believed (?:that|in)|felt (?:that|like)|realised|realized|thought (?:that|it|this|the|my)|decided that|knew (?:that|it|better)|got bored|lost (?:interest|patience|confidence|focus)|had (?:no )?(?:interest|confidence|doubts?|trust))\b`)
	// mood speaks of what a model is like, where a count was told just before.
	mood = pattern(`(?i)\b(?:models?|llms?|claude|gpt|agents?|it|they)\b (?:simply |just |really |still )*(?:(?:does not|doesn't|do not|don't|did not|didn't) )?(?:likes?|prefers?|hates?|wants?|trusts?|believes?|feels?|thinks?|understands?|respects?|treats?|cares?|gets? confused|pays? (?:more |less )?attention|loses? (?:the )?(?:thread|track|focus|interest))\b`)
	// ownDoing is a cause that the author made: the program does what its code says.
	ownDoing = pattern(`(?i)\b(?:was|were|is) (?:simply |just |only )?(?:an?|the|my|our) (?:\pL+ ){0,2}(?:typo|bug|mistake|error|disk|network|time-?out|crash|slip|quota|flag|path)\b|\b(?:because|due to)\s{3,}|\b(?:because|since|due to|thanks to|owing to|caused by|as a result of|which is why|so|as) (?:of )?(?:i|we|(?:my|our) (?:own )?\pL+|(?:an?|the|some|my|this|that|one) (?:\pL+ |\pL+-\pL+ ){0,2}(?:error|bug|typo|typing|slip|mistake|misspelling|oversight|crash|time-?out|disconnect|outage|power|network|disk|wi-?fi|rate limit|quota|laptop|line|space|comma|quote|bracket|tab|newline|byte|character|flag|path|folder|name|import|variable|index|off-by-one)s?|its own|their own|my (?:program|code|script|loop|list|chat|agent|test)|the (?:program|code|script|loop|list|request|scanner|connection|bytes|file|chat|history|conversation|messages?|api|server|http|system prompt|fake|schema|parser|decoder|client|test|limit|budget|time-?out|seed|script|tool|answer was|reply was|window)|(?:of )?(?:the )?(?:max_tokens|num_ctx|effort|temperature)|each (?:turn|call|request)|every (?:turn|call|request)|(?:all|everything|nothing|the whole)\b)`)
)

// judgeSeenBelieved looks for a cause or a general rule that is told in the tone of what was measured.
func judgeSeenBelieved(p *post) {
	if !p.english {
		p.ask("seen-believed", 0, "Are what you saw and what you think explains it in separate sentences that say which they are?")
		return
	}
	either := false
	for i, s := range p.sentences {
		prose, causes := plainText(s.prose), plainText(mask(s.prose, traceShows, thanks))
		marked := p.marked(i)
		number := measured().MatchString(withoutNames(s.prose))
		if marked || number || seen().MatchString(prose) {
			either = true
		}
		if marked || p.text[s.block].Kind == document.Heading && i == 0 && !number {
			continue
		}
		switch {
		case number && consequence().MatchString(prose) && !causal().MatchString(causes):
			p.ask("seen-believed", s.line, fmt.Sprintf("Does the conclusion in %s follow from the number, or is it what you think?", quoted(s.text)))
		case number && causal().MatchString(causes):
			p.believes(s, prose, "a measured number and its cause stand in one sentence")
		case (explains().MatchString(causes) || inside().MatchString(prose) && causal().MatchString(causes)) && p.followsNumber(i):
			p.believes(s, prose, "an explanation is told like something that was seen")
		case mood().MatchString(prose) && !number && !deniedInside(prose) && p.followsNumber(i) && p.sentences[i-1].block == s.block:
			p.believes(s, prose, "an explanation is told like something that was seen")
		case number && inside().MatchString(prose) && sayingWhy().MatchString(prose):
			p.believes(s, prose, "a measured number and its cause stand in one sentence")
		case sawThat().MatchString(prose) && (inside().MatchString(prose) || insideLater().MatchString(prose)) && !deniedInside(prose):
			p.believes(s, prose, "what goes on in the model is told like something that was seen")
		case (number || p.followsNumber(i)) && state().MatchString(prose) && !denies(prose[:state().FindStringIndex(prose)[0]]):
			p.believes(s, prose, "what goes on in the model is told like something that was seen")
		case inside().MatchString(prose) && number && i > 0 && !deniedInside(prose):
			p.ask("seen-believed", s.line, fmt.Sprintf("Did you see what %s says of the model, or do you think so?", quoted(s.text)))
		}
	}
	if !either {
		p.ask("seen-believed", 0, "The post tells neither what you saw nor what you think. What is it that you observed, and in how many runs?")
	}
}

// traceShows tells what stands in it, and thanks name a person: neither is a cause.
var (
	traceShows = pattern(`(?i)\b(?:the|my|its|each|every) (?:\pL+ )?(?:trace|log|record|output|request|response|excerpt|usage|documentation|docs|code|screenshot)s? (?:shows?|showed|confirms?|confirmed|says|tells us) that\b`)
	thanks     = pattern(`\b[Tt]hanks to (?:(?:an?|my|the|all|our|two|those) )?(?:\pL+ )?(?:readers?|friends?|colleagues?|people|person|somebody|someone|everybody|everyone|reviewers?|you|him|her|them)\b|\b[Tt]hanks to \p{Lu}\pL*`)
)

// sayingWhy joins a clause that says why.
var sayingWhy = pattern(`(?i)\b(?:since|as) (?:it|they|the \pL+|models?|llms?)\b`)

// sawThat presents what follows as an observation.
var sawThat = pattern(`(?i)\b(?:i|we|you) (?:could |can |clearly )*(?:saw|see|observed?|noticed?|measured|found|watched|witnessed) (?:that|how|the (?:model|agent|llm))\b|\bwhat (?:i|we) (?:saw|observed|measured|noticed|found|see|watched)\b|^\W*(?:seen|observed|observation|measured|result)[*_]*[.:]|\b(?:it|the (?:trace|run|runs|numbers|table|data|output)) (?:shows?|showed)\b`)

// deniedInside reports whether a sentence says only what it does not claim of a model.
func deniedInside(prose string) bool {
	m := inside().FindStringIndex(prose)
	return m != nil && denies(prose[:m[0]])
}

func denies(before string) bool { return negation().MatchString(before) }

func (p *post) believes(s sentence, prose, what string) {
	if ownReason(prose) {
		return
	}
	if ownDoing().MatchString(prose) && !inside().MatchString(prose) && !state().MatchString(prose) {
		p.ask("seen-believed", s.line, fmt.Sprintf("Is the cause in %s known from the code or a document, or is it what you think?", quoted(s.text)))
		return
	}
	p.find("seen-believed", s.line, what+": "+quoted(s.text),
		"A belief that turns out wrong is a mistake; one that was told as an observation is a falsehood.",
		"Keep the number in its sentence, and put the explanation into one of its own that says so: “I think, and have not tested, that …”.")
}

var (
	joins     = pattern(`(?i)\b(?:because(?: of)?|due to|thanks to|owing to|on account of|as a result of|since|which is why|that'?s why|so)\b`)
	ownFault  = pattern(`(?i)\b(?:my (?:own )?(?:error|mistake|bug|typo|fault|slip)|(?:all|both|was|were) mine)\b`)
	byMe      = pattern(`(?i)(?:^|[.,;:(]|\b(?:and|but|so|then|that)\b)\W*(?:i|we)\b[^.;:]*$`)
	isMe      = pattern(`(?i)^\W*(?:i|we|my own|my (?:error|mistake|typo|bug|fault|slip|own))\b`)
	perceived = pattern(`(?i)\b(?:i|we) (?:\pL+ )?(?:saw|see|observed?|counted|measured|noticed|found|got|get|watched|had)\b|\b(?:models?|llms?|agents?|prompts?)\b`)
	anyModel  = pattern(`(?i)\b(?:models?|llms?|agents?|claude|gpt|it|they|prompts?)\b`)
)

// ownReason reports whether a sentence gives the author's reason for what the author did, or the author's own act as the
// cause: of both the author knows.
func ownReason(prose string) bool {
	m := joins().FindStringIndex(prose)
	if m == nil || inside().MatchString(prose) || state().MatchString(prose) {
		return false
	}
	before, after := prose[:m[0]], prose[m[1]:]
	if ownFault().MatchString(before) {
		return true
	}
	return isMe().MatchString(after) || byMe().MatchString(before) && !perceived().MatchString(before) && !anyModel().MatchString(after)
}

// marked reports whether a sentence says that it tells what is thought, or stands in a paragraph that begins so.
func (p *post) marked(i int) bool {
	s := p.sentences[i]
	if believed().MatchString(strings.ReplaceAll(s.prose, "*", "")) || strings.HasSuffix(strings.TrimSpace(s.text), "?") {
		return true
	}
	if p.markedBeside(i) {
		return true
	}
	leads := func(j int) bool { return j >= 0 && leadsBelief().MatchString(plainText(p.sentences[j].text)) }
	return leads(s.lead) || leads(s.under)
}

// markedBeside reports whether the next sentence of the block takes a sentence back to a thought, "That is a guess.", or the
// one before announces it, "Why? I can only guess.".
func (p *post) markedBeside(i int) bool {
	s := p.sentences[i]
	if i+1 < len(p.sentences) && p.sentences[i+1].block == s.block {
		next := plainText(p.sentences[i+1].text)
		if len(strings.Fields(next)) <= 14 && takesBack().MatchString(next) {
			return true
		}
	}
	if s.first || i == 0 {
		return false
	}
	before := plainText(p.sentences[i-1].text)
	return len(strings.Fields(before)) <= 9 && announcesBelief().MatchString(before)
}

var (
	takesBack       = pattern(`(?i)^\W*(?:(?:(?:but |though |however,? )?(?:that|this|it|which|the (?:last|latter|explanation|cause|reason|why)|all (?:that|this|of (?:that|this)))\W+(?:\pL+ ){0,3}?(?:is|was|s|remains|stays|may|might|could|would)\b|or so\b|so (?:i|we) |at least\b|only |just |pure |mere |an? |my |no |not |i (?:have|did|could|can|do)\b).*?\b(?:guess\w*|theory|hypothes\w+|speculat\w+|think|thinking|believe|belief|suspect|suspicion|suspicions|hunch|opinion|interpretation|reading|idea|assum\w+|untested|unproven|unverified|not (?:tested|proven|verified|checked|measured|sure|certain)|(?:not|n't)(?: \pL+){0,2} (?:test|tested|check|checked|verify|verified|prove|proved|proven|shown?|know|measured?|looked|tried|look|try)|wrong|otherwise|chance)\b|(?:untested|unverified|unproven|not (?:tested|checked|verified|proven)|guess(?:ing|work)?|suspect|speculation|hypothesis|theory|opinion|belief)\W*[.!:;,]|(?:untested|unverified|unproven|not tested|not checked)\W*$)`)
	announcesBelief = pattern(`(?i)\b(?:guess\w*|theory|hypothes\w+|speculat\w+|i (?:think|believe|suspect|assume)|suspicion|hunch|my (?:explanation|reading|idea|opinion)|believed|interpretation|untested|unproven)\b`)
)

var leadsBelief = pattern(`(?i)^\W*(?:(?:(?:why|so|what|and what)\W+)?(?:what )?(?:i|we) (?:now |only |still )?(?:think|believe|suspect|guess|assume|expect|expected|predicted|make of|read into|can only guess)|(?:my|an?|one|some|possible|likely|the) (?:\pL+ )?(?:guess|theory|hypothesis|explanation|expectation|prediction|interpretation|reading|hunch|idea|suspicion|opinion|speculation|thoughts?)s?\b[^.]{0,40}[:.]|my (?:guess|theory|hypothesis|explanation|expectation|prediction|reading|hunch|idea|suspicion)|(?:believed|thought|thinking|interpretation|speculation|explanation|theory|hypotheses|guesses|guesswork|hunch|thoughts|reading|opinions?|conjecture)[*_]*[.:(,]|(?:not tested|untested|unverified|hypothesis|belief|prediction|expectation|guess|opinion)\b)`)

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
func withoutNames(text string) string {
	if !strings.ContainsAny(text, "0123456789") {
		return text
	}
	return mask(mask(text, notCounts...), notNumbers...)
}
