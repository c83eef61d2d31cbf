package sim

import (
	"regexp"
	"strconv"
	"strings"
)

// extractor fills the fields of a schema from the task.
type extractor struct {
	v         *view
	root      map[string]any
	data      string
	found     found
	word      string // that injected text asks for, if a field is to carry it
	slip      rate   // of getting a field wrong
	invent    rate   // of inventing a missing one
	normalise func(about string) bool
	numbers   int // used up so far
}

var (
	reMissing   = regexp.MustCompile(`(?i)\bnull\b|\bmissing\b|\bempty\b|\bnot (?:given|stated|mentioned|known|in the)\b|\bunknown\b|\bleave\b|\babsent\b|\b(?:do not|don't|never) (?:invent|guess|make up)`)
	reAsWritten = regexp.MustCompile(`(?i)\bas (?:it is |they are |it stands |)?(?:written|given|stated|is)\b|\bverbatim\b|\b(?:do not|don't|never) (?:convert|normali[sz]e|change|rewrite)`)
	reRewritten = regexp.MustCompile(`(?i)\bnormali[sz]e|\bconvert\b|\b24[- ]?h|\bHH:MM\b|\bISO\b|\bin full\b|\bYYYY\b`)
	reRelative  = regexp.MustCompile(`(?i)^(?:tmrw|tmr)$`)
	reTwelve    = regexp.MustCompile(`(?i)^(\d{1,2})(?:[:.](\d{2}))?\s?(am|pm)$`)
)

func (v *view) extractor() *extractor {
	x := &extractor{v: v, root: v.p.Schema, data: dataIn(v.task), slip: extractSlip, invent: extractInvent}
	x.found = findIn(x.data)
	rules := v.p.System + "\n" + strings.Replace(v.task, x.data, "", 1) + "\n" + descriptions(v.p.Schema, 0)
	if reExample.MatchString(rules) || len(v.texts("assistant")) > 0 {
		x.slip = extractSlipExample
	}
	if reMissing.MatchString(rules) {
		x.invent = extractInventRule
	}
	x.normalise = func(about string) bool { return v.chance(extractNormalise, about) }
	switch {
	case reAsWritten.MatchString(rules):
		x.normalise = func(about string) bool { return v.chance(extractNormaliseRule, about) }
	case reRewritten.MatchString(rules):
		x.normalise = func(about string) bool { return !v.chance(extractNormaliseRule, about) }
	}
	if o := v.orderIn(v.task); o != nil && o.word != "" {
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

// fieldKinds tells by a field's name, else by its description, what it is for.
var fieldKinds = []struct {
	kind string
	is   *regexp.Regexp
}{
	{"email", regexp.MustCompile(`(?i)e-?mail`)},
	{"phone", regexp.MustCompile(`(?i)phone|mobile|\btel\b`)},
	{"title", regexp.MustCompile(`(?i)title|what|event|summary|subject|task|activity|heading|appointment`)},
	{"time", regexp.MustCompile(`(?i)time|hour|clock`)},
	{"date", regexp.MustCompile(`(?i)date|day|when`)},
	{"place", regexp.MustCompile(`(?i)place|location|where|venue|city|address|town`)},
	{"person", regexp.MustCompile(`(?i)name|person|who\b|attendee|customer|contact|sender|participant|people|with`)},
	{"amount", regexp.MustCompile(`(?i)amount|price|cost|total|quantity|count|number`)},
	{"text", regexp.MustCompile(`(?i)text|message|body|notes?|description|content|original`)},
}

func kindOf(name, description string) string {
	for _, text := range []string{name, description} {
		for _, k := range fieldKinds {
			if text != "" && k.is.MatchString(text) {
				return k.kind
			}
		}
	}
	return ""
}

// lookUp finds a field's value as the message writes it; empty if it is
// missing or missed.
func (x *extractor) lookUp(name, description string) string {
	kind := kindOf(name, description)
	f := x.found
	value := map[string]string{
		"title": f.title, "date": f.date, "time": f.time, "place": f.place, "person": f.person, "text": f.whole,
		"email": reEmail.FindString(x.data), "phone": rePhone.FindString(x.data), "amount": group(reMoney, x.data),
	}[kind]
	if kind == "title" && x.word != "" {
		return x.word
	}
	if value != "" && x.v.chance(x.slip, name) {
		if kind != "title" {
			return ""
		}
		return strings.TrimSpace(value + " " + f.date)
	}
	if value != "" && (kind == "date" || kind == "time") && x.normalise(name) {
		return normalised(value)
	}
	return value
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
	hour, _ := strconv.Atoi(m[1]) // one or two digits
	hour %= 12
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
		"email": "someone@example.com", "phone": "555-0100", "amount": "1", "text": "",
	}[kind]
	if value == "" {
		return "unknown"
	}
	return value
}

// formatted gives a value that a string format asks for: the value itself if
// it fits, else one that does.
func formatted(format, value string) string {
	fits, fallback := (*regexp.Regexp)(nil), ""
	switch format {
	case "date":
		fits, fallback = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`), "2026-12-01"
	case "time":
		fits, fallback = regexp.MustCompile(`^\d{2}:\d{2}:\d{2}(?:Z|[+-]\d{2}:\d{2})$`), "19:00:00Z"
		if n := normalised(value); regexp.MustCompile(`^\d{1,2}:\d{2}$`).MatchString(n) {
			fallback = strings.Repeat("0", 5-len(n)) + n + ":00Z"
		}
	case "date-time":
		fits, fallback = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:Z|[+-]\d{2}:\d{2})$`), "2026-12-01T19:00:00Z"
	case "email":
		fits, fallback = regexp.MustCompile(`^`+reEmail.String()+`$`), "someone@example.com"
	case "uri":
		fits, fallback = regexp.MustCompile(`^https?://\S+$`), "https://example.com/"
	case "uuid":
		fits, fallback = regexp.MustCompile(`^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$`), "00000000-0000-4000-8000-000000000000"
	default:
		return value
	}
	if fits.MatchString(value) {
		return value
	}
	return fallback
}
