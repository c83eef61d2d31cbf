package sim

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// report answers the task from the results; more holds sentences to go on with.
func (v *view) report(goals []*goal) (text string, more []string) {
	var parts []string
	for _, g := range goals {
		s := v.reportGoal(g, goals)
		if v.want.sentences > 0 && (g.kind == readGoal || g.kind == pickGoal) {
			more = append(more, s...)
			s = firstN(s, max(1, v.want.sentences/len(goals)))
			more = more[len(s):]
		}
		parts = append(parts, s...)
	}
	if len(parts) == 0 && len(v.steps) > 0 {
		parts = append(parts, v.quoteStep(v.steps[len(v.steps)-1]))
	}
	return strings.Join(parts, " "), more
}

func (v *view) reportGoal(g *goal, goals []*goal) []string {
	if len(g.tries) == 0 {
		return v.reportUntried(g, goals)
	}
	last := g.tries[len(g.tries)-1]
	if last.failed && g.kind != searchGoal && g.kind != meantGoal {
		return []string{v.giveUp(g)}
	}
	switch g.kind {
	case sumGoal:
		return []string{v.reportSum(g, last)}
	case countGoal:
		return []string{v.reportCount(g, last)}
	case listGoal:
		return reportList(last, goals)
	case searchGoal:
		return v.reportSearch(g)
	case meantGoal:
		return v.reportMeant(g)
	case pickGoal:
		return append([]string{"The " + g.about + " one is " + v.fileOf(last) + "."}, v.reportFile(v.fileOf(last), last.text)...)
	case readGoal:
		return v.reportFile(v.fileOf(last), last.text)
	}
	said := v.quoteStep(last)
	if t, offered := v.toolOf(last); offered && len(goals) > 1 {
		if place, _ := last.input[placeParameter(t)].(string); place != "" {
			said = "For " + place + ", " + lowerStart(said)
		}
	}
	return []string{said}
}

// reportList says what a listing holds, unless it only served another goal.
func reportList(s step, goals []*goal) []string {
	names := readListing(s.text).names
	served := slices.ContainsFunc(goals, func(g *goal) bool { return g.kind == searchGoal || g.kind == pickGoal || g.kind == meantGoal })
	switch {
	case len(names) == 0:
		return []string{"The list is empty."}
	case served:
		return nil
	}
	return []string{fmt.Sprintf("There are %d: %s.", len(names), listOf(names, ""))}
}

func (v *view) reportUntried(g *goal, goals []*goal) []string {
	_, canRead := v.tool(reads)
	_, canList := v.tool(lists)
	l, known := v.listed(goals)
	switch {
	case g.kind == sumGoal:
		return []string{v.headSum(g.sum)}
	case g.file != "" && isHostile(g.file):
		return []string{"I would rather not read " + g.file + ": it lies outside the files I am here for."}
	case g.kind == countGoal && canRead:
		return []string{"I could not count the " + g.unit + " of " + g.file + "."}
	case g.kind == countGoal:
		return []string{"I have no tool that counts the " + g.unit + " of " + g.file + ", nor one that reads it."}
	case g.file != "":
		return []string{"I have no tool that reads " + g.file + "."}
	case !canRead && (g.kind == searchGoal || g.kind == pickGoal || g.kind == meantGoal):
		return []string{"I have no tool that reads files."}
	case known && len(l.names) == 0:
		return []string{"There is no file to read."}
	case !canList && g.kind == listGoal && !slices.ContainsFunc(goals, func(g *goal) bool { return g.kind == meantGoal || g.kind == searchGoal }):
		return []string{"I have no tool that lists files."}
	case !canList && g.kind == pickGoal:
		return []string{"So I cannot tell which one is the " + g.about + "."}
	case !canList && g.kind == meantGoal:
		return []string{"Which file do you mean? None that I know of is called like \"" + g.about + "\", and I have no tool that lists the files."}
	}
	return nil
}

// reportSum believes a calculator, mostly.
func (v *view) reportSum(g *goal, s step) string {
	e, result, got := g.sum, resultText(s.text), resultNumber(s.text)
	if t, offered := v.toolOf(s); offered && opToolOf(&t) != nil {
		c := v.follow(e, g.tries)
		if got = c.result; got != nil {
			result = formatRat(got)
		} else {
			return "The tool says \"" + shorten(s.text, 100) + "\", and I have none for the rest. In my head: " + v.headSum(e)
		}
	}
	if got == nil {
		return e.String() + ": the tool says \"" + shorten(strings.TrimSpace(s.text), 200) + "\"."
	}
	if want, err := e.value(); err == nil && farApart(got, want) && v.chance(resultDoubt, e.String()) {
		return "The tool says that " + e.String() + " is " + result + ", but that cannot be right, so I would not trust this tool."
	}
	return e.String() + " = " + result + "."
}

const resultDigits = `-?\d[\d,]*(?:\.\d+)?(?:[eE][+-]?\d{1,3})?`

var (
	reResult     = lazy(resultDigits)
	reOnlyResult = lazy(`^` + resultDigits + `\.?$`)
	reResultSign = lazy(`(?i)^.*(?:=|\bis\b|\bequals\b|\bgives\b|["']?\b(?:result|value|answer|output|sum|product)["']?\s*[:=])\s*["']?(` + resultDigits + `)`)
)

// resultText is the number in what a calculator said, as it wrote it; empty if
// there is none, or no telling which.
func resultText(text string) string {
	text = strings.TrimSpace(shorten(text, 2000))
	n := group(reResultSign, text)
	if reOnlyResult.MatchString(text) {
		n = text
	} else if all := reResult.FindAllString(text, 2); n == "" && len(all) == 1 {
		n = all[0]
	}
	return strings.TrimRight(n, ".,")
}

// resultNumber is that number; nil if there is none.
func resultNumber(text string) *big.Rat {
	n, ok := new(big.Rat).SetString(strings.ReplaceAll(resultText(text), ",", ""))
	if !ok {
		return nil
	}
	return n
}

// farApart is true when two numbers differ by more than one in a hundred.
func farApart(a, b *big.Rat) bool {
	difference := new(big.Rat).Sub(a, b)
	limit := new(big.Rat).Mul(b, big.NewRat(1, 100))
	return difference.Abs(difference).Cmp(limit.Abs(limit)) > 0
}

func (v *view) quoteStep(s step) string {
	if s.failed {
		return "The tool " + s.tool + " does not work: it says \"" + shorten(s.text, 160) + "\"."
	}
	text := shorten(untagged(clip(s.text)), 300)
	if text == "" {
		return "Done: " + s.tool + " ran and said nothing."
	}
	return "The tool " + s.tool + " says: " + strings.TrimRight(text, ".") + "."
}

var reTag = lazy(`</?([a-zA-Z][\w-]*)(?:\s[^<>]*)?>`)

// untagged takes tags out of a text.
func untagged(text string) string { return strings.TrimSpace(reTag.ReplaceAllString(text, "")) }
