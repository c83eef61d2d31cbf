package book_test

import (
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	"agentcourse/internal/book"
)

// designed is the small book in the course's own template and style.
func designed(t *testing.T) string {
	t.Helper()
	root, pages := smallBook(t)
	for _, name := range []string{"page.html", "style.css"} {
		src, err := os.ReadFile("../../book/" + name)
		if err != nil {
			t.Fatal(err)
		}
		write(t, root, map[string]string{"book/" + name: string(src)})
	}
	return built(t, book.Options{Root: root, Pages: pages})
}

// submatches are the first groups of all matches.
func submatches(pattern, text string) []string {
	var all []string
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		all = append(all, m[1])
	}
	return all
}

func TestIDsAreUniqueAndLinksResolve(t *testing.T) {
	html := designed(t)
	ids := map[string]bool{}
	for _, id := range submatches(`<[^>]* id="([^"]*)"`, html) {
		if ids[id] {
			t.Errorf("id %q stands twice", id)
		}
		ids[id] = true
	}
	links := submatches(` href="#([^"]*)"`, html)
	if len(ids) < 20 || len(links) < 10 {
		t.Fatalf("only %d ids and %d links were found", len(ids), len(links))
	}
	for _, link := range links {
		id, err := url.PathUnescape(link)
		if err != nil || !ids[id] {
			t.Errorf("link #%s leads nowhere: %v", link, err)
		}
	}
	for _, id := range submatches(`aria-labelledby="([^"]*)"`, html) {
		if !ids[id] {
			t.Errorf("label %q is not there", id)
		}
	}
}

func TestNothingIsLoadedFromOutside(t *testing.T) {
	html := designed(t)
	for _, src := range submatches(` (?:src|srcset|data|poster)="([^"]*)"`, html) {
		if !strings.HasPrefix(src, "data:") {
			t.Errorf("src %q is outside the file", src)
		}
	}
	for _, wrong := range []string{"<link", "<iframe", "<script src", "@import", "url(", "fetch(", "import("} {
		if strings.Contains(html, wrong) {
			t.Errorf("the book holds %s", wrong)
		}
	}
	for _, href := range submatches(`<a[^>]* href="([^"]*)"`, html) {
		if !strings.HasPrefix(href, "#") && !strings.HasPrefix(href, "https://") {
			t.Errorf("link %q leaves the book", href)
		}
	}
}

func TestDesign(t *testing.T) {
	html := designed(t)
	for _, want := range []string{
		"<!doctype html>\n<html lang=\"en-GB\">\n",
		"<meta charset=\"utf-8\">",
		"<body>\n<a class=\"skip\" href=\"#book-main\">",
		"<main id=\"book-main\"",
		"color-scheme: light dark",
		"@media print",
		"</body>\n</html>\n",
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the book lacks %q", want)
		}
	}
	if n := strings.Count(html, "<h1"); n != 1 {
		t.Errorf("%d headings of level one, want the book's title alone", n)
	}
	if strings.Contains(html, "<pre>") || !strings.Contains(html, `<pre tabindex="0">`) {
		t.Error("a code block cannot be focused")
	}
	if boxes, labelled := strings.Count(html, `type="checkbox"`), len(submatches(`type="checkbox"[^>]* aria-labelledby="([^"]+)"`, html)); boxes == 0 || boxes != labelled {
		t.Errorf("%d checkboxes, %d with a label", boxes, labelled)
	}
	if !strings.Contains(html, ` alt="A program and a provider, joined by one line"`) {
		t.Error("a picture has lost its alternative text")
	}
	for _, hidden := range []string{"status: draft", "Not for readers", "title: Foundations"} {
		if strings.Contains(html, hidden) {
			t.Errorf("the book shows %q", hidden)
		}
	}
}
