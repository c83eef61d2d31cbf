package posts_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"agentcourse/internal/document"
	"agentcourse/internal/posts"

	"github.com/google/go-cmp/cmp"
)

// The page of rules has each rule, with what it says of it, and both lists of words.
func TestRulesPage(t *testing.T) {
	src, err := os.ReadFile("../../posts/RULES.md")
	if err != nil {
		t.Fatal(err)
	}
	page := document.Parse(src)
	var want, got []string
	for _, r := range posts.Rules() {
		want = append(want, r.ID)
	}
	for _, s := range page.Sections {
		if s.Level != 3 {
			continue
		}
		got = append(got, s.Title)
		var text strings.Builder
		for _, b := range s.Blocks {
			text.WriteString(b.Text + "\n")
		}
		for _, part := range []string{"Looks for:", "Why:", "Mend:", "Cannot see:"} {
			if !strings.Contains(text.String(), part) {
				t.Errorf("%s: nothing under %q", s.Title, part)
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rules (-code +page):\n%s", diff)
	}
	for title, words := range map[string][]posts.Word{"Words that claim too much": posts.Overclaims(), "Words that praise": posts.Emptys()} {
		want, got = nil, nil
		for _, w := range words {
			want = append(want, w.Shown+" | "+w.Instead)
		}
		s := page.Section(title)
		if s == nil {
			t.Fatalf("there is no section %q", title)
		}
		for _, b := range s.Blocks {
			for _, row := range b.Filled() {
				got = append(got, strings.Join(row.Cells, " | "))
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-code +page):\n%s", title, diff)
		}
	}
}

// Each word of the lists is found by its rule, so that no form is a slip of the pen.
func TestWordsOfTheLists(t *testing.T) {
	for rule, words := range map[string][]posts.Word{"overclaim": posts.Overclaims(), "empty": posts.Emptys()} {
		for _, w := range words {
			first, _, _ := strings.Cut(w.Shown, ",")
			switch first {
			case "all models":
				first = "all models forget"
			case "the best":
				first = "the best way"
			case "completely":
				first = "completely safe"
			case "powerful":
				first = "so powerful"
			case "next level":
				first = "next-level"
			}
			found, _, _ := check(t, with("Prompts "+first+" win."), nil)
			if !slices.Contains(found, rule+":7") {
				t.Errorf("%q: %v", first, found)
			}
		}
	}
}
