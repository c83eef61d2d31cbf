//go:build linux || darwin

package browser_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"agentcourse/internal/browser"
	"agentcourse/internal/browser/pdfcheck"

	"github.com/google/go-cmp/cmp"
)

// need skips a test that needs what is not installed, unless the whole suite must run.
func need(t *testing.T, missing, hint string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatalf("%s; %s", missing, hint)
	}
	t.Skipf("%s; %s", missing, hint)
}

func chromium(t *testing.T) string {
	t.Helper()
	path, err := browser.Find(os.Environ())
	if err != nil {
		need(t, err.Error(), "install Chromium, on Debian: apt install chromium")
	}
	for _, tool := range []string{"pdfinfo", "pdftotext", "pdftoppm", "qpdf"} {
		if _, err := exec.LookPath(tool); err != nil {
			need(t, "there is no "+tool, (&pdfcheck.MissingToolError{Tool: tool}).Hint())
		}
	}
	return path
}

// testPage has headings of all levels, a table, a line of code of 200 characters, and a picture elsewhere.
const testPage = `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><title>A page</title>
<style>@page{size:A4;margin:2cm;@bottom-center{content:counter(page)}} pre{white-space:pre-wrap;overflow-wrap:anywhere} h2{break-before:page}
%s</style></head><body>
<h1>One</h1><h2>Two <code>x</code></h2><h3>Three</h3><h4>Four</h4><h5>Five</h5><h6>Six</h6><h2>Grüße</h2>
<img src="%s/picture.png" alt="">
<table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>
<pre><code>%s</code></pre>
<script>fetch(%[2]q + "/fetched").catch(() => {})</script>
</body></html>
`

var longLine = "const long = \"" + strings.Repeat("0123456789-", 17)[:184] + "!\""

func TestRealBrowser(t *testing.T) {
	chromium := chromium(t)
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer server.Close()
	dir := t.TempDir()
	page, pdf := filepath.Join(dir, "a page.html"), filepath.Join(dir, "a.pdf")
	html := fmt.Sprintf(testPage, "", server.URL, longLine)
	if err := os.WriteFile(page, []byte(html), 0o644); err != nil {
		t.Fatal(err)
	}
	o := browser.Options{Env: os.Environ(), Date: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)}
	print := func() []byte {
		if err := browser.PrintToPDF(t.Context(), chromium, page, pdf, o); err != nil {
			t.Fatal(err)
		}
		src, err := os.ReadFile(pdf)
		if err != nil {
			t.Fatal(err)
		}
		return src
	}
	first := print()
	if !bytes.Equal(first, print()) {
		t.Error("two prints of the same page differ")
	}
	if n := asked.Load(); n > 0 {
		t.Errorf("the page reached a server %d times", n)
	}
	facts, err := pdfcheck.Read(t.Context(), pdf)
	if want := (pdfcheck.Facts{Pages: 3, Tagged: true, Language: "en-GB"}); err != nil || facts != want {
		t.Errorf("%+v, %v; want %+v", facts, err, want)
	}
	outline, err := pdfcheck.Outline(t.Context(), pdf)
	if diff := cmp.Diff([]string{"One", "Two x", "Three", "Four", "Five", "Six", "Grüße"}, outline); err != nil || diff != "" {
		t.Errorf("outline: %v (-want +got):\n%s", err, diff)
	}
	if damage, err := pdfcheck.Damage(t.Context(), pdf); err != nil || damage != "" {
		t.Errorf("%s, %v", damage, err)
	}
	text, err := pdfcheck.Text(t.Context(), pdf)
	if missing := pdfcheck.Missing(text, []string{longLine, "Grüße", "no such line"}); err != nil || !slices.Equal(missing, []string{"no such line"}) {
		t.Errorf("missing %q, %v, in %s", missing, err, text)
	}
}

func TestRealDarkPage(t *testing.T) {
	chromium := chromium(t)
	for style, white := range map[string]bool{
		"html{background:#111} @media print{html{background:#fff}}": true,
		"html{background:#111}":                                      false,
		":root{color-scheme:dark}":                                   false,
		"@media (prefers-color-scheme: dark){html{background:#111}}": true, // a browser prints in the light scheme
	} {
		dir := t.TempDir()
		page, pdf := filepath.Join(dir, "page.html"), filepath.Join(dir, "a.pdf")
		if err := os.WriteFile(page, fmt.Appendf(nil, testPage, style, "data:,", longLine), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := browser.PrintToPDF(t.Context(), chromium, page, pdf, browser.Options{Env: os.Environ()}); err != nil {
			t.Fatal(err)
		}
		papers, err := pdfcheck.Papers(t.Context(), pdf)
		if err != nil || len(papers) != 3 {
			t.Fatalf("%v, %v", papers, err)
		}
		for i, p := range papers {
			if p.White() != white {
				t.Errorf("%s: page %d is %v", style, i+1, p)
			}
		}
	}
}

// Chromium's own messages are kept out of an error, its reasons are not.
func TestRealBrowserFails(t *testing.T) {
	chromium := chromium(t)
	dir := t.TempDir()
	page := filepath.Join(dir, "page.html")
	if err := os.WriteFile(page, []byte("<p>x"), 0o644); err != nil {
		t.Fatal(err)
	}
	o := browser.Options{Env: os.Environ(), Flags: []string{"--print-to-pdf=/nowhere/at/all.pdf"}}
	err := browser.PrintToPDF(t.Context(), chromium, page, filepath.Join(dir, "a.pdf"), o)
	if err == nil || !strings.Contains(err.Error(), "/nowhere/at/all.pdf") || strings.Contains(err.Error(), "dbus") {
		t.Errorf("got %v", err)
	}
}
