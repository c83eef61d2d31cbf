package sim

import (
	"fmt"
	"strconv"
	"strings"
)

const kinds = `number|word|colou?r|animal|city|fruit|planet|bird|flower`

var (
	reAskSaid   = lazy(`\bwhat (?:did|have|had) you (?:just )?(?:say|said|answer|answered|reply|replied|tell me|told me|write|written)\b|\byour (?:last|previous|earlier|first) (?:answer|reply|response|message|sentence)\b|\b(?:repeat|say) (?:that|it|what you (?:just )?said)(?: again)?\b`)
	reAskNth    = lazy(`\b(?:the )?(first|second|third|fourth|fifth|last) (?:one|item|thing|of (?:them|those|these)|animal|colou?r|fruit|planet|city|word|bird|flower|name)(?: (?:that )?you (?:named|listed|mentioned|gave|said))?\b`)
	reAskPicked = lazy(`\bwhat(?:'s| is| was| were)?(?: (?:your|the))? ?(?:secret )?(` + kinds + `)\b(?: (?:did|had|have|were) you| (?:you|that you)|\?|$| again)|\b(?:which|what) (` + kinds + `) (?:did|have|had|were) you|\b(?:tell me|reveal|say|repeat) (?:your|the) (?:secret )?(` + kinds + `)\b`)
	rePick      = lazy(`\b(?:pick|choose|think of|invent|give me|name|say) (?:a|an|any|some|one)(?: random| secret)? (number|word|colou?r|animal|city|fruit)\b`)
	reBetween   = lazy(`\b(?:between|from) (-?\d{1,9}) (?:and|to) (-?\d{1,9})\b`)
	rePicked    = lazy(`(?i)\bmy (?:secret |favourite |favorite )?(` + kinds + `) is "?([\pL\d-]+)`)
	reIPick     = lazy(`(?i)\bi(?:'ll| will|'d| would|'ve| have)? (?:pick|picked|choose|chose|chosen|take|took|go with|went with|say|select|selected)(?: the (?:` + kinds + `))?:? "?([\pL\d-]+)`)
	reSilently  = lazy(`\b(?:don't|do not|without) (?:say|saying|tell|telling|reveal|revealing|show|showing)\b|\bkeep it (?:to yourself|secret)\b`)
	reHowBig    = lazy(`^(?:so )?is (?:it|the number|your number) (bigger|larger|greater|higher|more|above|over|smaller|less|lower|below|under)(?: than)? (-?\d{1,9})\b|^(?:so )?is (?:it|the number|your number) (-?\d{1,9})\?*$`)
)

// picked is what the newest reply says was picked of a kind; empty if none
// does.
func (v *view) picked(kind string) string {
	kind = strings.Replace(kind, "color", "colour", 1)
	for i := len(v.past) - 1; i >= 0; i-- {
		said := textsOf(v.past[i])
		if v.past[i].Role != "assistant" || len(said) == 0 {
			continue
		}
		reply := curly.Replace(clip(strings.Join(said, " ")))
		for _, m := range rePicked.FindAllStringSubmatch(reply, -1) {
			if strings.Replace(strings.ToLower(m[1]), "color", "colour", 1) == kind {
				return m[2]
			}
		}
		var words []string
		if i > 0 && rePick.MatchString(plain(strings.Join(textsOf(v.past[i-1]), " "))) {
			words = append(words, trimMarks(reply)) // the reply may be the word alone
		}
		for _, m := range reIPick.FindAllStringSubmatch(reply, -1) {
			words = append(words, m[1])
		}
		for _, w := range words {
			if _, err := strconv.Atoi(w); (err == nil) == (kind == "number") && w != "" && (err == nil || len(keywords(w)) == 1 && !strings.Contains(w, " ")) {
				return w
			}
		}
	}
	return ""
}

// lookBack answers questions about the assistant's own earlier replies; empty
// if the text asks none. They are known as far as they were sent back.
func (v *view) lookBack(text string) string {
	low := plain(text)
	replies := v.texts("assistant")
	if kind := group(reAskPicked, low); kind != "" {
		switch w, written := v.picked(kind), v.writtenBefore(text); {
		case written != "":
			return written
		case w != "":
			return "My " + kind + " is " + w + ", as my earlier reply says."
		case len(replies) > 0:
			return "I cannot know: my rules find no " + kind + " of mine in the replies that I was sent back, and I keep nothing between calls."
		}
		return "I cannot know: none of my replies is among the messages I was sent, and I keep nothing between calls."
	}
	if m := reHowBig.FindStringSubmatch(low); m != nil {
		return compared(m, v.picked("number"))
	}
	if nth := group(reAskNth, low); nth != "" && (strings.Contains(low, "you ") || listIn(replies) != nil) {
		return nthOf(nth, replies)
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
	return `I said: "` + shorten(sentencesOf(last)[0], 200) + `"`
}

// compared answers a guess at a number that was picked.
func compared(guess []string, number string) string {
	n, err := strconv.Atoi(number)
	if err != nil {
		return "I cannot tell: my rules find no number of mine in the messages I was sent, and what I did not write down is nowhere."
	}
	other, _ := strconv.Atoi(guess[2] + guess[3])
	yes := n == other
	switch guess[1] {
	case "":
	case "smaller", "less", "lower", "below", "under":
		yes = n < other
	default:
		yes = n > other
	}
	if yes {
		return "Yes: my number is " + number + ", as my earlier reply says."
	}
	return "No: my number is " + number + ", as my earlier reply says."
}

var reAskI = lazy(`\bwhat (?:did|have|had|was) i (?:just |first )?(?:say|said|ask|asked|write|written)\b|\bwhat (?:was|is) my (?:first|last|previous) (?:question|message)\b`)

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

var reChoice = lazy(`(?i)(?:word|with|as|is it|or)?[:,]? ([\pL]+)(?:, ([\pL]+))?,? or ([\pL]+)\s*[.?!]?$`)

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
	if word, _ := chosen.(string); sure {
		return "It is " + word + "."
	}
	return "I cannot tell which: my rules find nothing to go by."
}

var reNamedList = lazy(`: ([\pL' -]{1,30}(?:, [\pL' -]{1,30})*,? (?:and|or) [\pL' -]{1,30})\.`)

// listIn is the last list that one of the replies holds; nil if none does.
func listIn(replies []string) []string {
	for i := len(replies) - 1; i >= 0; i-- {
		if list := group(reNamedList, clip(replies[i])); list != "" {
			list = strings.NewReplacer(", and ", ", ", " and ", ", ", " or ", ", ").Replace(list)
			return strings.Split(list, ", ")
		}
	}
	return nil
}

// nthOf reads an item back from the last reply that listed some.
func nthOf(which string, replies []string) string {
	items := listIn(replies)
	switch {
	case len(replies) == 0:
		return "I cannot know: none of my replies is among the messages I was sent, and I keep nothing between calls."
	case items == nil:
		return "I cannot tell: my rules find no list in the replies that I was sent back, and I keep nothing between calls."
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

var reNameSome = lazy(`\b(?:name|list|give me|tell me|suggest) (?:me )?(two|three|four|five|[2-5]) (?:[\pL]+ )?(animal|colour|color|fruit|planet|word|bird|flower|cit(?:y|ies))s?\b`)

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

// bundle answers the last of several messages that came in a row, as a program
// sends them that leaves out the assistant's replies, and shows what that
// breaks: the model cannot tell what it has answered before.
func (v *view) bundle() string {
	last := v.answerTo(v.said[len(v.said)-1]).text
	note := fmt.Sprintf("(Before it stand %d more texts of yours and no reply of mine, so I cannot tell which of them I have answered.", len(v.said)-1)
	if len(v.said) == 2 {
		note = "(Before it stands another text of yours and no reply of mine, so I cannot tell whether I have answered it."
	}
	for i := len(v.said) - 2; i >= 0; i-- {
		text := v.said[i]
		if !strings.HasSuffix(text, "?") || reAskPicked.MatchString(plain(text)) || reAskSaid.MatchString(plain(text)) || rePick.MatchString(plain(text)) {
			continue
		}
		if again := firstOr(sentencesOf(v.answerTo(text).text), ""); again != "" && !reUnsure.MatchString(again) {
			note += ` To "` + fewWords(text, 8) + `", perhaps once more: ` + again
			break
		}
	}
	return last + "\n" + note + ")"
}

// reUnsure marks an answer that answers nothing.
var reUnsure = lazy(`\b(?:cannot (?:tell|know|say)|no facts|my rules find|don't know|no way for me)\b`)
