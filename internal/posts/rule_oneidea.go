package posts

import (
	"fmt"
	"strings"

	"agentcourse/internal/document"
)

const (
	oneIdeaWhy  = "A reader keeps one thing. Two claims share the evidence and the attention, and each gets half."
	oneIdeaMend = "Keep the one with the better evidence; the other goes back to the journal, under Post candidate."
)

// judgeOneIdea looks for a second claim in the hook, a second takeaway, a second hook, and a text that leaves its subject.
func judgeOneIdea(p *post) {
	if !p.english {
		return
	}
	for _, h := range p.hooks() {
		p.judgeHookIdeas(h)
	}
	p.judgeSecondHook()
	p.judgeTakeaways()
	p.judgeAsides()
}

var (
	joint = pattern(`(?i)[,;]? +(?:and|plus|while|as well as)(?: also)? +|; +`)
	// sameSubject begins a clause that goes on about the same thing.
	sameSubject = pattern(`(?i)^(?:it|they|he|she|i|we|you|that|this|which|each time|every time|nothing|nobody|none|no|not|then|so|still|only|yet|neither|all of|both|the (?:other|rest|same|first|second|third|last|next|model|reply|answer))\b`)
	// subject begins a clause with a thing of its own.
	subject  = pattern(`(?i)^(?:the|a|an|my|its|his|our|your|one|two|three|four|five|ten|\d+|most|some|every|each|\pL+s|\pL+ing|\pL+ \pL+s?)\b`)
	contrast = pattern(`(?i)\b(?:same|unchanged|identical|not|no|nothing|still|only|but|although|yet|never|without|none|untouched|less|more|twice|half)\b`)
	mine     = pattern(`(?i)^\W*(?:i|we|you)\b`)
)

func (p *post) judgeHookIdeas(h hook) {
	for _, m := range joint().FindAllStringIndex(h.text, -1) {
		before, after := h.text[:m[0]], h.text[m[1]:]
		if !hasVerb(before) || !verbSoon(after) || startsWithVerb(after) || sameSubject().MatchString(after) || !subject().MatchString(after) {
			continue
		}
		if mine().MatchString(before) || contrast().MatchString(h.text) || sharedWord(before, after) || goesOn(before, after) {
			p.ask("one-idea", h.line, fmt.Sprintf("Are %s and %s one claim, or two?", quoted(before), quoted(after)))
			continue
		}
		p.find("one-idea", h.line, fmt.Sprintf("the first line joins two claims: %s and %s", quoted(before), quoted(after)), oneIdeaWhy, oneIdeaMend)
		return
	}
}

var (
	// pointsBack is a word in a second clause that stands for something in the first.
	pointsBack = pattern(`(?i)\b(?:it|its|itself|them|their|they|him|her|his|she|he|that|this|these|those|there|then|so|one|ones|both|either|neither|each|other|others|rest|again|too|afterwards?|therefore|hence|anyway)\b`)
	countFirst = pattern(`(?i)^(?:(?:the|only|about|all|my|just) )*` + numberLike + `\b`)
	definite   = pattern(`(?i)^(?:the|my|our) `)
)

// goesOn reports whether a second clause may be a part of the claim of the first: it points back, counts what the first has
// begun to count, or goes on about a thing that is known, without a number of its own.
func goesOn(before, after string) bool {
	number := anyNumber().MatchString(withoutNames(after))
	return pointsBack().MatchString(after) || countFirst().MatchString(after) && anyNumber().MatchString(before) || definite().MatchString(after) && !number
}

// sharedWord reports whether two clauses speak of the same thing in the same word.
func sharedWord(a, b string) bool {
	words := map[string]bool{}
	for _, w := range word().FindAllString(strings.ToLower(a), -1) {
		words[strings.TrimSuffix(w, "s")] = true
	}
	for _, w := range word().FindAllString(strings.ToLower(b), -1) {
		if len(w) > 2 && words[strings.TrimSuffix(w, "s")] && !commonWords().MatchString(w) {
			return true
		}
	}
	return false
}

// verbSoon reports whether a clause has its verb within a few words.
func verbSoon(clause string) bool {
	words := strings.Fields(clause)
	return hasVerb(strings.Join(words[:min(len(words), 7)], " "))
}

// startsWithVerb reports whether a clause begins with its verb: then its subject is that of the clause before.
func startsWithVerb(clause string) bool {
	words := strings.Fields(clause)
	if len(words) == 0 {
		return true
	}
	first := strings.ToLower(words[0])
	return hasVerb(words[0]) && !strings.HasSuffix(first, "s") || len(words) > 1 && hasVerb(words[0]) && !hasVerb(strings.Join(words[1:min(len(words), 6)], " "))
}

// judgeSecondHook looks at the template's section, which is for one sentence.
func (p *post) judgeSecondHook() {
	s := p.section("Hook")
	if s == nil {
		return
	}
	var paragraphs []document.Block
	for _, b := range s.Blocks {
		if b.Kind == document.Paragraph {
			paragraphs = append(paragraphs, b)
		}
	}
	if len(paragraphs) > 1 {
		p.find("one-idea", paragraphs[1].Line, "the section Hook holds more than one hook", oneIdeaWhy, oneIdeaMend)
	}
}

var (
	takeawayStart = pattern(`(?i)^\W*(?:(?:my |the |a |one |second |first |other |another )*takeaways?|lessons?|morals?)(?: \d| one| two)?\W*[:.]`)
	severalStart  = pattern(`(?i)^\W*(?:(?:my |the |two |three |some )*takeaways|lessons)\W*:`)
)

func (p *post) judgeTakeaways() {
	var found []sentence
	for _, s := range p.sentences {
		if p.text[s.block].Kind != document.Heading && takeawayStart().MatchString(s.text) {
			found = append(found, s)
			if severalStart().MatchString(s.text) {
				found = append(found, s)
			}
		}
	}
	if len(found) > 1 {
		p.find("one-idea", found[1].line, "there is more than one takeaway: "+quoted(found[1].text), oneIdeaWhy, oneIdeaMend)
	}
	section := p.section("Takeaway")
	if section == nil {
		return
	}
	items := 0
	for _, b := range section.Blocks {
		if b.Kind != document.Paragraph {
			continue
		}
		if items++; items == 2 {
			p.find("one-idea", b.Line, "there is more than one takeaway: "+quoted(b.Text), oneIdeaWhy, oneIdeaMend)
		}
	}
}

var (
	aside      = pattern(`(?i)^\W*(?:bonus(?:[:.!]| (?:finding|result|fact|lesson|tip|observation|track)s?)|by the way|btw|(?:and )?now (?:to|for) something|on (?:another|a different) (?:note|subject|topic)|unrelated(?:ly)?|(?:a |the |my )?second (?:finding|surprise|lesson|takeaway|claim|observation|thing)|something else (?:i|we|that)|one more thing (?:i|we|that)|one more thing:)|\b(?:another|one more|a second|a different|a separate) (?:\pL+ )?(?:findings?|surprises?|lessons?|takeaways?|claims?|observations?|discover(?:y|ies)|things? (?:that )?(?:i|we) (?:found|saw|learned|learnt|noticed|measured))\b`)
	postscript = pattern(`(?i)^\W*p\.? ?s\b\.?(?:\W|$)`)
	foundMore  = pattern(`(?i)\b(?:also|too|found|noticed|saw|learn(?:ed|t)|discovered|another|measured)\b`)
	toDo       = pattern(`(?i)\b(?:not|next|later|journal|would|will|could|belongs?)\b`)
	softAside  = pattern(`(?i)\bi also (?:noticed|found|saw|learned|learnt|discovered|measured|tried)\b|^\W*(?:also|besides|in addition|moreover|furthermore)\b`)
	whateverOf = pattern(`(?i)\bnot tested\b|\buntested\b`)
)

func (p *post) judgeAsides() {
	for _, s := range p.sentences {
		switch {
		case whateverOf().MatchString(s.prose), toDo().MatchString(s.prose):
		case aside().MatchString(s.prose) && !takeawayStart().MatchString(s.text):
			p.find("one-idea", s.line, "the text leaves its subject: "+quoted(s.text), oneIdeaWhy, oneIdeaMend)
		case postscript().MatchString(s.prose):
			if text := p.text[s.block].Text; measured().MatchString(withoutNames(text)) || foundMore().MatchString(text) {
				p.find("one-idea", s.line, "the text leaves its subject: "+quoted(text), oneIdeaWhy, oneIdeaMend)
			} else {
				p.ask("one-idea", s.line, fmt.Sprintf("Does %s belong to the claim of the first line?", quoted(text)))
			}
		case softAside().MatchString(s.prose):
			p.ask("one-idea", s.line, fmt.Sprintf("Does %s belong to the claim of the first line?", quoted(s.text)))
		}
	}
}
