package sim

import (
	"regexp"
	"strings"
)

// A number in words around a sum.
const num = `(-?\d+(?:\.\d+)?)`

// rewrites bring a sum in words into signs. A "|" applies to all before it.
var rewrites = []struct {
	from *regexp.Regexp
	to   string
}{
	{regexp.MustCompile(`\b(\d{1,3}(?:,\d{3})+)\b`), ""}, // thousands separators go; see tidySums
	{regexp.MustCompile(`\*\*`), "^"},
	{regexp.MustCompile(`(\d|\))\s*x\s*(\d|\()`), "$1 * $2"},
	{regexp.MustCompile(`\b(?:times|multiplied by)\b`), "*"},
	{regexp.MustCompile(`\bplus\b`), "+"},
	{regexp.MustCompile(`\bminus\b`), "-"},
	{regexp.MustCompile(`\bdivided by\b`), "/"},
	{regexp.MustCompile(`\b(?:raised )?to the power(?: of)?\b`), "^"},
	{regexp.MustCompile(`(\d|\))\s+squared\b`), "$1 ^ 2"},
	{regexp.MustCompile(`(\d|\))\s+cubed\b`), "$1 ^ 3"},
	{regexp.MustCompile(`\b(?:modulo|mod)\b`), "%"},
	{regexp.MustCompile(num + `\s*(?:%|percent|per cent) of ` + num), "($1 / 100 * $2)"},
	{regexp.MustCompile(`\bhalf of ` + num), "($1 / 2)"},
	{regexp.MustCompile(`\bsum of ` + num + ` and ` + num), "($1 + $2)"},
	{regexp.MustCompile(`\bproduct of ` + num + ` and ` + num), "($1 * $2)"},
	{regexp.MustCompile(`\bdifference (?:of|between) ` + num + ` and ` + num), "($1 - $2)"},
	{regexp.MustCompile(`\bmultiply ` + num + ` (?:by|with|and) ` + num), "($1 * $2)"},
	{regexp.MustCompile(`\bdivide ` + num + ` by ` + num), "($1 / $2)"},
	{regexp.MustCompile(`\badd ` + num + ` (?:to|and) ` + num), "($1 + $2)"},
	{regexp.MustCompile(`\bsubtract ` + num + ` from ` + num), "($2 - $1)"},
	{regexp.MustCompile(`(\d|\))[,.;]?\s+(?:(?:and|then)\s+)+add ` + num), "$1 |+ $2"},
	{regexp.MustCompile(`(\d|\))[,.;]?\s+(?:(?:and|then)\s+)+subtract ` + num), "$1 |- $2"},
	{regexp.MustCompile(`(\d|\))[,.;]?\s+(?:(?:and|then)\s+)+multiply(?: it| that| the result)? (?:by|with) ` + num), "$1 |* $2"},
	{regexp.MustCompile(`(\d|\))[,.;]?\s+(?:(?:and|then)\s+)+divide(?: it| that| the result)? by ` + num), "$1 |/ $2"},
}

var signs = strings.NewReplacer("×", "*", "·", "*", "⋅", "*", "÷", "/", "−", "-", "–", "-")

func tidySums(text string) string {
	text = signs.Replace(strings.ToLower(curly.Replace(text)))
	for _, r := range rewrites {
		if r.to == "" {
			text = r.from.ReplaceAllStringFunc(text, func(s string) string { return strings.ReplaceAll(s, ",", "") })
			continue
		}
		text = r.from.ReplaceAllString(r.from.ReplaceAllString(text, r.to), r.to)
	}
	return text
}

var (
	reCandidate = regexp.MustCompile(`[-(]*\s*\.?\d[\d\s.+*/^%()|-]*`)
	reSumCue    = regexp.MustCompile(`\b(?:what(?:'s| is| are)|compute|calculate|work out|how much|evaluate|solve|result|add|subtract|multiply|divide|equals?)\b|=|\|`)
	reLoose     = regexp.MustCompile(`^[\d.]+[-/][\d.]+(?:[-/][\d.]+)?$`) // may be a range, a date or a ratio
	reMonthNext = regexp.MustCompile(`^\s*(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|am\b|pm\b)`)
	reDate      = regexp.MustCompile(`^\d{4}-\d{1,2}-\d{1,2}$`)
)

// sumsIn finds the sums that a text asks for, in order.
func sumsIn(text string) []*expr {
	if len(text) > 20000 {
		text = text[:20000]
	}
	if !strings.ContainsAny(text, "0123456789") {
		return nil
	}
	text = tidySums(text)
	var found []*expr
	for _, at := range reCandidate.FindAllStringIndex(text, -1) {
		e, src := longestSum(text[at[0]:at[1]])
		if e == nil {
			continue
		}
		whole := strings.TrimRight(strings.TrimSpace(text), "?.=! ") == src
		if reLoose.MatchString(src) && !whole && (!reSumCue.MatchString(text) || reMonthNext.MatchString(text[at[1]:])) || reDate.MatchString(src) {
			continue
		}
		if found = append(found, e); len(found) == maxSums {
			return found
		}
	}
	if len(found) == 0 {
		if e := wordSum(text); e != nil {
			found = append(found, e)
		}
	}
	return found
}

// longestSum is the longest beginning that is a sum with an operator.
func longestSum(src string) (*expr, string) {
	for end := min(len(src), maxSumText); end > 0; end-- {
		if c := src[end-1]; c != ')' && (c < '0' || c > '9') {
			continue
		}
		if end < len(src) && src[end] >= '0' && src[end] <= '9' {
			continue
		}
		if e, err := parseSum(src[:end]); err == nil && e.op != 0 {
			return e, strings.TrimSpace(src[:end])
		}
	}
	return nil, ""
}

var (
	reHowMany = regexp.MustCompile(`\bhow (?:many|much)\b`)
	reTakes   = regexp.MustCompile(`\b(?:gives? away|gave away|eats?|ate|loses?|lost|sells?|sold|spends?|spent|takes? away|removes?|fewer|left)\b`)
	reGets    = regexp.MustCompile(`\b(?:buys?|bought|gets?|got|finds?|found|receives?|more|joins?|altogether|in all|total)\b`)
	reEach    = regexp.MustCompile(`\b(?:each|every|per|rows? of|boxes of)\b`)
	reWhole   = regexp.MustCompile(`\b\d{1,9}\b`)
)

// wordSum makes a sum of a small story with two numbers and a question.
func wordSum(text string) *expr {
	numbers := reWhole.FindAllString(text, -1)
	if len(numbers) != 2 || !reHowMany.MatchString(text) {
		return nil
	}
	op := " + "
	switch {
	case reEach.MatchString(text):
		op = " * "
	case reTakes.MatchString(text):
		op = " - "
	case !reGets.MatchString(text):
		return nil
	}
	e, err := parseSum(numbers[0] + op + numbers[1])
	if err != nil {
		return nil
	}
	return e
}
