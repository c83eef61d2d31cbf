package sim

import (
	"math/big"
	"strconv"
	"strings"
)

// A number in words around a sum.
const num = `(-?\d+(?:\.\d+)?)`

// rewrites bring a sum in words into signs. A "|" applies to all before it.
var rewrites = []struct {
	from *pattern
	to   string
}{
	{lazy(`\*\*`), "^"},
	{lazy(`(\d|\))\s*x\s*(\d|\()`), "$1 * $2"},
	{lazy(`\b(?:times|multiplied by)\b`), "*"},
	{lazy(`\bplus\b`), "+"},
	{lazy(`\bminus\b`), "-"},
	{lazy(`\bdivided by\b`), "/"},
	{lazy(`\b(?:raised )?to the power(?: of)?\b`), "^"},
	{lazy(`(\d|\))\s+squared\b`), "$1 ^ 2"},
	{lazy(`(\d|\))\s+cubed\b`), "$1 ^ 3"},
	{lazy(`\b(?:modulo|mod)\b`), "%"},
	{lazy(num + `\s*(?:%|percent|per cent) of ` + num), "($1 / 100 * $2)"},
	{lazy(`\bhalf of ` + num), "($1 / 2)"},
	{lazy(`\bsum of ` + num + ` and ` + num), "($1 + $2)"},
	{lazy(`\bproduct of ` + num + ` and ` + num), "($1 * $2)"},
	{lazy(`\bdifference (?:of|between) ` + num + ` and ` + num), "($1 - $2)"},
	{lazy(`\bmultiply ` + num + ` (?:by|with|and) ` + num), "($1 * $2)"},
	{lazy(`\bdivide ` + num + ` by ` + num), "($1 / $2)"},
	{lazy(`\badd ` + num + ` (?:to|and) ` + num), "($1 + $2)"},
	{lazy(`\bsubtract ` + num + ` from ` + num), "($2 - $1)"},
	{lazy(`(\d|\))[,.;]?\s+(?:(?:and|then)\s+)+add ` + num), "$1 |+ $2"},
	{lazy(`(\d|\))[,.;]?\s+(?:(?:and|then)\s+)+subtract ` + num), "$1 |- $2"},
	{lazy(`(\d|\))[,.;]?\s+(?:(?:and|then)\s+)+multiply(?: it| that| the result)? (?:by|with) ` + num), "$1 |* $2"},
	{lazy(`(\d|\))[,.;]?\s+(?:(?:and|then)\s+)+divide(?: it| that| the result)? by ` + num), "$1 |/ $2"},
}

var signs = strings.NewReplacer("×", "*", "·", "*", "⋅", "*", "÷", "/", "−", "-", "–", "-")

var (
	reGrouped = lazy(`\d+(?:[.,'_]\d+)+`)
	reCommas  = lazy(`^\d{1,3}(?:,\d{3})+(?:\.\d+)?$`)
	reDots    = lazy(`^\d{1,3}(?:\.\d{3})+(?:,\d+|(?:\.\d{3}))$`)
	reQuotes  = lazy(`^\d{1,3}(?:['_]\d{3})+(?:[.,]\d+)?$`)
	reDecimal = lazy(`^\d+,\d+$`)
	rePowerOf = lazy(`\b\d{1,20}(?:\.\d{1,20})?e[+-]?\d{1,2}\b`)
)

// tidyNumbers writes the numbers of a text without separators and with a
// decimal point. A comma before three digits separates thousands, another one
// decimals. What cannot be read stays as it is.
func tidyNumbers(text string) string {
	text = reGrouped.ReplaceAllStringFunc(text, func(s string) string {
		switch {
		case reCommas.MatchString(s):
			return strings.ReplaceAll(s, ",", "")
		case reDots.MatchString(s):
			return strings.ReplaceAll(strings.ReplaceAll(s, ".", ""), ",", ".")
		case reQuotes.MatchString(s):
			return strings.NewReplacer("'", "", "_", "", ",", ".").Replace(s)
		case reDecimal.MatchString(s):
			return strings.ReplaceAll(s, ",", ".")
		}
		return s
	})
	return rePowerOf.ReplaceAllStringFunc(text, func(s string) string {
		if r, ok := new(big.Rat).SetString(s); ok {
			return formatRat(r)
		}
		return s
	})
}

func tidySums(text string) string {
	text = tidyNumbers(signs.Replace(strings.ToLower(curly.Replace(text))))
	for _, r := range rewrites {
		text = r.from.ReplaceAllString(r.from.ReplaceAllString(text, r.to), r.to)
	}
	return text
}

var (
	reCandidate = lazy(`[-(]*\s*\.?\d[\d\s.+*/^%()|-]*`)
	reSumCue    = lazy(`\b(?:what(?:'s| is| are)|compute|calculate|work out|how much|evaluate|solve|result|add|subtract|multiply|divide|equals?)\b|=|\|`)
	reSigned    = lazy(`\d\s*[*^+]\s*\d`)
	reLoose     = lazy(`^[\d.]+[-/][\d.]+(?:[-/][\d.]+)?$`) // may be a range, a date or a ratio
	reMonthNext = lazy(`^\s*(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|am\b|pm\b)`)
	reDate      = lazy(`^\d{4}-\d{1,2}-\d{1,2}$`)
)

// sumsIn finds the sums that a text asks for, in order.
func sumsIn(text string) []*expr {
	found, _ := readSums(text)
	return found
}

// readSums finds sums, and says whether there was one whose numbers it cannot
// read.
func readSums(text string) (found []*expr, unread bool) {
	if len(text) > 20000 {
		text = text[:20000]
	}
	if !strings.ContainsAny(text, "0123456789") {
		return nil, false
	}
	text = tidySums(text)
	for _, at := range reCandidate.FindAllStringIndex(text, -1) {
		e, src := longestSum(text[at[0]:at[1]])
		if e == nil {
			unread = unread || reSigned.MatchString(text[at[0]:at[1]]) && len(filesIn(text)) == 0
			continue
		}
		whole := strings.TrimRight(strings.TrimSpace(text), "?.=! ") == src
		if reLoose.MatchString(src) && !whole && (!reSumCue.MatchString(text) || reMonthNext.MatchString(text[at[1]:])) || reDate.MatchString(src) {
			continue
		}
		if start := at[0] + strings.Index(text[at[0]:at[1]], src); isGlued(text, start, start+len(src)) {
			unread = unread || len(filesIn(text)) == 0 && strings.ContainsAny(src, "+*/^")
			continue
		}
		if found = append(found, e); len(found) == maxSums {
			return found, unread
		}
	}
	if len(found) == 0 {
		if e := wordSum(text); e != nil {
			found = append(found, e)
		} else {
			unread = unread || len(reWhole.FindAllString(text, 2)) > 1 && reHowMany.MatchString(text)
		}
	}
	return found, unread
}

// noSum is said to numbers that cannot be read as a sum.
const noSum = "There are numbers in that, and my rules cannot tell which sum they make. Write it with signs, like 12 / 5 or 3.5 * 2."

// isGlued is true when what stands around a sum belongs to its numbers: 1,2,3 *
// 4 or 0x1f * 2.
func isGlued(text string, start, end int) bool {
	before := start > 0 && (isLetter(text[start-1]) || start > 1 && strings.IndexByte("_,.", text[start-1]) >= 0 && isDigit(text[start-2]))
	after := end < len(text) && (isLetter(text[end]) || text[end] == '_' || end+1 < len(text) && strings.IndexByte(",.", text[end]) >= 0 && isDigit(text[end+1]))
	return before || after
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

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
	reHowMany = lazy(`\bhow (?:many|much)\b`)
	reTakes   = lazy(`\b(?:gives? away|gave away|eats?|ate|loses?|lost|sells?|sold|spends?|spent|takes? away|removes?|left)\b`)
	reGets    = lazy(`\b(?:buys?|bought|gets?|got|finds?|found|receives?|altogether|in all|in total|together)\b`)
	reEach    = lazy(`\b(?:each|every|per|rows? of|boxes of)\b`)
	reShares  = lazy(`\b(?:split|shares?|shared|divided?|distributed?|equally|evenly|among)\b`)
	reUnclear = lazy(`\b(?:twice|thrice|double|triple|half|times as|percent|more than|fewer than|less than|older|younger|at first|originally|at the start|did .{1,30} have|before that)\b|%`)
	reApart   = lazy(`\bhow (?:many|much) (?:more|fewer|less)\b|\bdifference\b`)
	reAsked   = lazy(`\bhow (?:many|much)\b[^.?!]*`)
	reSharers = lazy(`\b(\d+) (?:people|persons|friends|children|kids|students|guests|teams|groups|of (?:us|them)|ways|boxes|parts|plates)\b`)
	reAmount  = lazy(`\b\d{1,9}(?:\.\d{1,6})?\b`)
	reWhole   = lazy(`\b\d{1,9}\b`)
)

// wordSum makes a sum of a small story with two numbers and a question; nil if
// it is not plain which one.
func wordSum(text string) *expr {
	numbers := reAmount.FindAllString(text, -1)
	if len(numbers) != 2 || !reHowMany.MatchString(text) || reUnclear.MatchString(text) {
		return nil
	}
	asked := reAsked.FindString(text)
	a, b, op := numbers[0], numbers[1], " + "
	switch {
	case reShares.MatchString(text):
		if op = " / "; group(reSharers, text) == a {
			a, b = b, a
		}
	case reApart.MatchString(text) || reTakes.MatchString(text) && !reEach.MatchString(text):
		if op = " - "; floatOf(a) < floatOf(b) {
			a, b = b, a
		}
	case reEach.MatchString(text):
		if op = " * "; reEach.MatchString(asked) || sameNoun(asked, text) {
			return nil
		}
	case !reGets.MatchString(text) && !strings.Contains(text, " more"):
		return nil
	}
	e, err := parseSum(a + op + b)
	if err != nil {
		return nil
	}
	return e
}

func floatOf(digits string) float64 {
	f, _ := strconv.ParseFloat(digits, 64) // digits, at most one point
	return f
}

var (
	reEachNoun  = lazy(`\b(?:each|every|per) ([a-z]{3,})`)
	reAskedNoun = lazy(`\bhow (?:many|much) ([a-z]{3,})`)
)

// sameNoun is true when the question is for the things that there is one of
// each time: "each box … how many boxes".
func sameNoun(asked, text string) bool {
	each, noun := group(reEachNoun, text), group(reAskedNoun, asked)
	return each != "" && (each == noun || each == strings.TrimSuffix(noun, "s") || each == strings.TrimSuffix(noun, "es"))
}
