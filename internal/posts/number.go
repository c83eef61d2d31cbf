package posts

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"agentcourse/internal/document"
)

// A number is one that a text states.
type number struct {
	at, end int    // where it stands in its text
	shown   string // "$2,704", "90%"
	labels  bool   // it tells things apart ("turn 10") and measures nothing
	within  []span // any of these in a source bears it out
}

// A span holds the values from Low to High.
type span struct{ low, high float64 }

const (
	numeral = `\d{1,3}(?:[,\x{a0}\x{202f}\x{2009}']\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?`
	units   = `%|per ?cent\b|k\b|thousand\b|million\b|m\b|ms\b|milliseconds?\b|s\b|sec(?:onds?)?\b|min(?:utes?)?\b|h\b|hours?\b|cents?\b|[kKMG]i?B\b|bytes?\b|[x×]|times\b|fold\b`
)

var (
	numberForm = pattern(`([$€£¥]\s?)?(` + numeral + `)(?:[\s\x{a0}\x{202f}-]{0,1}(` + units + `))?`)
	roundly    = pattern(`(?i)(?:\b(about|around|roughly|approximately|approx\.?|circa|ca\.?|some|close to|on the order of|nearly|almost|under|below|less than|fewer than|up to|at most|over|more than|above|at least|well over|just over|just under)|([~≈≃]))\s*(?:of\s+)?[$€£]?$`)
	labelled   = pattern(`(?i)\b(?:turns?|runs?|steps?|calls?|lines?|rows?|requests?|attempts?|tr(?:y|ies)|tests?|examples?|texts?|prompts?|events?|repl(?:y|ies)|messages?|cases?|rounds?|days?|weeks?|questions?|files?|columns?|variants?|seeds?|number|nos?\.)\s+(?:\d+\s*(?:,|to|and|or|through|–|-)\s*)*$`)
	wholeFirst = pattern(`(?i)\bof (?:the |my |these |those |all |its )*(` + numberLike + `) [^.;,\d]{0,40}, (` + numberLike + `)\b`)
	ratioForm  = pattern(`(?i)\b(` + numberLike + `)\s*(?:(?:out )?of (?:the |my |these |those |all |its )*|/\s?)(` + numberLike + `)\b`)
)

// mask blanks out what is matched, so that what stands at an offset stands there still.
func mask(text string, what ...func() *regexp.Regexp) string {
	for _, form := range what {
		text = form().ReplaceAllStringFunc(text, document.Blank)
	}
	return text
}

// numbersIn are the numbers that a post states.
func numbersIn(text string) []number {
	if !strings.ContainsAny(text, "0123456789") {
		return nil
	}
	return sourceNumbers(mask(oneLine(text), notCounts...))
}

// sourceNumbers are the numbers in a source.
func sourceNumbers(text string) []number {
	masked := mask(oneLine(text), notNumbers...)
	var out []number
	for _, m := range numberForm().FindAllStringSubmatchIndex(masked, -1) {
		from, to := m[4], m[5]
		if touchesWord(masked, from, to, m[7]) {
			continue
		}
		if m[2] >= 0 {
			from = m[2]
		}
		unit := ""
		if m[6] >= 0 {
			unit, to = masked[m[6]:m[7]], m[7]
		}
		before := masked[:from]
		n := number{at: from, end: to, shown: strings.TrimSpace(masked[from:to]), labels: labelled().MatchString(before[max(0, len(before)-60):]) && unit == ""}
		n.within = spans(masked[m[4]:m[5]], strings.ToLower(unit), approximation(before))
		out = append(out, n)
	}
	return out
}

// touchesWord reports whether digits are part of a name: of sim-1, x86, 3b.
func touchesWord(text string, from, to, unitEnd int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:from])
	if unicode.IsLetter(before) || before == '_' || before == '.' && from > 1 && isAlnum(text[from-2]) {
		return true
	}
	if before == '-' && from > 1 {
		if r, _ := utf8.DecodeLastRuneInString(text[:from-1]); unicode.IsLetter(r) {
			return true
		}
	}
	if unitEnd >= 0 {
		return false
	}
	after, _ := utf8.DecodeRuneInString(text[to:])
	return unicode.In(after, unicode.Latin, unicode.Greek, unicode.Cyrillic) || after == '_'
}

func isAlnum(b byte) bool {
	return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

// approximation is the word before a number that says it is rounded: "about", "over", "under", or "".
func approximation(before string) string {
	m := roundly().FindStringSubmatch(before[max(0, len(before)-40):])
	if m == nil {
		return ""
	}
	switch w := strings.ToLower(m[1]); w {
	case "nearly", "almost", "under", "below", "less than", "fewer than", "up to", "at most", "just under":
		return "under"
	case "over", "more than", "above", "at least", "well over", "just over":
		return "over"
	}
	return "about"
}

// spans are the values in a source that bear a number out, by what it says itself of its exactness.
func spans(digits, unit, about string) []span {
	var out []span
	for _, form := range readings(digits) {
		value, decimals := form.value, form.decimals
		half := 0.0 // how far off a source may be, through rounding
		if decimals > 0 {
			half = math.Pow10(-decimals) / 2
		}
		factor := map[string]float64{"k": 1e3, "thousand": 1e3, "m": 1e6, "million": 1e6}[unit]
		if factor > 0 {
			value, half = value*factor, factor*math.Pow10(-decimals)/2
		}
		low, high := value-half, value+half
		switch unitOf := math.Max(roundUnit(value, decimals), 2*half); about {
		case "about":
			w := math.Max(math.Min(unitOf/2, value/10), math.Max(half, 0.5*math.Pow10(-decimals)))
			low, high = value-w, value+w
		case "over":
			high = value + math.Max(math.Min(unitOf, value*0.15), half)
		case "under":
			low = value - math.Max(math.Min(unitOf, value*0.15), half)
		}
		out = append(out, span{low, high})
		out = append(out, converted(value, decimals, low, high, unit)...)
	}
	for i := range out {
		e := math.Abs(out[i].high) * 1e-9
		out[i] = span{out[i].low - e, out[i].high + e}
	}
	return out
}

// converted are the spans of a value in the units that traces have: milliseconds, dollars, bytes.
func converted(value float64, decimals int, low, high float64, unit string) []span {
	half := math.Pow10(-decimals) / 2
	low, high = math.Min(low, value-half), math.Max(high, value+half)
	scale := func(by float64) span { return span{low * by, high * by} }
	switch unit {
	case "s", "sec", "second", "seconds":
		return []span{scale(1000), scale(1)}
	case "min", "minute", "minutes":
		return []span{scale(60000), scale(60)}
	case "h", "hour", "hours":
		return []span{scale(3600000), scale(3600)}
	case "ms", "millisecond", "milliseconds":
		return []span{scale(1), scale(0.001)}
	case "cent", "cents":
		return []span{scale(0.01)}
	case "kb":
		return []span{scale(1000), scale(1024)}
	case "kib":
		return []span{scale(1024)}
	case "mb":
		return []span{scale(1e6), scale(1 << 20)}
	case "mib":
		return []span{scale(1 << 20)}
	}
	return nil
}

// A reading is one way to read digits: 2.704 may be two and a bit, or more than two thousand.
type reading struct {
	value    float64
	decimals int
}

var groups = pattern(`^\d{1,3}(?:[.,\x{a0}\x{202f}\x{2009}']\d{3})+$`)

func readings(digits string) []reading {
	var out []reading
	add := func(text string) {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return
		}
		decimals := 0
		if i := strings.IndexByte(text, '.'); i >= 0 {
			decimals = len(text) - i - 1
		}
		out = append(out, reading{v, decimals})
	}
	bare := strings.Map(func(r rune) rune {
		if r == '.' || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, digits)
	switch commas := strings.Count(digits, ","); {
	case groups().MatchString(digits) && strings.Count(digits, ".") <= 1 && commas <= 1 && !strings.HasPrefix(digits, "0"):
		if strings.Contains(digits, ".") && commas == 0 {
			add(digits)
		}
		add(strings.ReplaceAll(bare, ".", ""))
	case commas == 1 && !strings.Contains(digits, ".") && !groups().MatchString(digits):
		add(strings.Replace(digits, ",", ".", 1)) // a decimal comma
	case groups().MatchString(digits) && strings.Count(digits, ".") > 1:
		add(strings.ReplaceAll(bare, ".", ""))
	default:
		add(bare)
	}
	return out
}

// roundUnit is the value of the last digit that is not a zero: 100 for 2700.
func roundUnit(value float64, decimals int) float64 {
	if decimals > 0 || value == 0 {
		return math.Pow10(-decimals)
	}
	unit := 1.0
	for math.Mod(value, unit*10) == 0 && unit < value {
		unit *= 10
	}
	return unit
}

var wordValues = map[string]float64{"none": 0, "no": 0, "one": 1, "once": 1, "two": 2, "both": 2, "twice": 2, "three": 3, "four": 4, "five": 5, "six": 6,
	"seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
	"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "hundred": 100, "thousand": 1000}

// valueOf is the value of a number in digits or as a word.
func valueOf(text string) (float64, bool) {
	if v, ok := wordValues[strings.ToLower(text)]; ok {
		return v, true
	}
	r := readings(strings.Trim(text, ".,"))
	if len(r) == 0 {
		return 0, false
	}
	return r[len(r)-1].value, true
}

// ratiosIn are the shares "a of b" that a text tells, in per cent.
func ratiosIn(text string) []float64 {
	var out []float64
	for _, m := range wholeFirst().FindAllStringSubmatch(text, -1) {
		a, okA := valueOf(m[2])
		b, okB := valueOf(m[1])
		if okA && okB && b > 0 && a <= b {
			out = append(out, 100*a/b, 100-100*a/b)
		}
	}
	for _, m := range ratioForm().FindAllStringSubmatch(text, -1) {
		a, okA := valueOf(m[1])
		b, okB := valueOf(m[2])
		if okA && okB && b > 0 && a <= b {
			out = append(out, 100*a/b, 100-100*a/b)
		}
	}
	return out
}
