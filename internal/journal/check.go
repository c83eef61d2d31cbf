package journal

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"agentcourse/internal/catalog"
	"agentcourse/internal/document"
	"agentcourse/internal/findings"
	"agentcourse/internal/trace"
)

// A Checked is what to look at and what to look at it with.
type Checked struct {
	Root      string              // the repository's folder
	Exercises []*catalog.Exercise // that the course has
	Entries   []string            // such as "journal/2026-12-01-no-memory.md"; none: all that the journal has
	Runs      []Ran               // of which the progress log tells
	Versions  []Version           // earlier ones, with their texts, the newest first; none if nothing is known of them
}

// Check looks through the entries of a journal. It returns what it found, by file and line, and how many findings their
// author accepts. The error is about a journal that cannot be looked into at all, or an entry that is not there.
func Check(c Checked) (found []findings.Finding, accepted int, err error) {
	all, err := pages(c.Root)
	if err != nil {
		return nil, 0, err
	}
	for _, file := range c.Entries { // one that the course ships
		if strings.HasPrefix(file, folder+"/example/") && entryName.MatchString(path.Base(file)) {
			all = append(all, readPage(c.Root, file))
		}
	}
	c.Runs = followed(c.Runs, all)
	k := &checker{Checked: c, all: all, template: templateComments(c.Root), templateLines: templateLines(c.Root, c.Versions), byID: map[string]*catalog.Exercise{}}
	for _, ex := range c.Exercises {
		k.byID[ex.ID] = ex
	}
	k.traces = tracesOf(c.Root)
	if len(c.Versions) > 0 {
		k.past = past(c.Versions, all, k.templateLines)
		for _, p := range all {
			for _, v := range k.past[p.file] {
				p.earlier = append(p.earlier, v.File)
			}
		}
	}
	for _, file := range c.Entries {
		if !slices.ContainsFunc(all, func(p *page) bool { return p.file == file }) {
			if misnamed := k.names(file); len(misnamed) > 0 {
				found = append(found, misnamed...)
				continue
			}
			return nil, 0, fmt.Errorf("%s is no entry of the journal", file)
		}
	}
	for _, p := range all {
		if len(c.Entries) > 0 && !slices.Contains(c.Entries, p.file) {
			continue
		}
		left, n := k.page(p)
		found, accepted = append(found, left...), accepted+n
	}
	if len(c.Entries) == 0 {
		found = append(found, k.names("")...)
	}
	findings.Sort(found)
	return found, accepted, nil
}

// A checker holds what the rules look at.
type checker struct {
	Checked
	all           []*page
	byID          map[string]*catalog.Exercise
	template      [][]string      // the words of its comments
	templateLines map[string]bool // plain, of all its versions
	traces        map[string]bool // names of those that are kept
	past          map[string][]Version
}

// page is what is wrong in one entry, without what its author accepts, and how much that is.
func (k *checker) page(p *page) (left []findings.Finding, accepted int) {
	var found []findings.Finding
	add := func(line int, rule, what, why, mend string) {
		found = append(found, findings.Finding{File: p.file, Line: line, Rule: rule, What: what, Why: why, Mend: mend})
	}
	for _, problem := range p.problems {
		add(problem.Line, "unreadable", problem.What, "what cannot be read cannot be looked up", "mend that line")
	}
	if p.lines == nil {
		return found, 0
	}
	if len(p.problems) == len(p.doc.Problems) { // nothing is swallowed
		if len(p.doc.Problems) == 0 {
			k.header(p, add)
		}
		k.sections(p, add)
		k.exercises(p, add)
		k.evidence(p, add)
	}
	k.placeholders(p, add)
	found = append(found, p.rewritten(k.past[p.file], k.templateLines)...)
	allowed, broken := p.allowances()
	left, accepted, _ = findings.Accept(found, allowed)
	for _, f := range broken {
		f.File = p.file
		left = append(left, f)
	}
	return left, accepted
}

// allowances are those of an entry. One that stands first in a section speaks of the section's heading too, as a section
// that is empty is told of there.
func (p *page) allowances() ([]findings.Allowance, []findings.Finding) {
	allowed, broken := p.doc.Allowances()
	for i, a := range allowed {
		for _, s := range p.doc.Sections { // the innermost one is the last
			if s.Line < a.Line && a.Line <= s.End && (len(s.Blocks) == 0 || a.Line <= s.Blocks[0].Line) {
				allowed[i].Line = min(allowed[i].Line, s.Line)
			}
		}
	}
	return allowed, broken
}

// An adder takes a finding.
type adder func(line int, rule, what, why, mend string)

// mayLack are the sections that a short entry may do without: on a bad day prediction, number and next action are enough. A
// heading that stands there with nothing below it was forgotten.
var mayLack = []string{"not-verified", "evidence", "post"}

// sections are the rules on what every entry has, whether it is about an exercise or not.
func (k *checker) sections(p *page, add adder) {
	type wanted struct{ rule, title, why, mend string }
	rules := []wanted{
		{"goal", "Goal", "it is the only way to see afterwards that you did something else", "one sentence: what will you know or have at the end?"},
		{"not-verified", "Not verified", "it keeps you from claiming it next month", "write down what you believe and did not test, or that there is nothing"},
		{"evidence", "Evidence", "without a pointer, a number is a rumour", "name the traces, commits, transcripts that show it"},
	}
	if p.closed() {
		rules = append(rules, wanted{"post", "Post candidate", "posts are found here", "the first line of a post, or \"none today\""},
			wanted{"next", "Next action", "it is what you will look for when you come back", "the first thing to do next time, small enough to begin at once"})
	}
	if len(p.ids) == 0 {
		rules = slices.Insert(rules, 1, wanted{"prediction", "Prediction",
			"nothing can surprise you if you expected nothing", "write down what you expect, before the first run"})
	}
	for _, r := range rules {
		found := p.sections(r.title)
		if slices.ContainsFunc(found, func(s document.Section) bool { return says(s.Blocks) }) {
			if text, line := Prediction(p.doc, ""); r.rule == "prediction" && !hasNumber(text, nil) {
				add(line, r.rule, noNumber, whyOf[r.rule], sayHowMany)
			}
			continue
		}
		if len(found) == 0 && slices.Contains(mayLack, r.rule) {
			continue
		}
		if len(found) == 0 {
			add(0, r.rule, "there is no section "+r.title, r.why, "add the heading ## "+r.title+": "+r.mend)
			continue
		}
		hidden := reading{page: p, template: k.template}.hidden(found[0].Line, found[0].End)
		add(found[0].Line, r.rule, r.title+" is empty"+hidden, r.why, r.mend)
	}
}

var whyOf = map[string]string{
	"prediction": "nothing can surprise you if you expected nothing; afterwards every result looks obvious",
	"numbers":    "numbers are copied out of the trace or the run record, never recalled",
	"answers":    "what you cannot answer is the next thing to learn",
	"tables":     "the exercise asks for it",
}

// exercises are the rules on what the exercises want that the header names. An answer or a table counts in whichever entry
// it stands; when none has it, the newest one is told of it.
func (k *checker) exercises(p *page, add adder) {
	told := map[string]bool{}
	for _, id := range p.ids {
		ex := k.byID[id]
		if ex == nil {
			continue
		}
		for _, w := range wants(ex) {
			r := reading{p, ex, k.Runs, k.template}
			s := w.state(r)
			if s.done || (w.rule == "answers" || w.rule == "tables") && k.elsewhere(p, ex, w) || w.rule == "prediction" && k.again(p, ex) {
				continue
			}
			what := s.problem
			switch {
			case w.rule == "answers":
				what = fmt.Sprintf("question %s of %s: %s", w.id[1:], id, s.problem)
			case w.rule == "tables":
				what = fmt.Sprintf("table %s of %s: %s", w.id, id, s.problem)
			case len(p.ids) > 1 && s.line != 0:
				what = id + ": " + s.problem
			}
			if key := fmt.Sprint(s.line, w.rule, what); !told[key] {
				told[key] = true
				add(s.line, w.rule, what, whyOf[w.rule], s.mend)
			}
		}
	}
}

// again reports whether another entry has a prediction for the exercise and the runs below it, and this one's is empty or too
// late: what is missing here was done there.
func (k *checker) again(p *page, ex *catalog.Exercise) bool {
	first, ran := reading{p, ex, k.Runs, k.template}.firstRun()
	if !ran || first.Prediction != "" {
		return false
	}
	return slices.ContainsFunc(k.all, func(other *page) bool {
		r := reading{other, ex, k.Runs, k.template}
		return other != p && other.lines != nil && other.names(ex.ID) && r.prediction().done && r.numbers().done
	})
}

// elsewhere reports whether something stands in another entry that names the exercise, or will be told of a newer one. The
// newest is looked at first: it answers for nearly all others.
func (k *checker) elsewhere(p *page, ex *catalog.Exercise, w want) bool {
	newer := true
	for _, other := range slices.Backward(k.all) {
		if other == p {
			newer = false
			continue
		}
		if other.lines == nil || !other.names(ex.ID) {
			continue
		}
		told := newer && (len(k.Entries) == 0 || slices.Contains(k.Entries, other.file))
		if told || w.state(reading{other, ex, k.Runs, k.template}).done {
			return true
		}
	}
	return false
}

// tracesOf are the names of the traces that are kept or that a run record names, and of the files beside them.
func tracesOf(root string) map[string]bool {
	names := map[string]bool{}
	for _, dir := range []string{"traces", folder + "/assets", folder + "/example"} {
		for _, file := range filesBelow(root, dir) {
			name := path.Base(file)
			if id := trace.NameIn(name); id != "" {
				names[id] = true
			}
			names[name] = true
		}
	}
	records, err := os.Open(native(root, "traces/"+trace.RunsName))
	if err != nil {
		return names // a journal may come without traces
	}
	defer records.Close()
	for run, err := range trace.Records(records) {
		if err != nil {
			break // what could be read counts
		}
		names[trace.NameIn(run.Trace)] = true
	}
	return names
}

// native is a path of the repository as the machine writes it.
func native(root, file string) string { return filepath.Join(root, filepath.FromSlash(file)) }
