package sim

import (
	"path"
	"slices"
	"strings"

	"agentcourse/internal/fakellm"
)

// withPath calls a tool with a file's name.
func withPath(name string, t fakellm.Tool, file string) call {
	input := fillAll(t.Schema, file)
	if p, ok := pathProperty(t); ok {
		input[p] = file
	}
	return call{name, input}
}

// afterFailure decides what comes after a call that failed: the same again,
// another input, or nothing more. What was tried shows in the conversation, so
// a model that went on twice with the same input can go on for ever.
func (v *view) afterFailure(g *goal) (call, bool) {
	last := g.tries[len(g.tries)-1]
	failures, equal := 0, 0
	for i := len(g.tries) - 1; i >= 0 && g.tries[i].failed; i-- {
		failures++
		if equal == failures-1 && g.tries[i].key() == last.key() {
			equal++
		}
	}
	again := call{last.tool, last.input}
	switch {
	case equal >= 3, equal == 2 && v.chance(retryForEver, ""):
		return again, true
	case equal == 2, failures >= 3:
		return call{}, false
	}
	if c, ok := v.fittingFile(g, last); ok {
		return c, v.chance(retryFitting, "")
	}
	changed, canChange := v.changedCall(g, last)
	if failures == 2 {
		return changed, canChange && v.chance(retryAgain, "")
	}
	u := v.uniform("retry")
	if u < v.rates[retrySame].Value {
		return again, true
	}
	return changed, canChange && u < v.rates[retrySame].Value+v.rates[retryChanged].Value
}

// fittingFile takes a name from an error that lists the files there are.
func (v *view) fittingFile(g *goal, failed step) (call, bool) {
	if g.file == "" {
		return call{}, false
	}
	wanted := stem(g.file)
	for _, name := range readListing(failed.text).names {
		tried := slices.ContainsFunc(g.tries, func(s step) bool { return v.fileOf(s) == name })
		if !tried && reListed.MatchString(name) && (sameStem(stem(name), wanted) || strings.Contains(stem(name), wanted) || strings.Contains(wanted, stem(name))) {
			return v.sameTool(failed, name)
		}
	}
	return call{}, false
}

func stem(file string) string {
	base := path.Base(file)
	return strings.ToLower(strings.TrimSuffix(base, path.Ext(base)))
}

func (v *view) sameTool(s step, file string) (call, bool) {
	for _, t := range v.p.Tools {
		if t.Name == s.tool {
			return withPath(t.Name, t, file), true
		}
	}
	return call{}, false
}

// changedCall tries the same goal with another input, if there is one that was
// not tried.
func (v *view) changedCall(g *goal, failed step) (call, bool) {
	var c call
	ok := false
	switch {
	case g.kind == sumGoal:
		if t, offered := v.toolOf(failed); offered && opToolOf(&t) == nil {
			c, ok = calcCall(t, g.sum, true)
		}
	case g.file != "" && path.Base(g.file) != g.file:
		c, ok = v.sameTool(failed, path.Base(g.file))
	}
	if !ok {
		return call{}, false
	}
	key := callKey(c.tool, roundTrip(c.input))
	return c, !slices.ContainsFunc(g.tries, func(s step) bool { return s.key() == key })
}

// giveUp says in words that a tool failed.
func (v *view) giveUp(g *goal) string {
	last := g.tries[len(g.tries)-1]
	said := strings.TrimRight(shorten(strings.TrimSpace(last.text), 120), ".")
	if g.kind != sumGoal {
		if g.file != "" {
			return "I could not read " + g.file + ": the tool says \"" + said + "\"."
		}
		return "The tool " + last.tool + " does not work: it says \"" + said + "\"."
	}
	if v.chance(retryHead, "") {
		return "The tool " + last.tool + " does not work, so I did it in my head: " + v.headSum(g.sum)
	}
	return "The tool " + last.tool + " seems to be broken: it says \"" + said + "\". I could not work out " + g.sum.String() + "."
}

// shorten cuts a text after n characters.
func shorten(s string, n int) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + "…"
	}
	return s
}
