package cli

import (
	"fmt"
	"strings"
	"unicode"

	"agentcourse/internal/findings"
	"agentcourse/internal/term"
)

// printFindings prints what a check of texts has found, in the order of files and lines: the findings, then what only a
// person can judge, then the count of both and of what the author accepts. It returns errFailed when there are findings.
func (a *app) printFindings(found []findings.Finding, questions []findings.Question, accepted int, asJSON bool) error {
	findings.Sort(found)
	if asJSON {
		out := struct {
			Findings  []findings.Finding  `json:"findings"`
			Questions []findings.Question `json:"questions"`
			Accepted  int                 `json:"accepted"`
		}{append([]findings.Finding{}, found...), append([]findings.Question{}, questions...), accepted}
		if err := a.encode(out); err != nil {
			return err
		}
	} else {
		a.printFound(found, questions)
		a.term.Printf("%s\n", a.countFindings(len(found), len(questions), accepted))
	}
	if len(found) > 0 {
		return errFailed
	}
	return nil
}

// printFound prints findings and questions. Of findings in a row with the same reason and cure, the last one tells them.
func (a *app) printFound(found []findings.Finding, questions []findings.Question) {
	for i, f := range found {
		next := i + 1
		a.printFinding(f, next < len(found) && found[next].Rule == f.Rule && found[next].Why == f.Why && found[next].Mend == f.Mend)
	}
	if len(questions) > 0 {
		a.term.Printf("%s\n\n", a.term.Paint(term.Strong, "for you to judge"))
	}
	for _, q := range questions {
		where := findings.Finding{File: shownName(q.File), Line: q.Line}.Where()
		a.printPlace(where, q.Rule, q.Ask, term.Odd)
		a.term.Printf("\n")
	}
}

func (a *app) printFinding(f findings.Finding, short bool) {
	f.File = shownName(f.File)
	where := f.Where()
	if f.Commit != "" {
		where += " (" + f.Commit + ")"
	}
	a.printPlace(where, f.Rule, f.What, term.Bad)
	if short {
		return
	}
	for _, part := range [][2]string{{"why:  ", f.Why}, {"mend: ", f.Mend}} {
		if part[1] != "" {
			a.term.Printf("%s\n", term.Wrap(printable(part[1]), "  "+part[0], "        "))
		}
	}
	a.term.Printf("\n")
}

// printPlace prints "posts/x.md:12: numbers: what"; colour takes no part in where the lines break.
func (a *app) printPlace(where, rule, what string, style term.Style) {
	text := term.Wrap(printable(what), where+": "+rule+": ", "  ")
	rest := text[len(where+": "+rule):]
	a.term.Printf("%s: %s%s\n", where, a.term.Paint(style, rule), rest)
}

func (a *app) countFindings(found, questions, accepted int) string {
	style, text := term.Good, "nothing found"
	if found > 0 {
		style, text = term.Bad, count(found, "finding", "findings")
	}
	text = a.term.Paint(style, text)
	if questions > 0 {
		text += ", " + count(questions, "question", "questions") + " for you to judge"
	}
	if accepted > 0 {
		text += fmt.Sprintf(", %d accepted", accepted)
	}
	return text
}

// printable writes what a terminal would obey, and what cannot be seen, as its code.
func printable(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\n' || r == '\t' || unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "\\u%04x", r)
		}
	}
	return b.String()
}

// shownName is a file's name, in quotes if the terminal would not show it as it is.
func shownName(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return term.Quote(name)
	}
	return name
}
