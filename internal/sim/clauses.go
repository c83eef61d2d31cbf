package sim

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// clipBytes bounds how much of one text the rules read.
const clipBytes = 16000

// beforeBytes bounds how far back a clause looks.
const beforeBytes = 200

// clip leaves out the middle of a very long text.
func clip(text string) string {
	if len(text) <= clipBytes {
		return text
	}
	half := clipBytes / 2
	return strings.ToValidUTF8(text[:half], "") + " … " + strings.ToValidUTF8(text[len(text)-half:], "")
}

// clause is a part of a sentence that says one thing.
type clause struct {
	text     string // without marks at its end
	sentence string // the whole sentence
	before   string // what stands before it in the sentence, up to beforeBytes
}

const clauseStarts = `i|i'm|i've|im|my|you|you're|your|what|what's|whats|who|how|where|when|which|do|does|can|could|please|call|tell|show|give|they|he|she|we|it's|nice|thanks`

var (
	// A clause ends where the next one begins.
	reNextClause  = lazy(`(?i)\s+[-–—]+\s+()|;\s*()|:\s+()|,?\s+but\s+()|,?\s+(?:and|so|because|as|then)\s+(` + clauseStarts + `)\b|,\s*(` + clauseStarts + `|not|the|this|that|is|are|right|ok|okay|explain|read|write|open)\b`)
	reLongQuoted  = lazy(`"[^"\s]+\s+[^"\s]+\s[^"]*"`)
	reInterrogate = lazy(`(?i)^(?:and |so |but |ok,? |well,? )?(?:what|what's|whats|who|who's|how|where|when|why|which|is|are|am|was|were|do|does|did|can|could|will|would|should|has|have|may|isn't|aren't|don't|doesn't)\b`)
)

const abbreviations = " dr mr mrs ms prof st vs no jr sr e.g i.e "

const sentenceStarts = " i i'm i've i'd i'll im my we you your you're what what's whats who how where when why which do does did can could is are please call so and but hello hi hey nice good the this it it's that no yes thanks remember tell write explain "

// sentencesOf splits a text into sentences, and at line breaks. It knows that
// "U.S. history", "J. R. Smith" and "Yahoo! mail" go on.
func sentencesOf(text string) []string {
	var found []string
	start := 0
	add := func(end int) {
		if s := strings.TrimSpace(text[start:end]); s != "" {
			found = append(found, s)
		}
		start = end
	}
	for i, r := range text {
		switch {
		case i < start:
		case r == '\n' || strings.ContainsRune("。！？", r):
			add(i + utf8.RuneLen(r))
		case strings.ContainsRune(".!?", r):
			end := i + len(text[i:]) - len(strings.TrimLeft(text[i:], `.!?"')`))
			if rest := strings.TrimLeft(text[end:], " \t"); rest == "" || len(rest) < len(text[end:]) && !goesOn(text[start:i], r, rest) {
				add(end)
			}
		}
	}
	add(len(text))
	return found
}

// goesOn says whether a mark within a text ends no sentence.
func goesOn(before string, mark rune, rest string) bool {
	last := strings.ToLower(before[strings.LastIndexAny(before, " \t(")+1:])
	next, _, _ := strings.Cut(rest, " ")
	next = strings.ToLower(strings.TrimRight(next, ".,!?"))
	short := utf8.RuneCountInString(last) == 1 && last != "i" || strings.Contains(last, ".") && utf8.RuneCountInString(last) < 6
	if mark == '.' && (short || strings.Contains(abbreviations, " "+last+" ")) {
		return !strings.Contains(last, ".") || !strings.Contains(sentenceStarts, " "+next+" ")
	}
	first, _ := utf8.DecodeRuneInString(rest)
	return unicode.IsLower(first) && !strings.Contains(sentenceStarts, " "+next+" ")
}

// clausesOf gives what a text states, clause by clause: neither what it asks
// nor what it quotes.
func clausesOf(text string) []clause {
	text = curly.Replace(clip(text))
	if q := strings.Trim(text, " \n.!"); !strings.HasPrefix(q, `"`) {
		text = reLongQuoted.ReplaceAllString(text, `""`)
	}
	var all []clause
	for _, s := range sentencesOf(text) {
		asks := strings.HasSuffix(s, "?") || strings.HasSuffix(s, "？")
		if asks && reInterrogate.MatchString(s) {
			continue
		}
		parts := splitClauses(s)
		if asks {
			parts = parts[:len(parts)-1]
		}
		all = append(all, parts...)
	}
	return all
}

func splitClauses(s string) []clause {
	var parts []clause
	start := 0
	add := func(end int) {
		if t := trimMarks(s[start:end]); t != "" || end == len(s) {
			parts = append(parts, clause{text: t, sentence: s, before: s[max(0, start-beforeBytes):start]})
		}
	}
	for _, at := range reNextClause.FindAllStringSubmatchIndex(s, -1) {
		for g := 2; g < len(at); g += 2 {
			if at[g] >= 0 {
				add(at[0])
				start = at[g]
			}
		}
	}
	add(len(s))
	return parts
}

// trimMarks takes the marks off a clause's or a value's end, and quotes that
// stand around it.
func trimMarks(s string) string {
	s = strings.TrimRight(strings.TrimSpace(s), " .,;:!?。！？，、")
	for _, q := range []string{`"`, `'`} {
		if len(s) > 2 && strings.HasPrefix(s, q) && strings.HasSuffix(s, q) {
			s = strings.TrimSpace(s[1 : len(s)-1])
		}
	}
	return strings.Trim(s, `"`)
}

// isStatedByOther is true when somebody else says the clause, or when it is
// material of a task.
func (c clause) isStatedByOther() bool {
	return reReported.MatchString(c.before) && !reISaid.MatchString(c.before)
}

var (
	reReported = lazy(`(?i)\b(?:said|says|saying|told me|told us|tells|asked|wrote|writes|replied|answered|translate|translation|rewrite|correct|summari[sz]e|proofread|sentences?|phrase|poem|story|song|imagine|pretend|suppose|if|text|title|letter|e-?mail)\b`)
	reISaid    = lazy(`(?i)\bi (?:just |already |have |had )*(?:said|told|wrote|mentioned)\b`)
)
