package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// built are the files of the book, by name.
func (v *visit) built() []string {
	v.t.Helper()
	entries, err := os.ReadDir(filepath.Join(v.root, "book/dist"))
	if err != nil && !os.IsNotExist(err) {
		v.t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestBookBuild(t *testing.T) {
	for _, tt := range []struct{ command, says, files string }{
		{"book build --html", "made book/dist/course.html\n", "course.html"},
		{"book build --epub", "made book/dist/course.epub\n", "course.epub"},
		{"book build --epub --html", "made book/dist/course.html\nmade book/dist/course.epub\n", "course.epub course.html"},
		{"book build", "made book/dist/course.html\nmade book/dist/course.epub\n", "course.epub course.html"},
	} {
		v := newBook(t, "# Map\n\ntext\n")
		v.env = []string{"PATH=" + t.TempDir()} // no browser is there
		v.course(0, tt.command)
		if got := strings.Join(v.built(), " "); got != tt.files || v.out != tt.says {
			t.Errorf("%s: it made %q and said %q", tt.command, got, v.out)
		}
		if left := strings.Contains(v.err, "book/dist/course.pdf is left out: no Chromium was found"); left != (tt.command == "book build") {
			t.Errorf("%s: %q", tt.command, v.err)
		}
	}
}

// A PDF that was asked for and cannot be made is an error with a next step.
func TestBookBuildWithoutABrowser(t *testing.T) {
	v := newBook(t, "# Map\n\ntext\n")
	v.env = []string{"PATH=" + t.TempDir()}
	v.course(2, "book build --pdf")
	v.says("no Chromium was found to print the PDF with", "apt install chromium", "COURSE_CHROMIUM")
	if got := v.built(); len(got) > 0 {
		t.Errorf("it made %v", got)
	}
}

// A browser that fails leaves the PDF that is there.
func TestBookBuildWithABadBrowser(t *testing.T) {
	v := newBook(t, "# Map\n\ntext\n")
	v.write("book/dist/course.pdf", "old")
	v.write("fake", "#!/bin/sh\necho 'no display' >&2\nexit 3\n")
	if err := os.Chmod(v.root+"/fake", 0o755); err != nil {
		t.Fatal(err)
	}
	v.env = append(os.Environ(), "COURSE_CHROMIUM="+v.root+"/fake")
	v.course(2, "book build --pdf")
	v.says("no display")
	if v.read("book/dist/course.pdf") != "old" {
		t.Error("the PDF that was there is another")
	}
}

// A mistake in a page leaves every form of the book as it was.
func TestBookBuildKeepsWhatWasThere(t *testing.T) {
	v := newBook(t, "# Map\n\n[x](none.md)\n")
	for _, name := range []string{"course.html", "course.epub", "course.pdf"} {
		v.write("book/dist/"+name, "old")
	}
	v.course(2, "book build")
	v.says(`lessons/index.md:6: link "none.md": there is no lessons/none.md`)
	for _, name := range v.built() {
		if !bytes.Equal([]byte(v.read("book/dist/"+name)), []byte("old")) {
			t.Errorf("%s is another", name)
		}
	}
}

// Without a folder for temporary files, the error says what it was wanted for.
func TestBookWithoutTemporaryFolder(t *testing.T) {
	v := newBook(t, "# Map\n\ntext\n")
	v.write("fake", "#!/bin/sh\n")
	if err := os.Chmod(v.root+"/fake", 0o755); err != nil {
		t.Fatal(err)
	}
	v.env = append(os.Environ(), "COURSE_CHROMIUM="+v.root+"/fake")
	t.Setenv("TMPDIR", v.root+"/none")
	v.course(2, "book build --pdf")
	v.says("the page to print finds no place", "TMPDIR")
	v.course(2, "book check")
	v.says("the pages' commands find no place", "TMPDIR")
}
