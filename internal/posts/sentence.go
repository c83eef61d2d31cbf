package posts

import (
	"slices"
	"strings"
	"unicode"

	"agentcourse/internal/document"
)

// A sentence of the published text.
type sentence struct {
	block int    // its block in post.text
	first bool   // of its block
	lead  int    // the first sentence of its block
	under int    // the sentence that is the heading above it, -1 for none
	line  int    // on which it begins
	at    int    // where it begins in the block's Text
	text  string // as it stands there, on one line
	prose string // as long, with spaces for code, quotations and addresses; of a quoted block nothing
}

// sentenceEnd is where one ends and another begins, or where a line of verse does.
var sentenceEnd = pattern(`[.!?…。！？][)"”’*_]*\s+`)

// abbreviation ends with a full stop and ends no sentence.
var abbreviation = pattern(`(?i)(?:\b(?:e\.g|i\.e|ca|approx|vs|cf|no|nr|fig|etc|resp|dr|mr|mrs|ms|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)|\b\d)\.[)"”’*_]*\s+$`)

// split parts a block into sentences.
func (p *post) split(index int) []sentence {
	b := p.text[index]
	text, prose := flat(b), oneLine(b.Prose())
	var out []sentence
	add := func(from, to int) {
		for from < to && unicode.IsSpace(rune(b.Text[from])) {
			from++
		}
		if strings.TrimSpace(b.Text[from:to]) != "" {
			lead := len(p.sentences)
			out = append(out, sentence{block: index, first: len(out) == 0, lead: lead, under: p.heading, line: p.lineAt(index, from), at: from, text: text[from:to], prose: prose[from:to]})
		}
	}
	from := 0
	for _, m := range sentenceEnd().FindAllStringIndex(b.Text, -1) {
		next := rune(0)
		for _, r := range b.Text[m[1]:] {
			next = r
			break
		}
		if abbreviation().MatchString(b.Text[from:m[1]]) && !unicode.IsUpper(next) || unicode.IsLower(next) {
			continue
		}
		add(from, m[1])
		from = m[1]
	}
	add(from, len(b.Text))
	if b.Kind == document.Heading && len(out) > 0 {
		p.heading = len(p.sentences)
	}
	return out
}

var (
	word         = pattern(`[\pL\pM'’]+`)
	commonWords  = pattern(`(?i)^(?:the|a|an|of|to|in|and|is|was|it|that|for|with|on|as|i|not|at|by|from|this|my|no|be|are|were|have|had|what)$`)
	latinLetters = pattern(`\p{Latin}`)
)

// mostlyEnglish reports whether the rules that go by words can judge a text. A text of a few words counts as English.
func mostlyEnglish(blocks []document.Block) bool {
	words, common, latin := 0, 0, 0
	for _, b := range blocks {
		if b.Kind == document.Code {
			continue
		}
		for _, w := range word().FindAllString(b.Text, -1) {
			words++
			if commonWords().MatchString(w) {
				common++
			}
			if latinLetters().MatchString(w) {
				latin++
			}
		}
	}
	if 2*latin < words {
		return false
	}
	return words < 25 || 100*common > 12*words
}

// lineIn is the line of the post on which a match in its sentence stands.
func (p *post) lineIn(s sentence, offset int) int { return p.lineAt(s.block, s.at+offset) }

// lineAt is the line on which a byte of a block stands.
func (p *post) lineAt(block, offset int) int {
	b := p.text[block]
	i, _ := slices.BinarySearch(p.breaks[block], offset)
	if len(b.At) == 0 {
		return b.Line
	}
	return b.At[min(i, len(b.At)-1)]
}

func lineBreaks(text string) []int {
	var breaks []int
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' {
			breaks = append(breaks, i)
		}
	}
	return breaks
}
