package book_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"agentcourse/internal/book"

	"github.com/google/go-cmp/cmp"
	"github.com/mattn/go-runewidth"
)

// coursePages are the course's own pages, and one with all that a page may hold.
func coursePages(t *testing.T) []book.Page {
	t.Helper()
	var pages []book.Page
	for _, pattern := range []string{"../../lessons/*.md", "../../exercises/*/*.md", "testdata/terminal/page.md"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			pages = append(pages, book.Page{Kind: book.Lesson, ID: "x", Source: strings.TrimPrefix(filepath.ToSlash(file), "../../"), Markdown: src})
		}
	}
	return pages
}

func TestTerminalGolden(t *testing.T) {
	src, err := os.ReadFile("testdata/terminal/page.md")
	if err != nil {
		t.Fatal(err)
	}
	page := book.Page{Kind: book.Lesson, ID: "x", Status: "Status: draft.", Source: "lessons/page.md", Markdown: src}
	for name, o := range map[string]book.TerminalOptions{"60": {Width: 60}, "100": {Width: 100}, "unfold": {Unfold: true}} {
		got := book.Terminal(page, o)
		file := "testdata/terminal/page." + name + ".txt"
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s (-golden +now):\n%s", file, diff)
		}
	}
}

var (
	lineStart = regexp.MustCompile(`^(?:│ |\s|- |\[.\] |[0-9]+[.)] |\[[0-9]+\] )+`)
	codeLine  = regexp.MustCompile(`^(?:│ )*\s{4}`)
)

// No line is wider than the terminal but code and what has no place to be broken.
func TestTerminalWidth(t *testing.T) {
	for _, page := range coursePages(t) {
		for _, width := range []int{20, 40, 60, 80, 120} {
			for line := range strings.Lines(book.Terminal(page, book.TerminalOptions{Width: width, Unfold: true})) {
				line = strings.TrimRight(line, "\n")
				unbreakable := !strings.Contains(strings.TrimSpace(lineStart.ReplaceAllString(line, "")), " ")
				if runewidth.StringWidth(line) > width && !unbreakable && !codeLine.MatchString(line) {
					t.Errorf("%s: wider than %d: %q", page.Source, width, line)
				}
				if strings.HasSuffix(line, " ") {
					t.Errorf("%s: white space at the end of %q", page.Source, line)
				}
			}
		}
	}
}

var (
	notProse = regexp.MustCompile(`(?s)<!--.*?-->|^---\n.*?\n---\n|</?[a-z]+[^>]*>|(?m:^ *\x60\x60\x60.*$)|(?m:^\[\^.*?\]:)`)
	address  = regexp.MustCompile(`\]\([^) ]*`)
	aWord    = regexp.MustCompile(`[\pL\pN]+`)
	drawn    = regexp.MustCompile(`[\s│─┼▾]+`)
)

// Every word of a page is on the terminal, and no width loses or doubles a sign.
func TestTerminalKeepsEveryWord(t *testing.T) {
	for _, page := range coursePages(t) {
		wide := book.Terminal(page, book.TerminalOptions{Width: 2000, Unfold: true})
		seen := map[string]bool{}
		for _, word := range aWord.FindAllString(wide, -1) {
			seen[word] = true
		}
		source := address.ReplaceAllString(notProse.ReplaceAllString(string(page.Markdown), " "), "] ")
		for _, word := range aWord.FindAllString(source, -1) {
			if hidden := strings.HasPrefix(page.Source, "testdata/") && regexp.MustCompile(`^(amp|not|shown|one|two|O)$`).MatchString(word); !seen[word] && !hidden {
				t.Errorf("%s: %q is lost", page.Source, word)
			}
		}
		for _, width := range []int{60, 80, 120} {
			if strings.HasPrefix(page.Source, "testdata/") {
				continue // a table that is too wide repeats its head
			}
			got := book.Terminal(page, book.TerminalOptions{Width: width, Unfold: true})
			if diff := cmp.Diff(letters(wide), letters(got)); diff != "" {
				t.Errorf("%s at %d: signs are lost or doubled (-wide +narrow):\n%s", page.Source, width, diff)
			}
		}
	}
}

// letters counts the signs of a text that are not there to set it.
func letters(text string) map[string]int {
	counts := map[string]int{}
	for _, r := range drawn.ReplaceAllString(text, "") {
		counts[string(r)]++
	}
	return counts
}

// Styles add what takes no column, line by line, and change nothing else.
func TestTerminalStyles(t *testing.T) {
	roles := map[book.Role]bool{}
	mark := func(role book.Role, text string) string {
		if strings.TrimSpace(text) == "" || strings.Contains(text, "\n") {
			t.Errorf("%s: a style for %q", role, text)
		}
		roles[role] = true
		return "\x1b{" + string(role) + "}" + text + "\x1b{}"
	}
	marks := regexp.MustCompile(`\x1b\{[a-z]*\}`)
	for _, page := range coursePages(t) {
		plain := book.Terminal(page, book.TerminalOptions{Width: 60})
		styled := book.Terminal(page, book.TerminalOptions{Width: 60, Style: mark})
		if diff := cmp.Diff(plain, marks.ReplaceAllString(styled, "")); diff != "" {
			t.Errorf("%s: styles change the text:\n%s", page.Source, diff)
		}
		for line := range strings.Lines(styled) {
			if strings.Count(line, "\x1b{}")*2 != strings.Count(line, "\x1b{") {
				t.Errorf("a style goes on beyond its line: %q", line)
			}
		}
	}
	for _, role := range []book.Role{book.RoleStrong, book.RoleEmphasis, book.RoleCode, book.RoleHeading, book.RoleQuiet, book.RoleLink} {
		if !roles[role] {
			t.Errorf("nothing is %s", role)
		}
	}
}

func TestTerminalBlocks(t *testing.T) {
	tests := []struct {
		name, markdown, want string
		width                int
	}{
		{"empty", "", "", 0},
		{"comment alone", "a\n\n<!-- b -->\n\nc\n", "a\n\nc\n", 0},
		{"comment in a paragraph", "a <!-- b --> c", "a c\n", 0},
		{"escape codes", "a\x1b[31m b\x07\n\n\tc\x1bd\te\n", "a[31m b\n\n    cd    e\n", 0},
		{"long word stays whole", "aa " + strings.Repeat("w", 30) + " b", "aa\n" + strings.Repeat("w", 30) + "\nb\n", 20},
		{"short code stays whole", "twelve lette `a b c d` e", "twelve lette\n`a b c d` e\n", 20},
		{"long code is broken", "one two `three four five six`", "one two `three four\nfive six`\n", 20},
		{"spaces in code", "`a  b`", "`a  b`\n", 0},
		{"punctuation keeps to its word", strings.Repeat("w", 17) + " **ab**, c", strings.Repeat("w", 17) + "\nab, c\n", 20},
		{"wide letters", "日本語日本語日本語日本語", "日本語日本語日本語日\n本語\n", 20},
		{"no-break space", "aaaaaaaaaa bbbbb\u00a0ccccc", "aaaaaaaaaa\nbbbbb\u00a0ccccc\n", 20},
		{"numbers of a list", "9) a\n10) b\n", " 9) a\n10) b\n", 0},
		{"empty item", "-\n- a\n", "-\n- a\n", 0},
		{"table without rows", "| a | b |\n|---|---|\n", "a │ b\n──┼──\n", 0},
		{"folded answer", "<details><summary>Q</summary>\n\nsecret\n\n</details>\n\nafter\n", "▸ Q (folded; in f.md from line 1)\n\nafter\n", 0},
		{"folded in one block", "<details>\n<summary>Q</summary>\nsecret\n</details>\n", "▸ Q (folded; in f.md from line 1)\n", 0},
		{"folded without summary", "a\n\n<details>\n\nsecret\n\n</details>\n", "a\n\n▸ Details (folded; in f.md from line 3)\n", 0},
		{"folded in an item", "- a\n\n  <details><summary>Q</summary>\n\n  secret\n\n  </details>\n- b\n", "- a\n\n  ▸ Q (folded; in f.md from line 3)\n\n- b\n", 0},
		{"folded, then text in the same line", "<details><summary>Q</summary>\n\n- secret\n\n</details> after\n", "▸ Q (folded; in f.md from line 1)\n\nafter\n", 0},
		{"link out of the repository", "[a](../../b.md)", "a (../../b.md)\n", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			page := book.Page{Kind: book.Lesson, ID: "x", Source: "f.md", Markdown: []byte(tt.markdown)}
			got := book.Terminal(page, book.TerminalOptions{Width: tt.width})
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Whatever is nested however deep, it is set in reasonable time and within the width.
func TestTerminalDeepNesting(t *testing.T) {
	for _, sign := range []string{"> ", "- ", "1. "} {
		page := book.Page{Kind: book.Lesson, ID: "x", Source: "f.md", Markdown: []byte(strings.Repeat(sign, 500) + "a b c")}
		got := book.Terminal(page, book.TerminalOptions{Width: 40})
		if !strings.Contains(got, "a b c\n") {
			t.Errorf("%q: the text is lost", sign)
		}
		for line := range strings.Lines(got) {
			if runewidth.StringWidth(strings.TrimSpace(line)) > 40 {
				t.Errorf("%q: too wide: %q", sign, line)
			}
		}
	}
}
