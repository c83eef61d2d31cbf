package book_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agentcourse/internal/book"

	"github.com/google/go-cmp/cmp"
)

const clientSource = `package client

import "errors"

// ErrNone says that there is none.
var ErrNone = errors.New("none")

const (
	first = iota // one

	// second has a comment.
	second, third = 2, 3
)

// A Client calls.
type Client[T any] struct {
	key T
}

// Create creates.
func (c *Client[T]) Create() error {
	// anchor: body
	if c == nil {

		return ErrNone
	}
	// end: body
	return nil
}

func Create() {}

// anchor: apart

// Apart stands between blank lines.

// anchor: inside
func Apart() {}

// end: inside

// end: apart

// anchor: twice
// end: twice
// anchor: twice
// end: twice

// anchor: Create
// end: Create
`

func sourceFiles() map[string]string {
	return map[string]string{
		"starter/client.go": clientSource,
		"starter/broken.go": "package broken\n\nfunc {\n// anchor: ok\nx := 1\n// end: ok\n",
		"data/a.yaml":       "all:\n  # anchor: part\n  - a: 1\n    b: 2\n  # end: part\nrest: 1\n",
		"data/a.json":       "{\n  \"a\": 1\n}\n",
		"data/crlf.txt":     "one\r\n\ttwo\r\n",
		"data/five.txt":     "one\ntwo\nthree\nfour\nfive\n",
		"data/empty.txt":    "",
	}
}

// checked are the problems of a course whose only page is lessons/01-a.md, one a line and without the file's name.
func checked(t *testing.T, markdown string, run book.Runner) string {
	t.Helper()
	files := sourceFiles()
	files["lessons/01-a.md"] = markdown
	report, err := book.Check(t.Context(), book.Options{Root: repository(t, files), Pages: []book.Page{lesson("01", "lessons/01-a.md", markdown)}}, run)
	if err != nil {
		t.Fatal(err)
	}
	return relative(report.Problems)
}

func relative(ps book.Problems) string {
	if len(ps) == 0 {
		return ""
	}
	return strings.ReplaceAll(ps.Error(), "lessons/01-a.md:", "")
}

func goFence(lines string) string { return "a\n\n```go\n" + lines + "\n```\n" }

func TestCodeThatHolds(t *testing.T) {
	for name, markdown := range map[string]string{
		"no source":            goFence("x := 1"),
		"whole file":           "```\n// from data/five.txt\none\ntwo\nthree\nfour\nfive\n```\n",
		"a variable":           goFence("// from starter/client.go#ErrNone\n// ErrNone says that there is none.\nvar ErrNone = errors.New(\"none\")"),
		"one of a group":       goFence("// from starter/client.go#first\nfirst = iota // one"),
		"two in one":           goFence("// from starter/client.go#third\n// second has a comment.\nsecond, third = 2, 3"),
		"a type":               goFence("// from starter/client.go#Client\n// A Client calls.\ntype Client[T any] struct {\n\tkey T\n}"),
		"a method":             goFence("// from starter/client.go#Client.Create\n// Create creates.\nfunc (c *Client[T]) Create() error {\n\tif c == nil {\n\n\t\treturn ErrNone\n\t}\n\treturn nil\n}"),
		"a region":             goFence("// from starter/client.go#body\nif c == nil {\n\n\treturn ErrNone\n}"),
		"a region in another":  goFence("// from starter/client.go#apart\n// Apart stands between blank lines.\n\nfunc Apart() {}"),
		"region, broken Go":    goFence("// from starter/broken.go#ok\nx := 1"),
		"YAML":                 "```yaml\n# from data/a.yaml#part\n- a: 1\n  b: 2\n```\n",
		"comment before":       "<!-- from data/a.json -->\n```json\n{\n  \"a\": 1\n}\n```\n",
		"blank line after it":  "<!-- from data/a.json -->\n\n```json\n{\n  \"a\": 1\n}\n```\n",
		"in a list":            "- a\n\n  ```\n  // from data/five.txt\n  one\n  two\n  three\n  four\n  five\n  ```\n",
		"in a quotation":       "> ~~~\n> // from starter/client.go#body\n> if c == nil {\n>\n> \treturn ErrNone\n> }\n> ~~~\n",
		"Windows line ends":    "---\r\nx: 1\r\n---\r\n\r\n```\r\n// from data/five.txt\r\none\r\ntwo\r\nthree\r\nfour\r\nfive\r\n```\r\n",
		"Windows source":       "```\n// from data/crlf.txt\none\n\ttwo\n```\n",
		"nothing":              "<!-- from data/empty.txt -->\n```\n```\n",
		"left out on top":      "```\n// from data/five.txt\n// …\nfour\nfive\n```\n",
		"left out below":       "```\n# from data/five.txt\none\n  # …\n```\n",
		"left out between":     "```\n// from data/five.txt\none\n…\nthree\n\t// …\nfive\n```\n",
		"a source in words":    goFence("// from here on all is well"),
		"no first line":        goFence("x := 1\n// from none.go"),
		"in code, in comments": "    // from none.go\n\n<!--\n// from none.go\n-->\n\n`<!-- output -->`\n",
	} {
		if got := checked(t, markdown, nil); got != "" {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestCodeThatDoesNotHold(t *testing.T) {
	tests := []struct{ name, markdown, want string }{
		{"a line", "```\n// from data/five.txt\none\ntwo\n3\nfour\nfive\n```\n", `5: the code is not that of data/five.txt: want "three", got "3"`},
		{"a line too few", "```\n// from data/five.txt\none\ntwo\nthree\nfour\n```\n", `7: the code is not that of data/five.txt: want "five", got no more`},
		{"a line too many", "```\n// from data/five.txt\none\ntwo\nthree\nfour\nfive\nsix\n```\n", `8: the code is not that of data/five.txt: want no more, got "six"`},
		{"a part of the file", "```\n// from data/five.txt\ntwo\n```\n", `3: the code is not that of data/five.txt: want "one", got "two"`},
		{"white space", goFence("// from starter/client.go#first\n\tfirst = iota // one"), `5: the code is not that of starter/client.go#first: want "first = iota // one", got "\tfirst = iota // one"`},
		{"in a list", "- a\n\n  ```\n  // from data/crlf.txt\n  one\n   two\n  ```\n", `6: the code is not that of data/crlf.txt: want "\ttwo", got " two"`},
		{"Windows line ends", "a\r\n\r\n```\r\n// from data/crlf.txt\r\nzero\r\n```\r\n", `5: the code is not that of data/crlf.txt: want "one", got "zero"`},
		{"no file", goFence("// from starter/none.go#x"), "4: there is no starter/none.go"},
		{"a folder", goFence("// from starter"), "4: "},
		{"out of the repository", goFence("// from ../x.go"), `4: "../x.go" is not a file's path from the repository's folder`},
		{"absolute", goFence("// from /x.go"), `4: "/x.go" is not a file's path from the repository's folder`},
		{"no anchor", goFence("// from starter/client.go#none"), `4: starter/client.go has no anchor "none"`},
		{"a method without its type", goFence("// from starter/client.go#key"), `4: starter/client.go has no anchor "key"`},
		{"twice", goFence("// from starter/client.go#twice"), `4: starter/client.go has the anchor "twice" twice, on lines 44 and 46`},
		{"a region and a declaration", goFence("// from starter/client.go#Create"), `4: starter/client.go has the anchor "Create" twice, on lines 31 and 49`},
		{"broken Go", goFence("// from starter/broken.go#x"), `4: starter/broken.go has no region "x", and its declarations cannot be read: starter/broken.go:3:6: `},
		{"no name", goFence("// from"), "4: the fence lacks its source: write from FILE or from FILE#ANCHOR"},
		{"no name in a comment", "<!-- from -->\n```\nx\n```\n", "1: the fence lacks its source: write from FILE or from FILE#ANCHOR"},
		{"no fence", "<!-- from data/a.json -->\n\ntext\n\n```\n```\n", "1: <!-- from data/a.json --> stands before no fence"},
		{"no fence at the end", "a\n\n<!-- output -->\n", "3: <!-- output --> stands before no fence"},
		{"a comment in a line", "a <!-- output -->\n\n```\n$ course\n```\n", "1: <!-- output --> stands before no fence"},
		{"not closed", "```\n// from data/five.txt\none\n", "1: the fence is not closed"},
		{"not closed in a list", "- ```\n  // from data/five.txt\n  one\n\na\n", "1: the fence is not closed"},
		{"left out wrongly", "```\n// from data/five.txt\none\n// …\n3\nfive\n```\n", `5: the code is not that of data/five.txt: want "four", got "3"` + byHand},
		{"nothing left out", "```\n// from data/five.txt\none\n// …\ntwo\n// …\n```\n", `5: the code is not that of data/five.txt: want "three", got "two"` + byHand},
		{"nothing left out at the end", "```\n// from data/five.txt\none\n// …\nfive\n// …\n```\n", `6: the code is not that of data/five.txt: want no more, got "// …"` + byHand},
		{"out of order", "```\n// from data/five.txt\n// …\nthree\n// …\ntwo\n// …\n```\n", `6: the code is not that of data/five.txt: want "five", got "two"` + byHand},
		{"not one piece", "```\n// from data/five.txt\n// …\ntwo\nfour\n// …\n```\n", `5: the code is not that of data/five.txt: want "three", got "four"` + byHand},
		{"the end is missing", "```\n// from data/five.txt\n// …\nfour\n```\n", `4: the code is not that of data/five.txt: want "five", got "four"` + byHand},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := checked(t, tt.markdown, nil)
			if tt.name == "a folder" || tt.name == "broken Go" { // the rest is the system's
				got = got[:min(len(got), len(tt.want))]
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

const byHand = "; it leaves something out by …, so mend it by hand"

func TestAnchorWithoutEnd(t *testing.T) {
	root := repository(t, map[string]string{"a.sh": "# anchor: x\necho\n# end: y\n", "lessons/01-a.md": "```sh\n# from a.sh#x\necho\n```\n"})
	report, err := book.Check(t.Context(), book.Options{Root: root, Pages: []book.Page{lesson("01", "lessons/01-a.md", "")}}, nil)
	if err != nil || relative(report.Problems) != `2: a.sh: the anchor "x" on line 1 has no end` {
		t.Errorf("%v, %v", report.Problems, err)
	}
}

func TestCheckLooksAtEverything(t *testing.T) {
	bad := goFence("// from none.go")
	root := repository(t, map[string]string{
		"lessons/01-a.md": "[x](none.md)\n\n" + bad, "lessons/other.md": bad, "lessons/readme.txt": bad,
		"exercises/01-a/1-b.md": bad, "exercises/01-a/deep/x.md": bad + "\n```\n// from a.txt\na\n```\n", "a.txt": "a\n",
		"README.md": bad, "work/x.md": bad,
	})
	report, err := book.Check(t.Context(), book.Options{Root: root, Pages: []book.Page{
		{ID: "1.1", Title: "B", Kind: book.Exercise, Source: "exercises/01-a/1-b.md"},
		lesson("01", "lessons/01-a.md", "[x](none.md)\n\n"+bad),
		lesson("02", "lessons/02-gone.md", ""),
	}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := `exercises/01-a/1-b.md:4: there is no none.go
lessons/01-a.md:1: link "none.md": there is no lessons/none.md
lessons/01-a.md:6: there is no none.go
lessons/02-gone.md:1: the page cannot be read
lessons/other.md:4: there is no none.go
exercises/01-a/deep/x.md:4: there is no none.go`
	got := report.Problems.Error()
	if i := strings.Index(got, " cannot be read"); i >= 0 {
		line, _, _ := strings.Cut(got[i+len(" cannot be read"):], "\n")
		got = strings.Replace(got, line, "", 1)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
	if report.Pages != 5 || report.Code != 5 || report.Outputs != 0 {
		t.Errorf("%+v", report)
	}
	if _, err := os.Stat(filepath.Join(root, "book", "dist")); err == nil {
		t.Error("a check has written the book")
	}
}

func TestCheckWithoutPages(t *testing.T) {
	for name, f := range map[string]func(context.Context, book.Options, book.Runner) (book.Report, error){"check": book.Check, "sync": book.Sync} {
		if _, err := f(t.Context(), book.Options{Root: t.TempDir()}, nil); err == nil || fmt.Sprint(err) != "the book has no pages" {
			t.Errorf("%s: %v", name, err)
		}
	}
}
