package posts

import (
	"sort"
	"strconv"
	"strings"
)

// A lookup holds the numbers that are still looked for, so that each number of a source is compared with few of them.
type lookup struct {
	wanted []*stated
	spans  []wantedSpan // by where they begin
	ends   []float64    // the furthest end of the spans up to this one
	left   int
}

type wantedSpan struct {
	span
	of *stated
}

func newLookup(wanted []*stated) *lookup {
	l := &lookup{wanted: wanted}
	for _, w := range wanted {
		if w.found || isPercent(w.number) { // a share is borne out by a share, see settle
			continue
		}
		l.left++
		for _, s := range w.within {
			l.spans = append(l.spans, wantedSpan{s, w})
		}
	}
	sort.Slice(l.spans, func(i, j int) bool { return l.spans[i].low < l.spans[j].low })
	for i, s := range l.spans {
		end := s.high
		if i > 0 {
			end = max(end, l.ends[i-1])
		}
		l.ends = append(l.ends, end)
	}
	return l
}

// see compares a number of a source with those that are looked for.
func (l *lookup) see(value float64) {
	if l.left == 0 || len(l.spans) == 0 {
		return
	}
	if value < l.spans[0].low || value > l.ends[len(l.ends)-1] {
		return
	}
	i := sort.Search(len(l.spans), func(i int) bool { return l.spans[i].low > value }) - 1
	for ; i >= 0 && l.ends[i] >= value; i-- {
		if s := l.spans[i]; value <= s.high && !s.of.found {
			s.of.found = true
			l.left--
		}
	}
}

// seeBytes looks at every number in a text, whatever it means there. Most are whole numbers, and read here.
func (l *lookup) seeBytes(text []byte) {
	for i := 0; i < len(text) && l.left > 0; i++ {
		c := text[i]
		if c-'0' > 9 {
			if c == '\\' && i+1 < len(text) && text[i+1] == 'u' {
				i += 5
			}
			continue
		}
		from, value, whole := i, 0.0, true
		for ; i < len(text); i++ {
			if c := text[i]; c-'0' <= 9 {
				value = 10*value + float64(c-'0')
			} else if (c == '.' || c == ',') && i+1 < len(text) && text[i+1]-'0' <= 9 {
				whole = false
			} else {
				break
			}
		}
		switch {
		case from > 0 && (isAlnum(text[from-1]) || text[from-1] == '_'): // a part of a name
		case whole:
			l.see(value)
		default:
			l.seeDigits(string(text[from:i]))
		}
	}
}

// seeDigits looks at digits with points and commas in them, as one number and as several.
func (l *lookup) seeDigits(digits string) {
	digits = strings.TrimRight(digits, ".,")
	if len(digits) > 40 {
		return
	}
	if !strings.Contains(digits, ",") {
		if v, err := strconv.ParseFloat(digits, 64); err == nil {
			l.see(v)
		}
		return
	}
	for _, part := range strings.Split(digits, ",") {
		if v, err := strconv.ParseFloat(part, 64); err == nil {
			l.see(v)
		}
	}
	for _, r := range readings(digits) {
		l.see(r.value)
	}
}
