package cli

import (
	"fmt"
	"regexp"
	"strings"

	"agentcourse/internal/term"

	"github.com/spf13/cobra"
)

func (a *app) showCommand() *cobra.Command {
	return &cobra.Command{
		Use: "show [EXERCISE]", Short: "Show an exercise", Args: cobra.MaximumNArgs(1), ValidArgsFunction: a.complete,
		RunE: func(_ *cobra.Command, args []string) error {
			ex, err := a.resolve(args)
			if err != nil {
				return err
			}
			a.term.Printf("%s\n", a.term.Paint(term.Strong, fmt.Sprintf("Exercise %s: %s", ex.ID, ex.Title)))
			a.term.Printf("%s, %s\n", ex.Path, ex.Time)
			if len(ex.Read) > 0 {
				a.term.Printf("%s\n", term.Wrap("read first: "+strings.Join(ex.Read, ", "), "", "  "))
			}
			a.term.Printf("\n")
			a.markdown(withoutLinks(string(ex.Markdown)))
			return nil
		},
	}
}

var markdownLink = regexp.MustCompile(`\[([^\]]+)\]\((?:\.\./)*([^)#]*)[^)]*\)`)

// withoutLinks writes the links of Markdown out: the text, and the file from the repository's folder.
func withoutLinks(text string) string { return markdownLink.ReplaceAllString(text, "$1 ($2)") }

// markdown prints Markdown for a terminal: prose wrapped, headings stressed, code and tables as they are.
func (a *app) markdown(text string) {
	var paragraph []string
	flush := func() {
		if len(paragraph) > 0 {
			indent := paragraph[0][:len(paragraph[0])-len(strings.TrimLeft(paragraph[0], " "))]
			rest := indent
			if listItem(paragraph[0]) {
				rest += "  "
			}
			a.term.Printf("%s\n", term.Wrap(strings.Join(paragraph, " "), indent, rest))
			paragraph = nil
		}
	}
	fenced := false
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		fence := strings.HasPrefix(strings.TrimSpace(line), "```")
		switch {
		case fence:
			flush()
			fenced = !fenced
		case fenced:
			a.term.Printf("    %s\n", line)
		case strings.HasPrefix(line, "#"):
			flush()
			a.term.Printf("%s\n", a.term.Paint(term.Strong, strings.TrimSpace(strings.TrimLeft(line, "#"))))
		case strings.TrimSpace(line) == "":
			flush()
			a.term.Printf("\n")
		case strings.HasPrefix(line, "|"), strings.HasPrefix(line, "<"):
			flush()
			a.term.Printf("%s\n", line)
		case listItem(line):
			flush()
			paragraph = []string{line}
		default:
			paragraph = append(paragraph, line)
		}
	}
	flush()
}

// listItem reports whether a line starts an item: "- ", "* ", "1. ".
func listItem(line string) bool {
	line = strings.TrimLeft(line, " ")
	if strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "* ") {
		return true
	}
	rest := strings.TrimLeft(line, "0123456789")
	return rest != line && strings.HasPrefix(rest, ". ")
}
