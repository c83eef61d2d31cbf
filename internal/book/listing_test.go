package book_test

import (
	"strings"
	"testing"

	"agentcourse/internal/book"

	"github.com/google/go-cmp/cmp"
)

func TestListing(t *testing.T) {
	root := repository(t, map[string]string{
		"starter/x/a.go":        "package x\n\n// anchor: a\nvar A = `\n```\n`\n// end: a\n",
		"starter/x/b.go":        "package x\n",
		"starter/x/b_test.go":   "package x\n",
		"starter/x/notes.txt":   "none",
		"starter/x/testdata/t":  "none",
		"starter/y/none.go":     "package y\n",
		"lessons/figures/a.svg": emptySVG,
	})
	listing, err := book.NewListing(root, "starter/x")
	if err != nil {
		t.Fatal(err)
	}
	want := "# starter/x\n\n## starter/x/a.go\n\n````go\npackage x\n\nvar A = `\n```\n`\n````\n\n## starter/x/b.go\n\n```go\npackage x\n```\n"
	if diff := cmp.Diff(want, string(listing.Markdown)); diff != "" {
		t.Errorf("the page (-want +got):\n%s", diff)
	}
	html := built(t, book.Options{Root: root, Pages: []book.Page{
		{ID: "1", Title: "One", Kind: book.Lesson, Source: "lessons/1.md", Markdown: []byte(
			"[code](../starter/x/b.go \"Of &amp; \\\"x\\\"\") [folder](../starter/x) [other](../starter/y/none.go) [test](../starter/x/b_test.go)\n\n```go\n// from starter/x/b.go\npackage x\n```\n")},
		listing,
	}})
	for _, want := range []string{
		`<a href="#listing-x--starterxbgo" title="Of &amp; &quot;x&quot;">code</a>`, `<a href="#listing-x">folder</a>`, `other (<code>starter/y/none.go</code>)`, `test (<code>starter/x/b_test.go</code>)`,
		"<p class=\"source\"><a href=\"#listing-x--starterxbgo\">starter/x/b.go</a></p>\n<pre tabindex=\"0\" data-lang=\"go\"><code><span class=\"k\">package</span> x\n</code></pre>",
	} {
		if !strings.Contains(html, want) {
			t.Errorf("%s is not in\n%s", want, html)
		}
	}
	if _, err := book.NewListing(root, "starter/z"); err == nil || !strings.Contains(err.Error(), "starter/z") {
		t.Errorf("a folder that is not there: %v", err)
	}
}

// The check finds what would keep a book with a listing from being built.
func TestCheckFindsMistakesInListings(t *testing.T) {
	root := repository(t, map[string]string{"starter/x/a.go": "package x\n\n// a\fb\n", "lessons/01-a.md": "# A\n"})
	listing, err := book.NewListing(root, "starter/x")
	if err != nil {
		t.Fatal(err)
	}
	o := book.Options{Root: root, Pages: []book.Page{lesson("01", "lessons/01-a.md", "# A\n"), listing}}
	_, wrong := book.Open(o)
	report, err := book.Check(t.Context(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := report.Problems.Error(), "starter/x:8: the sign U+000C may not stand in a page, at byte 5 of the line"; got != want || errorText(wrong) != want {
		t.Errorf("the check finds %q, and building %q; want %q", got, wrong, want)
	}
}

func TestStaleCodeIsAnError(t *testing.T) {
	root := repository(t, map[string]string{"a.go": "package a\n\nconst A = 2\n"})
	page := func(markdown string) book.Options {
		return book.Options{Root: root, Pages: []book.Page{{ID: "1", Title: "One", Kind: book.Lesson, Source: "lessons/1.md", Markdown: []byte(markdown), Line: 11}}}
	}
	for markdown, want := range map[string]string{
		"text\n\n```go\n// from a.go#A\nconst A = 1\n```\n":  `lessons/1.md:15: the code is not that of a.go#A: want "const A = 2", got "const A = 1"`,
		"```go\n// from a.go#B\n```\n":                       `lessons/1.md:12: a.go has no anchor "B"`,
		"```go\n// from none.go\n```\n":                      "lessons/1.md:12: there is no none.go",
		"text\n\n<!-- from a.go -->\n\ntext\n":               "lessons/1.md:13: <!-- from a.go --> stands before no fence",
		"<!-- output -->\n```\n$ course not run here\n```\n": "",
	} {
		_, err := book.Open(page(markdown))
		if got := errorText(err); got != want {
			t.Errorf("%q: got %q; want %q", markdown, got, want)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
