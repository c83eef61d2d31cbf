package main

import (
	"archive/zip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestScanDocument(t *testing.T) {
	d := scanDocument(`<!DOCTYPE html><html lang=en-GB><head><meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<style>p{background:url("data:x")} @import 'other.css'; /* <a href="#in-style"> */</style>
<script>if (1 < 2) document.write('<a href="#in-script">')</script></head>
<body><!-- <a href="#in-comment"> --><h1 id="a">One &amp;
 <code>two</code></h1><a href="#a&amp;b" id='b'>x</a><a id=c href=#c>y</a><br/><img src="data:y" srcset="p.png 1x, q.png 2x" alt=">">
<pre><code>a &lt; b

	<span class="k">return</span> c
</code></pre><hr><hgroup></hgroup><input disabled aria-labelledby="a b"><h2 id=a>Two</h2>`)
	want := &document{
		lang: "en-GB", policy: "default-src 'none'",
		ids:      map[string]int{"a": 2, "b": 1, "c": 1},
		links:    []string{"#a&b", "#c"},
		sources:  []string{"data:x", "other.css", "data:y", "p.png", "q.png"},
		idrefs:   []string{"a", "b"},
		headings: []string{"One & two", "Two"},
		code:     []string{"a < b", "\treturn c"},
	}
	if diff := cmp.Diff(want, d, cmp.AllowUnexported(document{})); diff != "" {
		t.Errorf("document (-want +got):\n%s", diff)
	}
}

// Whatever the file holds, the scan ends.
func FuzzScan(f *testing.F) {
	for _, src := range []string{"<a href='x", "<", "</", "<!--", "<a b=", "<a =b>", "<script", "<style>x", "<![CDATA[x", "<a/b/>", "<a b= c>"} {
		f.Add(src)
	}
	f.Fuzz(func(_ *testing.T, src string) { scanDocument(src) })
}

func TestBroken(t *testing.T) {
	const good = `<p id="x">a</p><p id="ü">b</p><a href="#x">c</a><a href="#%C3%BC">d</a><a href="https://go.dev/">e</a>` +
		`<img src="data:,"><label for="x">f</label>`
	if wrong := scanDocument(good).broken(); wrong != nil {
		t.Errorf("nothing is wrong, and it says %q", wrong)
	}
	for more, want := range map[string]string{
		`<p id="x">`:                     "the id x is given 2 times",
		`<a href="#y">`:                  "the link #y leads nowhere",
		`<a href="#">`:                   "the link # leads nowhere",
		`<a href="">`:                    "the link  leads nowhere",
		`<a href="other.html">`:          "the link other.html leads nowhere",
		`<a href="file:///etc/passwd">`:  "the link file:///etc/passwd leads nowhere",
		`<input aria-describedby="x y">`: "a label or description names y, which is not there",
	} {
		if diff := cmp.Diff([]string{want}, scanDocument(good+more).broken()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", more, diff)
		}
	}
	for more, want := range map[string]string{
		`<img src="a.png">`:                               "it loads a.png",
		`<script src="//x.org/a.js"></script>`:            "it loads //x.org/a.js",
		`<link rel="stylesheet" href="a.css">`:            "it loads a.css",
		`<p style="background:url(https://x.org/a.png)">`: "it loads https://x.org/a.png",
		`<base href="https://x.org/">`:                    "it loads base https://x.org/",
		`<object data="a.svg">`:                           "it loads a.svg",
	} {
		if diff := cmp.Diff([]string{want}, scanDocument(good+more).outside()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", more, diff)
		}
	}
}

func TestCheckEPUB(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.epub")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(f)
	for name, text := range map[string]string{
		"mimetype":    "application/epub+zip",
		"E/nav.xhtml": `<a href="text/a.xhtml">1</a><a href="text/a.xhtml#x">2</a><a href="text/a.xhtml#none">3</a><a href="text/b.md">4</a>`,
		"E/text/a.xhtml": `<p id="x"/><a href="#x">1</a><a href="../nav.xhtml">2</a><a href="/E/nav.xhtml">3</a><a href="https://go.dev/">4</a>` +
			`<img src="../i/a.svg"/><img src="../i/b.svg"/><img src="https://x.org/c.svg"/>`,
		"E/i/a.svg": "<svg/>",
	} {
		part, err := w.Create(name)
		if err == nil {
			_, err = part.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	f.Close()
	looked, wrong, err := checkEPUB(file)
	want := []string{
		"E/nav.xhtml: the link text/a.xhtml#none leads nowhere", "E/nav.xhtml: the link text/b.md leads nowhere",
		"E/text/a.xhtml: the link /E/nav.xhtml leads nowhere", "E/text/a.xhtml: there is no ../i/b.svg", "E/text/a.xhtml: there is no https://x.org/c.svg",
	}
	if diff := cmp.Diff(want, wrong); err != nil || looked != "4 files, 8 links" || diff != "" {
		t.Errorf("%s, %v (-want +got):\n%s", looked, err, diff)
	}
}

func TestInDarkTheme(t *testing.T) {
	got := inDarkTheme(`<!doctype html><html lang="en"><script>1</script><p>a</p><script id="b">2</script><p>c</p>`)
	if got != `<!doctype html><html data-theme="dark" lang="en"><p>a</p><p>c</p>` {
		t.Error(got)
	}
}

func TestFirstDifference(t *testing.T) {
	for _, tt := range []struct{ headings, entries, want string }{
		{"a b", "a c", `number 2: the heading is "b", the entry "c"`},
		{"a", "a c", `number 2: the heading is no more, the entry "c"`},
		{"a b", "", `number 1: the heading is "a", the entry no more`},
	} {
		if got := firstDifference(strings.Fields(tt.headings), strings.Fields(tt.entries)); got != tt.want {
			t.Errorf("%q", got)
		}
	}
}
