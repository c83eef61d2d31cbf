package book_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"agentcourse/internal/book"

	"github.com/google/go-cmp/cmp"
)

// scripted runs no command but says what it "prints" by its words.
func scripted(_ context.Context, commands [][]string) ([]book.Output, error) {
	var out []book.Output
	for _, words := range commands {
		switch words[0] {
		case "say":
			out = append(out, book.Output{Text: strings.Join(words[1:], "\n")})
		case "fail":
			out = append(out, book.Output{Text: "broken\n", Exit: 3})
		case "refused":
			out = append(out, book.Output{Problem: "it is not run"})
		case "silent":
			out = append(out, book.Output{})
		}
	}
	return out, nil
}

func output(lines string) string { return "<!-- output -->\n```\n" + lines + "\n```\n" }

func TestOutputThatHolds(t *testing.T) {
	for name, lines := range map[string]string{
		"a line":                     "$ say one\none",
		"lines":                      "$ say one '' two\none\n\ntwo",
		"quotes":                     "$ say \"it's\" 'a \"b\" $c' d\"e\"f ''\nit's\na \"b\" $c\ndef",
		"blanks":                     "$ say  one\t two \none\ntwo",
		"several":                    "$ say one\none\n$ silent\n$ say two\ntwo",
		"a line's end that is there": "$ say 'one' ''\none",
		"exit code":                  "$ fail\nbroken\n(exit code 3)",
		"exit code and more":         "$ fail\nbroken\n(exit code 3)\n$ silent",
		"text left open":             "$ say 'took 1.5 s, cost $2.'\ntook … s, …$…",
		"nothing left open":          "$ say one\n…one…",
		"lines left open":            "$ say one two three four\none\n…\nfour",
		"lines on top and below":     "$ say one two three four\n…\nt…o\n…",
		"tried again":                "$ say a b a b c\n…\na\nb\nc",
		"no lines left open":         "$ say one\none\n…\n…",
		"all of it":                  "$ say one\n…",
		"an ellipsis that is there":  "$ say one… … two\none…\n…\ntwo",
	} {
		if got := checked(t, output(lines), scripted); got != "" {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestOutputThatDoesNotHold(t *testing.T) {
	tests := []struct{ name, lines, want string }{
		{"a line", "$ say one two\none\n2", `5: "say one two" prints otherwise: want "two", got "2"`},
		{"a line too few", "$ say one two\none", `5: "say one two" prints otherwise: want "two", got no more`},
		{"a line too many", "$ say one\none\ntwo", `5: "say one" prints otherwise: want no more, got "two"`},
		{"white space", "$ say one\none ", `4: "say one" prints otherwise: want "one", got "one "`},
		{"the second command", "$ say one\none\n$ say two\n2", `6: "say two" prints otherwise: want "two", got "2"`},
		{"both", "$ say one\n1\n$ say two\n2", `4: "say one" prints otherwise: want "one", got "1"` + "\n" + `6: "say two" prints otherwise: want "two", got "2"`},
		{"exit code unsaid", "$ fail\nbroken", `5: "fail" prints otherwise: want "(exit code 3)", got no more`},
		{"exit code too many", "$ silent\n(exit code 0)", `4: "silent" prints otherwise: want no more, got "(exit code 0)"`},
		{"text left open", "$ say one\nt…e", `4: "say one" prints otherwise: want "one", got "t…e"` + byHand},
		{"text that would stand twice", "$ say aba\nab…ba", `4: "say aba" prints otherwise: want "aba", got "ab…ba"` + byHand},
		{"text in order", "$ say 'a b'\n…b…a…", `4: "say 'a b'" prints otherwise: want "a b", got "…b…a…"` + byHand},
		{"lines left open", "$ say one two three\n…\nthree\nfour", `6: "say one two three" prints otherwise: want no more, got "four"` + byHand},
		{"what follows the open lines", "$ say one two three\none\n…\n2\nthree", `6: "say one two three" prints otherwise: want "two", got "2"` + byHand},
		{"no command first", "one\n$ say one", "3: output starts with the command that prints it, as in: $ course list"},
		{"no command", "", "3: output starts with the command that prints it, as in: $ course list"},
		{"refused", "$ refused 'x'\n$ say one\none", `3: "refused 'x'": it is not run`},
		{"open quote", "$ say 'one", "3: the command \"say 'one\" cannot be read: a ' is not closed"},
		{"a pipe", "$ say one | x", `3: the command "say one | x" cannot be read: '|' is a shell's sign; put it in single quotes`},
		{"a variable in quotes", "$ say \"$x\"", `3: the command "say \"$x\"" cannot be read: '$' is a shell's sign; put it in single quotes`},
		{"nothing", "$  ", `3: the command " " cannot be read: there is no command`},
		{"two that cannot be read", "$ a;b\n$ a&b", `3: the command "a;b" cannot be read: ';' is a shell's sign; put it in single quotes` + "\n" +
			`4: the command "a&b" cannot be read: '&' is a shell's sign; put it in single quotes`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, checked(t, output(tt.lines), scripted)); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
	if got := checked(t, "<!-- output -->\n```\n```\n", scripted); got != "2: the fence has no output" {
		t.Errorf("an empty fence: %s", got)
	}
}

func TestOutputIsNotRun(t *testing.T) {
	if got := checked(t, output("$ say one\n2")+"\n"+output("$ say >"), nil); !strings.HasPrefix(got, "9: the command") || strings.Contains(got, "\n") {
		t.Errorf("without a runner: %s", got)
	}
	root := repository(t, map[string]string{"lessons/01-a.md": output("$ say one")})
	o := book.Options{Root: root, Pages: []book.Page{lesson("01", "lessons/01-a.md", "")}}
	none := errors.New("no go command")
	_, err := book.Check(t.Context(), o, func(context.Context, [][]string) ([]book.Output, error) { return nil, none })
	if !errors.Is(err, none) || !strings.HasPrefix(err.Error(), "lessons/01-a.md:2: ") {
		t.Errorf("got %v", err)
	}
	if _, err := book.Check(t.Context(), o, func(context.Context, [][]string) ([]book.Output, error) { return nil, nil }); err == nil {
		t.Error("a runner that forgets a command goes unseen")
	}
}
