package sim

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// riddle is a question whose first answer is a trap. It reads the numbers in
// the question and reports false when the question is not quite this one.
type riddle func(low string) (right, tempting string, ok bool)

// riddles are tried in this order.
var riddles = []riddle{
	differenceRiddle, doublingRiddle, machinesRiddle, raceRiddle, snailRiddle, butRiddle, monthsRiddle, crossingRiddle,
	weightRiddle, trainRiddle, lettersRiddle, decimalsRiddle, doorsRiddle, socksRiddle, sistersRiddle,
}

var reAsking = lazy(`\?|\b(?:how|what|which|when|who)\b`)

// riddleAnswer solves a known riddle, or falls for it, by the effort; empty if
// the text holds none.
func (v *view) riddleAnswer(text string) string {
	right, tempting, ok := solve(text)
	switch {
	case !ok:
		return ""
	case v.chance(v.effortRate(), ""):
		return right
	}
	return tempting
}

// solve gives both answers to the riddle that a text holds.
func solve(text string) (right, tempting string, ok bool) {
	low := plain(clip(text))
	if len(low) > 1200 || !reAsking.MatchString(low) {
		return "", "", false
	}
	for _, r := range riddles {
		if right, tempting, ok = r(low); ok {
			return right, tempting, true
		}
	}
	return "", "", false
}

func (v *view) effortRate() rate {
	switch v.p.Effort {
	case "low":
		return riddleLow
	case "high":
		return riddleHigh
	case "xhigh", "max":
		return riddleMax
	}
	return riddleMedium
}

// hasAll says whether a text holds each of the words; | parts alternatives.
func hasAll(low string, words ...string) bool {
	for _, w := range words {
		if !slices.ContainsFunc(strings.Split(w, "|"), func(w string) bool { return containsWord(low, w) }) {
			return false
		}
	}
	return true
}

func monthsRiddle(low string) (right, tempting string, ok bool) {
	if !hasAll(low, "months|month", "28", "how many|which") {
		return "", "", false
	}
	return "All 12 of them: every month has at least 28 days.", "Only one, February.", true
}

func crossingRiddle(low string) (right, tempting string, ok bool) {
	first := func(words ...string) string {
		at := slices.IndexFunc(words, func(w string) bool { return containsWord(low, w) })
		if at < 0 {
			return ""
		}
		return words[at]
	}
	hunter, middle, food := first("wolf", "fox"), first("goat", "goose", "chicken", "hen", "sheep", "duck", "rabbit"), first("cabbage", "cabbages", "grain", "corn", "beans", "carrot", "hay")
	if hunter == "" || middle == "" || food == "" || !hasAll(low, "river|boat|stream|lake") {
		return "", "", false
	}
	return "Take the " + middle + " over first, come back, take the " + hunter + ", bring the " + middle + " back, take the " + food + ", and fetch the " + middle + " last: 7 crossings.",
		"Take the " + hunter + " over first, then the " + middle + ", then the " + food + ": 5 crossings.", true
}

var reOrdinalPlace = lazy(`\b(?:overtakes?|overtook|overtaking|pass|passes|passed|passing) (?:the |a )?(?:(?:person|runner|one|racer|driver|car|man|woman|somebody|someone|athlete|guy|cyclist|swimmer|competitor) )?(?:(?:who is|that is|who's|running) )?(?:(?:in|at) )?(?:the )?(second|third|fourth|fifth|sixth|2nd|3rd|4th|5th|6th)\b( place| position)?`)

func raceRiddle(low string) (right, tempting string, ok bool) {
	m := reOrdinalPlace.FindStringSubmatch(low)
	if m == nil || !hasAll(low, "race|running|run|marathon") || !hasAll(low, "place|position") || !hasAll(low, "what|which|where") {
		return "", "", false
	}
	ordinals := []string{"first", "second", "third", "fourth", "fifth", "sixth"}
	at := slices.Index(ordinals, m[1])
	if at < 0 {
		at = int(m[1][0]-'0') - 1
	}
	return "You are in " + ordinals[at] + " place: you took the place of the one you overtook.", "You are in " + ordinals[at-1] + " place.", true
}

func doorsRiddle(low string) (right, tempting string, ok bool) {
	if !hasAll(low, "doors", "three|3", "switch|change|stick|stay", "goat|goats|host|opens") {
		return "", "", false
	}
	return "Switch: the first choice is right in one case of three, so the other closed door is right in two of three.",
		"It makes no difference: two doors are left, so it is one half each.", true
}

var colourWords = []string{"black", "white", "blue", "red", "green", "brown", "grey", "gray", "yellow", "orange", "pink", "purple"}

func socksRiddle(low string) (right, tempting string, ok bool) {
	n := 0
	for _, c := range colourWords {
		if containsWord(low, c) {
			n++
		}
	}
	if n < 2 || !hasAll(low, "socks", "pair|match|matching", "how many") || !hasAll(low, "dark|without looking|blindfolded|blind") || reColourPair.MatchString(low) {
		return "", "", false
	}
	return "You need to take " + strconv.Itoa(n+1) + ": with " + strconv.Itoa(n) + " colours, one more sock than colours is bound to match one of the others.",
		"You need to take " + strconv.Itoa(n) + ", since a pair is two socks of " + strconv.Itoa(n) + " colours.", true
}

var reColourPair = lazy(`\bpairs? of (?:` + strings.Join(colourWords, "|") + `)\b`)

var reLettersAsk = lazy(`\bhow many (?:times (?:does|do|is) )?(?:the )?(?:letters? )?["']?([a-z])["']?(?:'?s)?(?: letters?)? (?:are |is |appear |occur )?(?:there )?(?:appear |occur |come )?(?:in|does) (?:the word )?["']?([a-z]{3,40})`)

func lettersRiddle(low string) (right, tempting string, ok bool) {
	m := reLettersAsk.FindStringSubmatch(low)
	if m == nil {
		return "", "", false
	}
	n := strings.Count(m[2], m[1])
	wrong := n - 1
	if n < 2 {
		wrong = n + 1
	}
	return "There are " + strconv.Itoa(n) + ".", "There are " + strconv.Itoa(wrong) + ".", true
}

var (
	reBrothers   = lazy(`\b` + someNumber + ` brothers?\b`)
	reEachSister = lazy(`\b(?:each|every|all)\b[^.?!,]{0,30}?(?:has|have) ` + someNumber + ` sisters?\b`)
	reOwnSisters = lazy(`\b(?:has|and|have) ` + someNumber + ` sisters?\b`)
	reBoy        = lazy(`\b(?:he|his|boy|boys)\b`)
)

// sistersRiddle: a girl is one of her brothers' sisters.
func sistersRiddle(low string) (right, tempting string, ok bool) {
	brothers := amountIn(group(reBrothers, low))
	if brothers == nil || !strings.Contains(low, "how many sisters") {
		return "", "", false
	}
	if each := amountIn(group(reEachSister, low)); each != nil && !strings.Contains(low, "'s brother have") && !reBoy.MatchString(low) {
		n := new(big.Rat).Sub(each, big.NewRat(1, 1))
		if n.Sign() < 0 {
			return "", "", false
		}
		return "She has " + formatRat(n) + ": she is herself one of the " + formatRat(each) + " sisters of each brother.",
			"She has " + formatRat(new(big.Rat).Mul(brothers, each)) + ".", true
	}
	if own := amountIn(group(reOwnSisters, low)); own != nil && hasAll(low, "brother have") && !reBoy.MatchString(low) {
		n := new(big.Rat).Add(own, big.NewRat(1, 1))
		return "Each brother has " + formatRat(n) + " sisters: her own and herself.", "Each brother has " + formatRat(own) + ".", true
	}
	return "", "", false
}
