package sim

import (
	"cmp"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"agentcourse/internal/fakellm"
)

// useTools makes the calls that the task still needs, or answers from the
// results. It reports false when the task is none for tools.
func (v *view) useTools() (outcome, bool) {
	if len(v.p.Tools) == 0 && len(v.steps) == 0 || v.task == "" || v.forbiddenIn(v.task) != "" && !v.forced() {
		return outcome{}, false
	}
	goals := v.plan()
	var calls []call
	if v.p.ToolChoice != "none" {
		if word := v.temptation(); word != "" && v.p.Schema == nil && !v.p.JSON && !v.forced() {
			return outcome{text: word, level: easy}, true
		}
		calls = v.nextCalls(goals)
	}
	if c, tempted := v.temptedToCall(goals); tempted {
		calls = appendCall(calls, c)
	}
	if v.forced() && len(calls) == 0 {
		if c, ok := v.forcedCall(); ok {
			calls = append(calls, c)
		}
	}
	if len(calls) > 0 {
		return v.calling(calls), true
	}
	if len(v.steps) == 0 && !v.declinesFile(goals) && !v.lacksTool(goals) {
		missing := ""
		if len(goals) == 0 && v.p.Schema == nil && !v.p.JSON && v.p.ToolChoice != "none" {
			missing = v.lacksInput(v.task)
		}
		return outcome{text: missing, level: easy}, missing != ""
	}
	if v.p.Schema != nil || v.p.JSON {
		return outcome{}, false
	}
	text, more := v.report(goals)
	text = v.shaped(text, more)
	if note := v.injectionNote(); note != "" {
		text += " " + note
	}
	return outcome{text: text, level: some}, true
}

func appendCall(calls []call, c call) []call {
	if slices.ContainsFunc(calls, func(o call) bool { return callKey(o.tool, o.input) == callKey(c.tool, c.input) }) {
		return calls
	}
	return append(calls, c)
}

// calling makes calls: together, or one after the other.
func (v *view) calling(calls []call) outcome {
	if len(calls) > 1 && (v.p.Serial || !v.chance(toolParallel, "")) {
		calls = calls[:1]
	}
	o := outcome{calls: calls, level: some}
	if v.chance(toolText, "") {
		o.text = oneOf(v.draws, "beside", []string{"Let me work that out.", "Let me look that up.", "One moment.", "I will use a tool for that."})
	}
	return o
}

// nextCalls are the calls that can be made now.
func (v *view) nextCalls(goals []*goal) []call {
	var calls []call
	for _, g := range goals {
		if c, ok := v.next(g, goals); ok {
			calls = appendCall(calls, c)
		}
	}
	return calls
}

// next is the next call for a goal; false if it is done, given up, waiting for
// another, or done without tools.
func (v *view) next(g *goal, goals []*goal) (call, bool) {
	if n := len(g.tries); n > 0 && g.kind != searchGoal && g.kind != pickGoal && g.kind != meantGoal {
		return v.further(g, g.tries[n-1])
	}
	switch g.kind {
	case sumGoal:
		return v.sumCall(g)
	case readGoal:
		return v.readCall(g.file)
	case countGoal:
		return v.countCall(g)
	case listGoal:
		if t, ok := v.tool(lists); ok {
			return call{t.Name, fillAll(t.Schema, ".")}, true
		}
	case searchGoal, pickGoal:
		return v.nextOfListed(g, goals)
	case meantGoal:
		return v.nextMeant(g, goals)
	case otherGoal:
		return g.call, true
	}
	return call{}, false
}

// further is what comes after a call for a goal: another try, the next
// operation of a sum, or nothing.
func (v *view) further(g *goal, last step) (call, bool) {
	if last.failed {
		return v.afterFailure(g)
	}
	switch t, offered := v.toolOf(last); {
	case offered && g.kind == sumGoal && opToolOf(&t) != nil:
		c := v.follow(g.sum, g.tries)
		return c.next, c.tool != nil
	case g.kind == countGoal && v.skillOfStep(last) == counts && countOf(last.text, g.unit) == "":
		return v.readCall(g.file)
	}
	return call{}, false
}

// countCall uses a tool that counts what is asked for; without one, it reads.
func (v *view) countCall(g *goal) (call, bool) {
	for _, t := range v.p.Tools {
		if v.skill(t) == counts && v.allowed(t.Name) && countsUnit(t, g.unit) && !v.refuses(g.file) {
			return withPath(t.Name, t, g.file), true
		}
	}
	return v.readCall(g.file)
}

// countsUnit says whether a counting tool counts this, by its name and
// description.
func countsUnit(t fakellm.Tool, unit string) bool {
	words := append(wordsOf(t.Name), wordsOf(t.Description)...)
	return slices.Contains(words, unit) || slices.Contains(words, strings.TrimSuffix(unit, "s"))
}

// nextMeant reads the file that is called like what is meant; if none is, all
// of the listed ones until one speaks of it.
func (v *view) nextMeant(g *goal, goals []*goal) (call, bool) {
	if _, found := v.meantStep(g); found {
		return call{}, false
	}
	l, known := v.listed(goals)
	names, called := l.about(g.about)
	if !known {
		if _, canList := v.tool(lists); canList {
			return call{}, false
		}
		names, called = v.mentioned().about(g.about)
		names = names[:called]
	}
	for i, name := range names {
		if i > 0 && i == called && called > 0 {
			break
		}
		if !slices.ContainsFunc(g.tries, func(s step) bool { return sameFile(v.fileOf(s), name) }) {
			return v.readCall(name)
		}
	}
	return call{}, false
}

// meantStep is the reading of the file that was meant.
func (v *view) meantStep(g *goal) (step, bool) {
	for _, s := range g.tries {
		if !s.failed && (calledLike(v.fileOf(s), g.about) || containsStem(s.text, g.about)) {
			return s, true
		}
	}
	return step{}, false
}

// nextOfListed reads on in what a listing named: one file after the other.
func (v *view) nextOfListed(g *goal, goals []*goal) (call, bool) {
	l, known := v.listed(goals)
	if !known {
		if _, canList := v.tool(lists); canList || len(g.tries) > 0 || g.kind == pickGoal {
			return call{}, false
		}
		return v.readCall(cmp.Or(g.about, "notes") + ".md") // a guess; the error will name the files there are
	}
	if g.kind == pickGoal {
		l.names = []string{l.choose(g.about)}
	}
	for _, name := range l.names {
		if name != "" && !slices.ContainsFunc(g.tries, func(s step) bool { return sameFile(v.fileOf(s), name) }) {
			return v.readCall(name)
		}
	}
	return call{}, false
}

func (v *view) readCall(file string) (call, bool) {
	t, ok := v.tool(reads)
	if !ok || v.refuses(file) {
		return call{}, false
	}
	return withPath(t.Name, t, file), true
}

// isHostile is true for a path that leaves its folder.
func isHostile(file string) bool {
	return strings.Contains(file, "..") || path.IsAbs(file) || strings.HasPrefix(file, "~")
}

// refuses decides whether to decline a hostile path, at the first step and for
// good. It is no boundary: the code behind the tool is.
func (v *view) refuses(file string) bool {
	return isHostile(file) && (len(v.steps) > 0 || !v.chance(hostileTry, file))
}

func (v *view) declinesFile(goals []*goal) bool {
	_, canRead := v.tool(reads)
	return canRead && slices.ContainsFunc(goals, func(g *goal) bool { return g.file != "" && v.refuses(g.file) })
}

// lacksTool says whether the task is about files and nothing more can be done
// for it with the tools offered.
func (v *view) lacksTool(goals []*goal) bool {
	return len(v.p.Tools) > 0 && v.p.ToolChoice != "none" && slices.ContainsFunc(goals, func(g *goal) bool { return g.kind != sumGoal && g.kind != otherGoal })
}

// roundTrip gives an input the types that decoded JSON has.
func roundTrip(input map[string]any) map[string]any {
	src, err := json.Marshal(input)
	if err != nil {
		return input
	}
	return inputOf(src)
}
