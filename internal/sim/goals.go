package sim

import (
	"path"
	"slices"

	"agentcourse/internal/fakellm"
)

// goal is one thing that a task asks for and that tools can help with.
type goal struct {
	kind  goalKind
	sum   *expr  // of sumGoal
	file  string // of readGoal and countGoal
	unit  string // of countGoal, and perhaps of meantGoal: "lines", "words", "characters", "items"
	about string // of searchGoal: the word looked for; of pickGoal: "shortest", …; of meantGoal: "todo", …
	call  call   // of otherGoal
	tries []step // calls made for it so far
}

type goalKind int

const (
	sumGoal goalKind = iota
	readGoal
	countGoal
	listGoal
	searchGoal // which files mention something; with nothing to look for: read them all
	pickGoal   // read the one of the listed files that fits
	meantGoal  // read the file that is called like something, or is about it
	otherGoal
)

// plan reads the goals out of the task, and gives each the calls made for it.
func (v *view) plan() []*goal {
	var goals []*goal
	text := curly.Replace(v.task)
	goals = fileGoals(text)
	sums := sumsIn(text)
	if len(sums) == 0 && v.wantsCalcOnly() {
		sums = v.earlierSums()
	}
	for _, e := range sums {
		goals = append(goals, &goal{kind: sumGoal, sum: e})
	}
	if calls := v.fitting(text); len(calls) > 0 && !v.covers(goals) {
		goals = nil
		for _, c := range calls {
			goals = append(goals, &goal{kind: otherGoal, call: c})
		}
	}
	for _, s := range v.steps {
		counted := false
		for _, g := range goals { // one call may count for several
			if v.countsFor(g, s) {
				g.tries, counted = append(g.tries, s), true
			}
		}
		if g := v.owner(goals, s); g != nil && !counted {
			g.tries = append(g.tries, s)
		}
	}
	return goals
}

// covers says whether a tool of a known skill serves one of the goals.
func (v *view) covers(goals []*goal) bool {
	for _, g := range goals {
		for _, t := range v.p.Tools {
			s := v.skill(t)
			if s == calculates && g.kind == sumGoal || s != calculates && s != otherSkill && g.kind != sumGoal {
				return true
			}
		}
	}
	return false
}

// countsFor says whether a call was made to count what a goal wants counted.
func (v *view) countsFor(g *goal, s step) bool {
	if g.kind != countGoal || !sameFile(g.file, v.fileOf(s)) {
		return false
	}
	t, _ := v.toolOf(s)
	return v.skillOfStep(s) != counts || countsUnit(t, g.unit)
}

// owner finds the goal that a call was made for.
func (v *view) owner(goals []*goal, s step) *goal {
	skill := v.skillOfStep(s)
	file := v.fileOf(s)
	for _, g := range goals {
		switch {
		case g.kind == sumGoal && skill == calculates && v.isSumCall(g, s),
			g.kind == readGoal && file != "" && sameFile(g.file, file),
			g.kind == listGoal && skill == lists,
			g.kind == otherGoal && s.tool == g.call.tool && s.key() == callKey(s.tool, roundTrip(g.call.input)):
			return g
		}
	}
	for _, g := range goals { // what was read for want of the file itself
		replaces := (g.kind == readGoal || g.kind == countGoal) && len(g.tries) > 0 && g.tries[len(g.tries)-1].failed
		if file != "" && (replaces || g.kind == searchGoal || g.kind == pickGoal || g.kind == meantGoal) {
			return g
		}
		if g.kind == otherGoal && s.tool == g.call.tool && len(goals) == 1 {
			return g
		}
	}
	return nil
}

// toolOf is the tool that a call was for, if it is still offered.
func (v *view) toolOf(s step) (fakellm.Tool, bool) {
	for _, t := range v.p.Tools {
		if t.Name == s.tool {
			return t, true
		}
	}
	return fakellm.Tool{}, false
}

func (v *view) skillOfStep(s step) skill {
	if t, offered := v.toolOf(s); offered {
		return v.skill(t)
	}
	return otherSkill
}

// fileOf is the file that a call of a reading or counting tool names.
func (v *view) fileOf(s step) string {
	for _, t := range v.p.Tools {
		if k := v.skill(t); t.Name == s.tool && (k == reads || k == counts) {
			name, _ := pathProperty(t)
			file, _ := s.input[name].(string)
			return file
		}
	}
	return ""
}

func sameFile(a, b string) bool { return a == b || path.Base(a) == path.Base(b) }

// isSumCall says whether a call works a goal's sum out, or its next operation.
func (v *view) isSumCall(g *goal, s step) bool {
	t, offered := v.toolOf(s)
	if !offered {
		return false
	}
	if opToolOf(&t) != nil {
		next := v.follow(g.sum, g.tries).next
		return next.tool != "" && callKey(next.tool, roundTrip(next.input)) == s.key()
	}
	for _, variant := range []bool{false, true} {
		if c, ok := calcCall(t, g.sum, variant); ok && callKey(c.tool, roundTrip(c.input)) == s.key() {
			return true
		}
	}
	want, err := g.sum.value()
	for _, value := range s.input {
		text, _ := value.(string)
		e, bad := parseSum(tidySums(text))
		if bad != nil || err != nil {
			continue
		}
		if got, bad := e.value(); bad == nil && got.Cmp(want) == 0 {
			return true
		}
	}
	return false
}

// wantsCalcOnly is true for a task that asks for a calculator and holds no sum.
func (v *view) wantsCalcOnly() bool {
	return slices.ContainsFunc(v.p.Tools, func(t fakellm.Tool) bool { return v.skill(t) == calculates && v.asksFor(t) })
}

// earlierSums are those of the user's last text that holds any.
func (v *view) earlierSums() []*expr {
	before := v.texts("user")
	for i := len(before) - 1; i >= 0; i-- {
		if sums := sumsIn(before[i]); len(sums) > 0 {
			return sums
		}
	}
	return nil
}
