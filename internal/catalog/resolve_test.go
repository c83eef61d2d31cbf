package catalog

import (
	"errors"
	"strings"
	"testing"
)

func withoutRoot(c *Catalog, s string) string { return strings.ReplaceAll(s, c.Root, "ROOT") }

func threeChapters(t *testing.T) *Catalog {
	t.Helper()
	return load(t, map[string]string{
		"exercises/00-public/1-journal.md":           exercise("0.1"),
		"exercises/01-foundations/1-first-call.md":   exercise("1.1"),
		"exercises/01-foundations/2-no-memory.md":    exercise("1.2"),
		"exercises/02-the-loop/1-tools.md":           exercise("2.1"),
		"exercises/02-the-loop/3-many-tool-calls.md": exercise("2.3"),
	})
}

func TestResolve(t *testing.T) {
	c := threeChapters(t)
	tests := []struct {
		name    string
		chapter int
		want    string
	}{
		{"1.2", 1, "1.2"},
		{"1.2", 2, "1.2"}, // absolute wherever one is
		{"ex1.2", 2, "1.2"},
		{"01.02", 2, "1.2"},
		{"0.1", 2, "0.1"},
		{"ex2", 1, "1.2"},
		{"2", 1, "1.2"},
		{"ex1", 2, "2.1"},
		{"1", 0, "0.1"},
		{"3", 2, "2.3"},
		{"EX1.2", 1, "1.2"},
		{"Ex2", 1, "1.2"},
		{"  1.2\t", 1, "1.2"},
		{"no-memory", 2, "1.2"},
		{"No-Memory", 2, "1.2"},
		{"many-tool-calls", 1, "2.3"},
		{"01-foundations/2-no-memory", 2, "1.2"},
	}
	for _, tt := range tests {
		ex, err := c.Resolve(tt.name, tt.chapter)
		if err != nil || ex.ID != tt.want {
			t.Errorf("%q in chapter %d: got %v, %v, want %s", tt.name, tt.chapter, ex, err, tt.want)
		}
	}
}

func TestResolveUnknown(t *testing.T) {
	c := threeChapters(t)
	tests := []struct {
		name    string
		chapter int
		nearest string // "" for none
	}{
		{"ex21", 1, "1.2"}, // not 1.1, which is as near but starts otherwise
		{"ex21", 2, "2.1"}, // a dot is missing
		{"ex12", 1, "1.2"},
		{"1.22", 1, "1.2"},
		{"11.2", 1, "1.2"},
		{"ex1,2", 1, "1.2"},
		{"1,2", 1, "1.2"},
		{"ex 2", 1, "1.2"},
		{"1.3", 1, "1.1"},
		{"ex2", 2, "2.1"}, // of this chapter before 1.2
		{"ex3", 1, "1.1"},
		{"no-memry", 1, "1.2"},
		{"nomemory", 2, "1.2"},
		{"first_call", 2, "1.1"},
		{"tool", 1, "2.1"},
		{"01-foundations/2-nomemory", 1, "1.2"},
		{"01-foundations/2-no-memory.md", 1, "1.2"},
		{"9.9", 1, ""}, // two wrong digits of two are not near
		{"ex99", 1, ""},
		{"", 1, ""},
		{"x", 1, ""},
		{"1.2.3.4", 1, ""},
		{"something else", 1, ""},
		{"99999999999999999999", 1, ""},
		{"-1", 3, ""},
		{"é", 1, ""},
	}
	for _, tt := range tests {
		ex, err := c.Resolve(tt.name, tt.chapter)
		var unknown *UnknownError
		if ex != nil || !errors.As(err, &unknown) {
			t.Errorf("%q in chapter %d: got %v, %v", tt.name, tt.chapter, ex, err)
			continue
		}
		nearest := ""
		if unknown.Nearest != nil {
			nearest = unknown.Nearest.ID
		}
		if nearest != tt.nearest || unknown.Name != tt.name {
			t.Errorf("%q in chapter %d: nearest %q, want %q (name %q)", tt.name, tt.chapter, nearest, tt.nearest, unknown.Name)
		}
	}
}

func TestUnknownErrorSaysTheName(t *testing.T) {
	_, err := threeChapters(t).Resolve(" No-Memry ", 1)
	if want := `no exercise is called " No-Memry "`; err.Error() != want {
		t.Errorf("got %s, want %s", err, want)
	}
}

func TestDistance(t *testing.T) {
	tests := []struct {
		a, b string
		want int
	}{{"", "", 0}, {"a", "", 1}, {"", "ab", 2}, {"abc", "abc", 0}, {"abc", "axc", 1}, {"abc", "bc", 1}, {"kitten", "sitting", 3}}
	for _, tt := range tests {
		if got := distance(tt.a, tt.b); got != tt.want {
			t.Errorf("distance of %q and %q: %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}
