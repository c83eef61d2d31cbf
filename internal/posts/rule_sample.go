package posts

import (
	"fmt"

	"agentcourse/internal/document"
)

const samplePlural = `runs?|times|tries|attempts?|calls|turns|replies|repetitions|trials|texts|questions|conversations|samples|seeds?|requests|streams|cases|examples|files|documents|prompts|messages|letters|e-?mails|notes|tasks|sessions|chats|lines|rows|items|inputs|problems|answers|pages|articles|tickets|sentences|goals|days|weeks|versions`

var (
	runCount = pattern(`(?i)\b` + numberLike + `(?:[- ](?:\pL+[- ]){0,3}?)(?:` + samplePlural + `)\b|\bn ?= ?\d+|\b(?:runs?|repeats?|tries|attempts|trials|samples|conversations|repetitions)\s*[:=|]\s*` + numberLike + `\b|\b(?:once|twice|thrice)\b|\b(?:one|a single|a second|1) (?:\pL+ )?(?:run|call|conversation|session|try|attempt|reply|chat)\b|\b` + numberLike + ` (?:out )?of (?:the |my |these )?` + numberLike + `\b|\b\d+/\d+\b|\b(?:run|called|tried|repeated|asked|sent) (?:it |each |them |both )?` + numberLike + ` times\b`)
	rate     = pattern(`(?i)\b(?:ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ]\pL+)? per ?cent\b|\d(?:[\d.,]*\d)?\s?(?:%|per ?cent\b)|\b(?:most of the time|half (?:of )?the time|a third of the (?:time|runs|cases)|usually|(?:one|two|three) (?:time )?in (?:three|four|five|ten)|in most (?:cases|runs))`)
	// share is a percentage of an amount, which has no number of runs: of tokens, of the cost.
	share = pattern(`(?i)^\s?(?:%|per ?cent) (?:of (?:the |all |its |my |their )*(?:\pL+ )?(?:tokens?|cost|bill|price|output|input|bytes|context|window|budget|characters|money|text|reply|request)|more|less|fewer|cheaper|longer|shorter|faster|slower|higher|lower|smaller|larger|off|discount)\b`)
	// picked says how the examples that are shown were chosen.
	picked      = pattern(`(?i)\b(?:(?:at )?random(?:ly)?|drawn|picked|chosen|chose|selected|the (?:first|last|best|worst|shortest|longest|only|clearest)\b|all (?:of them|\pL+|of the)|every (?:run|reply)|each run|hand-picked|cherry-?picked|(?:one|two|three|both|\d+) of (?:the |my )?` + numberLike + `|not (?:chosen|picked|selected)|in order|run \d+|turn \d+|seed \d+|call \d+)\b`)
	examplesOf  = pattern(`(?i)\b(?:(?:here are|these are|see|look at) (?:some|a few|two|three|four|five|\d+|my|the)(?: \pL+){0,3}? (?:examples?|replies|outputs|answers|highlights|samples)|typical (?:reply|answer|output|run|example|results?)s?|examples? of (?:the|its|what) |examples?:|sample (?:reply|replies|outputs?|answers?):|for example,? (?:one|it|the model|this reply)|(?:some|a few) of (?:the|its|my) (?:best |nicest |typical |funniest )?(?:replies|answers|outputs))`)
	singleShown = pattern(`(?i)\b(?:example|excerpt|for instance|for example|e\.g\.)`)
)

// judgeSample wants the number of runs, that of what each rate is of, and how what is shown was chosen.
func judgeSample(p *post) {
	_, prose := p.whole()
	hasCount := hasWhole(withoutDates(prose))
	p.judgeRates(hasCount)
	if !p.english {
		p.ask("sample", 0, "Does the post say how many runs there were, and how the examples shown were picked?")
		return
	}
	if !hasCount && !p.found("sample") {
		p.find("sample", 0, "the post does not say how many runs there were",
			"What happened once may have been the draw; a reader cannot weigh a result without its number of runs.",
			"Say it: “one run”, “10 runs of each”, “in 3 of 10 runs”.")
	}
	p.judgeExamples()
}

func withoutDates(text string) string { return mask(text, day) }

// judgeRates wants for each rate, in its own paragraph or table, what it is a rate of.
func (p *post) judgeRates(hasCount bool) {
	for i, b := range p.text {
		if b.Kind == document.Code || b.Quoted {
			continue
		}
		text := b.Text
		if b.Kind != document.Table {
			text = oneLine(b.Prose())
		}
		rates := rate().FindAllStringIndex(text, -1)
		if len(rates) == 0 || hasWhole(withoutDates(text)) {
			continue
		}
		for _, m := range rates {
			tail := text[m[0]:]
			for j, c := range tail {
				if (c < '0' || c > '9') && c != '.' && c != ',' {
					tail = tail[j:]
					break
				}
			}
			if share().MatchString(tail) {
				continue
			}
			near := ""
			if i > 0 {
				near += flat(p.text[i-1])
			}
			if i+1 < len(p.text) {
				near += "\n" + flat(p.text[i+1])
			}
			shown, line := quoted(text[m[0]:m[1]]), p.lineAt(i, m[0])
			if hasCount {
				if !hasWhole(withoutDates(near)) {
					p.ask("sample", line, fmt.Sprintf("%s of how many? Is the number of runs that the post names that of this rate?", shown))
				}
				continue
			}
			p.find("sample", line, shown+" stands there without what it is a rate of",
				"Four of five and eighty of a hundred are both 80%, and say very different things.",
				"Write the two counts, “8 of 10”, and how often each was run.")
		}
	}
}

// hasWhole reports whether a text names a number of runs or of things.
func hasWhole(text string) bool {
	for _, m := range runCount().FindAllString(text, -1) {
		if !partOf().MatchString(m) {
			return true
		}
	}
	return false
}

// partOf is "one of my runs", which does not say of how many.
var partOf = pattern(`(?i)^\pL+ (?:of|in|to|and|or) (?:\pL+ )*\pL+$`)

// judgeExamples wants to know how what is shown was chosen, if nothing says so.
func (p *post) judgeExamples() {
	whole, _ := p.whole()
	told := picked().MatchString(whole)
	for i, s := range p.sentences {
		switch {
		case p.choiceTold(i):
		case examplesOf().MatchString(s.prose):
			p.find("sample", s.line, "examples are shown, and not how they were picked: "+quoted(s.text),
				"Three good replies of fifty can be found for any claim.",
				"Say how they were picked: “3 of 50, drawn at random”, “the first three”, or, quite openly, “the best of 50”.")
		case singleShown().MatchString(s.prose) && !told:
			p.ask("sample", s.line, fmt.Sprintf("How was the example in %s picked?", quoted(s.text)))
		}
	}
}

// choiceTold reports whether a sentence, or the next one, says how an example was chosen.
func (p *post) choiceTold(i int) bool {
	for j := i; j <= min(i+1, len(p.sentences)-1); j++ {
		if picked().MatchString(p.sentences[j].text) {
			return true
		}
	}
	return false
}
