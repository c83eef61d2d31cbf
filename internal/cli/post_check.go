package cli

import (
	"fmt"
	"strings"

	"agentcourse/internal/posts"

	"github.com/spf13/cobra"
)

func (a *app) postCheckCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use: "check [FILE…]", Short: "Judge drafts by the checklist, as far as a program can",
		Long: `Judge posts by the checklist that ends every draft; without FILE, all drafts in posts/. What is printed are findings, each with
the line, the reason and what to do, and below them questions that only you can answer. A question goes away when the line of the
checklist that answers it is ticked. The exit code is 1 if there are findings.

The numbers of a post are looked up in what it cites: the journal entry, the traces and run records that one of them names.
To keep what a rule finds, write above the block, with your reason:

  <!-- course: allow numbers because the ratio is worked out in the text -->

The rules (posts/RULES.md says how each of them judges, and what it cannot see):

` + ruleList(),
		RunE:              func(_ *cobra.Command, args []string) error { return a.alsoJSON(asJSON, a.postCheck(args, asJSON)) },
		ValidArgsFunction: a.completeShelf(postShelf, anyNumber),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON: findings, questions, accepted")
	return cmd
}

func (a *app) postCheck(args []string, asJSON bool) error {
	files, err := a.postFiles(args)
	if err != nil {
		return err
	}
	report, err := posts.Check(a.root, files)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		a.term.Note("there is no draft in posts/: course post new TOPIC makes one")
	}
	return a.printFindings(report.Findings, report.Questions, report.Accepted, asJSON)
}

func ruleList() string {
	var b strings.Builder
	for _, r := range posts.Rules() {
		fmt.Fprintf(&b, "  %-14s %s\n", r.ID, r.What)
	}
	return strings.TrimRight(b.String(), "\n")
}

// postFiles are the posts that a person names, from where they stand, from the repository's folder, or by their names in
// posts/; all drafts when none is named.
func (a *app) postFiles(args []string) ([]string, error) {
	if len(args) == 0 {
		return a.shelved(postShelf), nil
	}
	var files []string
	for _, arg := range args {
		file, err := a.postFile(arg)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}
