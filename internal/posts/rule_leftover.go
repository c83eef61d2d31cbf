package posts

import (
	"fmt"
	"slices"
	"strings"

	"agentcourse/internal/document"
)

var (
	carried   = pattern(`(?s)^from \S.*: edit it, then take this line out$`)
	emptyItem = pattern(`^\s*(?:[0-9]{1,3}[.)]|[-*+])\s*$`)
)

// judgeLeftovers looks for what a draft was given to begin with and nobody has worked on: excerpts of the entry, and items of
// the story with nothing behind the number.
func (p *post) judgeLeftovers() {
	for _, c := range p.doc.Comments {
		if carried().MatchString(c.Text) {
			p.find("template", c.Line, "what stands below is still as it was carried over: "+quoted(c.Text), "An entry is written for yourself, and a post for others.",
				"Make it your own, or take it out, and the comment with it.")
		}
	}
	lines := p.withoutComments()
	for i, line := range lines {
		if emptyItem().MatchString(line) && !p.inProgram(i+1) && !holdsMore(line, lines[i+1:]) && !p.inEmptySection(i+1) {
			p.find("template", i+1, fmt.Sprintf("the item %q has nothing behind it", strings.TrimSpace(line)), templateWhy, "Write it, or take it out.")
		}
	}
}

// inEmptySection reports whether a line stands in a section of which it is told already that it is empty.
func (p *post) inEmptySection(line int) bool {
	return slices.ContainsFunc(p.doc.Sections, func(s document.Section) bool {
		return s.Line < line && line <= s.End && document.Empty(s.Blocks)
	})
}

// holdsMore reports whether the lines behind an item begin with one that is further in, and so belongs to it.
func holdsMore(item string, behind []string) bool {
	indent := func(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }
	for _, line := range behind {
		if strings.TrimSpace(line) != "" {
			return indent(line) > indent(item)
		}
	}
	return false
}

// withoutComments are the post's lines, those of comments blank.
func (p *post) withoutComments() []string {
	lines := p.lines()
	for _, c := range p.doc.Comments {
		for i := c.Line; i <= c.End && i <= len(lines); i++ {
			switch before, _, opens := strings.Cut(lines[i-1], "<!--"); {
			case i == c.Line && opens:
				lines[i-1] = before
			default:
				lines[i-1] = ""
			}
		}
	}
	return lines
}

// notKept reports whether git ignores a file of the repository, as the course's .gitignore has it, so that a reader will
// not find it.
func notKept(file string) bool {
	for _, folder := range []string{"traces/", ".course/", "book/dist/", "journal/assets/private/"} {
		if strings.HasPrefix(file, folder) {
			return true
		}
	}
	return false
}
