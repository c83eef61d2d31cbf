package cli

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"agentcourse/internal/grader"
	"agentcourse/internal/term"
)

// labels are the words that say how a check ended; colour only stresses them.
var labels = map[grader.Status]struct {
	word  string
	style term.Style
}{
	grader.Pass:   {"pass", term.Good},
	grader.Fail:   {"FAIL", term.Bad},
	grader.NotRun: {"not run", term.Faint},
	grader.Broken: {"GRADER ERROR", term.Odd},
}

// WriteVerdict prints a report as `course check` does: a line a check, then the first failure in full, or with all set what
// each check that passed has seen, and then every failure.
func WriteVerdict(to *term.Terminal, r *grader.Report, all bool) {
	a := &app{term: to} // a verdict takes nothing else of it
	a.term.Printf("%s\n%s, seed %d\n\n", a.term.Paint(term.Strong, "exercise "+r.Exercise+": "+r.Title), r.Folder, r.Seed)
	for i, c := range r.Checks {
		a.printLine(r, i, c)
	}
	for i, c := range r.Checks {
		if c.Status == grader.Pass && all {
			a.term.Printf("\n")
			a.labelled(c.Status, heading(r, i))
			a.requests(c, all)
		}
	}
	shown := 0
	for i, c := range r.Checks {
		switch {
		case c.Status == grader.Fail && (all || shown == 0):
			shown++
			a.printFailure(r, i, all)
		case c.Status == grader.Broken:
			a.term.Printf("\n")
			a.labelled(c.Status, "the grader itself is at fault, not your program: "+c.Because)
		}
	}
	a.printRemarks(r)
	a.term.Printf("\n%s\n", a.sum(r, shown))
}

// printLine is a check in the list: its number, how it ended, what it wants.
func (a *app) printLine(r *grader.Report, i int, c grader.Result) {
	l := labels[c.Status]
	pad := strings.Repeat(" ", max(0, len("not run")-len(l.word)))
	first := fmt.Sprintf("%2s  %s%s  ", number(r, i), l.word, pad)
	text := c.Behaviour
	if c.Status == grader.NotRun {
		text += " (" + why(r, c) + ")"
	}
	wrapped := term.Wrap(text, first, strings.Repeat(" ", len(first)))
	a.term.Printf("%s%s%s\n", wrapped[:4], a.term.Paint(l.style, l.word), wrapped[4+len(l.word):])
}

// number is a check's number in the list. A program that could not be built has none, so that the numbers of the checks
// are the same in every verdict on an exercise.
func number(r *grader.Report, i int) string {
	if r.Checks[i].Build {
		return "-"
	}
	n := 0
	for _, c := range r.Checks[:i+1] {
		if !c.Build {
			n++
		}
	}
	return fmt.Sprint(n)
}

func heading(r *grader.Report, i int) string {
	if r.Checks[i].Build {
		return r.Checks[i].Behaviour
	}
	return number(r, i) + ". " + r.Checks[i].Behaviour
}

func why(r *grader.Report, c grader.Result) string {
	if i := slices.IndexFunc(r.Checks, func(o grader.Result) bool { return o.Check == c.Needs }); c.Needs != "" && i >= 0 {
		return fmt.Sprintf("not before %s passes", number(r, i))
	}
	return c.Because
}

// labelled prints a text after the word for a status; colour takes no part in where the lines break.
func (a *app) labelled(status grader.Status, text string) {
	l := labels[status]
	wrapped := term.Wrap(text, l.word+"  ", "      ")
	a.term.Printf("%s%s\n", a.term.Paint(l.style, l.word), strings.TrimPrefix(wrapped, l.word))
}

// printFailure shows a failure as the order of importance asks: a refusal first, the hint last.
func (a *app) printFailure(r *grader.Report, i int, all bool) {
	c := r.Checks[i]
	f := c.Failure
	a.term.Printf("\n")
	a.labelled(c.Status, heading(r, i))
	for _, s := range c.Contract {
		a.term.Printf("%s\n", a.term.Paint(term.Faint, term.Wrap("contract "+s.ID+": "+s.Text, "      ", "      ")))
	}
	if q := f.Refused; q != nil {
		a.term.Printf("\n%s\n", term.Wrap(fmt.Sprintf("%s %d was refused: %d %s", q.Noun, q.Request, q.Status, q.Type), "  ", "  "))
		a.term.Printf("%s\n", term.Wrap(q.Message, "    ", "    "))
	}
	a.term.Printf("\n%s\n", term.Wrap(f.Summary, "  ", "  "))
	a.printEvidence(c, all)
	a.printHeldBack(r, c)
	if c.Hint != "" {
		a.term.Printf("\n  %s\n", a.term.Paint(term.Strong, "hint"))
		a.paragraphs(c.Hint, "    ")
	}
}

// printEvidence shows what was run, what was expected and what was seen.
func (a *app) printEvidence(c grader.Result, all bool) {
	f := c.Failure
	a.describedLines("", f.Details, -1)
	if f.Command != "" {
		a.plainLines("command", []string{f.Command})
	}
	if f.Test != "" {
		a.term.Printf("\n  test\n%s\n", term.Wrap(f.Test, "    ", "    "))
	}
	a.describedLines("called", f.Called, -1)
	if f.Typed {
		a.quotedLines("typed, each line after the reply before it", f.Input, -1)
	} else {
		a.quotedLines("input", f.Input, -1)
	}
	for _, file := range f.Files {
		a.lines("the file "+file.Name, file.Lines, -1, asItIs)
	}
	what := "actual"
	if f.What != "" {
		what += ": " + f.What
	}
	switch {
	case f.Compare:
		a.quotedLines("expected", f.Expected, f.At)
		a.quotedLines(what, f.Actual, f.At)
		a.markDifference(f)
	case f.What == "the compiler":
		a.plainLines("", f.Actual)
	case f.Described:
		a.describedLines("expected", f.Expected, -1)
		a.describedLines(what, f.Actual, -1)
	default:
		a.describedLines("expected", f.Expected, f.At)
		a.quotedLines(what, f.Actual, -1)
	}
	a.describedLines("the test also says", f.Also, -1)
	a.quotedLines("printed on standard output", f.Stdout, -1)
	a.quotedLines("printed on standard error", f.Stderr, -1)
	a.requests(c, all)
	for _, n := range c.Notes {
		a.term.Printf("\n%s\n", term.Wrap("note: "+n, "  ", "  "))
	}
}

// requests prints what the program sent, one line a request; in full when everything is to be shown.
func (a *app) requests(c grader.Result, all bool) {
	if len(c.Requests) == 0 {
		return
	}
	a.term.Printf("\n  requests seen\n")
	for i, r := range c.Requests {
		if i == maxRequests && !all {
			a.term.Printf("    … (%d requests left out; -v shows them)\n", len(c.Requests)-i)
			return
		}
		last := "no messages"
		if n := len(r.Messages); n > 0 {
			last = term.Quote(r.Messages[n-1])
		}
		count := fmt.Sprintf("%d messages, the last ", len(r.Messages))
		if len(r.Messages) == 1 {
			count = "1 message, "
		}
		a.term.Printf("%s\n", hardWrap(fmt.Sprintf("%s: %s%s", numbered(r), count, last), "    ", "       "))
		a.term.Printf("%s\n", hardWrap("→ "+r.Answer, "       ", "         "))
		if all {
			a.term.Printf("%s\n", hardWrap(r.Body, "       ", "       "))
		}
	}
}

// numbered names a request in a list of them.
func numbered(r grader.Request) string {
	if r.Noun == "request" {
		return fmt.Sprint(r.Number)
	}
	return fmt.Sprintf("%s %d", r.Noun, r.Number)
}

// printHeldBack names the checks that were not run because this one failed.
func (a *app) printHeldBack(r *grader.Report, failed grader.Result) {
	var numbers []string
	for i, c := range r.Checks {
		if c.Needs == failed.Check && c.Status == grader.NotRun {
			numbers = append(numbers, number(r, i))
		}
	}
	if len(numbers) > 0 {
		a.term.Printf("\n%s\n", term.Wrap("not run because of this: "+strings.Join(numbers, ", "), "  ", "  "))
	}
}

// printRemarks shows remarks on checks that passed, each once. Those on failures stand with them.
func (a *app) printRemarks(r *grader.Report) {
	var order []string
	at := map[string][]string{}
	for i, c := range r.Checks {
		if c.Status != grader.Pass {
			continue
		}
		for _, n := range c.Notes {
			if len(at[n]) == 0 {
				order = append(order, n)
			}
			at[n] = append(at[n], number(r, i))
		}
	}
	for _, n := range order {
		a.term.Printf("\n%s\n", term.Wrap(fmt.Sprintf("note on %s: %s", strings.Join(at[n], ", "), n), "  ", "  "))
	}
}

func (a *app) sum(r *grader.Report, shown int) string {
	text := fmt.Sprintf("%d of %d checks passed", r.Count(grader.Pass), len(r.Checks))
	if failed := r.Count(grader.Fail); failed > shown {
		text += fmt.Sprintf("; %d more failed (-v shows them in full)", failed-shown)
	}
	if r.Passed() {
		return a.term.Paint(term.Good, text)
	}
	return a.term.Paint(term.Bad, text)
}

// asItIs shows a line of a file so that it can be copied, and quotes what cannot be seen or is very long.
func asItIs(line string) string {
	unseen := func(r rune) bool { return r != '\t' && !unicode.IsPrint(r) }
	if len(line) > 400 || strings.ContainsFunc(line, unseen) || strings.TrimSpace(line) != line || line == "" {
		return term.Quote(line)
	}
	return line
}
