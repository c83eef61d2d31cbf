package book_test

import (
	"testing"

	"agentcourse/internal/book"

	"github.com/google/go-cmp/cmp"
)

// pageFindings is what Check finds in a page, without the file's name, beside what lies in the files that are given.
func pageFindings(t *testing.T, markdown string, files map[string]string) string {
	t.Helper()
	root := repository(t, files)
	write(t, root, map[string]string{"lessons/01-a.md": markdown})
	report, err := book.Check(t.Context(), book.Options{Root: root, Pages: []book.Page{
		lesson("01", "lessons/01-a.md", markdown), lesson("02", "lessons/02-b.md", "# B\n\n## Big idea\n"),
	}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var lines string
	for _, p := range report.Problems {
		if p.File == "lessons/01-a.md" {
			lines += p.String()[len("lessons/01-a.md:"):] + "\n"
		}
	}
	return lines
}

func TestOutline(t *testing.T) {
	tests := []struct{ name, markdown, want string }{
		{"one of level one", "# A\n\n## B\n\n### C\n\n## D\n", ""},
		{"none of level one", "text\n\n## B\n\n### C\n", ""},
		{"after a comment", "<!-- note -->\n\n# A\n", ""},
		{"after text", "text\n\n# A\n", "3: heading \"A\" names the page and does not come first\n"},
		{"in a quotation", "> # A\n", "1: heading \"A\" names the page and does not come first\n"},
		{"two of level one", "# A\n\n# B\n", "3: heading \"B\" is of level one; a page has one such heading, which comes first\n"},
		{"level one after level two", "## A\n\n# B\n", "3: heading \"B\" is of level one; a page has one such heading, which comes first\n"},
		{"a level left out", "# A\n\n### B\n", "3: heading \"B\" is of level 3 and follows one of level 1; no level is left out\n"},
		{"a level left out on top", "### A\n", "1: heading \"A\" is of level 3 and follows one of level 1; no level is left out\n"},
		{"back by two levels", "# A\n\n## B\n\n### C\n\n#### D\n\n## E\n", ""},
		{"empty", "# A\n\n##\n", "3: the heading is empty\n"},
		{"nothing to see", "# A\n\n## &nbsp;<!-- x -->\n", "3: the heading is empty\n"},
		{"twice in a part", "# A\n\n## B\n\n## B\n", "5: heading \"B\" stands on line 3 too, in the same part; the address of one of them would change with the other\n"},
		{"twice in two parts", "# A\n\n## B\n\n### X\n\n## C\n\n### X\n", ""},
		{"a colon at the end", "# A:\n", ""},
		{"with code and a link", "# The `a` of [b](02-b.md)\n\n## The a of b\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, pageFindings(t, tt.markdown, nil)); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}
