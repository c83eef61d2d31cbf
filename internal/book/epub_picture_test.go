package book_test

import (
	"strings"
	"testing"

	"agentcourse/internal/book"
)

// Every picture has a name of its own in an EPUB, one that an archive, an address and XML take as it stands. Archives do not
// keep capital letters apart.
func TestEPUBPictureNames(t *testing.T) {
	files := map[string]string{"lessons/3-a.svg": "", "lessons/a.svg": "", "lessons/A.svg": "", "lessons/b/a.svg": "", "lessons/x y.svg": "", "lessons/ü&'1%.svg": ""}
	for name := range files {
		files[name] = emptySVG + "<!-- " + name + " -->"
	}
	markdown := "![a](3-a.svg) ![a](a.svg) ![a](A.svg) ![a](b/a.svg) ![a](<x y.svg>) ![a](<ü&'1%25.svg>) ![a](a.svg)\n"
	b, err := book.Open(book.Options{Root: repository(t, files), Pages: []book.Page{lesson("1", "lessons/1.md", markdown)}})
	if err != nil {
		t.Fatal(err)
	}
	data, err := b.EPUB()
	if err != nil {
		t.Fatal(err)
	}
	held := unzipped(t, data)
	names := submatches(`src="images/([^"]*)"`, held["EPUB/lesson-1.xhtml"])
	if got, want := strings.Join(names, " "), "3-a.svg a.svg 2-a.svg 4-a.svg x-y.svg ---1-.svg a.svg"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for i, file := range []string{"3-a.svg", "a.svg", "A.svg", "b/a.svg", "x y.svg", "ü&'1%.svg", "a.svg"} {
		if held["EPUB/images/"+names[i]] != files["lessons/"+file] {
			t.Errorf("%s holds %q, want %s", names[i], held["EPUB/images/"+names[i]], file)
		}
	}
}
