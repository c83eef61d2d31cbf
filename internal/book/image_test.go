package book_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"agentcourse/internal/book"

	"github.com/google/go-cmp/cmp"
)

func TestImages(t *testing.T) {
	src := `src="data:image/svg+xml;base64,` + base64.StdEncoding.EncodeToString([]byte(emptySVG)) + `"`
	tests := []struct{ name, markdown, want string }{
		{"alone", "![a](a.svg)", "<figure>\n<img " + src + ` alt="a">` + "\n</figure>\n"},
		{"alone, with a title", `![a](a.svg "b")`, "<figure>\n<img " + src + ` alt="a">` + "\n<figcaption>b</figcaption>\n</figure>\n"},
		{"escapes", `![a < "b"](a.svg "c \"d\" &lt; <e> &#38;")`, "<figure>\n<img " + src + ` alt="a &lt; &quot;b&quot;">` +
			"\n<figcaption>c &quot;d&quot; &lt; &lt;e&gt; &amp;</figcaption>\n</figure>\n"},
		{"over two lines", "![a\nb](a.svg)", "<figure>\n<img " + src + ` alt="a b">` + "\n</figure>\n"},
		{"in the text", `a ![b](a.svg "c")`, "<p>a <img " + src + ` alt="b" title="c"></p>` + "\n"},
		{"two of them", "![a](a.svg) ![b](a.svg)", "<p><img " + src + ` alt="a"> <img ` + src + ` alt="b"></p>` + "\n"},
		{"a link", "[![a](a.svg)](https://example.com)", `<p><a href="https://example.com"><img ` + src + ` alt="a"></a></p>` + "\n"},
		{"in a short list", "- ![a](a.svg)", "<ul>\n<li><img " + src + ` alt="a"></li>` + "\n</ul>\n"},
		{"in a quotation", "> ![a](a.svg)", "<blockquote>\n<figure>\n<img " + src + ` alt="a">` + "\n</figure>\n</blockquote>\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root := repository(t, map[string]string{"book/page.html": "{{range .Pages}}{{.HTML}}{{end}}", "a.svg": emptySVG})
			page := book.Page{ID: "1", Title: "One", Kind: book.Lesson, Source: "one.md", Markdown: []byte(tt.markdown)}
			got := built(t, book.Options{Root: root, Pages: []book.Page{page}})
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("html (-want +got):\n%s", diff)
			}
		})
	}
}

// A figure says for itself what it shows in the dark; the page says that paper is never dark.
func TestPicturesArePrintedLight(t *testing.T) {
	html := designed(t)
	_, print, found := strings.Cut(html, "@media print")
	if !found || !strings.Contains(print, "img { color-scheme: light; }") {
		t.Error("pictures are not light in print")
	}
}
