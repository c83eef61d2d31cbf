package sim

import (
	"strings"
)

const (
	months   = `(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)`
	weekdays = `(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)`
	proper   = `[\p{Lu}][\pL'-]+(?: [\p{Lu}][\pL'-]+)*`
)

var (
	reDay = lazy(`(?i)\b(?:\d{4}-\d{2}-\d{2}|\d{1,2}(?:\s?[-–]\s?\d{1,2})?(?:st|nd|rd|th)?(?: of)? ` + months + `(?: \d{4})?|` + months +
		` \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?|the \d{1,2}(?:st|nd|rd|th)|\d{1,2}(?:st|nd|rd|th)|day after tomorrow|today|tomorrow|tmrw|tmr|tonight|(?:next |this )?` + weekdays + `|(?:next|this) (?:week|month|weekend))\b`)
	reClock    = lazy(`(?i)\b(?:\d{1,2}(?:[:.]\d{2})?\s?(?:am|pm)|\d{1,2}:\d{2}|noon|midday|midnight|(?:early |late )?(?:morning|afternoon|evening|night))\b`)
	rePlace    = lazy(`(?:\bat|\bin|@) ((?:the )?[\p{Lu}][\pL'&.-]*(?: (?:[\p{Lu}][\pL'&-]*|\d+))*|(?:the )?(?:office|home|station|school|airport|library|park|gym|pub|hospital|cinema|beach|kitchen|room \w+))|, ([\p{Lu}][\pL'-]+(?: [\p{Lu}][\pL'-]+)*)\s*[.!]?$`)
	reWith     = lazy(`(?i:\b(?:with|w/|call|meet|for|from|by|dr\.?|to)) ?((?:` + proper + `)|mum|mom|dad)`)
	rePeople   = lazy(`(?i:\b(?:with|w/|meet|invite|call)) ?((?:` + proper + `)(?:(?:, | and | & |, and )(?:` + proper + `))+)`)
	reCalledSo = lazy(`(?:(?i:\b(?:i'm|i am|my name is|my name's|name|this is|customer|contact|signed|called|named))(?:\s*:\s*|\s+)(` + proper + `)|^([\p{Lu}][\pL'-]+(?: [\p{Lu}][\pL'-]+)+))(?:\s*[,(<.;!]|\s+(?:and|is|here|lives|aged|from|\d)|\s*$|\n)`)
	reHome     = lazy(`\b(?:from|lives? in|based in) (` + proper + `)`)
	rePhone    = lazy(`\+?\d[\d ()-]{6,}\d`)
	reMoney    = lazy(`(?i)[$€£]\s?(\d+(?:[.,]\d+)*)|(\d+(?:[.,]\d+)*)\s?(?:dollars?|euros?|pounds?|eur\b|usd\b|gbp\b|[€£$])`)
	reLeadIn   = lazy(`(?i)^(?:please |pls )?(?:remind me (?:to|about|of)|don't forget (?:to|about)?|remember (?:to)?|note to self:?|todo:?|we have|i have|there is|there's)\s+`)
	reLoosen   = lazy(`(?i)(?:[\s,;:.–-]|\b(?:on|at|in|the|from|by|@|this|and|next))+$`)
	reOpening  = lazy(`(?i)^(?:hi|hello|hey|dear)\b[^.!?]{0,20}[.!,]?$`)
)

// found is what a message says, as far as the rules can tell. Missing things
// are empty.
type found struct {
	whole, title, date, time, place, person string
}

// findIn reads an appointment, or something like it, out of a message.
func findIn(data string) found {
	f := found{whole: data}
	kept := ""
	for _, s := range sentencesOf(untagged(data)) {
		if !speaksToModel(s) && !reOpening.MatchString(s) {
			kept += s + " "
		}
	}
	kept = strings.TrimSpace(kept)
	f.date, f.time = reDay.FindString(kept), reClock.FindString(kept)
	if m := rePlace.FindStringSubmatch(kept); m != nil {
		f.place = strings.TrimRight(strings.TrimSpace(m[1]+m[2]), ".,!")
		if reDay.MatchString(f.place) {
			f.place = ""
		}
	}
	if f.person = group(reCalledSo, kept); f.person == "" {
		f.person = group(reWith, kept)
	} else if f.place == "" {
		f.place = group(reHome, kept)
	}
	if f.person == f.place || reDay.MatchString(f.person) {
		f.person = ""
	}
	title := firstOr(sentencesOf(kept), "")
	for _, part := range []string{f.place, f.time, f.date} {
		if at := strings.Index(title, part); part != "" && at >= 0 {
			title = reLoosen.ReplaceAllString(title[:at], "") + " " + title[at+len(part):]
		}
	}
	title = strings.Join(strings.Fields(reLeadIn.ReplaceAllString(strings.TrimSpace(title), "")), " ")
	f.title = strings.TrimRight(strings.TrimLeft(reLoosen.ReplaceAllString(title, ""), ", "), ".,;:! ")
	f.date = strings.TrimPrefix(strings.TrimPrefix(f.date, "the "), "The ")
	return f
}

// people are all who a message names.
func (f found) people() []string {
	if all := group(rePeople, f.whole); all != "" {
		return reSeparator.Split(strings.ReplaceAll(all, "&", ","), 20)
	}
	if f.person == "" {
		return nil
	}
	return []string{f.person}
}

func firstOr(list []string, otherwise string) string {
	if len(list) == 0 {
		return otherwise
	}
	return list[0]
}
