package book_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"io"
	"net/url"
	"path"
	"regexp"
	"strings"
	"testing"
	"time"

	"agentcourse/internal/book"
)

// smallEPUB is the small book as an EPUB.
func smallEPUB(t *testing.T) []byte {
	t.Helper()
	root, pages := smallBook(t)
	pages[0].Status, pages[2].Status = "Status: draft & open.", "Of 1.1."
	b, err := book.Open(book.Options{Root: root, Pages: pages, Modified: time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)})
	if err != nil {
		t.Fatal(err)
	}
	data, err := b.EPUB()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// unzipped are the files of an archive.
func unzipped(t *testing.T, data []byte) map[string]string {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range archive.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name] = string(content)
	}
	return files
}

// A reader knows an EPUB by what stands at fixed places of its first bytes.
func TestEPUBBeginsWithItsType(t *testing.T) {
	data := smallEPUB(t)
	if string(data[30:38]) != "mimetype" || string(data[38:58]) != "application/epub+zip" {
		t.Errorf("it begins with %q", data[:58])
	}
	if method, extra := binary.LittleEndian.Uint16(data[8:]), binary.LittleEndian.Uint16(data[28:]); method != 0 || extra != 0 {
		t.Errorf("the first file has the method %d and %d bytes of extra fields", method, extra)
	}
	if !bytes.Equal(data, smallEPUB(t)) {
		t.Error("two builds of the same pages differ")
	}
}

// Everything in the EPUB is listed, everything listed is in it, and every link leads somewhere.
func TestEPUBHoldsTogether(t *testing.T) {
	files := unzipped(t, smallEPUB(t))
	listed := map[string]bool{"mimetype": true, "META-INF/container.xml": true, "EPUB/package.opf": true}
	for _, name := range submatches(`<item [^>]*href="([^"]*)"`, files["EPUB/package.opf"]) {
		listed["EPUB/"+name] = true
		if files["EPUB/"+name] == "" {
			t.Errorf("%s is listed and not there", name)
		}
	}
	for name := range files {
		if !listed[name] {
			t.Errorf("%s is there and not listed", name)
		}
	}
	links := 0
	for name, text := range files {
		if path.Ext(name) != ".xhtml" {
			continue
		}
		for _, link := range submatches(` (?:href|src)="([^"]*)"`, text) {
			u, err := url.Parse(link)
			if err != nil || u.Scheme == "https" {
				continue
			}
			links++
			target := name
			if u.Path != "" {
				target = path.Join(path.Dir(name), u.Path)
			}
			if files[target] == "" || u.Fragment != "" && !strings.Contains(files[target], ` id="`+u.Fragment+`"`) {
				t.Errorf("%s: the link %q leads nowhere", name, link)
			}
		}
		ids := map[string]bool{}
		for _, id := range submatches(` id="([^"]*)"`, text) {
			if ids[id] {
				t.Errorf("%s: the id %s stands twice", name, id)
			}
			ids[id] = true
		}
		if n := strings.Count(text, "<h1"); n > 1 || n == 0 && name != "EPUB/cover.xhtml" {
			t.Errorf("%s has %d headings of level one", name, n)
		}
	}
	if links < 20 {
		t.Errorf("only %d links were found", links)
	}
	if text := files["EPUB/lesson-01.xhtml"]; !strings.Contains(text, `<span class="box">☑</span> <span`) || strings.Contains(text, "<input") || strings.Contains(text, "tabindex") {
		t.Errorf("tasks are controls:\n%s", text)
	}
	for name, want := range map[string]string{
		"EPUB/lesson-index.xhtml": "</h1>\n<p class=\"status\">Status: draft &amp; open.</p>\n", "EPUB/exercise-1-1.xhtml": "</h1>\n<p class=\"status\">Of 1.1.</p>\n",
	} {
		if !strings.Contains(files[name], want) {
			t.Errorf("%s: the status is not below the title:\n%s", name, files[name])
		}
	}
	// What EPUB 3 made of the contents is not known to readers made for EPUB 2.
	if ncx := files["EPUB/toc.ncx"]; !strings.Contains(files["EPUB/package.opf"], `<spine toc="ncx">`) || strings.Count(ncx, "<navPoint ") != strings.Count(files["EPUB/package.opf"], `<item id="page-`) {
		t.Errorf("the contents for older readers are\n%s", ncx)
	}
	for _, file := range submatches(`<content src="([^"]*)"`, files["EPUB/toc.ncx"]) {
		if files["EPUB/"+file] == "" {
			t.Errorf("toc.ncx: %s is not there", file)
		}
	}
	if date := regexp.MustCompile(`modified">([^<]*)<`).FindStringSubmatch(files["EPUB/package.opf"]); date == nil || date[1] != "2026-11-30T00:00:00Z" {
		t.Errorf("its date is %q", date)
	}
}

// HTML that a browser forgives is XML in an EPUB.
func TestEPUBMakesXMLOfHTML(t *testing.T) {
	root := repository(t, map[string]string{"lessons/a/f.png": dot, "lessons/b/f.png": dot + "b"})
	b, err := book.Open(book.Options{Root: root, Pages: []book.Page{{ID: "1", Title: "A & B", Kind: book.Lesson, Source: "lessons/1.md", Markdown: []byte(
		"a<br>b<br/>c &nbsp; &lt; <kbd>x</kbd>\n\n<details open>\n<summary>A & B < C > D &copy; &unknown; &amp;</summary>\n\ntext  \nmore\n\n</details>\n\n---\n\n![a](a/f.png)\n\n![b](b/f.png) ![a](a/f.png)\n\n| a |\n|:-:|\n| b |\n")}}})
	if err != nil {
		t.Fatal(err)
	}
	data, err := b.EPUB()
	if err != nil {
		t.Fatal(err)
	}
	files := unzipped(t, data)
	for _, want := range []string{"a<br />b<br />c \u00a0 &lt; <kbd>x</kbd>", `<details open="open">`, "A &amp; B &lt; C > D © &amp;unknown; &amp;</summary>", "<hr />", `src="images/f.png"`, `src="images/2-f.png"`, `style="text-align:center"`, "<h1 id=\"lesson-1--title:\">1 A &amp; B</h1>"} {
		if text := files["EPUB/lesson-1.xhtml"]; !strings.Contains(text, want) {
			t.Errorf("%s is not in\n%s", want, text)
		}
	}
	if files["EPUB/images/2-f.png"] != dot+"b" {
		t.Error("a picture is another's")
	}
}
