package book_test

import (
	"errors"
	"strings"
	"testing"

	"agentcourse/internal/book"

	"github.com/google/go-cmp/cmp"
)

func lesson(id, source, markdown string) book.Page {
	return book.Page{ID: id, Title: "T" + id, Kind: book.Lesson, Source: source, Markdown: []byte(markdown)}
}

// problems builds a book whose only other page is lessons/02-b.md, with the headings "B" and "Big idea".
func problems(t *testing.T, pages ...book.Page) string {
	t.Helper()
	root := repository(t, map[string]string{
		"data/a.txt": "", "README.md": "---\nx: 1\n---\n# Read me\n\n## First\n", "lessons/figures/a.svg": emptySVG,
	})
	pages = append(pages, lesson("02", "lessons/02-b.md", "# B\n\n## Big idea\n"))
	_, err := book.Open(book.Options{Root: root, Pages: pages})
	if err == nil {
		return ""
	}
	var ps book.Problems
	if !errors.As(err, &ps) {
		t.Fatalf("the error is no list of problems: %v", err)
	}
	return err.Error()
}

func TestProblems(t *testing.T) {
	tests := []struct{ name, markdown, want string }{
		{"page that is not there", "# A\n\ntext [x](02-c.md)", `lessons/01-a.md:3: link "02-c.md": there is no lessons/02-c.md`},
		{"anchor that is not there", "a\nb [x](02-b.md#small-idea)", `lessons/01-a.md:2: link "02-b.md#small-idea": lessons/02-b.md has no heading #small-idea`},
		{"anchor on this page", "# A\n[x](#b)", `lessons/01-a.md:2: link "#b": lessons/01-a.md has no heading #b`},
		{"anchors keep their case", "[x](02-b.md#Big-Idea)", `lessons/01-a.md:1: link "02-b.md#Big-Idea": lessons/02-b.md has no heading #Big-Idea; #big-idea is there: fragments are in small letters`},
		{"file that is not there", "[x](../data/b.txt)", `lessons/01-a.md:1: link "../data/b.txt": there is no data/b.txt`},
		{"from the repository's folder", "[x](/data/b.txt)", `lessons/01-a.md:1: link "/data/b.txt": there is no data/b.txt`},
		{"anchor in a file outside the book", "[x](../README.md#second)", `lessons/01-a.md:1: link "../README.md#second": README.md has no heading #second`},
		{"out of the repository", "[x](../../secret.md)", `lessons/01-a.md:1: link "../../secret.md" leaves the repository`},
		{"script", "[x](javascript:alert)", `lessons/01-a.md:1: link "javascript:alert": only http, https and mailto leave the book`},
		{"file address", "[x](file:///etc/passwd)", `lessons/01-a.md:1: link "file:///etc/passwd": only http, https and mailto leave the book`},
		{"bare address", "a\n<ftp://example.com/a>", `lessons/01-a.md:2: link "ftp://example.com/a": only http, https and mailto leave the book`},
		{"bare address that is none", "a\n<https://[::1>", `lessons/01-a.md:2: link "https://[::1" is not a valid address`},
		{"host without scheme", "[x](//example.com/a)", `lessons/01-a.md:1: link "//example.com/a" has a host but no scheme; write https: before it`},
		{"no host", "[x](https://) [y](https:a.dev) [z](https:///a)", `lessons/01-a.md:1: link "https://" names no host` + "\n" +
			`lessons/01-a.md:1: link "https:a.dev" names no host` + "\n" + `lessons/01-a.md:1: link "https:///a" names no host`},
		{"host that is none", "[x](https://a..dev/) <https://a!b.dev>", `lessons/01-a.md:1: link "https://a..dev/" has a host that is no name` + "\n" +
			`lessons/01-a.md:1: link "https://a!b.dev" has a host that is no name`},
		{"host in letters", "[x](https://münchen.de)", `lessons/01-a.md:1: link "https://münchen.de" has a host that not every e-reader finds; write it in the form that begins with xn--`},
		{"host in brackets", "[x](http://[::1]:80/)", `lessons/01-a.md:1: link "http://[::1]:80/" names its host by a number in brackets, which Markdown does not keep; write a name such as localhost`},
		{"port", "[x](http://a.dev:65536)", `lessons/01-a.md:1: link "http://a.dev:65536" has a port above 65535`},
		{"password", "[x](https://u:p@a.dev)", `lessons/01-a.md:1: link "https://u:p@a.dev" holds a name or a password of somebody`},
		{"two fragments", "[x](https://a.dev/#a#b)", `lessons/01-a.md:1: link "https://a.dev/#a#b" has more than one #; write %23 for those after the first`},
		{"mail to nobody", "[x](mailto:)", `lessons/01-a.md:1: link "mailto:" names nobody`},
		{"not an address", "[x](%zz.md)", `lessons/01-a.md:1: link "%zz.md" is not a valid address`},
		{"nowhere", "[the `x` text]()", `lessons/01-a.md:1: the link "the x text" leads nowhere`},
		{"reference link", "a\n\n[x][r]\n\n[r]: none.md\n", `lessons/01-a.md:3: link "none.md": there is no lessons/none.md`},
		{"in a table", "| a | b |\n|---|---|\n| x \\| y | [x](none.md) |\n", `lessons/01-a.md:3: link "none.md": there is no lessons/none.md`},
		{"in a list in a quotation", "> a\n> - b\n>   [x](none.md)\n", `lessons/01-a.md:3: link "none.md": there is no lessons/none.md`},
		{"in an alert", "> [!TIP]\n> a\n> [x](none.md)\n", `lessons/01-a.md:3: link "none.md": there is no lessons/none.md`},
		{"in a heading", "\n## [x](none.md)\n", `lessons/01-a.md:2: link "none.md": there is no lessons/none.md`},
		{"in a footnote", "a[^1]\n\n[^1]: b\n    [x](none.md)\n", `lessons/01-a.md:4: link "none.md": there is no lessons/none.md`},
		{"in emphasis", "a\n**b [x](none.md)**\n", `lessons/01-a.md:2: link "none.md": there is no lessons/none.md`},
		{"below front matter", "---\ntitle: A\n---\n[x](none.md)", `lessons/01-a.md:4: link "none.md": there is no lessons/none.md`},
		{"Windows line ends", "---\r\ntitle: A\r\n---\r\n\r\n[x](none.md)\r\n", `lessons/01-a.md:5: link "none.md": there is no lessons/none.md`},
		{"image that is not there", "a\n\n![a](figures/b.svg)", `lessons/01-a.md:3: image "figures/b.svg": there is no lessons/figures/b.svg`},
		{"image from outside", "![a](https://example.com/a.png)", `lessons/01-a.md:1: image "https://example.com/a.png" is not in the repository; the book loads nothing from outside`},
		{"image out of the repository", "![a](../../a.png)", `lessons/01-a.md:1: image "../../a.png" leaves the repository`},
		{"image of another kind", "![a](../data/a.txt)", `lessons/01-a.md:1: image "../data/a.txt": the book shows svg, png, jpg and gif`},
		{"image without alternative text", "a\n\n![](figures/a.svg)", `lessons/01-a.md:3: image "figures/a.svg" has no alternative text; say between the brackets what it shows`},
		{"image with blank alternative text", "a ![ &nbsp;](figures/a.svg)", `lessons/01-a.md:1: image "figures/a.svg" has no alternative text; say between the brackets what it shows`},
		{"image without an address", "![a]()", `lessons/01-a.md:1: image "" is not a valid address`},
		{"front matter that does not end", "---\ntitle: A\n", "lessons/01-a.md:1: the front matter is not closed: no line of three hyphens ends it"},
		{"script in HTML", "a\n\n<script src=\"x.js\"></script>\n", "lessons/01-a.md:3: the book cannot carry the HTML <script src=\"x.js\">; use Markdown\n" +
			"lessons/01-a.md:3: the book cannot carry the HTML </script>; use Markdown"},
		{"attribute in HTML", "a <kbd onclick=\"x\">", `lessons/01-a.md:1: the book cannot carry the HTML <kbd onclick="x">; use Markdown`},
		{"HTML hidden by a comment", "<div><<!-- \n -->script>\n", "lessons/01-a.md:1: the book cannot carry the HTML <div>; use Markdown"},
		{"second line of a block", "<details>\n<summary>a</summary>\n<img src=x>\n</details>\n", "lessons/01-a.md:3: the book cannot carry the HTML <img src=x>; use Markdown"},
		{"comment that does not end", "a\n\n<!-- b\n", "lessons/01-a.md:3: the book cannot carry the HTML <!-- b\n; use Markdown"},
		{"tag that is not closed", "a\n\n<details>\n<summary>b</summary>\n\nc\n", "lessons/01-a.md:3: <details> is not closed"},
		{"tag that was not open", "a</kbd>", "lessons/01-a.md:1: </kbd> closes no tag that is open here"},
		{"all of them, in order", "[x](1.md)\n\n![x](2.svg)\n\n[x](3.md)\n", `lessons/01-a.md:1: link "1.md": there is no lessons/1.md` + "\n" +
			`lessons/01-a.md:3: image "2.svg": there is no lessons/2.svg` + "\n" + `lessons/01-a.md:5: link "3.md": there is no lessons/3.md`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, problems(t, lesson("01", "lessons/01-a.md", tt.markdown))); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

func TestNoProblems(t *testing.T) {
	for name, markdown := range map[string]string{
		"page":                 "[x](02-b.md)",
		"page with anchor":     "[x](./02-b.md#big-idea) [y](../lessons/02-b.md#b) [z](/lessons/02-b.md)",
		"this page":            "# A\n\n[x](#a) [y](01-a.md#a)",
		"file":                 "[x](../data/a.txt) [y](../data/a.txt#L1) [z](../data/)",
		"other Markdown":       "[x](../README.md#first) [y](../README.md)",
		"the root":             "[x](../)",
		"web and mail":         "[x](https://example.com/a#b) <https://example.com> www.example.com a@example.com <b@example.com> [m](mailto:a@example.com)",
		"odd addresses":        "[x](https://a_b.dev:80/ü?q=100%&r=[x]|{y}#ü%23) [y](HTTPS://A.dev./) [z](mailto:?subject=x) http://localhost:8080/ http://127.0.0.1",
		"in code":              "`[x](none.md)`\n\n    [x](none.md)\n\n```\n<script>[x](none.md)\n```\n",
		"image":                "![a](figures/a.svg) ![b](/lessons/figures/a.svg)",
		"allowed HTML":         "H<sub>2</sub>O<br>x<br/> <kbd>q</kbd>\n\n<!-- note\n<script> -->\n\n<details open>\n<summary>a < b</summary>\n\n*c*\n\n</details>\n",
		"rule in the text":     "a\n\n---\n\nb",
		"empty":                "",
		"front matter alone":   "---\na: 1\n---\n",
		"duplicate headings":   "# A\n\n## B\n\n## B\n\n[x](#b) [y](#b-1)",
		"heading of signs":     "## !?\n\n[x](#section)",
		"heading with a link":  "## See [b](02-b.md) `my_func`\n\n[x](#see-b-my_func)",
		"heading in letters":   "## Überschrift & 名前\n\n[x](#überschrift--名前) [y](#%C3%BCberschrift--%E5%90%8D%E5%89%8D)",
		"heading with escapes": "## a\\_b &amp; c\n\n[x](#a_b--c)",
	} {
		if got := problems(t, lesson("01", "lessons/01-a.md", markdown)); got != "" {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestPageProblems(t *testing.T) {
	ok := lesson("01", "lessons/01-a.md", "")
	change := func(f func(*book.Page)) book.Page {
		p := ok
		f(&p)
		return p
	}
	tests := []struct {
		name  string
		pages []book.Page
		want  string
	}{
		{"kind", []book.Page{change(func(p *book.Page) { p.Kind = "post" })}, `lessons/01-a.md:1: kind "post": a page is a "lesson", an "exercise" or a "listing"`},
		{"no id", []book.Page{change(func(p *book.Page) { p.ID = "." })}, "lessons/01-a.md:1: the page has no id"},
		{"no title", []book.Page{change(func(p *book.Page) { p.Title = " " })}, "lessons/01-a.md:1: the page has no title"},
		{"title", []book.Page{change(func(p *book.Page) { p.Title, p.Status = "a\x01", "b\ufffe" })}, `lessons/01-a.md:1: the front matter holds "a\x01": the sign U+0001 may not stand in a page, at byte 2 of the line` + "\n" +
			`lessons/01-a.md:1: the front matter holds "b\ufffe": the sign U+FFFE may not stand in a page, at byte 2 of the line`},
		{"same id", []book.Page{ok, lesson("01", "lessons/01-b.md", "")}, `lessons/01-b.md:1: lesson "01" has the same id as lessons/01-a.md`},
		{"same source", []book.Page{ok, lesson("03", "lessons/01-a.md", "")}, "lessons/01-a.md:1: the page stands twice in the book"},
		{"text that starts further down", []book.Page{change(func(p *book.Page) { p.Line, p.Markdown = 9, []byte("---\n[x](none.md)") })},
			`lessons/01-a.md:10: link "none.md": there is no lessons/none.md`},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, problems(t, tt.pages...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestProblemFields(t *testing.T) {
	root := repository(t, nil)
	_, err := book.Open(book.Options{Root: root, Pages: []book.Page{lesson("1", "a.md", "\n[x](b.md)"), lesson("2", "c.md", "[x](d.md)")}})
	var got book.Problems
	if !errors.As(err, &got) {
		t.Fatal(err)
	}
	want := book.Problems{
		{File: "a.md", Line: 2, Message: `link "b.md": there is no b.md`},
		{File: "c.md", Line: 1, Message: `link "d.md": there is no d.md`},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
	if strings.Count(err.Error(), "\n") != 1 {
		t.Errorf("not one problem a line: %q", err)
	}
}
