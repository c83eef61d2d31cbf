package posts

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"agentcourse/internal/document"
	"agentcourse/internal/scrub"
)

// A stated number is one of the published text, with where it stands.
type stated struct {
	number
	line  int
	found bool
	soft  bool // its sentence says that it was not measured, or it stands in a quotation
	in    int  // the sentence in which it stands, -1 in tables and code
}

// judgeNumbers looks each number up. Without a source there is nothing to look in, which another rule tells.
func judgeNumbers(p *post) {
	src := p.sources()
	if !src.any() {
		return
	}
	lines := map[int][]string{}
	var order []int
	for _, n := range src.wanted {
		switch {
		case n.found:
		case src.worksOut(n):
			p.ask("numbers", n.line, fmt.Sprintf("%s stands in none of the sources; it may follow from two numbers beside it. Did you work it out, and does the entry say how?", n.shown))
		case n.soft || n.labels:
			p.ask("numbers", n.line, fmt.Sprintf("%s stands in none of the sources. Is it meant as something that you measured?", n.shown))
		default:
			if len(lines[n.line]) == 0 {
				order = append(order, n.line)
			}
			lines[n.line] = append(lines[n.line], n.shown)
		}
	}
	for _, line := range order {
		missing := slices.Compact(lines[line])
		what := missing[0] + " stands in none of the sources"
		if len(missing) > 1 {
			what = strings.Join(missing[:len(missing)-1], ", ") + " and " + missing[len(missing)-1] + " stand in none of the sources"
		}
		p.find("numbers", line, what+" ("+src.shown+")",
			"A number that cannot be looked up is a rumour, and a slip in copying looks just like it.",
			"Look it up in the trace, the run record or the entry and copy it from there; if you worked it out, write into the entry how, or allow it with the reason.")
	}
}

// statedNumbers are the numbers of what a reader sees: not those in a program's code.
func (p *post) statedNumbers() []*stated {
	var out []*stated
	var ratios []float64
	text, _ := p.whole()
	ratios = append(ratiosIn(text), p.ratiosOfTables()...)
	for i, b := range p.text {
		if b.Kind == document.Table {
			out = append(out, p.tableNumbers(b, ratios)...)
			continue
		}
		shown := p.numberText(b)
		for _, n := range numbersIn(shown) {
			s := &stated{number: n, line: p.lineAt(i, n.at), in: p.sentenceAt(i, n.at)}
			s.soft = s.in >= 0 && unmeasured().MatchString(p.sentences[s.in].text) || inQuotes(b, n)
			s.found = isPercent(n) && slices.ContainsFunc(ratios, func(r float64) bool { return near(n, r) }) || isPrice(shown, n)
			out = append(out, s)
		}
	}
	for _, f := range p.doc.Fields {
		if f.Front && shownField().MatchString(f.Name) {
			for _, n := range numbersIn(f.Value) {
				out = append(out, &stated{number: n, line: f.Line, in: -1, found: isPercent(n) && slices.ContainsFunc(ratios, func(r float64) bool { return near(n, r) })})
			}
		}
	}
	return out
}

// tableNumbers are those of a table, cell by cell. A column that only tells rows apart holds labels.
func (p *post) tableNumbers(b document.Block, ratios []float64) []*stated {
	var out []*stated
	var heads []string
	for _, row := range b.Rows {
		if row.Head {
			heads = row.Cells
		}
		for i, cell := range row.Cells {
			shown := p.numberText(document.Block{Kind: document.Paragraph, Text: cell})
			for _, n := range numbersIn(shown) {
				n.labels = n.labels || !row.Head && i < len(heads) && labelColumn().MatchString(heads[i])
				found := isPercent(n) && slices.ContainsFunc(ratios, func(r float64) bool { return near(n, r) }) || isPrice(shown, n)
				out = append(out, &stated{number: n, line: row.Line, in: -1, found: found})
			}
		}
	}
	return out
}

// worksOut reports whether a number follows from two that the sources bear out and that stand in the same
// sentence: as their sum or difference, or, if it is told as a share or a multiple, as their quotient.
func (s *sources) worksOut(n *stated) bool {
	if len(n.within) == 0 || n.labels || n.in < 0 {
		return false
	}
	var beside []float64
	for _, o := range s.wanted {
		if o.found && o.in == n.in && len(o.within) > 0 && len(beside) < 12 {
			beside = append(beside, (o.within[0].low+o.within[0].high)/2)
		}
	}
	value := (n.within[0].low + n.within[0].high) / 2
	quotient := multiple().MatchString(n.shown) || strings.Contains(n.shown, ".")
	is := func(v float64) bool {
		return slices.ContainsFunc(n.within, func(r span) bool { return r.low <= v && v <= r.high })
	}
	for i, a := range beside {
		for j, b := range beside {
			if i == j || b == 0 {
				continue
			}
			switch {
			case isPercent(n.number) && (near(n.number, 100*a/b) || near(n.number, 100*math.Abs(a-b)/b)):
				return true
			case !isPercent(n.number) && value >= 10 && (is(a+b) || is(a-b)), quotient && is(a/b):
				return true
			case quotient && !strings.Contains(n.shown, ".") && math.Round(a/b) == value:
				return true
			}
		}
	}
	return false
}

var multiple = pattern(`(?i)(?:[x×]|times|fold)$`)

// inQuotes reports whether a small number stands in a quotation within a paragraph: "Answer in 50 words" measures nothing.
func inQuotes(b document.Block, n number) bool {
	if b.Kind == document.Code || b.Quoted || len(n.within) == 0 || n.within[0].high > 100 {
		return false
	}
	for _, m := range quotation().FindAllStringIndex(b.Text, -1) {
		if m[0] <= n.at && n.at < m[1] {
			return true
		}
	}
	return false
}

var quotation = pattern(`(?s)“[^”]*”|"[^"]*"`)

func isPercent(n number) bool {
	return strings.HasSuffix(n.shown, "%") || strings.HasSuffix(n.shown, "cent")
}

func near(n number, value float64) bool {
	return slices.ContainsFunc(n.within, func(s span) bool {
		slack := 0.5 * (1 + 1e-9)
		if s.high-s.low > 1e-6 {
			slack = 1e-9
		}
		return s.low-slack <= value && value <= s.high+slack
	})
}

var perMillion = pattern(`(?i)\bper (?:one )?million\b|/\s?(?:1M|M|million|Mtok)\b`)

// isPrice reports whether a number is one of the course's two illustrative prices, told as such.
func isPrice(text string, n number) bool {
	around := text[max(0, n.at-60):min(len(text), n.end+80)]
	return perMillion().MatchString(around) && slices.ContainsFunc(n.within, func(s span) bool {
		return s.low <= 4 && 4 <= s.high || s.low <= 20 && 20 <= s.high
	})
}

// sentenceAt is the sentence in which a byte of a block stands, -1 for none.
func (p *post) sentenceAt(block, at int) int {
	i, _ := slices.BinarySearchFunc(p.sentences, block, func(s sentence, block int) int {
		return cmp.Or(cmp.Compare(s.block, block), cmp.Compare(s.at, at+1))
	})
	if i == 0 || p.sentences[i-1].block != block {
		return -1
	}
	return i - 1
}

// unmeasured is a mark that a sentence tells what was not measured, or what the author's program was set to.
var unmeasured = pattern(`(?i)\b(?:not tested|untested|(?:did|have) not (?:tested?|tried?|run|measured?|looked?)|didn't (?:test|try|run|measure)|haven't (?:tested|tried|run|measured)|do not know|don't know|never (?:tried|tested|ran)|would|documented|documentation|docs say|time-?outs?|deadline|retr(?:y|ies)|back-?off)\b`)

// ratiosOfTables are the shares that a table's row tells in two cells, "8 | 10", in per cent.
func (p *post) ratiosOfTables() []float64 {
	var out []float64
	for _, b := range p.text {
		for _, row := range b.Rows {
			var values []float64
			for _, c := range row.Cells {
				if v, ok := valueOf(strings.TrimSpace(c)); ok && v == math.Trunc(v) {
					values = append(values, v)
				}
			}
			for _, a := range values {
				for _, b := range values {
					if b > 0 && a <= b {
						out = append(out, 100*a/b)
					}
				}
			}
		}
	}
	return out
}

var (
	codeSpan    = pattern("(?s)``.*?``|`[^`]*`")
	valueSpan   = pattern("^`+(?:[\\w.\"-]+ ?[=:] ?\"?[$]?[\\d.,]+%?\"?[,; ]*)+`+$|^`+[$]?[\\d.,]+%?`+$|\"\\w+\":")
	textCode    = pattern(`(?i)^(?:|te?xt|plain|plaintext|json|jsonl|jsonc|ndjson|output|log|csv|console|sh|bash|shell|shell-session|zsh|terminal)$`)
	commandLine = pattern(`(?m)^\s*(?:[$>%#] |go (?:run|test|build) |course |curl |git |grep |find |cd |echo |export ).*$`)
	programSign = pattern(`(?m):=|^\s*func |^\s*(?:return|import|package|def|class|const|var|let|type) |^\s*(?:for|if|while) .*[{:]$|^\s*//|^\s*}|;$|==|\+\+|\w\(\w*\)`)
	jsonSign    = pattern(`"\w+"\s*:`)
)

// numberText is a block's text with spaces in the place of what is code, private or a numbered heading's number.
func (p *post) numberText(b document.Block) string {
	text := b.Text
	switch b.Kind {
	case document.Code:
		if !textCode().MatchString(b.Language) || b.Language == "" && programSign().MatchString(text) && !jsonSign().MatchString(text) {
			return document.Blank(text)
		}
		text = mask(text, commandLine)
	case document.Heading:
		text = headingNumber().ReplaceAllStringFunc(text, document.Blank)
	}
	text = codeSpan().ReplaceAllStringFunc(text, func(span string) string {
		if b.Kind == document.Code || valueSpan().MatchString(span) {
			return span
		}
		return document.Blank(span)
	})
	text = mask(text, spelt)
	out := []byte(text)
	for _, s := range slices.Concat(scrub.Secrets(text), scrub.Personal(text), scrub.Paths(text)) {
		copy(out[s.From:s.To], document.Blank(text[s.From:s.To]))
	}
	return string(out)
}

var (
	headingNumber = pattern(`^\s*\d+(?:\.\d+)*[.):]?\s`)
	labelColumn   = pattern(`(?i)^\W*(?:turns?|runs?|#|nos?|number|seeds?|steps?|calls?|rows?|lines?|n|day|version|prompt|try|attempt|text)?\W*$`)
)
