package book_test

import (
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agentcourse/internal/book"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// tinyTemplate shows all that a template is given.
const tinyTemplate = `<style>{{.Style}}</style>
{{range .Nav}}{{.Number}}|{{.Title}}|#{{.Anchor}}
{{range .Exercises}}  {{.Number}}|{{.Title}}|#{{.Anchor}}
{{end}}{{end}}{{range .Pages}}
<section class="{{.Kind}}" id="{{.Anchor}}" aria-labelledby="{{.Heading}}">
{{if .Title}}<h2 id="{{.Heading}}">{{.Title}}</h2>
{{end}}{{.HTML}}</section>
{{end}}`

// dot begins and ends as a PNG does.
const dot = "\x89PNGIEND\xaeB`\x82"

// repository is a folder with the tiny template and the given files.
// emptySVG is a drawing of nothing.
const emptySVG = `<svg xmlns="http://www.w3.org/2000/svg"/>`

func repository(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	write(t, root, map[string]string{"book/page.html": tinyTemplate, "book/style.css": "p{}", "book/reader.js": "0", "book/search.js": "", "book/epub.css": "p{}", "book/cover.png": "\x89PNG"})
	write(t, root, files)
	return root
}

func write(t *testing.T, root string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// built is the HTML of a book that has no mistakes.
func built(t *testing.T, o book.Options) string {
	t.Helper()
	b, err := book.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	html, err := b.HTML(book.HTMLOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return string(html)
}

// smallBook uses everything that a page may hold.
func smallBook(t *testing.T) (root string, pages []book.Page) {
	t.Helper()
	root = repository(t, map[string]string{
		"starter/hello/main.go":    "package main\n",
		"journal/TEMPLATE.md":      "# T\n\n## Next action\n",
		"lessons/figures/wire.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
		"lessons/figures/dot.png":  dot,
	})
	for _, p := range []book.Page{
		{ID: "index", Title: "How to read this", Kind: book.Lesson, Source: "lessons/index.md"},
		{ID: "01", Title: "Foundations", Kind: book.Lesson, Source: "lessons/01-foundations.md"},
		{ID: "1.1", Title: "First call", Kind: book.Exercise, Source: "exercises/01-foundations/1-first-call.md"},
		{ID: "02", Title: "02 The loop", Kind: book.Lesson, Source: "lessons/02-loop.md"},
	} {
		src, err := os.ReadFile(filepath.Join("testdata", "small", filepath.Base(p.Source)))
		if err != nil {
			t.Fatal(err)
		}
		p.Markdown = src
		pages = append(pages, p)
	}
	return root, pages
}

func TestGolden(t *testing.T) {
	root, pages := smallBook(t)
	got := built(t, book.Options{Root: root, Pages: pages})
	const golden = "testdata/small.golden.html"
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("the book is not as it was; if that is right, run go test ./internal/book -update (-want +got):\n%s", diff)
	}
}

func TestTwoBuildsAreTheSame(t *testing.T) {
	root, pages := smallBook(t)
	first := built(t, book.Options{Root: root, Pages: pages})
	second := built(t, book.Options{Root: root, Pages: pages})
	if first != second {
		t.Error("two builds of the same pages differ")
	}
	b, err := book.Open(book.Options{Root: root, Pages: pages})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // that of one book, too, with another form of it between
		html, err := b.HTML(book.HTMLOptions{})
		if err != nil || string(html) != first {
			t.Errorf("a book written again differs, %v", err)
		}
		if _, err := b.EPUB(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAbsoluteSource(t *testing.T) {
	root := repository(t, map[string]string{"data/n.txt": ""})
	html := built(t, book.Options{Root: root, Pages: []book.Page{{
		ID: "1", Title: "One", Kind: book.Lesson, Source: filepath.Join(root, "lessons", "one.md"), Markdown: []byte("[n.txt](../data/n.txt)"),
	}}})
	if !strings.Contains(html, "<p>n.txt</p>") {
		t.Errorf("got %s", html)
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "dist", "b.html")
	for _, text := range []string{"old", "new"} {
		if err := book.Write(file, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != text {
			t.Errorf("it holds %q, %v", got, err)
		}
	}
	write(t, dir, map[string]string{"folder/there": "x"})
	if err := book.Write(filepath.Join(dir, "folder"), []byte("new")); err == nil || !strings.Contains(err.Error(), "the book cannot be written") {
		t.Errorf("over a folder: %v", err)
	}
	if err := book.Write(filepath.Join(file, "below"), nil); err == nil || !strings.Contains(err.Error(), "the book cannot be written") {
		t.Errorf("below a file: %v", err)
	}
	left, err := filepath.Glob(filepath.Join(dir, "*", ".book-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("%v are left, %v", left, err)
	}
}

func TestBuildErrors(t *testing.T) {
	pages := []book.Page{{ID: "1", Title: "One", Kind: book.Lesson, Source: "one.md", Markdown: []byte("text")}}
	tests := []struct {
		name  string
		files map[string]string
		gone  string
		pages []book.Page
		is    error
		want  string
	}{
		{name: "no pages", want: "the book has no pages"},
		{name: "no template", gone: "book/page.html", pages: pages, is: fs.ErrNotExist, want: "git checkout -- book/page.html"},
		{name: "no style", gone: "book/style.css", pages: pages, is: fs.ErrNotExist, want: "git checkout -- book/style.css"},
		{name: "broken template", files: map[string]string{"book/page.html": "\n{{"}, pages: pages, want: "book/page.html:2"},
		{name: "template with an unknown field", files: map[string]string{"book/page.html": "\n\n{{.None}}"}, pages: pages, want: "book/page.html:3"},
		{name: "no script", gone: "book/reader.js", pages: pages, is: fs.ErrNotExist, want: "git checkout -- book/reader.js"},
		{name: "style that ends itself", files: map[string]string{"book/style.css": "p{}\n/* </STYLE> */"}, pages: pages, want: "book/style.css:2: </style would end it here"},
		{name: "script that ends itself", files: map[string]string{"book/reader.js": "\n\n'</script>'"}, pages: pages, want: "book/reader.js:3: </script would end it here"},
	}
	for _, tt := range tests {
		root := repository(t, tt.files)
		if tt.gone != "" {
			if err := os.Remove(filepath.Join(root, tt.gone)); err != nil {
				t.Fatal(err)
			}
		}
		b, err := book.Open(book.Options{Root: root, Pages: tt.pages})
		if err == nil {
			_, err = b.HTML(book.HTMLOptions{})
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) || tt.is != nil && !errors.Is(err, tt.is) {
			t.Errorf("%s: got %v; want %q", tt.name, err, tt.want)
		}
	}
}

// A page that no longer follows changes would stay as it is when its template is mended.
func TestLivePageFollows(t *testing.T) {
	const whole = "<html><head><title>x</title></head><body><script>{{.Live}}</script></body></html>"
	for template, want := range map[string]string{
		whole: "", "": "without {{.Live}}", whole[:strings.Index(whole, "<body>")]: "without {{.Live}}", strings.Replace(whole, "</head>", "", 1): "without </head>",
	} {
		root := repository(t, map[string]string{"book/page.html": template, "book/live.js": "follow('</>')", "book/live.css": "p{}"})
		b, err := book.Open(book.Options{Root: root, Pages: []book.Page{{ID: "1", Title: "One", Kind: book.Lesson, Source: "one.md", Markdown: []byte("text")}}})
		if err != nil {
			t.Fatal(err)
		}
		_, err = b.HTML(book.HTMLOptions{Live: true})
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), "book/page.html:1: "+want)) {
			t.Errorf("%q: got %v; want %q", template, err, want)
		}
		if _, err := b.HTML(book.HTMLOptions{}); err != nil {
			t.Errorf("%q: %v", template, err)
		}
	}
}
