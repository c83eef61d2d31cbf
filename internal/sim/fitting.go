package sim

import (
	"maps"
	"slices"
	"strings"

	"agentcourse/internal/fakellm"
)

// fitting finds a tool of no special skill whose name and description share
// words with the task and whose input the task can fill: one call, or one for
// each place that the task names.
func (v *view) fitting(task string) []call {
	if v.refusesTools() {
		return nil
	}
	var best []call
	bestScore := 1
	for _, t := range v.p.Tools {
		if v.skill(t) != otherSkill || !v.allowed(t.Name) {
			continue
		}
		score := v.score(t, task)
		places, param := placesIn(task), placeParameter(t)
		if param != "" && len(places) > 1 && len(requiredOf(t.Schema)) == 1 && reCompare.MatchString(task) {
			score += 2
		}
		input, sure := fill(t.Schema, task)
		if param != "" && input[param] == "" {
			sure = false
		}
		if score <= bestScore || !sure {
			continue
		}
		best, bestScore = []call{{t.Name, input}}, score
		for i, place := range places {
			if param == "" || len(places) < 2 {
				break
			}
			each := maps.Clone(input)
			if each[param] = place; i == 0 {
				best = nil
			}
			best = append(best, call{t.Name, each})
		}
	}
	return best
}

// score is how many words a task shares with a tool; those in its name count
// twice.
func (v *view) score(t fakellm.Tool, task string) int {
	name, described := keywords(strings.Join(wordsOf(t.Name), " ")), keywords(t.Description)
	score := 0
	if v.asksFor(t) {
		score = 2
	}
	for _, w := range keywords(task) {
		same := func(n string) bool { return sameStem(n, w) || strings.Contains(kindred[n], " "+w+" ") }
		switch {
		case slices.ContainsFunc(name, same):
			score += 2
		case slices.ContainsFunc(described, same):
			score++
		}
	}
	return score
}

// kindred are words of tasks that point to a word of a tool.
var kindred = map[string]string{
	"weather":  " rain raining rainy sunny sun snow temperature temperatures forecast hot cold warm wind windy umbrella degrees ",
	"forecast": " rain raining rainy sunny sun snow temperature weather ",
	"search":   " find look ",
	"email":    " mail message write ",
	"mail":     " email message write ",
	"time":     " clock ",
}

var (
	reCompare   = lazy(`(?i)\b(?:compare|versus|vs|difference between|or)\b`)
	rePlaceList = lazy(`\b(?:in|at|for|from|near|to|of|[Cc]ompare|between) (` + proper + `(?:(?:,? (?:and|or|with|to|vs\.?)(?: (?:in|for|at))?|,) ` + proper + `)*)`)
	rePlaceJoin = lazy(`,? (?:and|or|with|to|vs\.?)(?: (?:in|for|at))? |, `)
	rePlaceLow  = lazy(`\b(?:in|for|at) ([\pL'-]{3,}(?: (?:york|francisco|angeles|town|city|aires|paulo|janeiro))?)\b`)
)

// placesIn are the places that a text names.
func placesIn(text string) []string {
	var places []string
	for _, m := range rePlaceList.FindAllStringSubmatch(text, 10) {
		for _, p := range rePlaceJoin.Split(m[1], 10) {
			if !reDay.MatchString(p) {
				places = appendNew(places, p)
			}
		}
	}
	for _, m := range rePlaceLow.FindAllStringSubmatch(text, 10) {
		if w := strings.ToLower(m[1]); len(places) == 0 && w == m[1] && len(keywords(w)) > 0 && !reDay.MatchString(w) && !strings.Contains(" celsius fahrenheit degrees general detail english total ", " "+w+" ") {
			return []string{capital(w)}
		}
	}
	return places
}

// placeParameter is the required parameter that takes a place; empty: none.
func placeParameter(t fakellm.Tool) string {
	for _, name := range requiredOf(t.Schema) {
		if rePlaceName.MatchString(name) && slices.Contains(stringProperties(t), name) {
			return name
		}
	}
	return ""
}

// lacksInput says what a tool that fits the task would need to know; empty if
// no tool does, or nothing is missing.
func (v *view) lacksInput(task string) string {
	for _, t := range v.p.Tools {
		if v.skill(t) != otherSkill || !v.allowed(t.Name) || v.score(t, task) < 2 {
			continue
		}
		input, _ := fill(t.Schema, task)
		for _, name := range requiredOf(t.Schema) {
			p, _ := propertiesOf(t.Schema)[name].(map[string]any)
			if _, sure := fill(map[string]any{"properties": map[string]any{name: p}, "required": []any{name}}, task); !sure || input[name] == "" {
				return "To use " + t.Name + " I need to know: " + strings.Join(wordsOf(name), " ") + "."
			}
		}
	}
	return ""
}

// sameStem takes words for the same that differ in their ending.
func sameStem(a, b string) bool {
	n := min(len(a), len(b))
	return a == b || n >= 4 && a[:n] == b[:n] && max(len(a), len(b))-n <= 3
}

// forcedCall makes a call that the client insists on.
func (v *view) forcedCall() (call, bool) {
	for _, t := range v.p.Tools {
		if !v.allowed(t.Name) {
			continue
		}
		sums := sumsIn(v.task)
		switch v.skill(t) {
		case calculates:
			if len(sums) == 0 {
				break
			}
			if c, ok := v.sumCall(&goal{kind: sumGoal, sum: sums[0]}); ok && c.tool == t.Name {
				return c, true
			}
		case otherSkill:
			if v.p.ToolChoice == "any" && len(v.p.Tools) > 1 {
				if c := v.fitting(v.task); len(c) > 0 {
					return c[0], true
				}
			}
		}
		x := v.extractor()
		x.root = t.Schema
		return call{t.Name, inputOf([]byte(x.json(t.Schema, "", 0)))}, true
	}
	return call{}, false
}
