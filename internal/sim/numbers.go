package sim

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// Riddles that are worked out from the numbers in the question.

const someNumber = `(\d+(?:\.\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a hundred|hundred|twenty|thirty|fifty)`

// amountIn reads a number in digits or as a word; nil if it is none.
func amountIn(s string) *big.Rat {
	switch s = strings.TrimSpace(s); s {
	case "a", "an", "half a":
		s = "1"
	case "hundred", "a hundred", "one hundred":
		s = "100"
	case "twenty":
		s = "20"
	case "thirty":
		s = "30"
	case "fifty":
		s = "50"
	default:
		if n := numberWord(s); n > 0 {
			s = strconv.Itoa(n)
		}
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok || len(s) > 9 {
		return nil
	}
	return r
}

// amounts reads the groups of a match, all of which have to be numbers.
func amounts(m []string) []*big.Rat {
	var list []*big.Rat
	for _, s := range m {
		r := amountIn(s)
		if r == nil {
			return nil
		}
		list = append(list, r)
	}
	return list
}

var (
	reTogether = lazy(`\bcosts? ([$€£]?)(\d+(?:\.\d+)?)[^.?!]*?(?:together|in total|altogether|in all|[.?!,])`)
	reCostMore = lazy(`\bthe ([a-z]+) costs? (?:exactly )?[$€£]?` + someNumber + `(?: ?(?:dollars?|euros?|pounds?))? more than the ([a-z]+)`)
)

// differenceRiddle: two things cost so much together, and one so much more.
func differenceRiddle(low string) (right, tempting string, ok bool) {
	together, more := reTogether.FindStringSubmatch(low), reCostMore.FindStringSubmatch(low)
	if together == nil || more == nil || strings.Contains(low, "cent") {
		return "", "", false
	}
	total, difference := amountIn(together[2]), amountIn(more[2])
	if total == nil || difference == nil || total.Cmp(difference) <= 0 {
		return "", "", false
	}
	money := func(r *big.Rat) string { return together[1] + r.FloatString(2) }
	wrong := new(big.Rat).Sub(total, difference)
	small := new(big.Rat).Quo(wrong, big.NewRat(2, 1))
	large := new(big.Rat).Add(small, difference)
	return fmt.Sprintf("The %s costs %s: the %s then costs %s, and together they make %s.", more[3], money(small), more[1], money(large), money(total)),
		fmt.Sprintf("The %s costs %s and the %s %s.", more[3], money(wrong), more[1], money(difference)), true
}

var (
	reDoubles  = lazy(`\bdoubl(?:e|es|ing|ed)\b`)
	reLastTime = lazy(`\b(?:day|minute|hour|week) (\d+)\b|\b(\d+) (?:days|minutes|hours|weeks)\b`)
	reTimeUnit = lazy(`\b(day|minute|hour|week)s? \d|\d (day|minute|hour|week)s\b`)
)

// doublingRiddle: what doubles every day was half one day before.
func doublingRiddle(low string) (right, tempting string, ok bool) {
	n := amountIn(group(reLastTime, low))
	if n == nil || !n.IsInt() || !reDoubles.MatchString(low) || !hasAll(low, "half", "lily|lilies|pad|pads|lake|pond|bacteria|algae|jar|dish|duckweed") {
		return "", "", false
	}
	days, unit := int(n.Num().Int64()), group(reTimeUnit, low)
	return fmt.Sprintf("Half was covered on %s %d: it doubles every %s, so the %s before the last it was half.", unit, days-1, unit, unit),
		fmt.Sprintf("Half was covered on %s %d, in half of the time.", unit, (days+1)/2), true
}

const doesMake = `(?:can |could )?(?:makes?|produces?|builds?|sews?|catch(?:es)?|eats?|lays?)`

var (
	reMadeIn = lazy(someNumber + ` ([a-z]+) ` + doesMake + ` ` + someNumber + ` ([a-z]+) in ` + someNumber + ` (minute|hour|day)s?`)
	reToMake = lazy(someNumber + ` ([a-z]+) (?:takes? |needs? )?` + someNumber + ` (minute|hour|day)s? to ` + doesMake + ` ` + someNumber + ` ([a-z]+)`)
)

// machinesRiddle: so many make as many in that time, so how long do more need?
func machinesRiddle(low string) (right, tempting string, ok bool) {
	var makers, things, unit string
	var read []string // machines, things, time
	m := reMadeIn.FindStringSubmatch(low)
	if m != nil {
		makers, things, unit, read = m[2], m[4], m[6], []string{m[1], m[3], m[5]}
	} else if m = reToMake.FindStringSubmatch(low); m != nil {
		makers, things, unit, read = m[2], m[6], m[4], []string{m[1], m[5], m[3]}
	}
	if m == nil || !hasAll(low, "how long|how many minutes|how many hours|how many days|how much time") {
		return "", "", false
	}
	_, rest, _ := strings.Cut(low, m[0])
	again := lazy(someNumber + ` ` + makers + `\b`).FindStringSubmatch(rest)
	made := lazy(someNumber + ` ` + things + `\b`).FindStringSubmatch(rest)
	if again == nil || made == nil {
		return "", "", false
	}
	n := amounts(append(read, again[1], made[1]))
	if n == nil || n[1].Sign() == 0 || n[3].Sign() == 0 {
		return "", "", false
	}
	one := new(big.Rat).Quo(new(big.Rat).Mul(n[2], n[0]), n[1]) // the time that a machine needs for a thing
	time := new(big.Rat).Mul(one, new(big.Rat).Quo(n[4], n[3]))
	return fmt.Sprintf("It takes %s %ss: one of the %s makes one in %s %ss, however many stand beside it.", formatRat(time), unit, makers, formatRat(one), unit),
		fmt.Sprintf("It takes %s %ss.", formatRat(n[4]), unit), true
}

var (
	reDepth = lazy(someNumber + `[ -]?(?:m|metres?|meters?|feet|foot|ft)?[ -](?:deep|well|hole|pit|shaft)\b|\b(?:well|hole|pit|shaft)(?: that is|, which is| is| of)? ` + someNumber + `\b|\bdepth of ` + someNumber)
	reUp    = lazy(`\b(?:climbs?|crawls?|goes|moves|gets)\b[a-z ]{0,25}?` + someNumber + ` ?(?:m|metres?|meters?|feet|foot|ft)\b`)
	reDown  = lazy(`\b(?:slips?|slides?|falls?|slipping|sliding|falling|sinks?)\b[a-z ]{0,25}?` + someNumber + `\b`)
)

// snailRiddle: the last climb takes it out before it can slip.
func snailRiddle(low string) (right, tempting string, ok bool) {
	n := amounts([]string{group(reDepth, low), group(reUp, low), group(reDown, low)})
	if n == nil || !hasAll(low, "snail|frog|worm|spider|caterpillar|slug") || !n[0].IsInt() || !n[1].IsInt() || !n[2].IsInt() {
		return "", "", false
	}
	depth, up, down := n[0].Num().Int64(), n[1].Num().Int64(), n[2].Num().Int64()
	switch {
	case up >= depth:
		return "It is out on day 1: the first climb is enough.", "It is out on day 2.", true
	case up <= down:
		return "It never gets out: it slips back as far as it climbs.", fmt.Sprintf("It is out on day %d.", depth), true
	}
	gain := up - down
	day := (depth-up+gain-1)/gain + 1
	return fmt.Sprintf("It is out on day %d: it gains %d a day, and the last climb of %d takes it out before it can slip.", day, gain, up),
		fmt.Sprintf("It is out on day %d, since it gains %d a day.", (depth+gain-1)/gain, gain), true
}

var (
	reAllBut = lazy(`\ball but (\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b`)
	reHasAny = lazy(`\b(?:has|have|had|are|were|owns?) (\d+)\b`)
)

// butRiddle: all but some died, so some are left.
func butRiddle(low string) (right, tempting string, ok bool) {
	left, all := amountIn(group(reAllBut, low)), amountIn(group(reHasAny, low))
	if left == nil || all == nil || !hasAll(low, "left|remain|alive|still") || all.Cmp(left) < 0 {
		return "", "", false
	}
	return formatRat(left) + " are left: all but " + formatRat(left) + " are gone.", formatRat(new(big.Rat).Sub(all, left)) + " are left.", true
}

var grams = map[string]float64{"gram": 1, "g": 1, "kilo": 1000, "kilogram": 1000, "kg": 1000, "pound": 453.6, "lb": 453.6, "ton": 1e6, "tonne": 1e6, "ounce": 28.35}

var reOfStuff = lazy(someNumber + ` (grams?|g|kilos?|kilograms?|kg|pounds?|lbs?|tons?|tonnes?|ounces?) of ([a-z]+)`)

// weightRiddle: a kilo of feathers weighs what a kilo of iron does, and no
// other amount of it.
func weightRiddle(low string) (right, tempting string, ok bool) {
	m := reOfStuff.FindAllStringSubmatch(low, 3)
	if len(m) != 2 || !hasAll(low, "heavier|weigh|weighs|heavy|lighter|or") || strings.Contains(low, "cost") || !hasAll(low, "feathers|cotton|wool|foam|paper") {
		return "", "", false
	}
	weight := func(m []string) float64 {
		n := amountIn(m[1])
		if n == nil {
			return 0
		}
		f, _ := n.Float64()
		unit := m[2]
		if grams[unit] == 0 {
			unit = strings.TrimSuffix(unit, "s")
		}
		return f * grams[unit]
	}
	a, b := weight(m[0]), weight(m[1])
	heavy, dense := m[0][3], m[0][3]
	if b > a {
		heavy = m[1][3]
	}
	if hasAll(dense, "feathers|cotton|wool|foam|paper") {
		dense = m[1][3]
	}
	switch {
	case a == 0 || b == 0:
		return "", "", false
	case a == b:
		return "They weigh the same: the same weight is the same weight.", "The " + dense + " is heavier.", true
	}
	return "The " + heavy + ", because there is more of it: look at the amounts.", "They weigh the same.", true
}

var (
	reLeavesAt = lazy(`\b(?:leaves?|departs?|starts?|sets? off)\b[^.?!\d]{0,40}(\d{1,2}):(\d{2})(?: ?(am|pm))?`)
	reLasts    = lazy(`\b` + someNumber + ` ?(?:h|hrs?|hours?)(?:,? and)? ?(\d{1,2}) ?(?:m|mins?|minutes?)\b`)
)

// trainRiddle: minutes go up to 59.
func trainRiddle(low string) (right, tempting string, ok bool) {
	m, lasts := reLeavesAt.FindStringSubmatch(low), reLasts.FindStringSubmatch(low)
	if m == nil || lasts == nil || !hasAll(low, "arrive|arrives|arrival|get there|when") {
		return "", "", false
	}
	n := amounts([]string{m[1], m[2], lasts[1], lasts[2]})
	if n == nil || !n[2].IsInt() || n[2].Cmp(big.NewRat(48, 1)) > 0 {
		return "", "", false
	}
	hours, minutes := int(n[0].Num().Int64()), int(n[1].Num().Int64()+n[3].Num().Int64())
	if m[3] != "" {
		hours %= 12
	}
	if m[3] == "pm" {
		hours += 12
	}
	hours += int(n[2].Num().Int64())
	clock := func(h, min int) string {
		switch {
		case m[3] == "":
			return fmt.Sprintf("%d:%02d", h%24, min)
		case h%24 < 12:
			return fmt.Sprintf("%d:%02d am", (h+11)%12+1, min)
		}
		return fmt.Sprintf("%d:%02d pm", (h+11)%12+1, min)
	}
	if minutes < 60 {
		return "It arrives at " + clock(hours, minutes) + ".", "It arrives at " + clock(hours, minutes) + ".", true
	}
	return "It arrives at " + clock(hours+1, minutes-60) + ": " + strconv.Itoa(minutes) + " minutes are one hour and " + strconv.Itoa(minutes-60) + ".",
		"It arrives at " + clock(hours, minutes-60) + ".", true
}

var (
	reWhichOf  = lazy(`(\d+\.\d+)(?: or |,? and |, )(\d+\.\d+)`)
	reIsOver   = lazy(`\bis (\d+\.\d+) (larger|bigger|greater|higher|more|smaller|less|lower) than (\d+\.\d+)`)
	reSizeWord = lazy(`\b(larger|largest|bigger|biggest|greater|greatest|higher|smaller|smallest|less|lower|lowest)\b`)
)

// decimalsRiddle: 9.9 is more than 9.11.
func decimalsRiddle(low string) (right, tempting string, ok bool) {
	a, b, word := "", "", group(reSizeWord, low)
	yesNo := reIsOver.FindStringSubmatch(low)
	if yesNo != nil {
		a, word, b = yesNo[1], yesNo[2], yesNo[3]
	} else if m := reWhichOf.FindStringSubmatch(low); m != nil && hasAll(low, "which|what") && word != "" {
		a, b = m[1], m[2]
	}
	n := amounts([]string{a, b})
	if n == nil || n[0].Cmp(n[1]) == 0 {
		return "", "", false
	}
	small := strings.HasPrefix(word, "small") || strings.HasPrefix(word, "l") && !strings.HasPrefix(word, "larg")
	winner, loser := a, b
	if (n[0].Cmp(n[1]) > 0) == small {
		winner, loser = b, a
	}
	wrong := winner // longer decimals look larger
	if (len(loser) > len(winner)) != small {
		wrong = loser
	}
	say := func(w string) string {
		if yesNo == nil {
			return capital(w) + " is " + word + "."
		}
		if w == a {
			return "Yes, " + a + " is " + word + " than " + b + "."
		}
		return "No, " + a + " is not " + word + " than " + b + "."
	}
	return say(winner), say(wrong), true
}
