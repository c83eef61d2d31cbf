package document_test

import (
	"os"
	"strings"
	"testing"

	"agentcourse/internal/document"

	"github.com/google/go-cmp/cmp"
)

const entry = `# No memory

- Date: 2026-12-01
- **Exercises:** 1.2, 1.3
| Model | sim-1 |

<!-- a comment
     of two lines -->

## Goal

See it.

## Log

<!-- empty -->

- Message:
1.

### 1.2-q1: Which calls?

> quoted ` + "`code`" + `
> again

Only the **third**, see [the page](x.md) and
<https://example.com/a>. <!-- aside -->

` + "```text\n## not a heading\n<!-- no comment -->\n```" + `

| Turn | in |
|---:|---|
| 1 | 13 |
|   |   |

- [x] done
`

func TestParse(t *testing.T) {
	for name, src := range map[string]string{
		"plain": entry, "CRLF": strings.ReplaceAll(entry, "\n", "\r\n"), "BOM": "\ufeff" + entry, "CR": strings.ReplaceAll(entry, "\n", "\r"),
	} {
		d := document.Parse([]byte(src))
		if d.Title != "No memory" || len(d.Problems) > 0 {
			t.Errorf("%s: title %q, problems %v", name, d.Title, d.Problems)
		}
		wantFields := []document.Field{
			{Name: "Date", Value: "2026-12-01", Line: 3}, {Name: "Exercises", Value: "1.2, 1.3", Line: 4}, {Name: "Model", Value: "sim-1", Line: 5},
		}
		if diff := cmp.Diff(wantFields, d.Fields); diff != "" {
			t.Errorf("%s: fields (-want +got):\n%s", name, diff)
		}
		wantComments := []document.Comment{
			{Line: 7, End: 8, Text: "a comment\n     of two lines"}, {Line: 16, End: 16, Text: "empty"}, {Line: 27, End: 27, Text: "aside"},
		}
		if diff := cmp.Diff(wantComments, d.Comments); diff != "" {
			t.Errorf("%s: comments (-want +got):\n%s", name, diff)
		}
		if s := d.Section("log"); s == nil || s.Line != 14 || !document.Empty(s.Own) || document.Empty(s.Blocks) {
			t.Errorf("%s: the log is %+v", name, s)
		}
		q := d.Section("1.2-q1")
		if q == nil || q.Line != 21 || document.Empty(q.Blocks) {
			t.Fatalf("%s: the answer is %+v", name, q)
		}
		var got []string
		for _, b := range q.Blocks {
			got = append(got, strings.Join([]string{string(b.Kind), b.Language, b.Task, strings.ReplaceAll(b.Text, "\n", "|")}, " "))
		}
		want := []string{
			"paragraph   quoted `code`|again", "paragraph   Only the **third**, see [the page](x.md) and|<https://example.com/a>. ",
			"code text  ## not a heading|<!-- no comment -->", "table   | Turn | in ||| 1 | 13 |||   |   |", "paragraph  done [x] done",
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: blocks (-want +got):\n%s", name, diff)
		}
		table := q.Blocks[3]
		if table.Line != 34 || len(table.Filled()) != 1 || table.Filled()[0].Line != 36 || table.Rows[2].Line != 37 {
			t.Errorf("%s: table %+v", name, table)
		}
		links := q.Blocks[1].Links
		if len(links) != 2 || links[0].Line != 26 || links[1].Line != 27 || links[0].To != "x.md" {
			t.Errorf("%s: links %+v", name, links)
		}
	}
}

func TestFrontMatter(t *testing.T) {
	d := document.Parse([]byte("---\ntitle: A post\nexercises: [1.2, 1.6]\nmodel:\n---\n# Other\n\n## Hook\n\nx\n"))
	want := []document.Field{
		{Name: "title", Value: "A post", Line: 2, Front: true}, {Name: "exercises", Value: "1.2 1.6", Line: 3, Front: true}, {Name: "model", Line: 4, Front: true},
	}
	if diff := cmp.Diff(want, d.Fields); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if f, ok := d.Field("Exercise"); !ok || f.Value != "1.2 1.6" || d.Title != "A post" || d.Section("Hook").Line != 8 {
		t.Errorf("%+v, %q, %+v", f, d.Title, d.Section("Hook"))
	}
}

// An exercise's id is no number: 1.10 is another one than 1.1.
func TestFrontMatterKeepsIDs(t *testing.T) {
	for src, want := range map[string]string{
		"exercise: 1.10": "1.10", "exercise: [1.10, 2.20]": "1.10 2.20", "exercise:\n  - 1.10\n  - 1.2 # two": "1.10 1.2", `exercise: ["1.10", 1.2]`: "1.10 1.2",
		`exercise: "1.10"`: "1.10", "exercise: 2": "2", "exercise: 1.5e3": "1.5e3",
	} {
		if f, _ := document.Parse([]byte("---\n" + src + "\n---\n")).Field("exercise"); f.Value != want {
			t.Errorf("%s: %q", src, f.Value)
		}
	}
}

func TestProblems(t *testing.T) {
	tests := map[string]struct {
		src  string
		line int
		want string
	}{
		"not closed":   {"---\na: b\n", 1, "not closed"},
		"no YAML":      {"---\na: b\n\tc: [\n---\n", 3, "not valid YAML"},
		"no map":       {"---\n- a\n---\n", 2, "not valid YAML"},
		"binary":       {"a\nb\x00c", 2, "byte 0"},
		"not UTF-8":    {"a\n\xff", 2, "not valid UTF-8"},
		"too long":     {strings.Repeat("x", document.MaxSize+1), 1, "more than"},
		"only the end": {"---", 1, "not closed"},
	}
	for name, tt := range tests {
		d := document.Parse([]byte(tt.src))
		if len(d.Problems) == 0 || d.Problems[0].Line != tt.line || !strings.Contains(d.Problems[0].What, tt.want) {
			t.Errorf("%s: %v", name, d.Problems)
		}
	}
}

func TestProse(t *testing.T) {
	d := document.Parse([]byte("I `always` say “never” and \"proves\"\nat https://example.com/always [never](always.md).\n"))
	b := d.Blocks[0]
	if got, want := strings.Join(strings.Fields(b.Prose()), " "), "I say and at [never ."; got != want || len(b.Prose()) != len(b.Text) {
		t.Errorf("%q, want %q", got, want)
	}
	if line := b.LineAt(strings.Index(b.Text, "never](")); line != 2 {
		t.Errorf("line %d", line)
	}
}

func TestEmpty(t *testing.T) {
	for _, src := range []string{"", "<!-- x -->", "- Message:\n- Tried:\n", "1.\n2.\n", "| a |\n|---|\n|  |\n", "```text\n```\n", "- [ ]\n"} {
		if d := document.Parse([]byte("## S\n\n" + src)); !document.Empty(d.Section("S").Blocks) {
			t.Errorf("%q is not empty", src)
		}
	}
	for _, src := range []string{"x", "- Message: y", "1. z", "| a |\n|---|\n| 1 |\n", "```\nx\n```\n", "<!-- a --> b", "    code", "> q", "<b>x</b>", "なし"} {
		if d := document.Parse([]byte("## S\n\n" + src)); document.Empty(d.Section("S").Blocks) {
			t.Errorf("%q is empty", src)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(entry))
	f.Add([]byte("http://0.a\n-:")) // an address in a table
	for _, file := range []string{"../../journal/TEMPLATE.md", "../../posts/TEMPLATE.md"} {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		d := document.Parse(src)
		for _, b := range d.Blocks {
			if b.Line < 1 || b.End < b.Line || b.End > d.Lines || len(b.Prose()) != len(b.Text) {
				t.Fatalf("%q: block %+v of %d lines", src, b, d.Lines)
			}
			for i := range b.Text {
				if l := b.LineAt(i); l < b.Line || l > b.End {
					t.Fatalf("%q: line %d of block %+v", src, l, b)
				}
			}
		}
		for _, s := range d.Sections {
			if s.Line < 1 || s.End < s.Line || s.End > d.Lines {
				t.Fatalf("%q: section %+v of %d lines", src, s, d.Lines)
			}
			document.Empty(s.Blocks)
		}
		for _, c := range d.Comments {
			if c.Line < 1 || c.End < c.Line || c.End > d.Lines {
				t.Fatalf("%q: comment %+v", src, c)
			}
		}
	})
}

func TestSectionOfSeveral(t *testing.T) {
	for _, tt := range []struct {
		src, name string
		line      int
	}{
		{"## Prediction\n### Numbers that I expect\n### Numbers\n## Numbers\n", "Numbers", 4},
		{"## Numbers that I expect\n## Numbers:\n## Numbers\n", "Numbers", 2},
		{"## Numbers of sim-1\n", "Numbers", 1},
		{"## Predictions\n", "Prediction", 1},
		{"# Title\n# Prediction\n# **1.2-q1** Which?\n", "Prediction", 2},
		{"# Title\n# Prediction\n# **1.2-q1** Which?\n", "1.2-q1", 3},
		{"# Title\n### `1.2‑q1`: Which?\n", "1.2-q1", 2},
		{"### [1.2–Q1] Which?\n", "1.2-q1", 1},
		{"# Log\n", "Log", 0}, // the title
		{"### \u3000\n", "", 0},
	} {
		got := 0
		if s := document.Parse([]byte(tt.src)).Section(tt.name); s != nil {
			got = s.Line
		}
		if got != tt.line {
			t.Errorf("%q in %q: line %d, want %d", tt.name, tt.src, got, tt.line)
		}
	}
}

// What somebody pasted in one line holds nothing up, and lines keep their numbers.
func TestParseLongLines(t *testing.T) {
	for _, what := range []string{"> ", "[", "<!-- ", "ü"} {
		long := strings.Repeat(what, 1_900_000/len(what))
		d := document.Parse([]byte("# T\n\n" + long + "-->\r\n\n## Log\n\nlast"))
		if s := d.Section("Log"); s == nil || s.Line != 5 || len(s.Blocks) != 1 || len(d.Problems) > 0 {
			t.Errorf("%q: %+v, %+v", what, s, d.Problems)
		}
	}
	src := "## A\n" + strings.Repeat("ü", 10_000)
	if d := document.Parse([]byte(src)); len(d.Blocks) != 2 || !strings.HasPrefix(src[5:], d.Blocks[1].Text) {
		t.Errorf("%d blocks", len(d.Blocks))
	}
}
