package book_test

import (
	"os"
	"strings"
	"testing"

	"agentcourse/internal/book"

	"github.com/google/go-cmp/cmp"
)

const wordList = `# a list
== mistakes
colour: color # American
at least: atleast
== terms
GitHub
front matter: front-matter, frontmatter
e-mail: email
loop: cycle, Loops Inc
tool use: tool-use
== known
xyzzy
`

func TestSpellingOfPages(t *testing.T) {
	tests := []struct{ name, markdown, want string }{
		{"right", "# Colour\n\ncolour GitHub Front matter front matter E-mail xyzzy\n", ""},
		{"wrong", "# A\n\nthe\ncolor\n", `4: "color": the course writes "colour" (book/words.txt)`},
		{"in any letters", "# A\n\nColor COLOR\n", `3: "Color": the course writes "colour" (book/words.txt)` + "\n" + `3: "COLOR": the course writes "colour" (book/words.txt)`},
		{"in a heading", "# Color\n", `1: "Color": the course writes "colour" (book/words.txt)`},
		{"in a table, a list, a note", "# A\n\n| a |\n|---|\n| color |\n\n- *color*[^1]\n\n[^1]: color\n", strings.Join([]string{
			`5: "color": the course writes "colour" (book/words.txt)`, `7: "color": the course writes "colour" (book/words.txt)`, `9: "color": the course writes "colour" (book/words.txt)`}, "\n")},
		{"in a box", "# A\n\n> [!NOTE]\n> color\n", `4: "color": the course writes "colour" (book/words.txt)`},
		{"in a link and a picture", "# A\n\n[color](02-b.md)\n\n![color](a.svg \"color\")\n", `3: "color": the course writes "colour" (book/words.txt)` + "\n" + `5: "color": the course writes "colour" (book/words.txt)`},
		{"other words", "# A\n\ncolors discolor color_name color2 co-color-x\n", `3: "color": the course writes "colour" (book/words.txt)`},
		{"code", "# A\n\n`color` **`color`**\n\n    color\n\n```\ncolor\n```\n", ""},
		{"addresses and names", "# A\n\n[x](https://a.dev/color) https://a.dev/color a/color color.go color@a.dev @color a.color\n", ""},
		{"quotations", "# A\n\n\"the color\" “the color”\n\n> the color\n", ""},
		{"a quotation mark alone", "# A\n\n5\" color\n", `3: "color": the course writes "colour" (book/words.txt)`},
		{"HTML", "# A\n\n<!-- color -->\n", ""},
		{"two words", "# A\n\natleast one tool-use\n", `3: "atleast": the course writes "at least" (book/words.txt)` + "\n" + `3: "tool-use": the course writes "tool use" (book/words.txt)`},
		{"terms", "# A\n\nGithub GITHUB github.com front-matter Frontmatter an email\n", strings.Join([]string{
			`3: "Github": the course writes "GitHub" (book/words.txt)`, `3: "GITHUB": the course writes "GitHub" (book/words.txt)`,
			`3: "front-matter": the course writes "front matter" (book/words.txt)`, `3: "Frontmatter": the course writes "front matter" (book/words.txt)`,
			`3: "email": the course writes "e-mail" (book/words.txt)`}, "\n")},
		{"capitals that count", "# A\n\nloops inc, Loops\nInc\n", `3: "Loops Inc": the course writes "loop" (book/words.txt)`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := strings.TrimSuffix(pageFindings(t, tt.markdown, map[string]string{"book/words.txt": wordList, "lessons/a.svg": emptySVG}), "\n")
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

func TestBrokenWordList(t *testing.T) {
	for list, want := range map[string]string{
		"colour: color\n":                  `book/words.txt:1: the line is in no section; there are "== mistakes", "== terms" and "== known"`,
		"== wrong\n\ncolour: color\n":      `book/words.txt:3: the line is in no section; there are "== mistakes", "== terms" and "== known"`,
		"== mistakes\ncolour\n":            "book/words.txt:2: a line reads RIGHT: WRONG, WRONG",
		"== mistakes\ncolour: color,\n":    "book/words.txt:2: a line reads RIGHT: WRONG, WRONG",
		"== mistakes\ncolour: colour\n":    "book/words.txt:2: a line reads RIGHT: WRONG, WRONG",
		"== terms\n: a\n":                  "book/words.txt:2: a line reads RIGHT: WRONG, WRONG",
		"== terms\nwww: .com\n":            `book/words.txt:2: ".com" does not start with a letter`,
		"# only this\n\n== known\na b c\n": "",
	} {
		root := repository(t, map[string]string{"book/words.txt": list})
		_, err := book.Check(t.Context(), book.Options{Root: root, Pages: []book.Page{lesson("01", "lessons/01-a.md", "a")}}, nil)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", list, got, want)
		}
	}
}

// What the list calls right it does not call wrong elsewhere, and nothing stands in it twice.
func TestWordListAgreesWithItself(t *testing.T) {
	src, err := os.ReadFile("../../book/words.txt")
	if err != nil {
		t.Fatal(err)
	}
	right, wrong, section := map[string]bool{}, map[string]bool{}, ""
	for line := range strings.Lines(string(src)) {
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "== "); ok {
			section = name
			continue
		}
		if line == "" || section == "known" {
			continue
		}
		word, forms, _ := strings.Cut(line, ":")
		if right[word] {
			t.Errorf("%q stands twice", word)
		}
		right[word] = true
		for form := range strings.SplitSeq(forms, ",") {
			if form = strings.TrimSpace(form); form == "" {
				continue
			}
			if wrong[form] {
				t.Errorf("%q is wrong twice", form)
			}
			wrong[form] = true
		}
	}
	for word := range right {
		if wrong[word] {
			t.Errorf("%q is right and wrong", word)
		}
	}
	if len(wrong) < 300 {
		t.Errorf("only %d forms are wrong", len(wrong))
	}
}
