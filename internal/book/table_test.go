package book_test

import (
	"strings"
	"testing"
)

// A table whose words do not fit beside each other on paper is marked; the page's style then cuts them. Code is cut anyway.
func TestWideTables(t *testing.T) {
	word := strings.Repeat("w", 20)
	code := "`" + strings.Repeat("c", 90) + "`"
	for markdown, wide := range map[string]bool{
		"| a | b |\n|---|---|\n| " + strings.Repeat("a word ", 30) + " | b |\n":                 false,
		"| " + word + " | " + word + " |\n|---|---|\n| " + code + " | a **b** [c](02-b.md) |\n": false,
		"| a | b | c | d |\n|---|---|---|---|\n" + strings.Repeat("| "+word, 4) + " |\n":        true,
		strings.Repeat("| **"+word+"** ", 4) + "|\n|---|---|---|---|\n| a | b | c | d |\n":      true,
		"| a |\n|---|\n| " + strings.Repeat(word, 5) + " |\n":                                   true,
	} {
		html, wrong, err := tried(repository(t, nil), markdown)
		if err != nil || len(wrong) > 0 || strings.Contains(html, `<div class="table wide"`) != wide {
			t.Errorf("%.80q: wide is not %v, %v, %v", markdown, wide, err, wrong)
		}
	}
	if _, print, _ := strings.Cut(designed(t), "@media print"); !strings.Contains(print, ".wide :is(th, td) { overflow-wrap: anywhere; }") {
		t.Error("the words of wide tables are not cut in print")
	}
}
