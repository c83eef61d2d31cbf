package posts

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"agentcourse/internal/document"
)

// A Word is one that a rule looks for, and what to write in its place.
type Word struct {
	Shown   string // as the page of rules lists it
	Instead string
	form    string // a regular expression, without regard to capital letters
}

// Overclaims are the words that claim more than any number of runs can show.
func Overclaims() []Word {
	const runs = "in how many of how many runs"
	return []Word{
		{"always", runs, `always`},
		{"never", runs, `never`},
		{"every time", runs, `every (?:single )?time|each and every`},
		{"in all cases, without exception", runs, `in (?:all|every|any) cases?|without (?:any )?exceptions?|no exceptions|under all circumstances|universally`},
		{"proves, proven, proof", "suggests; or what you saw, and in how many runs", `prov(?:es|ed|en|ing)|proof|prove (?:that|it|this)`},
		{"guarantees", "what you saw, and in how many runs", `guarantee[sd]?|guaranteeing`},
		{"bulletproof, foolproof, watertight", "what you tried against it, and what got through", `bullet-?proof|fool-?proof|water-?tight|air-?tight|battle-tested|bomb-?proof|iron-?clad|immune|unbreakable|unhackable`},
		{"rock solid", "how often it ran, under which faults, and what happened", `rock[- ]solid|rock-steady`},
		{"unbreakable, infallible", "what you tried against it", `unbreakable|unhackable|infallibl[ey]|impenetrable|invincible|indestructible`},
		{"cannot fail", "what you tried, and how often", `(?:can ?not|can't|can never|won't|will not|will never|does not ever) (?:ever )?(?:fail|break|go wrong|happen again|be fooled|be tricked|be hacked|hallucinate)|(?:nothing|nobody|no one|no (?:attack|prompt|injection|path|note|user|input|model|agent|attacker)s?) can (?:ever )?(?:go wrong|break|fool|trick|get (?:in|out|through|past)|fail|happen)|never fails?|without fail|fail-?safe`},
		{"impossible", "what you tried, and that it did not work", `impossible|there is no way|no way to (?:break|fool|trick)`},
		{"flawless, perfect", "the counts", `flawless(?:ly)?|perfect(?:ly)?|faultless(?:ly)?|error-free|bug-free`},
		{"completely, totally, fully", "what exactly, and what is left", `(?:completely|totally|fully|entirely) (?:safe|secure|solved|solves|fixed|fixes|reliable|eliminates?|eliminated|removes?|removed|prevents?|prevented|immune|deterministic|correct|accurate|autonomous)`},
		{"solved once and for all", "what changed, in numbers", `once and for all|for good and all|solved (?:prompt injection|hallucinations?|memory|the problem)|(?:is|are) solved|(?:a )?solved problem|a thing of the past`},
		{"undeniable, without doubt", "the numbers, and leave the conclusion to the reader", `undeniabl[ey]|undoubtedly|without (?:a |any )?doubt|no doubt|beyond doubt|unquestionabl[ey]|indisputabl[ey]|definitely|it is a fact`},
		{"everybody must, you must", "what it did for you, in your case", `you (?:all )?must|every(?:one|body) (?:must|should|needs to|has to)|no ?(?:one|body) should`},
		{"all models, any model", "the model that you ran", `(?:all|any|every) (?:language |real )?(?:models?|llms?|agents?|chatbots?)\b(?: (?:will|do|does|can|is|are|has|have|behaves?|fails?|forgets?|needs?|works?))`},
		{"the best, the only way", "better than what, by how much", `the (?:very )?best (?:way|model|tool|prompt|practice|approach|library|framework|choice|solution)|the only (?:way|right|correct)`},
		{"100% safe, zero risk", "what you tried, and how often", `(?:100 ?%|one hundred per ?cent) (?:safe|secure|reliable|accurate|of the time|correct|sure|certain|guaranteed)|zero[- ]risk|no risk`},
		{"works for everyone", "for whom it worked", `works? (?:for everyone|for everybody|everywhere|(?:with|for|on|against|in) (?:any|every|all) (?:\pL+ )?(?:models?|prompts?|inputs?|languages?|texts?|tasks?))`},
	}
}

// Emptys are the words that praise where a number should stand.
func Emptys() []Word {
	const number = "the number"
	return []Word{
		{"amazing, awesome", number, `amazing(?:ly)?|amazed|awesome|awesomely`},
		{"incredible, unbelievable", number, `incredibl[ey]|unbelievabl[ey]|astonishing(?:ly)?|astounding(?:ly)?|phenomenal(?:ly)?`},
		{"game-changer", "what it changed, in numbers", `game[- ]chang(?:er|ers|ing)`},
		{"revolutionary", "what is different from before", `revolution(?:ary|i[sz]es?|i[sz]ed|i[sz]ing)?|disruptive|paradigm shift`},
		{"mind-blowing, blown away", number, `mind-?\s?blow(?:ing|n)|blown away|blew (?:me|my mind)(?: away)?|jaw-?dropping`},
		{"insane, crazy", number, `insane(?:ly)?|crazy|crazily|bonkers|wild(?:ly)? (?:good|fast|impressive)`},
		{"magic", "how it works", `magic(?:al|ally)?|sorcery`},
		{"powerful, super", "what it can do", `(?:very |so |super |extremely |incredibly )*powerful|super[- ](?:fast|easy|cool|simple|useful|smart|cheap|helpful|reliable|smooth|excited)|superpowers?`},
		{"seamless, effortless", "the steps it takes", `seamless(?:ly)?|effortless(?:ly)?|friction-?less|smooth as butter|like a charm`},
		{"cutting-edge, state-of-the-art", "the name and the day", `cutting[- ]edge|bleeding[- ]edge|state[- ]of[- ]the[- ]art|next[- ]gen(?:eration)?|world[- ]class|best[- ]in[- ]class|enterprise-grade`},
		{"next level, supercharge, unlock", "what became better, by how much", `next[- ]level|level(?:s|ed)? up|supercharge[sd]?|turbocharge[sd]?|unlock(?:s|ed|ing)? (?:the |new |its |your )?(?:power|potential|possibilities|productivity|magic)|unleash(?:es|ed|ing)?|skyrocket(?:s|ed|ing)?`},
		{"blazing fast", "the milliseconds", `blazing(?:ly)?[- ]?fast|lightning[- ]fast|blazing speed|blazingly`},
		{"shocked, stunning", "what you had expected, and what came", `shock(?:ed|ing|ingly)|stunn(?:ed|ing|ingly)|speechless`},
		{"way more, tons of", number, `way (?:more|better|faster|cheaper|too|less)|tons of|a ton of|loads of|massive(?:ly)?|hugely|enormously|explod(?:es|ed|ing)|dramatic(?:ally)?|drastic(?:ally)?`},
		{"fantastic, great, epic", number, `fantastic(?:ally)?|brilliant(?:ly)?|epic|wonderful(?:ly)?|gorgeous|beautiful(?:ly)?|(?:just|really|so|absolutely|pretty) (?:great|cool|nice|impressive)|extraordinar(?:y|ily)|spectacular(?:ly)?|remarkabl[ey]|impressive(?:ly)?`},
		{"the future of, skill of the year", "what you saw today", `the future of|of the (?:year|decade|century)|here to stay|(?:changes|changed|changing) everything|(?:will )?change the world|nothing will be the same`},
		{"must-have, no-brainer", "for whom, and what it costs", `must-have|no-brainer|secret sauce|silver bullet|holy grail|hidden gem|killer (?:feature|app|prompt)`},
		{"wow, !!", number, `wow|omg|boom|holy (?:cow|moly)`},
	}
}

// A wordList is a list of words that is ready to be looked for.
type wordList struct {
	words []Word
	forms []*regexp.Regexp
	any   *regexp.Regexp // matches where one of the forms does
}

var (
	overclaims = sync.OnceValue(func() *wordList { return newWordList(Overclaims()) })
	emptys     = sync.OnceValue(func() *wordList { return newWordList(Emptys()) })
)

func newWordList(words []Word) *wordList {
	list := &wordList{words: words}
	var all []string
	for _, w := range words {
		list.forms = append(list.forms, regexp.MustCompile(`(?i)\b(?:`+w.form+`)\b`))
		all = append(all, w.form)
	}
	list.any = regexp.MustCompile(`(?i)\b(?:` + strings.Join(all, "|") + `)\b`)
	return list
}

var shouting = pattern(`!{2,}|\?!|!\?`)

const (
	overclaimWhy = "Runs can show what happened in them. Twenty clean ones still leave a program that fails one time in seven."
	emptyWhy     = "It says how you feel about a result, and a reader wants the result."
)

func judgeOverclaim(p *post) {
	p.judgeWords("overclaim", overclaims(), overclaimWhy, "claims more than runs can show", p.modest)
}

func judgeEmpty(p *post) {
	p.judgeWords("empty", emptys(), emptyWhy, "praises where a number should stand", func(s sentence, from, to int) bool {
		return denied(s, from, to) || otherSense().MatchString(s.prose[from:])
	})
	for _, s := range p.sentences {
		for _, m := range shouting().FindAllStringIndex(s.prose, -1) {
			p.find("empty", p.lineIn(s, m[0]), quoted(s.prose[m[0]:m[1]])+" shouts where a number should stand", emptyWhy, "Write the number, with a full stop.")
		}
	}
}

func (p *post) judgeWords(rule string, list *wordList, why, what string, fine func(s sentence, from, to int) bool) {
	for _, s := range p.judgedSentences() {
		if !list.any.MatchString(s.prose) {
			continue
		}
		for i, form := range list.forms {
			for _, m := range form.FindAllStringIndex(s.prose, -1) {
				if fine(s, m[0], m[1]) {
					continue
				}
				line := s.line
				if s.block >= 0 {
					line = p.lineIn(s, m[0])
				}
				p.find(rule, line, quoted(s.prose[m[0]:m[1]])+" "+what, why, "Write "+list.words[i].Instead+".")
			}
		}
	}
}

// judgedSentences are those of the text, of its tables' cells, and of what a site shows of the front matter.
func (p *post) judgedSentences() []sentence {
	out := append([]sentence{}, p.sentences...)
	add := func(text string, line int) {
		b := document.Block{Kind: document.Paragraph, Text: text}
		out = append(out, sentence{block: -1, line: line, text: text, prose: b.Prose()})
	}
	for _, b := range p.text {
		for _, row := range b.Rows {
			for _, cell := range row.Cells {
				add(cell, row.Line)
			}
		}
	}
	for _, f := range p.doc.Fields {
		if f.Front && shownField().MatchString(f.Name) {
			add(f.Value, f.Line)
		}
	}
	return out
}

var (
	negation   = pattern(`(?i)(?:\b(?:not|no|nor|neither|nothing|none|cannot|can ?not|without|hardly|rarely|far from|less than|instead of|avoid|rather than)|n't|n’t)(?:\W+\pL+){0,3}\W*$`)
	deniesNext = pattern(`(?i)^\W*(?:nothing|little|neither|no such|not)\b`)
	// wordItself speaks about the word: the word "always", no "always".
	wordItself = pattern(`(?i)\b(?:the words?|words like|terms?|saying|says|say|write|wrote|claim|claims|called|no)\W+$`)
	ownPast    = pattern(`(?i)\b(?:i|we)(?: had| have|'ve|'d| will| would| shall|'ll| now| still| nearly| almost)*\W*$`)
	// myResult is what the author gets, and does not do.
	myResult = pattern(`(?i)^\W*(?:gets?|got|sees?|saw|receives?|received|finds?|found|works?|worked|has|have|had)\b`)
)

// denied reports whether a word stands behind a negation, or is spoken about.
func denied(s sentence, from, to int) bool {
	before := s.prose[:from]
	if i := strings.LastIndexAny(before, ".;:!?"); i >= 0 {
		before = before[i+1:]
	}
	return negation().MatchString(before) || wordItself().MatchString(before) || deniesNext().MatchString(s.prose[to:])
}

var (
	adverb     = pattern(`(?i)^(?:always|never|in (?:all|every|any) cases?|without (?:any )?exceptions?|every (?:single )?time|each and every|impossible)$`)
	hypothesis = pattern(`(?i)\b(?:i (?:thought|believed|expected|assumed|had (?:thought|believed|expected|assumed|hoped|wanted)|used to think|wanted|hoped?|wish(?:ed)?|asked for)|(?:looked|seemed|appeared|sounded|promised)|my (?:prediction|expectation|belief)|expected|prediction|belief|misconception|people (?:say|think|believe)|(?:whether|if|would) )`)
	// otherSense begins with a word of the lists and is harmless.
	otherSense = pattern(`(?i)^(?:proof of (?:concept|work)|proof-read|impossible to (?:tell|say|know|judge|see|decide)|magic (?:numbers?|words?|strings?|constants?|bytes?|links?)|proved to be wrong|proven wrong|proved me wrong|powerful (?:machine|laptop|computer|gpu)|perfect (?:scores?|marks?|squares?|match|storm|world|number)|(?:nobody|no one|everybody|everyone) should (?:copy|use|run|rely|trust|read|take|put|deploy|conclude|draw|quote|repeat|check|doubt)|crazy (?:idea|slow|question)|wild ?cards?|you must not)\b`)
	documented = pattern(`(?i)\b(?:documentation|docs|documented|manual|spec(?:ification)?|reference|by (?:definition|design|construction))\b`)
	promises   = pattern(`(?i)\b(?:will|can|could|shall)\W*$|'ll\W*$`)
	again      = pattern(`(?i)^\W*(?:\pL+\W+){1,3}again\b`)
	// ordered is the beginning of what is asked for and not claimed: "must never".
	ordered = pattern(`(?i)\b(?:must|may|should|shall|let|to)\W*$`)
	// opposed goes on after a "never" that is a "not": "the exact name, never the family".
	opposed = pattern(`(?i)^\s+(?:an?|the|in|on|by|below|above|from|to|with|for|at|as|of|my|its|their|your)\b`)
	// mechanism is what works as its code or a document says, so that "always" may be known of it.
	mechanism = pattern(`(?i)\b(?:programs?|code|loops?|lists?|requests?|api|server|protocol|keys?|files?|scanner|functions?|schema|headers?|tests?|compiler|go|tools?|field|event|stream|client|decoder|parser|recorder|simulator|sim-1|history|messages?|it|they|which|that)\b[^,;:]*$`)
)

// modest reports whether a sentence claims no more than it has seen: it denies the word, counts its runs, tells what the
// author never did, or what was believed before.
func (p *post) modest(s sentence, from, to int) bool {
	found := s.prose[from:to]
	if denied(s, from, to) || hypothesis().MatchString(s.prose[:from]) || otherSense().MatchString(s.prose[from:]) {
		return true
	}
	if strings.EqualFold(found, "definitely") && ownPast().MatchString(s.prose[:from]) {
		return true
	}
	if !adverb().MatchString(found) {
		return false
	}
	if ownPast().MatchString(s.prose[:from]) && !myResult().MatchString(s.prose[to:]) {
		return true // a habit of the author's
	}
	if strings.EqualFold(found, "never") && promises().MatchString(s.prose[:from]) && again().MatchString(s.prose[to:]) {
		return false
	}
	if strings.EqualFold(found, "never") && (ordered().MatchString(s.prose[:from]) || opposed().MatchString(s.prose[to:])) {
		return true
	}
	if (mechanism().MatchString(s.prose[:from]) || documented().MatchString(s.prose)) && !inside().MatchString(s.prose) && !imperative().MatchString(s.prose[:from]) {
		p.ask("overclaim", s.line, fmt.Sprintf("Is %s known from the code or a document? If it is from runs, say how many.", quoted(s.text)))
		return true
	}
	if counted().MatchString(s.text) || inRuns().MatchString(s.text) || digits().MatchString(withoutNames(s.text)) && past().MatchString(s.prose) || described().MatchString(s.prose[:from]) || strings.EqualFold(found, "never") && (own().MatchString(s.prose[:from]) && past().MatchString(firstWords(s.prose[to:], 2)) || ownPast().MatchString(s.prose[:from]) || before().MatchString(s.prose[to:])) ||
		strings.HasSuffix(strings.TrimSpace(s.text), "?") {
		return true
	}
	happened := past().MatchString(firstWords(s.prose[to:], 2))
	if !happened && !believed().MatchString(s.prose) && strings.TrimSpace(firstWords(s.prose[to:], 1)) != "" || p.stressed(s) {
		return false
	}
	p.ask("overclaim", s.line, fmt.Sprintf("Does %s hold for more than your runs? If it does not, say how many there were.", quoted(s.text)))
	return true
}

// stressed reports whether a sentence is one that a reader takes away: it stands in the hook or is the takeaway.
func (p *post) stressed(s sentence) bool {
	if s.block < 0 || takeawayStart().MatchString(s.text) {
		return true
	}
	for _, h := range p.hooks() {
		if strings.Contains(h.text, s.text) {
			return true
		}
	}
	t := p.doc.Section("takeaway")
	return t != nil && t.Line <= s.line && s.line <= t.End
}

// imperative is a beginning after which an adverb gives an order to everybody.
var imperative = pattern(`(?i)^\W*$`)

var (
	inRuns = pattern(`(?i)\b(?:in|of|over|across|during) (?:all |these|those|the|my|both|each|every) ?(?:\pL+ )?runs?\b`)
	digits = pattern(`\d`)
	past   = pattern(`(?i)\b(?:was|were|had|did|took|sent|made|got|gave|came|went|saw|said|told|kept|left|ran|wrote|broke|fell|rose|grew|found|forgot|held|cost|\pL{2,}ed)\b`)
	own    = pattern(`(?i)\b(?:i|we|my|our)\b`)
	// described is the beginning of what a thing does that the author has made so: "a tool that always …".
	described = pattern(`(?i)\b(?:tool|calculator|program|script|server|function|fake|stub|mock|test|loop|code|scenario|reply|provider|prompt|rule|file)s? (?:that|which)\W*$`)
)

func firstWords(text string, n int) string {
	words := strings.Fields(text)
	return strings.Join(words[:min(n, len(words))], " ")
}

// before is "never before", "never mind".
var before = pattern(`(?i)^\W*(?:before|mind)\b`)
