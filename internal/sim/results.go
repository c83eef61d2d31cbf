package sim

import (
	"fmt"
	"math/big"
	"regexp"
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
	if last.failed && g.kind != searchGoal {
		return []string{v.giveUp(g)}
	}
	switch g.kind {
	case sumGoal:
		return []string{v.reportSum(g.sum, last)}
	case countGoal:
		return []string{v.reportCount(g, last)}
	case listGoal:
		return reportList(last, goals)
	case searchGoal:
		return v.reportSearch(g)
	case pickGoal:
		return append([]string{"The " + g.about + " one is " + v.fileOf(last) + "."}, v.reportFile(v.fileOf(last), last.text)...)
	case readGoal:
		return v.reportFile(v.fileOf(last), last.text)
	}
	return []string{v.quoteStep(last)}
}

// reportList says what a listing holds, unless it only served another goal.
func reportList(s step, goals []*goal) []string {
	names := readListing(s.text).names
	served := slices.ContainsFunc(goals, func(g *goal) bool { return g.kind == searchGoal || g.kind == pickGoal })
	switch {
	case len(names) == 0:
		return []string{"The list is empty."}
	case served:
		return nil
	}
	return []string{fmt.Sprintf("There are %d: %s.", len(names), listOf(names, ""))}
}

func (v *view) reportUntried(g *goal, goals []*goal) []string {
	switch {
	case g.kind == sumGoal:
		return []string{v.headSum(g.sum)}
	case g.file != "" && isHostile(g.file):
		return []string{"I would rather not read " + g.file + ": it lies outside the files I am here for."}
	case g.file != "":
		return []string{"I have no tool that reads " + g.file + "."}
	case g.kind == listGoal && len(goals) == 1:
		return []string{"I have no tool that lists files."}
	}
	return nil
}

// reportSum believes a calculator, mostly.
func (v *view) reportSum(e *expr, s step) string {
	result := strings.TrimSpace(s.text)
	got, ok := new(big.Rat).SetString(reNumberIn.FindString(strings.ReplaceAll(result, ",", "")))
	if !ok {
		return e.String() + ": the tool says \"" + shorten(result, 200) + "\"."
	}
	if want, err := e.value(); err == nil && farApart(got, want) && v.chance(resultDoubt, e.String()) {
		return "The tool says that " + e.String() + " is " + result + ", but that cannot be right, so I would not trust this tool."
	}
	if len(result) > 60 {
		result = formatRat(got)
	}
	return e.String() + " = " + strings.TrimRight(result, ".") + "."
}

// farApart is true when two numbers differ by more than one in a hundred.
func farApart(a, b *big.Rat) bool {
	difference := new(big.Rat).Sub(a, b)
	limit := new(big.Rat).Mul(b, big.NewRat(1, 100))
	return difference.Abs(difference).Cmp(limit.Abs(limit)) > 0
}

func (v *view) reportCount(g *goal, s step) string {
	if v.skillOfStep(s) == counts {
		return g.file + " has " + countOf(s.text, g.unit) + " " + g.unit + "."
	}
	text := untagged(s.text)
	n := len([]rune(text))
	switch g.unit {
	case "lines":
		n = len(strings.Split(strings.TrimRight(text, "\n"), "\n"))
	case "words":
		n = wordCount(text)
	}
	return fmt.Sprintf("%s has %d %s.", g.file, n, g.unit)
}

// countOf finds the count of a unit in what a tool said: the number beside the
// unit, else the first.
func countOf(text, unit string) string {
	beside := regexp.MustCompile(`(?i)(\d+) ` + unit[:4] + `|` + unit[:4] + `\w*["']?[:=]? ?(\d+)`)
	if n := group(beside, text); n != "" {
		return n
	}
	if n := reWhole.FindString(text); n != "" {
		return n
	}
	return "an unknown number of"
}

func (v *view) reportSearch(g *goal) []string {
	var found, all []string
	for _, s := range g.tries {
		if !s.failed && g.about == "" {
			all = append(all, v.reportFile(v.fileOf(s), s.text)...)
		}
		if !s.failed && (containsStem(s.text, g.about) || containsStem(v.fileOf(s), g.about)) {
			found = append(found, v.fileOf(s))
		}
	}
	switch {
	case g.about == "":
		return all
	case len(found) == 0:
		return []string{"None of the files that I read mentions " + g.about + "."}
	case len(found) == 1:
		return []string{found[0] + " mentions " + g.about + "."}
	}
	return []string{listOf(found, "") + " mention " + g.about + "."}
}

func containsStem(text, word string) bool {
	for _, w := range keywords(text) {
		if sameStem(w, word) || sameStem(strings.TrimSuffix(w, ".md"), word) {
			return true
		}
	}
	return false
}

func (v *view) quoteStep(s step) string {
	if s.failed {
		return "The tool " + s.tool + " does not work: it says \"" + shorten(s.text, 160) + "\"."
	}
	text := shorten(untagged(s.text), 300)
	if text == "" {
		return "Done: " + s.tool + " ran and said nothing."
	}
	return "The tool " + s.tool + " says: " + strings.TrimRight(text, ".") + "."
}

var reTag = regexp.MustCompile(`</?([a-zA-Z][\w-]*)(?:\s[^<>]*)?>`)

// untagged takes tags out of a text.
func untagged(text string) string { return strings.TrimSpace(reTag.ReplaceAllString(text, "")) }

// reportFile tells what stands in a file, in sentences: the list in it, if
// there is one, and the prose. What speaks to the assistant is left out.
func (v *view) reportFile(file, text string) []string {
	var items, prose []string
	title := ""
	for _, line := range strings.Split(untagged(text), "\n") {
		line = strings.TrimSpace(line)
		switch item := strings.TrimLeft(line, "-*•0123456789.[]x "); {
		case line == "" || speaksToModel(line):
		case strings.HasPrefix(line, "#"):
			title = strings.Trim(line, "# ")
		case item != line && item != "":
			items = append(items, strings.TrimRight(item, "."))
		default:
			prose = append(prose, sentencesOf(line)...)
		}
	}
	var s []string
	if title != "" {
		s = append(s, file+` is headed "`+title+`".`)
	}
	if len(items) > 0 {
		subject := "It"
		if title == "" {
			subject = file
		}
		s = append(s, subject+" lists "+listOf(firstN(items, 8), "")+".")
	}
	for i, p := range firstN(prose, 6) {
		p = strings.TrimRight(p, ".;: ") + "."
		if i == 0 && len(s) == 0 {
			p = file + " says: " + p
		}
		s = append(s, p)
	}
	if len(s) == 0 {
		return []string{file + " holds nothing for me to tell."}
	}
	return s
}
