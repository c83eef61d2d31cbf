package book_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agentcourse/internal/book"

	"github.com/google/go-cmp/cmp"
)

// synced is lessons/01-a.md after a sync, with what the sync reported.
func synced(t *testing.T, markdown string, run book.Runner) (string, book.Report) {
	t.Helper()
	files := sourceFiles()
	files["lessons/01-a.md"] = markdown
	root := repository(t, files)
	o := book.Options{Root: root, Pages: []book.Page{lesson("01", "lessons/01-a.md", markdown)}}
	report, err := book.Sync(t.Context(), o, run)
	if err != nil {
		t.Fatal(err)
	}
	read := func() string {
		src, err := os.ReadFile(filepath.Join(root, "lessons", "01-a.md"))
		if err != nil {
			t.Fatal(err)
		}
		return string(src)
	}
	once := read()
	again, err := book.Sync(t.Context(), o, run)
	if err != nil || len(again.Written) > 0 || read() != once {
		t.Errorf("a second sync changes something: %v, %v", again.Written, err)
	}
	if diff := cmp.Diff(report.Problems, again.Problems); diff != "" {
		t.Errorf("a second sync finds other problems (-first +second):\n%s", diff)
	}
	entries, err := os.ReadDir(filepath.Join(root, "lessons"))
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v, %v", entries, err)
	}
	return once, report
}

func TestSync(t *testing.T) {
	const five = "one\ntwo\nthree\nfour\nfive\n"
	tests := []struct{ name, before, after string }{
		{"a line", "a  \n```\n// from data/five.txt\none\n2\nthree\nfour\nfive\n```\nb", "a  \n```\n// from data/five.txt\n" + five + "```\nb"},
		{"nothing there yet", "```\n// from data/five.txt\n```\n", "```\n// from data/five.txt\n" + five + "```\n"},
		{"two", "```\n// from data/five.txt\n```\n\nx\n\n~~~~ text\n# from data/five.txt\none\n~~~~\n",
			"```\n// from data/five.txt\n" + five + "```\n\nx\n\n~~~~ text\n# from data/five.txt\n" + five + "~~~~\n"},
		{"comment before", "<!-- from data/five.txt -->\n```\n```\n", "<!-- from data/five.txt -->\n```\n" + five + "```\n"},
		{"becomes empty", "<!-- from data/empty.txt -->\n```\nx\n```\n", "<!-- from data/empty.txt -->\n```\n```\n"},
		{"in a list", "1. - ```\n     // from starter/client.go#body\n     x\n     ```\n",
			"1. - ```\n     // from starter/client.go#body\n     if c == nil {\n\n     \treturn ErrNone\n     }\n     ```\n"},
		{"in a quotation", "> a\n> ```\n> // from starter/client.go#body\n>x\n> ```\n", "> a\n> ```\n> // from starter/client.go#body\n> if c == nil {\n>\n> \treturn ErrNone\n> }\n> ```\n"},
		{"Windows line ends", "\ufeff---\r\nx: 1\r\n---\r\n```\r\n// from data/five.txt\r\n6\r\n```\r\nx\n", "\ufeff---\r\nx: 1\r\n---\r\n```\r\n// from data/five.txt\r\none\r\ntwo\r\nthree\r\nfour\r\nfive\r\n```\r\nx\n"},
		{"output", output("$ say one two\n1\n2\n3\n$ fail\n\n$ silent\nx"), output("$ say one two\none\ntwo\n$ fail\nbroken\n(exit code 3)\n$ silent")},
		{"what is left open and holds", output("$ say one two\no…\n…\n$ say 3\n4"), output("$ say one two\no…\n…\n$ say 3\n3")},
		{"what is not held", "```go\nx\n```\n\n<!-- a -->\n```\n$ say one\n```\n", "```go\nx\n```\n\n<!-- a -->\n```\n$ say one\n```\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			after, report := synced(t, tt.before, scripted)
			if diff := cmp.Diff(tt.after, after); diff != "" {
				t.Errorf("after (-want +got):\n%s", diff)
			}
			if len(report.Problems) > 0 || len(report.Written) == 0 && tt.before != tt.after {
				t.Errorf("%+v", report)
			}
		})
	}
}

func TestSyncLeavesAlone(t *testing.T) {
	tests := []struct{ name, markdown, want string }{
		{"code with something left out", "```\n// from data/five.txt\n// …\n5\n```\n", `4: the code is not that of data/five.txt: want "five", got "5"` + byHand},
		{"output with something left out", output("$ say 1\n2\n$ say one\no…x"), `4: "say 1" prints otherwise: want "1", got "2"` + "\n" +
			`6: "say one" prints otherwise: want "one", got "o…x"` + byHand},
		{"no source", "```\n// from data/none.txt\n```\n", "2: there is no data/none.txt"},
		{"a mark without a fence", "a\n\n<!-- output -->\n", "3: <!-- output --> stands before no fence"},
		{"not closed", "```\n// from data/five.txt\n", "1: the fence is not closed"},
		{"the fence would end too early", "<!-- output -->\n```\n$ say '```' a\n```\n", "2: the fence cannot hold what belongs into it: give it a longer row of signs, or leave out by … what looks like a fence or a command"},
		{"the output looks like a command", output("$ say '$ say 1'"), `4: "say '$ say 1'" prints otherwise: want "$ say 1", got no more; it prints a line that looks like a command: write … in its place`},
		{"refused", output("$ refused"), `3: "refused": it is not run`},
	}
	for _, tt := range tests {
		after, report := synced(t, tt.markdown, scripted)
		if diff := cmp.Diff(tt.want, relative(report.Problems)); diff != "" {
			t.Errorf("%s: problems (-want +got):\n%s", tt.name, diff)
		}
		if after != tt.markdown || len(report.Written) > 0 {
			t.Errorf("%s: rewritten: %q", tt.name, after)
		}
	}
}

func TestSyncSaysWhere(t *testing.T) {
	short := "```\n// from data/five.txt\n```\n"
	_, report := synced(t, short+"\n```\n// from data/none.txt\n```\n\n"+short+"\n<!-- output -->\n", nil)
	want := []book.Place{{File: "lessons/01-a.md", Line: 1}, {File: "lessons/01-a.md", Line: 14}}
	if diff := cmp.Diff(want, report.Written); diff != "" {
		t.Errorf("written (-want +got):\n%s", diff)
	}
	if got := relative(report.Problems); got != "11: there is no data/none.txt\n23: <!-- output --> stands before no fence" {
		t.Errorf("problems, by the lines that they stand on now: %s", got)
	}
}

func TestSyncRunsNothing(t *testing.T) {
	markdown := output("$ say one\n2")
	if after, report := synced(t, markdown, nil); after != markdown || report.Outputs != 1 || len(report.Problems) > 0 {
		t.Errorf("%q, %+v", after, report)
	}
}

func TestSyncKeepsWhatIsWrittenMeanwhile(t *testing.T) {
	root := repository(t, map[string]string{"lessons/01-a.md": output("$ say one")})
	const theirs = "somebody's words"
	_, err := book.Sync(t.Context(), book.Options{Root: root, Pages: []book.Page{lesson("01", "lessons/01-a.md", "")}},
		func(ctx context.Context, commands [][]string) ([]book.Output, error) {
			write(t, root, map[string]string{"lessons/01-a.md": theirs})
			return scripted(ctx, commands)
		})
	if err == nil || !strings.Contains(err.Error(), "lessons/01-a.md cannot be rewritten: the file has changed meanwhile") {
		t.Errorf("got %v", err)
	}
	if src, err := os.ReadFile(filepath.Join(root, "lessons/01-a.md")); err != nil || string(src) != theirs {
		t.Errorf("the page is now %q, %v", src, err)
	}
}

func TestSyncKeepsTheMode(t *testing.T) {
	root := repository(t, map[string]string{"lessons/01-a.md": output("$ say one")})
	file := filepath.Join(root, "lessons/01-a.md")
	if err := os.Chmod(file, 0o640); err != nil {
		t.Fatal(err)
	}
	if _, err := book.Sync(t.Context(), book.Options{Root: root, Pages: []book.Page{lesson("01", "lessons/01-a.md", "")}}, scripted); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}
