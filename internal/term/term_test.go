package term

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestWrap(t *testing.T) {
	word := func(n int) string { return strings.Repeat("w", n) }
	accents := func(n int) string { return strings.Repeat("é", n) }
	tests := []struct{ name, text, first, rest, want string }{
		{"empty", "", "", "", ""},
		{"empty with indent", " \n\t", "- ", "  ", "- "},
		{"short", "one two", "", "", "one two"},
		{"white space", "  one\n\ttwo   three\r\n", "", "", "one two three"},
		{"fills the width", word(39) + " " + word(40), "", "", word(39) + " " + word(40)},
		{"one more than the width", word(40) + " " + word(40), "", "", word(40) + "\n" + word(40)},
		{"first indent fills the width", word(37) + " " + word(40), "1. ", "   ", "1. " + word(37) + "\n   " + word(40)},
		{"first indent within the width", word(37) + " " + word(39), "1. ", "   ", "1. " + word(37) + " " + word(39)},
		{"rest indent", word(70) + " " + word(38) + " " + word(37) + " " + word(1), "", "    ", word(70) + "\n    " + word(38) + " " + word(37) + "\n    " + word(1)},
		{"word of the width", "a " + word(80) + " b", "", "", "a\n" + word(80) + "\nb"},
		{"longer word", "a " + word(100) + " b", "", "  ", "a\n  " + word(100) + "\n  b"},
		{"longer word first", word(100) + " b", "- ", "  ", "- " + word(100) + "\n  b"},
		{"letters, not bytes", accents(39) + " " + accents(40), "", "", accents(39) + " " + accents(40)},
		{"letters in the indent", word(39) + " " + word(39), "→ ", "…", "→ " + word(39) + "\n…" + word(39)},
		{"invalid UTF-8", "a\xff b", "", "", "a\xff b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, Wrap(tt.text, tt.first, tt.rest)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestWrapKeepsEveryWord(t *testing.T) {
	var words []string
	for i := range 300 {
		words = append(words, strings.Repeat("ö", i%17+1))
	}
	wrapped := Wrap(strings.Join(words, " "), "  * ", "    ")
	for line := range strings.SplitSeq(wrapped, "\n") {
		if n := utf8.RuneCountInString(line); n > Width || n < Width-17 && !strings.HasSuffix(wrapped, line) {
			t.Errorf("a line of %d letters: %q", n, line)
		}
	}
	if diff := cmp.Diff(words, strings.Fields(wrapped)[1:]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestQuote(t *testing.T) {
	tests := []struct{ name, s, want string }{
		{"empty", "", `""`},
		{"plain", "hello", `"hello"`},
		{"white space", " a\tb\r\n ", `" a\tb\r\n "`},
		{"quotes", `say "hi" \ bye`, `"say \"hi\" \\ bye"`},
		{"escape codes", "\x1b[31mred\a", `"\x1b[31mred\a"`},
		{"letters", "été 日本", `"été 日本"`},
		{"what cannot be seen", "a\u00a0b\u200bc\ufeff", `"a\u00a0b\u200bc\ufeff"`},
		{"invalid UTF-8", "a\xffb\xc3", `"a\xffb\xc3"`},
		{"just short enough", strings.Repeat("x", 240), `"` + strings.Repeat("x", 240) + `"`},
		{"just too long", strings.Repeat("x", 241), `"` + strings.Repeat("x", 160) + `" … (21 bytes left out) … "` + strings.Repeat("x", 60) + `"`},
		{"a million", strings.Repeat("x", 1_000_000), `"` + strings.Repeat("x", 160) + `" … (999780 bytes left out) … "` + strings.Repeat("x", 60) + `"`},
		{"cut in a letter", "x" + strings.Repeat("é", 400), `"x` + strings.Repeat("é", 79) + `" … (582 bytes left out) … "` + strings.Repeat("é", 30) + `"`},
		{"cut in a letter at the end", strings.Repeat("é", 400) + "x", `"` + strings.Repeat("é", 80) + `" … (580 bytes left out) … "` + strings.Repeat("é", 30) + `x"`},
		// All of it was once left out.
		{"long invalid UTF-8", strings.Repeat("\x80", 700), `"` + strings.Repeat(`\x80`, 160) + `" … (480 bytes left out) … "` + strings.Repeat(`\x80`, 60) + `"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, Quote(tt.s)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// A long value is cut between letters wherever it is cut, and the count is true.
func TestQuoteCutsBetweenLetters(t *testing.T) {
	for _, letter := range []string{"é", "日", "🙂"} {
		for shift := range 5 {
			s := strings.Repeat("x", shift) + strings.Repeat(letter, 500)
			head, rest, _ := strings.Cut(Quote(s), " … (")
			count, tail, _ := strings.Cut(rest, " bytes left out) … ")
			h, err1 := strconv.Unquote(head)
			u, err2 := strconv.Unquote(tail)
			n, err3 := strconv.Atoi(count)
			if err := errors.Join(err1, err2, err3); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(Quote(s), `\x`) || !strings.HasPrefix(s, h) || !strings.HasSuffix(s, u) || len(h)+n+len(u) != len(s) {
				t.Errorf("%d and %s: %s", shift, letter, Quote(s))
			}
		}
	}
}

func TestPaint(t *testing.T) {
	tests := []struct {
		style Style
		code  string
	}{{Good, "32"}, {Bad, "31;1"}, {Odd, "33"}, {Strong, "1"}, {Faint, "2"}, {Slanted, "3"}, {Underlined, "4"}, {Literal, "36"}}
	for _, tt := range tests {
		if got := (&Terminal{}).Paint(tt.style, "text"); got != "text" {
			t.Errorf("style %d without colour: %q", tt.style, got)
		}
		got := (&Terminal{Color: true}).Paint(tt.style, "100% text")
		if !strings.HasPrefix(got, "\x1b["+tt.code+"m100% text\x1b[") {
			t.Errorf("style %d: got %q, want code %s", tt.style, got, tt.code)
		}
	}
}

// The terminal alone decides: the caller has looked at the environment.
func TestPaintDoesNotAskTheEnvironment(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	t.Setenv("TERM", "dumb")
	if got := (&Terminal{Color: true}).Paint(Good, "text"); got == "text" {
		t.Error("no colour")
	}
}

func TestMessages(t *testing.T) {
	var out, errs bytes.Buffer
	plain := &Terminal{Out: &out, Err: &errs}
	tests := []struct {
		name      string
		print     func(*Terminal)
		out, errs string
	}{
		{"error", func(t *Terminal) { t.Error(errors.New("it broke: 100%d"), "") }, "", "course: error: it broke: 100%d\n"},
		{"error and hint", func(t *Terminal) { t.Error(fmt.Errorf("a: %w", errors.New("b")), "try 50%s") }, "",
			"course: error: a: b\ncourse: hint: try 50%s\n"},
		{"note", func(t *Terminal) { t.Note("%d files, %s", 2, "50%") }, "", "course: note: 2 files, 50%\n"},
		{"output", func(t *Terminal) { t.Printf("%s\n", "50%") }, "50%\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out.Reset()
			errs.Reset()
			tt.print(plain)
			if out.String() != tt.out || errs.String() != tt.errs {
				t.Errorf("printed %q and %q, want %q and %q", out.String(), errs.String(), tt.out, tt.errs)
			}
		})
	}
}

func TestErrorInColour(t *testing.T) {
	var errs bytes.Buffer
	(&Terminal{Err: &errs, Color: true}).Error(errors.New("it broke"), "mend it")
	for _, want := range []string{"course: \x1b[31;1merror:\x1b[", "m it broke\ncourse: \x1b[1mhint:\x1b[", "m mend it\n"} {
		if !strings.Contains(errs.String(), want) {
			t.Errorf("%q does not hold %q", errs.String(), want)
		}
	}
}
