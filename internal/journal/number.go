package journal

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// pointMark is what counts the points of a prediction, at the beginning of a line: "1 - some", "#2 more", "Prediction 1: more".
var pointMark = regexp.MustCompile(`(?im)^[\s>*_]*(?:(?:[#№] ?|(?:no|nr)\. ?)[0-9]{1,2}[.):/]?` +
	`|(?:(?:point|step|prediction|guess|item) |[pq]|\(?[a-z][.)] +\(?|\(?)[0-9]{1,2}[*_]*(?: *[.):/]| +[-–—])` +
	`|[\x{2460}-\x{24ff}\x{2776}-\x{2793}])[*_]* +(\pL)`)

// notQuantities are digits that predict nothing: the mark of a list, a date, a time of day, the name of a thing (sim-1,
// go1.26), what a prompt says of a child's age, and which part or question is spoken of. The turn at which something happens is one.
var notQuantities = regexp.MustCompile(`(?im)^[\s>*_]*\(?[0-9]{1,3}[.):](?:[\s*_]|$)` +
	`|[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}(?:[T ][0-9:.+Z-]+)?|\b[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{4}\b|\b[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?\b` +
	`|\b[0-9]{1,2}\.? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?: [0-9]{4})?\b` +
	`|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? [0-9]{1,2}(?:, [0-9]{4})?\b` +
	`|https?://\S+|\b[0-9]+[- ]years?[- ]olds?\b|\pL[\pL0-9]*[-_.]?[0-9][\pL0-9._-]*` +
	`|\b(?:exercise|chapter|section|part|question|task|version|prompt|seed|ex)\s+(?:no\.? |#)?[0-9]+(?:\.[0-9]+)?\b`)

var (
	times      = regexp.MustCompile(`\b[xX]([0-9]+)\b`)
	quoted     = regexp.MustCompile("(?s)`[^`]*`|\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|«[^»]*»")
	firstCell  = regexp.MustCompile(`(?m)^[\s>]*\|[^|\n]*(\|[^|\n]*\|?.*)$`)
	idOrAmount = regexp.MustCompile(`[$€£~≈<>=]?\s?\b[0-9]+\.[0-9]+\b\s?(?:%|x\b|×|times?\b|ms\b|s\b|seconds?\b|cents?\b|dollars?\b|tokens?\b|words?\b)?`)
)

// hasNumber reports whether a prediction says how much or how many, in digits of any script or in words. Digits that do
// not, such as a date, the mark of a list and the ids of exercises, do not count.
func hasNumber(text string, ids []string) bool {
	text = quoted.ReplaceAllStringFunc(text, func(q string) string {
		if len(strings.Fields(q)) > 2 {
			return " " // a prompt, not a prediction
		}
		return q
	})
	text = firstCell.ReplaceAllString(text, "$1")
	text = idOrAmount.ReplaceAllStringFunc(text, func(n string) string {
		if slices.Contains(ids, strings.TrimSpace(n)) {
			return " "
		}
		return n
	})
	text = pointMark.ReplaceAllString(text, " $1")
	text = times.ReplaceAllString(text, " $1")
	text = notQuantities.ReplaceAllString(text, " ")
	if strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsNumber(r) || strings.ContainsRune("二三四五六七八九十百千万零半两", r)
	}) {
		return true
	}
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '’' })
	for i, w := range words {
		before, after := "", ""
		if i > 0 {
			before = words[i-1]
		}
		if i+1 < len(words) {
			after = words[i+1]
		}
		if isNumberWord(w, before, after) {
			return true
		}
	}
	return false
}

// numberWords are English, German, French and Spanish, without those that are also something else.
var numberWords = strings.Fields(`zero none two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
	seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands million
	millions dozen dozens twice thrice half halve halves double doubles doubled triple triples tripled quadruple twofold threefold
	fourfold fivefold tenfold quarter
	keine zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig fünfzig hundert tausend einmal zweimal dreimal
	doppelt halb hälfte deux trois quatre cinq sept huit neuf dix onze douze vingt trente cent mille moitié dos tres cuatro cinco
	seis siete ocho nueve diez doce veinte treinta cien mil doble mitad ninguno ninguna`)

// germanNumber is one that is made of others: zwanzigtausend.
var germanNumber = regexp.MustCompile(`^(?:ein|zwei|zwan|drei|vier|fünf|sechs?|sieb(?:en)?|acht|neun|zehn|elf|zwölf|und)+(?:(?:zig|ßig|zehn|hundert|tausend)(?:und)?(?:eins?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)?)+$`)

func isNumberWord(word, before, after string) bool {
	switch word {
	case "one": // "no one", "the first one", "one of them" count nothing
		return after != "of" && !slices.Contains(strings.Fields("no the this that each every any some which another last first next right wrong same other latter former"), before)
	case "once": // "once it has the name" is about order
		return !slices.Contains(strings.Fields("the it i you we they a an all that this every each there"), after)
	}
	return slices.Contains(numberWords, word) || word != "einzig" && germanNumber.MatchString(word)
}
