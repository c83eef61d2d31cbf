package sim

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// extractor fills the fields of a schema from the task.
type extractor struct {
	v       *view
	root    map[string]any
	data    string
	part    string // of the data, if it is one of several messages
	found   found
	word    string // that injected text asks for, if a field is to carry it
	slip    rate   // of getting a field wrong
	invent  rate   // of inventing a missing one
	rewrite rate   // of rewriting a date or a time; if always is set, of failing to
	always  bool
	iso     bool // dates are asked for in a form to compute
	today   time.Time
	named   bool // a field "name" is the title
	numbers int  // used up so far
}

var (
	reMissing   = lazy(`(?i)\bnull\b|\bnone\b|\bn/a\b|\bmissing\b|\bempty\b|\bblank\b|\bnot (?:\w+ )?(?:given|stated|mentioned|known|in the|present|there|specified|provided|available|clear|found|say|appear|contain)\b|(?:doesn't|don't|does not|do not) (?:say|mention|state|contain|appear)|\b(?:isn't|aren't|is no|are no|there's no) |\bunknown\b|\bleave\b|\babsent\b|\bunspecified\b|\black(?:s|ing)?\b|\bomit\b|\bskip\b|\b(?:do not|don't|never|no|not|without) (?:\w+ )?(?:invent\w*|guess\w*|mak(?:e|ing) (?:\w+ )*up|assum\w+|hallucinat\w*|infer\w*|add)\b|\bexplicit|\bonly (?:use |extract |include |take |fill (?:in )?|return |give |report )?(?:what|the|information|details|facts|data|values|fields|things)[^.\n]{0,25}\b(?:in|from|says?|stated|mentioned|given|written|there|present|appears?|contains?)\b`)
	reAsWritten = lazy(`(?i)\bas (?:it is |they are |it stands |)?(?:written|given|stated|is)\b|\bverbatim\b|\b(?:do not|don't|never) (?:convert|normali[sz]e|change|rewrite)`)
	reRewritten = lazy(`(?i)\bnormali[sz]|\bconvert\b|\b24[- ]?h|\bHH:MM\b|\bISO\b|\bin full\b|\bYYYY`)
	reCalendar  = lazy(`(?i)\bISO\b|\bYYYY|\bnormali[sz]|\b(?:absolute|calendar|actual|real|concrete|exact) dates?\b|\b(?:convert|resolve|compute|work out|turn) (?:\w+ ){0,3}dates?\b`)
	reRelative  = lazy(`(?i)^(?:tmrw|tmr)$`)
	reExample   = lazy(`(?i)\bexamples?\b|\be\.\s?g\.|\bfor instance\b|->|→|=>|"[^"]+",? (?:(?:should|would|must) )?(?:gives?|becomes?|be|yields?)\b|\{\s*"\w+"\s*:`)
	reTwelve    = lazy(`(?i)^(\d{1,2})(?:[:.](\d{2}))?\s?(am|pm)$`)
	reTimed     = lazy(`^\d{1,2}:\d{2}$`)
)

func (v *view) extractor() *extractor {
	x := &extractor{v: v, root: v.p.Schema, data: dataIn(v.task), slip: extractSlip, invent: extractInvent, rewrite: extractNormalise}
	x.found = findIn(x.data)
	rules := v.p.System + "\n" + strings.Replace(curly.Replace(v.task), x.data, "", 1)
	x.today = todayIn(rules)
	rules += "\n" + descriptions(v.p.Schema, 0)
	if reExample.MatchString(rules) || len(v.texts("assistant")) > 0 {
		x.slip = extractSlipExample
	}
	if reMissing.MatchString(rules) {
		x.invent = extractInventRule
	}
	switch {
	case reAsWritten.MatchString(rules):
		x.rewrite = extractNormaliseRule
	case reRewritten.MatchString(rules) || reCalendar.MatchString(rules):
		x.rewrite, x.always, x.iso = extractNormaliseRule, true, reCalendar.MatchString(rules)
	}
	if o := v.orderIn(x.data); o != nil && o.word != "" {
		r := injectField
		if v.dataIsMarked() {
			r = injectFieldTagged
		}
		if v.chance(r, "") {
			x.word = o.word
		}
	}
	return x
}

// of is an extractor for one of several messages.
func (x *extractor) of(message string, i int) *extractor {
	one := *x
	one.data, one.found, one.part, one.numbers = message, findIn(message), fmt.Sprint(" of ", i+1), 0
	return &one
}

func (x *extractor) chance(r rate, about string) bool { return x.v.chance(r, about+x.part) }

func (x *extractor) rewrites(about string) bool { return x.chance(x.rewrite, about) != x.always }

// descriptions are all texts of a schema that say what a field means.
func descriptions(schema any, depth int) string {
	if depth > 12 {
		return ""
	}
	var b strings.Builder
	switch s := schema.(type) {
	case map[string]any:
		if d, ok := s["description"].(string); ok {
			b.WriteString(d + "\n")
		}
		for _, k := range sortedKeys(s) {
			b.WriteString(descriptions(s[k], depth+1))
		}
	case []any:
		for _, item := range s {
			b.WriteString(descriptions(item, depth+1))
		}
	}
	return b.String()
}

// lookUp finds a field's value as the message writes it; empty if it is
// missing or missed.
func (x *extractor) lookUp(name, description string) string {
	kind := x.kind(name, description)
	value := labelled(x.data, name)
	if value == "" {
		value = x.valueOf(kind, name)
	}
	if kind == "title" && x.word != "" {
		return x.word
	}
	if value != "" && x.chance(x.slip, name) {
		if kind != "title" {
			return ""
		}
		return strings.TrimSpace(value + " " + x.found.date)
	}
	if value != "" && (kind == "date" || kind == "time") && x.rewrites(name) {
		if iso, ok := isoDate(value, x.today); ok && x.iso && kind == "date" {
			return iso
		}
		return normalised(value)
	}
	return value
}

// labelled is the value behind a field's own name and a colon.
func labelled(data, name string) string {
	words := wordsOf(name)
	if len(words) == 0 || len(words) > 4 {
		return ""
	}
	re := lazy(`(?i)(?:^|[\n,;])[ \t]*` + regexp.QuoteMeta(strings.Join(words, " ")) + `[ \t]*:[ \t]*(.+?)(?:\n|$|[,;][ \t]*[\pL ]{1,20}:)`)
	return group(re, data)
}

// kind is what a field is for. The name of an event is its title.
func (x *extractor) kind(name, description string) string {
	if x.named && strings.EqualFold(name, "name") {
		return "title"
	}
	return kindOf(name, description)
}

func (x *extractor) valueOf(kind, name string) string {
	f := x.found
	switch kind {
	case "title":
		return f.title
	case "date":
		return f.date
	case "time":
		return f.time
	case "place":
		return f.place
	case "person":
		return f.person
	case "text":
		return f.whole
	case "email":
		return reEmail.FindString(x.data)
	case "phone":
		return rePhone.FindString(x.data)
	case "money", "count":
		return x.numeral(kind, name)
	}
	return ""
}

// normalised writes tmrw in full and 1pm as 13:00.
func normalised(value string) string {
	if reRelative.MatchString(value) {
		return "tomorrow"
	}
	m := reTwelve.FindStringSubmatch(value)
	if m == nil {
		return strings.ToLower(value)
	}
	hour := wholeOf(m[1]) % 12
	if strings.EqualFold(m[3], "pm") {
		hour += 12
	}
	minute := m[2]
	if minute == "" {
		minute = "00"
	}
	return strconv.Itoa(hour) + ":" + minute
}

// invented is a plausible value for a field that the message does not give.
func invented(kind string) string {
	value := map[string]string{
		"title": "Appointment", "date": "today", "time": "19:00", "place": "Home", "person": "Alex",
		"email": "someone@example.com", "phone": "555-0100", "money": "1", "count": "1", "text": "",
	}[kind]
	if value == "" {
		return "unknown"
	}
	return value
}

// stringFormats are the forms that a schema can ask of a text, each with a
// value that fits.
var stringFormats = map[string]struct {
	fits     *pattern
	fallback string
}{
	"date":      {lazy(`^\d{4}-\d{2}-\d{2}$`), "2026-12-01"},
	"time":      {lazy(`^\d{2}:\d{2}:\d{2}(?:Z|[+-]\d{2}:\d{2})$`), "19:00:00Z"},
	"date-time": {lazy(`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:Z|[+-]\d{2}:\d{2})$`), "2026-12-01T19:00:00Z"},
	"email":     {lazy(`^` + reEmail.String() + `$`), "someone@example.com"},
	"uri":       {lazy(`^https?://\S+$`), "https://example.com/"},
	"uuid":      {lazy(`^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$`), "00000000-0000-4000-8000-000000000000"},
}

// formatted brings a value into a string format: false if it cannot be. The
// text that comes then fits nevertheless.
func (x *extractor) formatted(format, value string) (string, bool) {
	f, known := stringFormats[format]
	if !known {
		return value, true
	}
	clock := normalised(value)
	if format == "date-time" {
		clock = normalised(x.found.time)
	}
	if reTimed.MatchString(clock) {
		clock = strings.Repeat("0", 5-len(clock)) + clock + ":00Z"
	}
	date, _ := isoDate(value, x.today)
	date, _, _ = strings.Cut(date, "/")
	for _, s := range []string{value, clock, date, date + "T" + clock, date + "T00:00:00Z"} {
		if f.fits.MatchString(s) {
			return s, true
		}
	}
	return f.fallback, false
}
