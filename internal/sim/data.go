package sim

import (
	"regexp"
	"strings"
)

var (
	reInstructs = regexp.MustCompile(`(?i)\b(?:extract|summari[sz]e|summary|message|text|following|event|classify|translate|return|convert|read|data|input|line|note|find|parse|turn|json|answer|sentiment)\b`)
	reExample   = regexp.MustCompile(`(?i)\bexamples?\b|\be\.g\.|\bfor instance\b|->|→|=>`)
	reLabel     = regexp.MustCompile(`(?i)^(?:message|text|input|data|line|note|event|user)\s*:\s*`)
	reEndLabel  = regexp.MustCompile(`(?i)\s*(?:json|output|answer|result)\s*:\s*$`)
	reLongQuote = regexp.MustCompile(`(?s)"([^"]{12,})"|` + "```(?:\\w*\n)?(.+?)```" + `|'([^'\n]{20,})'`)
)

// dataIn is the part of a text that an instruction in it is about: what stands
// in tags, in quotes, after a blank line, or after a colon; else all of it.
func dataIn(text string) string {
	data := strings.TrimSpace(rawDataIn(curly.Replace(text)))
	return reLabel.ReplaceAllString(reEndLabel.ReplaceAllString(data, ""), "")
}

func rawDataIn(text string) string {
	if inner, ok := inTags(text); ok {
		return inner
	}
	if q := group(reLongQuote, text); q != "" && reInstructs.MatchString(strings.Replace(text, q, "", 1)) {
		return q
	}
	text = reEndLabel.ReplaceAllString(strings.TrimSpace(text), "")
	head, rest, found := strings.Cut(text, "\n\n")
	if found && reInstructs.MatchString(head) {
		if at := strings.LastIndex(rest, "\n\n"); at >= 0 && reExample.MatchString(text) {
			return rest[at:]
		}
		return rest
	}
	head, rest, found = strings.Cut(text, "\n")
	if found && reInstructs.MatchString(head) {
		if at := strings.LastIndex(rest, "\n"); at >= 0 && reExample.MatchString(text) {
			return rest[at:]
		}
		return rest
	}
	if head, rest, found = strings.Cut(text, ": "); found && reInstructs.MatchString(head) {
		return rest
	}
	return text
}

// inTags is what the last pair of tags holds.
func inTags(text string) (string, bool) {
	all := reTag.FindAllStringSubmatchIndex(text, 100)
	for i := len(all) - 1; i > 0; i-- {
		closing := text[all[i][0]:all[i][1]]
		name := text[all[i][2]:all[i][3]]
		if !strings.HasPrefix(closing, "</") {
			continue
		}
		for j := i - 1; j >= 0; j-- {
			if text[all[j][2]:all[j][3]] == name && text[all[j][0]+1] != '/' {
				if inner := text[all[j][1]:all[i][0]]; strings.TrimSpace(inner) != "" {
					return inner, true
				}
				break
			}
		}
	}
	return "", false
}

const (
	months   = `(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)`
	weekdays = `(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)`
)

var (
	reDay = regexp.MustCompile(`(?i)\b(?:\d{4}-\d{2}-\d{2}|\d{1,2}(?:\s?[-–]\s?\d{1,2})?(?:st|nd|rd|th)?(?: of)? ` + months + `(?: \d{4})?|` + months +
		` \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?|the \d{1,2}(?:st|nd|rd|th)|\d{1,2}(?:st|nd|rd|th)|day after tomorrow|today|tomorrow|tmrw|tmr|tonight|(?:next |this )?` + weekdays + `|(?:next|this) (?:week|month|weekend))\b`)
	reClock  = regexp.MustCompile(`(?i)\b(?:\d{1,2}(?:[:.]\d{2})?\s?(?:am|pm)|\d{1,2}:\d{2}|noon|midday|midnight|(?:early |late )?(?:morning|afternoon|evening|night))\b`)
	rePlace  = regexp.MustCompile(`(?:\bat|\bin|@) ((?:the )?[\p{Lu}][\pL'&.-]*(?: (?:[\p{Lu}][\pL'&-]*|\d+))*|(?:the )?(?:office|home|station|school|airport|library|park|gym|pub|hospital|cinema|beach|kitchen|room \w+))|, ([\p{Lu}][\pL'-]+(?: [\p{Lu}][\pL'-]+)*)\s*[.!]?$`)
	reWith   = regexp.MustCompile(`(?i:\b(?:with|w/|call|meet|for|from|by|dr\.?|to)) ?((?:[\p{Lu}][\pL'-]+)(?: [\p{Lu}][\pL'-]+)*|mum|mom|dad)`)
	rePhone  = regexp.MustCompile(`\+?\d[\d ()-]{6,}\d`)
	reMoney  = regexp.MustCompile(`(?i)[$€£]\s?(\d+(?:[.,]\d+)?)|(\d+(?:[.,]\d+)?)\s?(?:dollars?|euros?|pounds?|eur|usd|gbp|[€£$])`)
	reLeadIn = regexp.MustCompile(`(?i)^(?:please |pls )?(?:remind me (?:to|about|of)|don't forget (?:to|about)?|remember (?:to)?|note to self:?|todo:?|we have|i have|there is|there's)\s+`)
	reLoosen = regexp.MustCompile(`(?i)(?:[\s,;:.–-]|\b(?:on|at|in|the|from|by|@|this|and|next))+$`)
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
		if !speaksToModel(s) {
			kept += s + " "
		}
	}
	f.date, f.time = reDay.FindString(kept), reClock.FindString(kept)
	if m := rePlace.FindStringSubmatch(kept); m != nil {
		f.place = strings.TrimRight(strings.TrimSpace(m[1]+m[2]), ".,!")
		if reDay.MatchString(f.place) {
			f.place = ""
		}
	}
	f.person = group(reWith, kept)
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

func firstOr(list []string, otherwise string) string {
	if len(list) == 0 {
		return otherwise
	}
	return list[0]
}
