package pdfcheck

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPaper(t *testing.T) {
	const white, black, grey = "\xff\xff\xff", "\x00\x00\x00", "\xf6\xf3\xec"
	page := func(dots ...string) string { return "P6\n3 3\n255\n" + strings.Join(dots, "") }
	tests := []struct {
		name, picture string
		white         bool
	}{
		{"white", page(white, white, white, white, black, white, white, white, white), true},
		{"code from edge to edge", page(white, grey, white, grey, grey, grey, white, grey, white), true},
		{"dark with a margin", page(white, black, white, black, black, black, white, black, white), false},
		{"a dark corner", page(white, white, white, white, white, white, white, white, black), false},
		{"grey paper", page(grey, grey, grey, grey, grey, grey, grey, grey, grey), false},
	}
	all := ""
	for _, tt := range tests {
		all += tt.picture
		got, err := papers(strings.NewReader(tt.picture))
		if err != nil || len(got) != 1 || got[0].White() != tt.white {
			t.Errorf("%s: %v, %v", tt.name, got, err)
		}
	}
	if got, err := papers(strings.NewReader(all)); err != nil || len(got) != len(tests) {
		t.Errorf("one after the other: %v, %v", got, err)
	}
	for _, bad := range []string{"P5\n3 3\n255\n", "P6\n3 3\n255\nxx", "P6\n-1 3\n255\n", "P6\n3", "P6\n3 x\n255\n", "P6\n3 3\n65535\n"} {
		if got, err := papers(strings.NewReader(bad)); err == nil {
			t.Errorf("%q: %v", bad, got)
		}
	}
}

func TestMissing(t *testing.T) {
	text := squeeze("func main() {\n\tfmt.Println(\"a very long li\nne\u00a0here\")\n}")
	got := Missing(text, []string{"\tfmt.Println(\"a very long line here\")", "}", "", "return"})
	if diff := cmp.Diff([]string{"return"}, got); diff != "" {
		t.Errorf("missing (-want +got):\n%s", diff)
	}
}

func TestPageNumbers(t *testing.T) {
	tests := []struct {
		page string
		n    int
		want string
	}{
		{"some te\n12\n", 12, "some te"},
		{"12\nsome te\n", 12, "some te\n"},
		{"12 more\n", 12, "12 more\n"},
		{"x = 12\n", 12, "x = 12\n"},
		{"row 1\n11\n", 12, "row 1\n11\n"},
		{"a cover\n", 1, "a cover\n"},
	}
	for _, tt := range tests {
		if got := withoutNumber(tt.page, tt.n); got != tt.want {
			t.Errorf("page %d: %q, want %q", tt.n, got, tt.want)
		}
	}
}

func TestMissingTool(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := Read(t.Context(), "none.pdf")
	var missing *MissingToolError
	if !errors.As(err, &missing) || missing.Tool != "pdfinfo" || missing.Hint() == "" {
		t.Errorf("got %v", err)
	}
}
