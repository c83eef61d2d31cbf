package book_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"agentcourse/internal/book"
)

// nextPage stands after the page that is tried; nothing of it may be lost.
const nextPage = "# Next\n\nNothing swallows me.\n\n## Part\n"

// tried builds a book of a page and the next one. The error is that of the build, wrong is what the book has of faults.
func tried(root, markdown string) (html string, wrong []string, err error) {
	b, err := book.Open(book.Options{Root: root, Pages: []book.Page{lesson("01", "lessons/01-a.md", markdown), lesson("02", "lessons/02-b.md", nextPage)}})
	if err != nil {
		return "", nil, err
	}
	src, err := b.HTML(book.HTMLOptions{})
	if err != nil {
		return "", []string{err.Error()}, nil
	}
	html = string(src)
	wrong = scanHTML(html)
	const whole = `<section class="lesson" id="lesson-02" aria-labelledby="lesson-02--next">` + "\n" +
		`<h2 id="lesson-02--next">Next</h2>` + "\n<p>Nothing swallows me.</p>\n"
	if !strings.Contains(html, whole) {
		wrong = append(wrong, "the next page is not whole")
	}
	if _, err := b.EPUB(); err != nil {
		wrong = append(wrong, err.Error())
	}
	return html, wrong, nil
}

// FuzzBuild: whatever a page holds, there are mistakes with their lines or a book without faults.
func FuzzBuild(f *testing.F) {
	for _, seed := range []string{
		"", "# A\n\ntext\n", "---\ntitle: A\n---\n# A\n", "# A\n# A\n## A\n", "> [!NOTE]\n> a\n", "- [ ] a\n- [x] **b**\n",
		"a[^1] b[^1]\n\n[^1]: c\n", "[^1]: a[^2]\n\n[^2]: b[^1]\n", "[a[^1]](02-b.md)\n\n[^1]: b\n", "| a | b |\n|:-:|--:|\n| `x` | <kbd>y</kbd> |\n",
		"<details>\n<summary>a</summary>\n\nb\n\n</details>\n", "- <details>\n\na\n\n</details>\n", "*a <kbd>b* c</kbd>\n", "<details>\n\na </details>\n",
		"a <details>b</details>\n", "<kbd>\n\na\n\n</kbd>\n", "<summary>a</summary>\n", "<details><summary>a\n\nb</summary></details>\n",
		"[x](javascript:a) [y](&#106;avascript:a) [z](java&Tab;script:a)\n", "[x](02-b.md#part \"a &#34; <b>\")\n", "![a](a.svg \"b\")\n", "[![a](a.svg)](#a)\n",
		"<https://a.dev/?a=b&c=\"d> www.a.dev http://a.dev/)\n", "[<https://a.dev>](https://b.dev)\n", "[www.a.dev](https://b.dev)\n", "a@b.dev <a@b.dev>\n",
		"```go\na\n```\n", "```\na\n", "> ```\n> a\n\nb\n", "- ```\n  a\n```\nb\n```\n", "~~~a&#1;\"b\n~~~\n", "    a\n", "<!-- a -->\n\nb <!-- c --> d\n",
		"&#0; &#1; &#xFFFE; &amp;lt; &lt;script>\n", "שלום *a*\n\n- مرحبا\n", "# שלום\n", "![a](a.svg)\n:---\n", "a\\\nb  \nc\n", "~~a~~ ~b~\n", "1) a\n   1. b\n",
		"\ufeff# A\r\n\r\nb\r\n", "a\x00b\n", "a\xffb\n", "<a\n", "<br/>\n<br>\n", "</br>\n", "&#011; ![&#034;](a.svg)\n", "<sub>a<sup>b</sup></sub>\n", "<details open>\n</details>\n", "<DETAILS>\n</DETAILS>\n",
	} {
		f.Add(seed)
	}
	root := f.TempDir()
	if err := os.MkdirAll(root+"/lessons", 0o755); err != nil {
		f.Fatal(err)
	}
	if err := os.MkdirAll(root+"/book", 0o755); err != nil {
		f.Fatal(err)
	}
	for name, text := range map[string]string{"book/page.html": tinyTemplate, "book/style.css": "p{}", "book/reader.js": "", "book/search.js": "", "book/epub.css": "", "book/cover.png": "", "lessons/a.svg": emptySVG} {
		if err := os.WriteFile(root+"/"+name, []byte(text), 0o644); err != nil {
			f.Fatal(err)
		}
	}
	f.Fuzz(func(t *testing.T, markdown string) {
		if len(markdown) > 4000 {
			return
		}
		html, wrong, err := tried(root, markdown)
		var problems book.Problems
		switch {
		case errors.As(err, &problems):
			last := 1 + strings.Count(markdown, "\n")
			for _, p := range problems {
				if p.Line < 1 || p.Line > last || p.Message == "" {
					t.Errorf("a mistake on no line of the page: %s", p)
				}
			}
		case err != nil:
			t.Error(err)
		case len(wrong) > 0:
			t.Errorf("%q\n%s", wrong, html)
		}
	})
}
