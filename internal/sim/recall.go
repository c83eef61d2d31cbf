package sim

import (
	"fmt"
	"regexp"
	"strings"
)

var (
	reAskSaid   = regexp.MustCompile(`\bwhat (?:did|have|had) you (?:just )?(?:say|said|answer|answered|reply|replied|tell me|told me|write|written)\b|\byour (?:last|previous|earlier|first) (?:answer|reply|response|message|sentence)\b|\b(?:repeat|say) (?:that|it|what you (?:just )?said)(?: again)?\b`)
	reAskNth    = regexp.MustCompile(`\b(?:the )?(first|second|third|fourth|fifth|last) (?:one|item|thing|of (?:them|those|these)|animal|colou?r|fruit|planet|city|word|bird|flower|name)(?: (?:that )?you (?:named|listed|mentioned|gave|said))?\b`)
	reAskPicked = regexp.MustCompile(`\bwhat(?:'s| is| was| were)?(?: (?:your|the|my))? ?(?:secret )?(number|word|colou?r|animal|city|fruit)\b(?: (?:did|had|have|were) you| (?:you|that you)|\?|$| again)|\b(?:which|what) (number|word|colou?r|animal|city|fruit) (?:did|have|had|were) you|\b(?:tell me|reveal|say|repeat) (?:your|the) (?:secret )?(number|word|colou?r|animal|city|fruit)\b`)
	rePick      = regexp.MustCompile(`\b(?:pick|choose|think of|invent|give me|name|say) (?:a|an|any|some|one)(?: random| secret)? (number|word|colou?r|animal|city|fruit)\b`)
	reBetween   = regexp.MustCompile(`\b(?:between|from) (-?\d{1,9}) (?:and|to) (-?\d{1,9})\b`)
	rePicked    = regexp.MustCompile(`(?i)\bmy (?:secret )?(number|word|colou?r|animal|city|fruit) is "?([\pL\d-]+)`)
	reSilently  = regexp.MustCompile(`\b(?:don't|do not|without) (?:say|saying|tell|telling|reveal|revealing|show|showing)\b|\bkeep it (?:to yourself|secret)\b`)
)

// lookBack answers questions about the assistant's own earlier replies; empty
// if the text asks none. They are known as far as they were sent back.
func (v *view) lookBack(text string) string {
	low := plain(text)
	replies := v.texts("assistant")
	if kind := group(reAskPicked, low); kind != "" {
		for i := len(replies) - 1; i >= 0; i-- {
			for _, m := range rePicked.FindAllStringSubmatch(replies[i], -1) {
				if strings.EqualFold(m[1], kind) || kind == "colour" && m[1] == "color" {
					return "My " + kind + " is " + m[2] + ", as my earlier reply says."
				}
			}
		}
		return "I cannot know: no reply of mine with a " + kind + " is among the messages I was sent, and I keep nothing between calls."
	}
	if nth := group(reAskNth, low); nth != "" && (len(replies) > 0 || strings.Contains(low, "you ")) {
		return v.nth(nth, replies)
	}
	if !reAskSaid.MatchString(low) {
		return ""
	}
	if len(replies) == 0 {
		return "I cannot know what I said: none of my replies is among the messages I was sent. As far as I can see, I have not said anything yet."
	}
	last := replies[len(replies)-1]
	if strings.Contains(low, "first") {
		last = replies[0]
	}
	return `I said: "` + sentencesOf(last)[0] + `"`
}

var reAskI = regexp.MustCompile(`\bwhat (?:did|have|had|was) i (?:just |first )?(?:say|said|ask|asked|write|written)\b|\bwhat (?:was|is) my (?:first|last|previous) (?:question|message)\b`)

// askedBefore quotes what the user said before; empty if nobody asks.
func (v *view) askedBefore(text string) string {
	low := plain(text)
	if !reAskI.MatchString(low) {
		return ""
	}
	before := v.texts("user")
	switch {
	case len(before) == 0:
		return "I cannot know: this is the first message of yours that I was sent."
	case strings.Contains(low, "first"):
		return `You wrote: "` + shorten(before[0], 200) + `"`
	}
	return `You wrote: "` + shorten(before[len(before)-1], 200) + `"`
}

var reChoice = regexp.MustCompile(`(?i)(?:word|with|as|is it|or)?[:,]? ([\pL]+)(?:, ([\pL]+))?,? or ([\pL]+)\s*[.?!]?$`)

// decideBetween takes one of the words that a text offers, if it wants one
// word; empty if it does not.
func (v *view) decideBetween(text string) string {
	m := reChoice.FindStringSubmatch(firstLineOf(text))
	if m == nil || v.want.words != 1 {
		return ""
	}
	var options []any
	for _, w := range m[1:] {
		if w != "" {
			options = append(options, w)
		}
	}
	chosen, sure := chooseEnum(options, strings.Replace(text, m[0], "", 1))
	if !sure {
		chosen = options[v.pick("choice", len(options))]
	}
	word, _ := chosen.(string)
	return "It is " + word + "."
}

// nth reads an item back from the last reply that listed some.
func (v *view) nth(which string, replies []string) string {
	for i := len(replies) - 1; i >= 0; i-- {
		_, list, found := strings.Cut(sentencesOf(replies[i])[0], ": ")
		items := strings.FieldsFunc(strings.ReplaceAll(list, " and ", ", "), func(r rune) bool { return strings.ContainsRune(",.", r) })
		if !found || len(items) < 2 {
			continue
		}
		at := len(items)
		for n, w := range []string{"first", "second", "third", "fourth", "fifth"} {
			if w == which {
				at = n + 1
			}
		}
		if at > len(items) {
			return fmt.Sprintf("I named only %d.", len(items))
		}
		return "The " + which + " one was " + strings.TrimSpace(items[at-1]) + "."
	}
	return "I cannot know: no list of mine is among the messages I was sent, and I keep nothing between calls."
}

// choose picks a number or a word when asked to; empty if nobody asks.
func (v *view) choose(text string) string {
	low := plain(text)
	kind := group(rePick, low)
	if kind == "" {
		return ""
	}
	if reSilently.MatchString(low) {
		return "All right, I say that I have one. Mind, though: what I do not write down is nowhere, because I keep nothing between calls."
	}
	if kind == "number" {
		low10, high10 := 1, 100
		if m := reBetween.FindStringSubmatch(low); m != nil {
			fmt.Sscan(m[1], &low10)
			fmt.Sscan(m[2], &high10)
		}
		return fmt.Sprintf("My number is %d.", v.between("number", min(low10, high10), max(low10, high10)))
	}
	return "My " + kind + " is " + oneOf(v.draws, "word", collections[kind]) + "."
}

var reNameSome = regexp.MustCompile(`\b(?:name|list|give me|tell me|suggest) (?:me )?(two|three|four|five|[2-5]) (?:[\pL]+ )?(animal|colour|color|fruit|planet|word|bird|flower|cit(?:y|ies))s?\b`)

// nameSome lists a few things of a kind; empty if nobody asks.
func (v *view) nameSome(text string) string {
	m := reNameSome.FindStringSubmatch(plain(text))
	if m == nil {
		return ""
	}
	kind := m[2]
	if strings.HasPrefix(kind, "cit") {
		kind = "city"
	}
	from := collections[kind]
	start := v.pick("collection", len(from))
	var items []string
	for i := range numberWord(m[1]) {
		items = append(items, from[(start+i)%len(from)])
	}
	return "Here are " + m[1] + ": " + listOf(items, "") + "."
}

// bundle answers several messages that came in a row, as a program sends them
// that leaves out the assistant's replies: the model takes them for one.
func (v *view) bundle() string {
	var parts []string
	for i, text := range v.said {
		s := sentencesOf(v.answerTo(text).text)
		if i < len(v.said)-1 {
			s = firstN(s, 1)
		}
		parts = append(parts, fmt.Sprintf("%d. %s", i+1, strings.Join(s, " ")))
	}
	return "You wrote several messages, and I see no reply of mine among them, so I answer them all:\n" + strings.Join(parts, "\n")
}
