package book_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"agentcourse/internal/book"

	"github.com/google/go-cmp/cmp"
)

// TestBadPages: each page has the mistakes that are named, "LINE: …", or is a book without faults that holds what is wanted.
func TestBadPages(t *testing.T) {
	const is = "lessons/01-a.md:"
	tests := []struct{ name, markdown, mistakes, holds string }{
		{"empty", "", "", ""},
		{"front matter not closed", "---\ntitle: A\n# A\n", is + "1: the front matter is not closed: no line of three hyphens ends it", ""},
		{"fence not closed", "# A\n\n```go\nx\n\ny\n", is + "3: the fence is not closed", ""},
		{"fence closed by fewer signs", "````\nx\n```\n", is + "1: the fence is not closed", ""},
		{"fence closed by other signs", "```\nx\n~~~\n", is + "1: the fence is not closed", ""},
		{"fence closed with a word", "```\nx\n``` go\n", is + "1: the fence is not closed", ""},
		{"fence that ends with its quotation", "> ```\n> x\n\ny\n", is + "1: the fence is not closed", ""},
		{"fence closed outside of its item", "- ```\n  x\n```\ny\n```\n", is + "1: the fence is not closed", ""},
		{"fence of one line", "```", is + "1: the fence is not closed", ""},
		{"fence that holds fences", "````\n```\nx\n```\n````\n", "", "<code>```\nx\n```\n</code>"},
		{"NUL", "a\n\nb\x00\n", is + "3: the sign U+0000 may not stand in a page, at byte 2 of the line", ""},
		{"escape sequence", "a\x1b[1m\n", is + "1: the sign U+001B may not stand in a page, at byte 2 of the line", ""},
		{"a line end of old", "a\rb\n", is + "1: the sign U+000D may not stand in a page, at byte 2 of the line", ""},
		{"no UTF-8", "a\n\xff\xfe\n", is + "2: the byte 0xff is no UTF-8, at byte 1 of the line", ""},
		{"half a letter", "a\xc3\n", is + "1: the byte 0xc3 is no UTF-8, at byte 2 of the line", ""},
		{"no character", "a\n\n\ufffe\n", is + "3: the sign U+FFFE may not stand in a page, at byte 1 of the line", ""},
		{"number of no character", "a\nb &#1; &#x41;\n", is + "2: &#1; stands for the sign U+0001, which may not stand in a page", ""},
		{"number with zeros", "&#011; a\n\n![&#034;](a.svg)\n", is + "1: &#011; stands for the sign U+000B, which may not stand in a page\n" +
			is + "3: &#034; stands for the sign U+001C, which may not stand in a page", ""},
		{"number in code", "`&#1;`\n", "", "<code>&amp;#1;</code>"},
		{"too long", strings.Repeat("word word\n\n", 60_000), is + "1: the page has 660000 bytes; the book takes pages of at most 524288: make two of it", ""},
		{"a long line", "# A\n\n" + strings.Repeat("w", 10_000) + "\n", "", strings.Repeat("w", 10_000)},
		{"a longer line", "# A\n\n" + strings.Repeat("[a](", 100_000) + "\n", is + "3: more than 16384 bytes without a blank line: make paragraphs of them", ""},
		{"a long line of code", "```\n" + strings.Repeat("w", 100_000) + "\n```\n", "", strings.Repeat("w", 100_000)},
		{"code of many lines", "```\n" + strings.Repeat("*a_ [b](\n", 10_000) + "```\n\n[x](none.md)\n", is + `10004: link "none.md": there is no lessons/none.md`, ""},
		{"deep quotations", strings.Repeat(">", 10_000) + " a\n", is + "1: more than 100 quotations, lists or stresses lie inside each other; no browser shows that", ""},
		{"deep lists", "# A\n\n" + strings.Repeat("- ", 5_000) + "a\n", is + "3: more than 100 quotations, lists or stresses lie inside each other; no browser shows that", ""},
		{"deep stress", strings.Repeat("*a **b ", 300) + strings.Repeat("c** d*", 300) + "\n", is + "1: more than 100 quotations, lists or stresses lie inside each other; no browser shows that", ""},
		{"some quotations", strings.Repeat(">", 20) + " a\n", "", strings.Repeat("</blockquote>\n", 20)},
		{"a wide table", strings.Repeat("|a", 1000) + "|\n" + strings.Repeat("|-", 1000) + "|\n" + strings.Repeat("|b", 1000) + "|\n", "", strings.Repeat("<td>b</td>\n", 1000)},
		{"a note that is not there", "# A\n\nb[^1]\n", is + "3: there is no footnote [^1]", ""},
		{"a note twice", "a[^1]\n\n[^1]: b\n\n[^1]: c\n", is + "5: the footnote [^1] stands on line 3 too", ""},
		{"a note in a list twice", "a[^1]\n\n- [^1]: b\n\n  [^1]: c\n", is + "5: the footnote [^1] stands on line 3 too", ""},
		{"a note for nobody", "a\n\n[^1]: b\n", is + "3: nothing refers to the footnote [^1]; its text would not be shown", ""},
		{"a note in an image", "![a[^1]](a.svg)\n\n[^1]: b\n", is + `1: a footnote stands in the text of the image "a.svg"`, ""},
		{"no notes", "`a[^1]` \\[^2]\n\n    [^3]: b\n\n```\n[^4]: c\n```\n", "", "[^3]: b"},
		{"a note for two", "a[^1] b[^1]\n\n[^1]: c\n", "", `id="lesson-01--fnref1:1"`},
		{"a note in a link", "[a[^1]](02-b.md)\n\n[^1]: b\n", is + `1: in the text of the link "02-b.md" stands another link, or a footnote`, ""},
		{"a link in a link", "[<https://a.dev>](https://b.dev)\n", is + `1: in the text of the link "https://b.dev" stands another link, or a footnote`, ""},
		{"HTML over two paragraphs", "<kbd>\n\na\n\n</kbd>\n", is + "5: </kbd> closes the tag on line 1, which lies in another paragraph, list, quotation or stress", ""},
		{"HTML over stress", "*a <kbd>b* c</kbd>\n", is + "1: </kbd> closes the tag on line 1, which lies in another paragraph, list, quotation or stress", ""},
		{"HTML out of a list", "- <details>\n\na\n\n</details>\n", is + "5: </details> closes the tag on line 1, which lies in another paragraph, list, quotation or stress", ""},
		{"HTML into a paragraph", "<details>\n\na </details>\n", is + "3: </details> closes the tag on line 1, which lies in another paragraph, list, quotation or stress", ""},
		{"details in a line", "a <details>b</details>\n", is + "1: <details> stands within a line of text; put it on a line of its own", ""},
		{"details without a summary", "<details>\n\na\n\n</details>\n", is + "1: <details> has no <summary> that says what it holds", ""},
		{"two summaries", "<details>\n<summary>a</summary>\n<summary>b</summary>\n</details>\n", is + "3: a second <summary> stands in the <details> on line 1", ""},
		{"text before the summary", "<details>a\n<summary>b</summary>\n</details>\n", is + "2: <summary> does not stand first in the <details> on line 1", ""},
		{"a paragraph before the summary", "<details>\n\na\n\n<summary>b</summary>\n\n</details>\n", is + "5: <summary> does not stand first in the <details> on line 1", ""},
		{"details before the summary", "<details>\n<details>\n<summary>a</summary>\n</details>\n<summary>b</summary>\n</details>\n", is + "5: <summary> does not stand first in the <details> on line 1", ""},
		{"a comment before the summary", "<details> <!-- a -->\n\n<summary>b</summary>\n\nc\n\n</details>\n", "", "<summary>b</summary>"},
		{"signs in HTML", "<details>\n<summary>a < b ]]> c &copy &nosuch; R&D &copy; &#65; &#xD800;</summary>\n</details>\n", "", "<summary>a &lt; b ]]&gt; c &amp;copy &amp;nosuch; R&amp;D © A \ufffd</summary>"},
		{"number of no character in HTML", "<details>\n<summary>a &#1;\n&#128;</summary>\n</details>\n", is + "2: &#1; stands for the sign U+0001, which may not stand in a page\n" +
			is + "3: &#128; stands for the sign U+0080, which may not stand in a page", ""},
		{"HTML in the text of an image", "![a <kbd>](a.svg)\n", is + `1: <kbd> stands in the text of the image "a.svg" and would not be shown; write \< for the sign`, ""},
		{"comment in the text of an image", "![a <!-- b -->](a.svg)\n", "", `alt="a"`},
		{"comment before the title", "<!-- a -->\n\n# A\n\nb\n", "", `aria-labelledby="lesson-01--a"`},
		{"an alert in small letters", "> [!note]\n> a\n", "", `<div class="alert note" role="note">`},
		{"figures that are no digits", "## x² ½ ① Ⅳ Ⓐ ٣\n\n[x](#x---ⅳ-ⓐ-٣)\n", "", ""},
		{"summary of nothing", "<summary>a</summary>\n", is + "1: <summary> stands in no <details>", ""},
		{"an end of nothing", "</br>\n", is + "1: the book cannot carry the HTML </br>; use Markdown", ""},
		{"HTML in capitals", "a <KBD>b</KBD>\n", is + "1: write the name in <KBD> in small letters\n" + is + "1: write the name in </KBD> in small letters", ""},
		{"details in an item", "- <details>\n  <summary>a</summary>\n\n  b\n\n  </details>\n", "", "<li>\n<details>"},
		{"event handler", "<br onload=alert(1)>\n", is + "1: the book cannot carry the HTML <br onload=alert(1)>; use Markdown", ""},
		{"Windows line ends", "\ufeff---\r\ntitle: A\r\n---\r\n# A\r\n\r\n```\r\nx\r\n```\r\n", "", "<code>x\n</code>"},
		{"headings in letters", "# Ü\n\n## 名前 עברית\n\n[x](#名前-עברית)\n", "", `<h3 id="lesson-01--名前-עברית">`},
		{"many headings of a name", strings.Repeat("## a\n\n", 20_000), "", `id="lesson-01--a-19999"`},
		{"heading that looks numbered", "## a\n\n## a-1\n\n## a\n", "", `id="lesson-01--a-2"`},
		{"blanks in an address", "[x](<02 b.md>)\n", is + `1: link "02 b.md": there is no lessons/02 b.md`, ""},
		{"backslashes", "[x](..\\lessons\\02-b.md)\n", is + `1: link "..\\lessons\\02-b.md" has a backslash; write / between folders, on every system`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root := repository(t, map[string]string{"lessons/a.svg": emptySVG})
			html, wrong, err := tried(root, tt.markdown)
			got := ""
			if err != nil {
				got = err.Error()
			}
			if diff := cmp.Diff(tt.mistakes, got); diff != "" {
				t.Errorf("mistakes (-want +got):\n%s", diff)
			}
			if len(wrong) > 0 || !strings.Contains(html, tt.holds) {
				t.Errorf("faults %q; want %.80q in %.2000s", wrong, tt.holds, html)
			}
			report, err := book.Check(t.Context(), book.Options{Root: root, Pages: []book.Page{lesson("01", "lessons/01-a.md", tt.markdown), lesson("02", "lessons/02-b.md", nextPage)}}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if all := report.Problems.Error() + "\n"; tt.mistakes != "" && !strings.Contains(all, tt.mistakes+"\n") {
				t.Errorf("the check finds\n%s", all)
			}
		})
	}
}

// Nothing of a page runs, and no address but of the web leaves the book.
func TestScriptsInDisguise(t *testing.T) {
	for _, address := range []string{
		"javascript:alert(1)", "JaVaScRiPt:alert(1)", "&#106;avascript:alert(1)", "javascript&colon;alert(1)", "javascript&#58;alert(1)", "java&Tab;script:alert(1)",
		"java&NewLine;script:alert(1)", "<java\tscript:alert(1)>", "< javascript:alert(1)>", "\\javascript:alert(1)", "javascript\\:alert(1)", "%6Aavascript:alert(1)",
		"vbscript:a", "data:text/html,<b>", "<data:text/html;base64,PHNjcmlwdD4=>", "file:///etc/passwd", "&#x01;javascript:alert(1)", "//a.dev", "blob:a", "ſcript:a", "java\u200bscript:alert(1)",
	} {
		for _, markdown := range []string{"[a](" + address + ")\n", "[a][r]\n\n[r]: " + address + "\n", "![a](" + address + ")\n", "<" + strings.Trim(address, "<>") + ">\n"} {
			root := repository(t, nil)
			html, wrong, err := tried(root, markdown)
			if err == nil && (len(wrong) > 0 || strings.Contains(html, "<img") || strings.Contains(html, `<a href="`)) {
				t.Errorf("%q: %q\n%s", markdown, wrong, html)
			}
		}
	}
}

func TestRightToLeft(t *testing.T) {
	root := repository(t, nil)
	html, wrong, err := tried(root, "# שלום\n\nمرحبا *a*\n\na שלום\n\n1. 12 שלום\n2. a\n\n- x\n\n  שלום\n\n| ש | b |\n|---|---|\n| a | ש |\n\n> [!NOTE]\n> `a` ש\n")
	if err != nil || len(wrong) > 0 {
		t.Fatal(err, wrong)
	}
	for _, want := range []string{`<h2 id="lesson-01--שלום" dir="auto">`, `<p dir="auto">مرحبا`, "<p>a שלום", `<li dir="auto">12 שלום`, "<li>a</li>", `<p dir="auto">שלום</p>`, `<th dir="auto">ש</th>`, `<td dir="auto">ש</td>`, "<p><code>a</code> ש"} {
		if !strings.Contains(html, want) {
			t.Errorf("no %s in %s", want, html)
		}
	}
}

func TestBadPictures(t *testing.T) {
	svg := func(inner string) string { return `<svg xmlns="http://www.w3.org/2000/svg">` + inner + "</svg>" }
	for name, tt := range map[string]struct{ file, content, want string }{
		"not closed":        {"a.svg", `<svg xmlns="http://www.w3.org/2000/svg">`, "lessons/a.svg is not valid XML: XML syntax error on line 1: unexpected EOF"},
		"no drawing":        {"a.svg", "<html/>", "lessons/a.svg is no drawing: its first element is html"},
		"empty":             {"a.svg", "", "lessons/a.svg is not valid XML: it has 0 elements at its top, want 1"},
		"two drawings":      {"a.svg", emptySVG + emptySVG, "lessons/a.svg is not valid XML: it has 2 elements at its top, want 1"},
		"script":            {"a.svg", svg("<script>1</script>"), "lessons/a.svg holds <script>; a drawing runs and loads nothing"},
		"handler":           {"a.svg", svg(`<g onClick="a()"/>`), "lessons/a.svg has the attribute onClick; a drawing runs nothing"},
		"HTML":              {"a.svg", svg("<foreignObject/>"), "lessons/a.svg holds <foreignObject>; a drawing runs and loads nothing"},
		"picture elsewhere": {"a.svg", svg(`<image href="https://a.dev/x.png"/>`), `lessons/a.svg refers to "https://a.dev/x.png"; a drawing needs nothing but itself`},
		"old reference":     {"a.svg", svg(`<use xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="b.svg#x"/>`), `lessons/a.svg refers to "b.svg#x"; a drawing needs nothing but itself`},
		"style elsewhere":   {"a.svg", svg("<style>@import 'x.css';</style>"), "lessons/a.svg imports a style; a drawing needs nothing but itself"},
		"url elsewhere":     {"a.svg", svg(`<g fill="url( 'https://a.dev#x')"/>`), "lessons/a.svg refers to something by url(…); a drawing needs nothing but itself"},
		"entities":          {"a.svg", `<!DOCTYPE svg [<!ENTITY a "b">]><svg/>`, "lessons/a.svg declares entities"},
		"style sheet":       {"a.svg", `<?xml-stylesheet href="x"?><svg/>`, "lessons/a.svg holds <?xml-stylesheet>"},
		"own parts":         {"a.svg", `<?xml version="1.0"?>` + svg(`<g id="x" fill="url(#x)"/><use href="#x"/>`), ""},
		"a text":            {"a.png", "hello", "lessons/a.png does not hold what its name says, image/png"},
		"not of EPUB 3.2":   {"a.webp", "RIFF0000WEBPVP8 ", "the book shows svg, png, jpg and gif"},
		"cut off":           {"a.png", "\x89PNG\r\n\x1a\n", "lessons/a.png is not whole: its end is missing"},
		"cut off, GIF":      {"a.gif", "GIF89a;\x01", "lessons/a.gif is not whole: its end is missing"},
		"whole":             {"a.gif", "GIF89a\x00;\x00\x00", ""},
		"no name space":     {"a.svg", "<svg/>", `lessons/a.svg is no drawing to a browser: its first element lacks xmlns="http://www.w3.org/2000/svg"`},
		"unknown prefix":    {"a.svg", svg(`<use xlink:href="#x"/>`), "lessons/a.svg is not valid XML: nothing says what xlink: in xlink:href stands for"},
		"attribute twice":   {"a.svg", svg(`<g id="a" id="b"/>`), "lessons/a.svg is not valid XML: <g> has the attribute id twice"},
		"type elsewhere":    {"a.svg", `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">` + svg(""), "lessons/a.svg names a document type that is elsewhere; take <!DOCTYPE …> away"},
		"late declaration":  {"a.svg", "\n<?xml version=\"1.0\"?>" + svg(""), "lessons/a.svg is not valid XML: something stands before <?xml"},
		"byte order mark":   {"a.svg", "\ufeff<?xml version=\"1.0\"?>" + svg(""), ""},
		"too big":           {"a.gif", "GIF8" + strings.Repeat("x", 4<<20), "lessons/a.gif has 4194308 bytes; the book reads files of at most 4194304"},
	} {
		root := repository(t, map[string]string{"lessons/" + tt.file: tt.content})
		_, wrong, err := tried(root, "![a]("+tt.file+")\n")
		got := ""
		if err != nil {
			got = strings.TrimPrefix(err.Error(), `lessons/01-a.md:1: image "`+tt.file+`": `)
		}
		if got != tt.want || len(wrong) > 0 {
			t.Errorf("%s: got %q, %q; want %q", name, got, wrong, tt.want)
		}
	}
}

// What lies outside of the repository does not get into the book by a link in the file system.
func TestSymbolicLinks(t *testing.T) {
	outside := t.TempDir()
	write(t, outside, map[string]string{"secret.svg": emptySVG, "secret.go": "package secret\n", "secret.md": "# S\n"})
	root := repository(t, map[string]string{"data/in.svg": emptySVG, "data/in.md": "# In\n"})
	for name, target := range map[string]string{
		"lessons/out.svg": outside + "/secret.svg", "lessons/out.go": outside + "/secret.go", "lessons/out.md": outside + "/secret.md", "lessons/dir": outside,
		"lessons/in.svg": root + "/data/in.svg", "lessons/in2.svg": "../data/in.svg", "lessons/none.svg": "nowhere",
	} {
		if err := os.MkdirAll(root+"/lessons", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(target, filepath.Join(root, name)); err != nil {
			t.Log(err)
			return
		}
	}
	for markdown, want := range map[string]string{
		"![a](out.svg 'c')":                       `image "out.svg": lessons/out.svg leads out of the repository by a symbolic link`,
		"![a](dir/secret.svg 'c')":                `image "dir/secret.svg": lessons/dir/secret.svg leads out of the repository by a symbolic link`,
		"[a](out.md#s)":                           `link "out.md#s": lessons/out.md leads out of the repository by a symbolic link`,
		"![a](none.svg 'c')":                      `image "none.svg": there is no lessons/none.svg`,
		"![a](in.svg \"c\") ![b](in2.svg \"c\")":  "",
		"```\n// from lessons/out.go\n```":        "lessons/out.go leads out of the repository by a symbolic link",
		"```\n// from lessons/dir/secret.go\n```": "lessons/dir/secret.go leads out of the repository by a symbolic link",
	} {
		write(t, root, map[string]string{"lessons/01-a.md": markdown})
		report, err := book.Check(t.Context(), book.Options{Root: root, Pages: []book.Page{lesson("01", "lessons/01-a.md", markdown)}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, p := range report.Problems {
			if p.File == "lessons/01-a.md" {
				got += p.Message
			}
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", markdown, got, want)
		}
	}
}

func TestFilesThatAreNone(t *testing.T) {
	root := repository(t, map[string]string{"lessons/dir.svg/x": "", "lessons/03-x.md/x": "", "data/secret.go": "package a\n"})
	for markdown, want := range map[string]string{
		"![a](dir.svg)\n":               `image "dir.svg": lessons/dir.svg is a folder`,
		"```\n// from lessons\n```\n":   "lessons is a folder",
		"[a](03-x.md#x)\n":              `link "03-x.md#x": lessons/03-x.md has no heading #x`,
		"```\n// from data/none\n```\n": "there is no data/none",
		"```\n# from /etc/passwd\n```":  `"/etc/passwd" is not a file's path from the repository's folder`,
	} {
		write(t, root, map[string]string{"lessons/01-a.md": markdown})
		report, err := book.Check(t.Context(), book.Options{Root: root, Pages: []book.Page{lesson("01", "lessons/01-a.md", markdown)}}, nil)
		if err != nil || !strings.Contains(report.Problems.Error()+"\n", ": "+want+"\n") {
			t.Errorf("%q: got %v, %v; want %q", markdown, report.Problems, err, want)
		}
	}
	page := lesson("03", "lessons/03-x.md", "# X\n")
	report, err := book.Check(t.Context(), book.Options{Root: root, Pages: []book.Page{page}}, nil)
	if want := "lessons/03-x.md:1: the page cannot be read: lessons/03-x.md is a folder"; err != nil || !strings.Contains(report.Problems.Error(), want) {
		t.Errorf("a page that is a folder: %v, %v", report.Problems, err)
	}
	if os.Geteuid() == 0 || runtime.GOOS == "windows" {
		return // root may read every file
	}
	if err := os.Chmod(root+"/data/secret.go", 0); err != nil {
		t.Fatal(err)
	}
	write(t, root, map[string]string{"lessons/01-a.md": "```\n// from data/secret.go\n```\n"})
	report, err = book.Check(t.Context(), book.Options{Root: root, Pages: []book.Page{lesson("01", "lessons/01-a.md", "")}}, nil)
	if err != nil || !strings.Contains(report.Problems.Error(), "data/secret.go cannot be read: permission denied") {
		t.Errorf("a file without permission: %v, %v", report.Problems, err)
	}
}

func TestQuotesInACircle(t *testing.T) {
	quote := func(file string) string { return "<!-- from lessons/" + file + " -->\n```\nx\n```\n" }
	files := map[string]string{"lessons/01-a.md": quote("01-a.md"), "lessons/02-b.md": quote("03-c.md"), "lessons/03-c.md": quote("02-b.md"), "lessons/04-d.md": quote("02-b.md")}
	root := repository(t, files)
	var pages []book.Page
	for _, id := range []string{"01-a", "02-b", "03-c", "04-d"} {
		pages = append(pages, lesson(id, "lessons/"+id+".md", files["lessons/"+id+".md"]))
	}
	report, err := book.Check(t.Context(), book.Options{Root: root, Pages: pages}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range report.Problems {
		if strings.Contains(p.Message, "quotes") {
			got = append(got, p.String())
		}
	}
	want := []string{
		"lessons/01-a.md:1: the fence quotes the page in which it stands",
		"lessons/02-b.md:1: the fence quotes lessons/03-c.md, which quotes this page",
		"lessons/03-c.md:1: the fence quotes lessons/02-b.md, which quotes this page",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestLinksThatSayNothing(t *testing.T) {
	for markdown, want := range map[string]string{
		"[here](02-b.md)":                  `1: link "02-b.md": the text "here" does not say where it leads` + "\n",
		"See [Click here.](02-b.md)":       `1: link "02-b.md": the text "Click here." does not say where it leads` + "\n",
		"[](02-b.md)":                      `1: link "02-b.md" has no text` + "\n",
		"[where you are](02-b.md)":         "",
		"[x](a b.md)":                      "1: \"a b.md\" is no address of a link, because of its spaces; write <a b.md>\n",
		"a\n[x](02 b.md \"title\")":        "2: \"02 b.md\" is no address of a link, because of its spaces; write <02 b.md>\n",
		"`[x](a b.md)` \\[x\\](a b) ] (a)": "",
		"[x](02-b.md#Big-Idea)":            `1: link "02-b.md#Big-Idea": lessons/02-b.md has no heading #Big-Idea; #big-idea is there: fragments are in small letters` + "\n",
		"[x](/README.md#First)":            `1: link "/README.md#First": README.md has no heading #First; #first is there: fragments are in small letters` + "\n",
		"![a](a.svg)":                      `1: image "a.svg" stands alone and has no caption: put one in quotation marks behind the address` + "\n",
		"![a](a.svg 'c') b ![a](a.svg)":    "",
	} {
		if got := pageFindings(t, markdown+"\n", map[string]string{"README.md": "# First\n", "lessons/a.svg": emptySVG}); got != want {
			t.Errorf("%s: got %q, want %q", markdown, got, want)
		}
	}
}

// A book that cannot be written whole leaves the one that is there.
func TestHalfABookIsNone(t *testing.T) {
	page := []byte(strings.Repeat("word word word\n\n", 8000))
	t.Run("the target is a folder", func(t *testing.T) {
		root := repository(t, map[string]string{"book/dist/course.html/x": "old"})
		if err := book.Write(root+"/book/dist/course.html", page); err == nil {
			t.Error("no error")
		}
		left(t, filepath.Join(root, "book/dist"), "course.html")
	})
	t.Run("the folder is read-only", func(t *testing.T) {
		if os.Geteuid() == 0 || runtime.GOOS == "windows" {
			return // root may write everywhere
		}
		root := repository(t, map[string]string{"book/dist/course.html": "old"})
		if err := os.Chmod(root+"/book/dist", 0o555); err != nil {
			t.Fatal(err)
		}
		defer func() { _ = os.Chmod(root+"/book/dist", 0o755) }()
		if err := book.Write(root+"/book/dist/course.html", page); !errors.Is(err, fs.ErrPermission) {
			t.Errorf("got %v", err)
		}
		left(t, filepath.Join(root, "book/dist"), "course.html")
	})
	t.Run("the disk is full", func(t *testing.T) {
		root := repository(t, nil)
		disk := filepath.Join(root, "book/dist")
		if err := os.MkdirAll(disk, 0o755); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk).CombinedOutput(); err != nil {
			t.Logf("a small disk can be made by root alone: %v: %s", err, out)
			return
		}
		defer func() { _ = exec.Command("umount", disk).Run() }()
		write(t, root, map[string]string{"book/dist/course.html": "old"})
		if err := book.Write(root+"/book/dist/course.html", page); err == nil || !strings.Contains(err.Error(), "the book cannot be written") {
			t.Errorf("got %v", err)
		}
		left(t, disk, "course.html")
		if old, err := os.ReadFile(disk + "/course.html"); err != nil || string(old) != "old" {
			t.Errorf("the old book is now %.20q, %v", old, err)
		}
	})
}

// left reports files in a folder beside the one that is wanted.
func left(t *testing.T, dir, want string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 || entries[0].Name() != want {
		t.Errorf("the folder holds %v, %v; want %s alone", entries, err, want)
	}
}
