package scaffold_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"agentcourse/internal/scaffold"
)

func TestSlug(t *testing.T) {
	tests := []struct{ topic, want string }{
		{"No memory", "no-memory"},
		{"  The Agent   Loop!  ", "the-agent-loop"},
		{"Exercise 1.2", "exercise-1-2"},
		{"errors.Is & my_func", "errors-is-my-func"},
		{"I don’t know, it didn't stop", "i-dont-know-it-didnt-stop"},
		{"C++ / Go", "c-go"},
		{"../../etc/passwd", "etc-passwd"},
		{`..\secret`, "secret"},
		{"a\x00b\nc", "a-b-c"},
		{"Überraschung: Größe", "uberraschung-grosse"},
		{"U\u0308berraschung", "uberraschung"},
		{"ŁÓDŹ Ævar Œuvre þing", "lodz-aevar-oeuvre-thing"},
		{"первый агент", "первый-агент"},
		{"最初のエージェント", "最初のエージェント"},
		{"कक्षा एक", "कक्षा-एक"},
		{"٣ runs", "٣-runs"},
		{"", "untitled"},
		{" -- ", "untitled"},
		{"🎉🎉", "untitled"},
		{"'", "untitled"},
	}
	for _, tt := range tests {
		if got := scaffold.Slug(tt.topic); got != tt.want {
			t.Errorf("Slug(%q) = %q, want %q", tt.topic, got, tt.want)
		}
	}
}

func TestSlugIsShort(t *testing.T) {
	for _, topic := range []string{
		strings.Repeat("word ", 100), strings.Repeat("x", 300), strings.Repeat("語", 300), strings.Repeat("語", 20) + " " + strings.Repeat("語", 20),
	} {
		slug := scaffold.Slug(topic)
		if len(slug) > 80 || slug == "" || !utf8.ValidString(slug) || strings.HasSuffix(slug, "-") {
			t.Errorf("Slug(%.20q…) = %q", topic, slug)
		}
	}
}

func FuzzSlug(f *testing.F) {
	f.Add("../ü\x00 / x")
	f.Add("\xff\xfe")
	f.Fuzz(func(t *testing.T, topic string) {
		slug := scaffold.Slug(topic)
		if slug == "" || len(slug) > 80 || !utf8.ValidString(slug) || strings.ContainsAny(slug, "/\\. \t\n\x00:") {
			t.Errorf("Slug(%q) = %q", topic, slug)
		}
	})
}
