package publish

import (
	"slices"
	"strings"

	"agentcourse/internal/findings"
)

// judgeText adds what is found on the added lines of a text. In what is no text only secrets that have a form of their own are looked for.
func (c *check) judgeText(t *text, path, commit string, added []bool) {
	if t.places == nil {
		t.places, t.allowed = c.judge.places(t.lines), allowances(t.lines)
	}
	for _, p := range t.places {
		if t.unread != "" && !p.alone || c.elsewhere && p.rule != RuleSecret || p.rule == RuleMail && legal.MatchString(path) {
			continue
		}
		key := acceptance{path, p.rule, strings.Join(t.lines[p.line-1:p.last], "")}
		f := findings.Finding{File: masked(path), Line: p.line, Commit: short(commit), Rule: p.rule, What: p.what, Why: p.why, Mend: c.mend(p.rule, commit)}
		isNew := slices.Contains(added[p.line-1:p.last], true)
		if left, _, _ := findings.Accept([]findings.Finding{f}, t.allowed); len(left) == 0 {
			c.accepted[key] = true
			if isNew {
				c.report.Accepted++
			}
			continue
		}
		if t.unread != "" {
			f.Line = 0
		}
		if isNew {
			c.inTexts = append(c.inTexts, textFinding{f, key})
		}
	}
}

// An acceptance is a finding as its author has accepted it: the same text in the same file.
type acceptance struct{ path, rule, text string }

type textFinding struct {
	findings.Finding
	key acceptance
}

// acceptOlder reports what was found in texts but for what a later commit, or the index, accepts.
func (c *check) acceptOlder() {
	for _, f := range c.inTexts {
		if c.accepted[f.key] {
			c.report.Accepted++
			continue
		}
		c.add(f.Finding)
	}
}

// judgeName looks for secrets and addresses in the name of a file.
func (c *check) judgeName(path, commit string) {
	for _, p := range c.judge.places([]string{path}) {
		if p.rule == RuleSecret || p.rule == RuleMail && !c.elsewhere {
			c.add(findings.Finding{File: masked(path), Commit: short(commit), Rule: p.rule, What: "in the name of the file: " + p.what, Why: p.why, Mend: c.mend(p.rule, commit)})
		}
	}
}
