package catalog

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestQuestions(t *testing.T) {
	tests := []struct {
		name, text string
		want       []Question // lines counted from the text's first, which is line 1
	}{
		{"none", "## Explain\n\nAnswer.\n\n## Stretch\n\n1. no\n", nil},
		{"over lines, with links", "## Explain\n\nAnswer:\n\n1. Which [`a`](x.md#b) and\n   [b](../c.md)? Why?\n2. B\nlazy\n\n   more\n\nAfter.\n\n## Record\n1. no\n",
			[]Question{{1, "Which `a` and b? Why?", 5}, {2, "B lazy more", 7}}},
		{"numbers as they please", "### EXPLAIN\n1) A\n1) B\n7. C\n", []Question{{1, "A", 2}, {2, "B", 3}, {3, "C", 4}}},
		{"code in a fence", "## Explain\n1. A\n   ```\n   2. no\n   ## no\n   ```\n2. B\n", []Question{{1, "A", 2}, {2, "B", 7}}},
		{"a deeper heading ends it", "## Explain\n1. A\n### More\n2. no\n", []Question{{1, "A", 2}}},
		{"a year is no item", "## Explain\n2026 was.\n1.5 is\n1. A\n", []Question{{1, "A", 4}}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, parseQuestions(1, []byte(tt.text))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

const asks = "\n## Explain\n\n1. Why?\n"

func TestJournalOfAnExercise(t *testing.T) {
	front := "---\nid: \"1.2\"\ntitle: T\nprograms: [a]\n"
	with := "journal:\n  prediction: number\n  tables:\n    - id: turns\n      title: Input\n      columns: [Turn, Tokens in]\n      rows: 10\n"
	for _, nl := range []string{"\n", "\r\n"} {
		ex, err := parseExercise("exercises/01-a/2-b.md", []byte(strings.ReplaceAll(front+with+"---\n"+asks, "\n", nl)))
		if err != nil {
			t.Fatal(err)
		}
		want := Journal{Prediction: PredictNumber, Tables: []JournalTable{{ID: "turns", Title: "Input", Columns: []string{"Turn", "Tokens in"}, Rows: 10}}}
		if diff := cmp.Diff(want, ex.Journal); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]Question{{1, "Why?", 16}}, ex.Questions); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	if ex, err := parseExercise("exercises/01-a/2-b.md", []byte(front+"---\n")); err != nil || ex.Journal.Prediction != "" || ex.Questions != nil {
		t.Errorf("without a journal: %+v, %v", ex, err)
	}
}

func TestJournalMistakes(t *testing.T) {
	table := func(lines string) string { return "journal:\n  tables:\n" + lines } // from line 7
	good := "    - {id: a, columns: [x], rows: 1}\n"
	tests := []struct{ name, yaml, text, want string }{
		{"no questions", "journal:\n  prediction: words\n", "", ":5: journal is given, and there is no ordered list"},
		{"nothing in it, and no questions", "journal:\n", "\n## Explain\n\nWhy?\n", ":5: journal is given"},
		{"unknown prediction", "journal:\n  prediction: figure\n", asks, `:6: journal: prediction "figure" is neither`},
		{"prediction in capitals", "journal: {prediction: Number}\n", asks, `:5: journal: prediction "Number"`},
		{"unknown key", "journal:\n  predictions: number\n", asks, `:6: unknown field "predictions"`},
		{"unknown key of a table", table(good + "    - id: b\n      column: [x]\n"), asks, `:9: unknown field "column"`},
		{"a list", "journal: [number]\n", asks, ":5: sequence was used"},
		{"id in capitals", table("    - {id: Turns, columns: [x], rows: 1}\n"), asks, `:7: journal: the id "Turns"`},
		{"id with a digit first", table("    - {id: 2a, columns: [x], rows: 1}\n"), asks, `:7: journal: the id "2a"`},
		{"no id", table("    - columns: [x]\n      rows: 1\n"), asks, `:7: journal: the id ""`},
		{"id of an answer", table("    - {id: q12, columns: [x], rows: 1}\n"), asks, `:7: journal: the id "q12" of a table is that`},
		{"id of the prediction", table("    - {id: predict, columns: [x], rows: 1}\n"), asks, `:7: journal: the id "predict"`},
		{"id twice", table(good + "    - title: B\n      id: a\n      columns: [x]\n      rows: 1\n"), asks, `:9: journal: two tables have the id "a"`},
		{"no columns", table(good + "    - id: b\n      rows: 1\n"), asks, `:8: journal: table "b" has no columns`},
		{"columns empty", table("    - id: b\n      columns: []\n      rows: 1\n"), asks, `:8: journal: table "b" has no columns`},
		{"a column without a name", table("    - id: b\n      columns:\n        - x\n        - \"\"\n      rows: 1\n"), asks, `:10: journal: table "b" has a column ""`},
		{"no rows", table(good + "    - id: b\n      columns: [x]\n"), asks, `:8: journal: table "b" wants 0 rows`},
		{"rows below one", table("    - id: b\n      columns: [x]\n      rows: -3\n"), asks, `:9: journal: table "b" wants -3 rows`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, nl := range []string{"\n", "\r\n"} {
				file := "---\nid: \"1.2\"\ntitle: T\nprograms: [a]\n" + tt.yaml + "---\n" + tt.text
				c := load(t, map[string]string{"exercises/01-a/2-b.md": strings.ReplaceAll(file, "\n", nl), "exercises/01-a/1-a.md": exercise("1.1")})
				oneProblem(t, c, "exercises/01-a/2-b.md"+tt.want)
			}
		})
	}
}
