package posts

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"agentcourse/internal/document"
)

const longestHook = 200 // characters; what is longer is no line that a feed shows

// A hook is a line by which a stranger decides whether to read on.
type hook struct {
	text string
	line int
}

// hooks are the title, unless the post has the template's section for the hook, and the first sentence.
func (p *post) hooks() []hook {
	var out []hook
	add := func(text string, line int) {
		if text = plainText(text); text != "" {
			out = append(out, hook{text, line})
		}
	}
	if s := p.section("Hook"); s != nil {
		for _, t := range p.sentences {
			if s.Line < t.line && t.line <= s.End {
				add(t.text, t.line)
				return out
			}
		}
		return nil // the section is empty, which is another rule's business
	}
	for _, f := range p.doc.Fields {
		if f.Front && strings.EqualFold(f.Name, "title") {
			add(f.Value, f.Line)
		}
	}
	first := -1 // the first sentence that is not a heading's
	for i, t := range p.sentences {
		heading := p.text[t.block].Kind == document.Heading
		if !heading && first < 0 {
			first = i
		}
		if beside := !heading && p.besideTheClaim(t); beside || onlyLabel().MatchString(t.text) {
			continue
		}
		add(hookLabel().ReplaceAllString(t.text, ""), t.line)
		if !heading {
			return out
		}
	}
	if first >= 0 && len(out) == 0 {
		add(p.sentences[first].text, p.sentences[first].line)
	}
	return out
}

var (
	// onlyLabel is a sentence that is the name of what follows: "**Seen.**", "TL;DR:".
	onlyLabel  = pattern(`(?i)^[^\pL\d]*(?:\*\*|__)[^*_.:!?]{1,30}(?:[.:](?:\*\*|__)|(?:\*\*|__)[.:])\s*$|^[^\pL\d]*(?:` + hookLabels + `)[^\pL\d]*$`)
	hookLabel  = pattern(`(?i)^[^\pL\d]*(?:` + hookLabels + `)[*_]*\s*[:–—][*_]*\s*|^[^\pL\d]*(?:\*\*|__)(?:` + hookLabels + `)[.:]?(?:\*\*|__)[.:]?\s*`)
	bareSource = pattern(`(?i)^\W*(?:journal entry|entry|journal|traces?|source|evidence|code|program|tags?|date|day|posted|published|updated?|corrections?|note|edit|errata)\b[^.:]{0,40}:`)
)

const hookLabels = `tl;?dr|in short|short version|the short version|claim|my claim|the claim|finding|result|the result|observation|seen|what i saw|hook|in one (?:line|sentence)|headline|summary|abstract|lesson|thread|first`

// besideTheClaim reports whether a sentence stands above the text and is none of it: the set-up, a day, a source, a correction.
func (p *post) besideTheClaim(s sentence) bool {
	text := p.text[s.block].Text
	return openers().MatchString(text) || bareSource().MatchString(text) || onlyADay().MatchString(s.text) && !hasVerb(s.text)
}

// onlyADay is a line such as "8 December 2026, five minutes".
var onlyADay = pattern(`^\W*(?:` + dayForm + `)|(?:` + dayForm + `)\W*$`)

const hookWhy = "A stranger sees the first line and nothing else, and it has to say something that could turn out false."

// judgeHook takes a post's first line for good if one of title and first sentence is: a title may name the thing and the
// sentence below it claim something about it.
func judgeHook(p *post) {
	var fault string
	var at hook
	for i, h := range p.hooks() {
		f := p.hookFault(h.text)
		if f == "" && i == 0 {
			p.doubtHook(h)
			return
		}
		if i == 0 {
			fault, at = f, h
			continue
		}
		if f == "" && claims(h.text) && fault != "an announcement" && !setsUp(h.text) {
			p.ask("hook", at.line, fmt.Sprintf("The title %s is no claim that stands alone; what follows it is one. Does the place where you publish show both?", quoted(at.text)))
			return
		}
	}
	if fault == "" {
		return
	}
	p.find("hook", at.line, fmt.Sprintf("the first line is %s: %s", fault, quoted(at.text)), hookWhy,
		"Say in one sentence what you saw, best with its number, so that somebody could answer “no, I measured it, and it is not so”.")
}

var (
	topicStart = atStart(`how\b|why\b|(?:an?|the) (?:short |little |long |strange )?(?:tale|story|truth|problem|trouble|thing|case) (?:of|about|with)\b|something (?:\pL+ly )?(?:strange|odd|weird|interesting|funny|unexpected|curious)\b|you (?:won't|will not|would not|wouldn't) believe\b|guess what\b|(?:nobody|no one) (?:tells|told) you\b|my (?:\pL+ )?(?:thoughts|notes|experiences?|journey|adventures?|take|view|impressions|first steps|learnings) (?:on|about|from|with|of|in|to|into)\b|(?:some |a few |more |first |quick |random )?(?:thoughts|notes|remarks|learnings|impressions|lessons|tips|musings|reflections) (?:on|about|from|for|learned)\b|` +
		`(?:an? )?(?:short |quick |brief |gentle )?(?:introduction|guide|overview|primer|tutorial|look|deep dive|summary|recap|write-?up|report)\b|introduction\b|(?:everything|all|what) (?:you need to know|there is to know) |all about\b|what i(?:'ve| have)? (?:learn(?:ed|t)|did|built|made|think)\b|what is\b|what are\b|` +
		`lessons\b|exercise \d|chapter \d|week \d|day \d|part \d|on \pL+ing\b|thoughts\b|notes\b`)
	announceStart = atStart(`finished\b|(?:i |we )?(?:am |are |i'm |we're |so |very |super )*(?:excited|happy|thrilled|proud|glad|pleased|delighted)\b|i'?m (?:excited|happy|thrilled|proud|glad|so)\b|i(?:'ve| have)? (?:just|finally)\b|we just\b|just (?:\pL+ed|built|made|got|ran|wrote)\b|today\b|tonight\b|yesterday,? i\b|this (?:week|month|morning|evening|weekend)\b|last (?:week|night)\b|big news\b|announc|introducing\b|presenting\b|sharing\b|finally\b|new post\b|update\b|hello\b|hi\b|hey\b|welcome\b|` +
		`(?:i|we)(?:'ve| have)? (?:finished|completed|published|released|shipped|launched|started (?:learning|building|working|to|a|an|my|with)|decided to|wanted to|want to|would like|learned (?:a lot|so much|how|about)|have been|had fun)\b|i'?ve been\b|let'?s\b|let me\b|check out\b|in this (?:post|article|text)\b|time (?:to|for)\b|done with\b|done\b|done!|exercise \d[\d.]* (?:is )?(?:done|finished)`)
	backwards = atStart(`this\b|it\b|it's\b|that\b|that's\b|here\b|here's\b|these\b|those\b|they\b|such\b|there you\b`)
	howTo     = atStart(`how (?:to|do|does|i (?:built|made|wrote|learn\pL*|use|set)|\pL+ works?)\b`)
	whyStart  = atStart(`why\b`)
	// newsStart announces, or only says when; with a number behind it, it may be a claim.
	newsStart  = atStart(`(?:i|we)(?:'ve| have)? (?:just|finally)\b|just\b|today\b|tonight\b|yesterday\b|this (?:week|month|morning|evening|weekend)\b|last (?:week|night)\b|finally\b`)
	deedDone   = pattern(`(?i)\b(?:finish(?:ed)?|complet(?:ed|e)|publish(?:ed)?|releas(?:ed|e)|ship(?:ped)?|launch(?:ed)?|started|built|wrote|written|made|learn(?:ed|t)|done|exercises?|chapters?|worked on|played|tried)\b`)
	asksStart  = atStart(`(?:can|does|did|is|are|should|will|could|would|has) (?:an?|the|my|your|you|i|we|it|this) \pL`)
	setUpStart = atStart(`(?:i|we) (?:ran|asked|gave|sent|used|took|tried|compared|counted|let|wrote|built)\b|set-?up\b|in this\b`)
	anyNumber  = pattern(`(?i)\b` + numberLike + `\b`)
	gerund     = pattern(`(?i)^\W*(?:understanding|exploring|building|learning|working|getting|playing|experimenting|looking|adding|using|writing|making|measuring|comparing|debugging|streaming|testing|thinking|diving|trying|improving|implementing|prompting|tuning|handling|managing)\b`)
)

// hookFault says what is wrong with a first line, "" if nothing is for certain.
func (p *post) hookFault(text string) string {
	n := utf8.RuneCountInString(text)
	numbered := hasVerb(text) && digits().MatchString(withoutNames(text))
	switch {
	case n > longestHook*6/5:
		return fmt.Sprintf("%d characters long", n)
	case strings.HasSuffix(strings.TrimRight(text, `"”)* `), "?") && !p.asksReaders(), p.english && asksStart().MatchString(text) && !p.asksReaders():
		return "a question"
	case !p.english:
		return ""
	case backwards().MatchString(text):
		return "one that points at something a stranger has not read"
	case announceStart().MatchString(text) && !(newsStart().MatchString(text) && numbered && !deedDone().MatchString(text)):
		return "an announcement"
	case topicStart().MatchString(text) && !(whyStart().MatchString(text) && p.asksReaders()) && !(numbered && !howTo().MatchString(text)), gerund().MatchString(text) && !hasVerb(text):
		return "a topic and no claim"
	case !hasVerb(withoutTail(text)) && !anyNumber().MatchString(text):
		return "a title without a verb"
	}
	return ""
}

// withoutTail is a title without what it promises to tell: "…, and what to do about it".
func withoutTail(text string) string {
	if m := tail().FindStringIndex(text); m != nil {
		return text[:m[0]]
	}
	return text
}

var tail = pattern(`(?i)(?:,? (?:and|or)|[:,–—]) (?:how|what|why|when|where|which)\b.*$`)

// asksReaders reports whether the post has the shape of a question.
func (p *post) asksReaders() bool {
	if f, ok := p.doc.Field("shape"); ok {
		return strings.Contains(strings.ToLower(f.Value), "question")
	}
	for _, s := range p.sentences[min(1, len(p.sentences)):] {
		if strings.HasSuffix(strings.TrimSpace(s.prose), "?") && toReaders().MatchString(s.prose) {
			return true
		}
	}
	return false
}

var toReaders = pattern(`(?i)\b(?:you|anybody|anyone|somebody|someone|who)\b`)

var claimLike = pattern(`(?i)\d|\b(?:` + numberWord + `|not|never|nothing|nobody|n't|more|less|fewer|longer|shorter|than|as (?:much|many|often|long)|same|other|differ\pL*|every|each|all|only|without|although|but|before|after|until|forgot|lost|broke|wrong|took|sent|cost|fail\pL*|changed|deleted|refused|obeyed|ignored|invented|made|still|also|too)\b|n't\b`)

// claims reports whether a line says, by its words, something that can be false.
func claims(text string) bool { return hasVerb(text) && claimLike().MatchString(text) }

// setsUp reports whether a line says what was run, and not what came of it.
func setsUp(text string) bool {
	return day().MatchString(text) || exactModel().MatchString(text) || setUpStart().MatchString(text)
}

// doubtHook asks about a line whose words do not tell.
func (p *post) doubtHook(h hook) {
	if n := utf8.RuneCountInString(h.text); n > longestHook {
		p.ask("hook", h.line, fmt.Sprintf("The first line has %d characters. Does the place where you publish show them all?", n))
		return
	}
	if p.english && claims(h.text) && !topicStart().MatchString(h.text) || p.asksReaders() {
		return
	}
	p.ask("hook", h.line, fmt.Sprintf("Could somebody answer %s with “no, I measured it, and it is not so”?", quoted(h.text)))
}
