package sim

import (
	"fmt"
	"strings"
)

// What is told of files that were read.

// reportMeant tells of the file that was meant, or what was asked about it.
func (v *view) reportMeant(g *goal) []string {
	s, found := v.meantStep(g)
	switch {
	case !found && g.tries[len(g.tries)-1].failed:
		return []string{v.giveUp(g)}
	case !found:
		return []string{"None of the files that I read is called or speaks of \"" + g.about + "\"."}
	case g.unit == "items":
		if n := len(itemsIn(s.text)); n > 0 {
			return append([]string{fmt.Sprintf("%s lists %d.", v.fileOf(s), n)}, v.reportFile(v.fileOf(s), s.text)...)
		}
	case g.unit != "":
		return []string{countedIn(v.fileOf(s), s.text, g.unit)}
	}
	return v.reportFile(v.fileOf(s), s.text)
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

func (v *view) reportCount(g *goal, s step) string {
	if v.skillOfStep(s) == counts {
		n := countOf(s.text, g.unit)
		if n == "" {
			return "The tool " + s.tool + " says \"" + shorten(s.text, 100) + "\", which does not tell me the number of " + g.unit + "."
		}
		return g.file + " has " + n + " " + g.unit + "."
	}
	return countedIn(g.file, s.text, g.unit)
}

// countedIn counts in a text, as exactly as a program does.
func countedIn(file, text, unit string) string {
	text = untagged(text)
	n := len([]rune(text))
	switch unit {
	case "lines":
		n = len(strings.Split(strings.TrimRight(text, "\n"), "\n"))
	case "words":
		n = wordCount(text)
	}
	return fmt.Sprintf("%s has %d %s.", file, n, unit)
}

// countOf finds the count of a unit in what a tool said: the number beside the
// unit, else the only one; empty if there is none.
func countOf(text, unit string) string {
	beside := lazy(`(?i)(\d+) ` + unit[:4] + `|` + unit[:4] + `\w*["']?[:=]? ?(\d+)`)
	if n := group(beside, text); n != "" {
		return n
	}
	if all := reWhole.FindAllString(text, 2); len(all) == 1 {
		return all[0]
	}
	return ""
}

// lineKind tells a list's item from prose and a heading.
func lineKind(line string) (item, heading, prose string) {
	line = strings.TrimSpace(line)
	switch rest := strings.TrimLeft(line, "-*•0123456789.[]x "); {
	case line == "" || speaksToModel(line):
	case strings.HasPrefix(line, "#"):
		heading = strings.Trim(line, "# ")
	case rest != line && rest != "":
		item = strings.TrimRight(rest, ".")
	default:
		prose = line
	}
	return item, heading, prose
}

func itemsIn(text string) []string {
	var items []string
	for _, line := range strings.Split(untagged(clip(text)), "\n") {
		if item, _, _ := lineKind(line); item != "" {
			items = append(items, item)
		}
	}
	return items
}

// reportFile tells what stands in a file, in sentences: the list in it, if
// there is one, and the prose. What speaks to the assistant is left out.
func (v *view) reportFile(file, text string) []string {
	var prose []string
	title := ""
	for _, line := range strings.Split(untagged(clip(text)), "\n") {
		_, heading, said := lineKind(line)
		if heading != "" {
			title = heading
		}
		for _, s := range sentencesOf(said) {
			if !speaksToModel(s) {
				prose = append(prose, s)
			}
		}
	}
	var s []string
	if title != "" {
		s = append(s, file+` is headed "`+title+`".`)
	}
	if items := itemsIn(text); len(items) > 0 {
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
