package journal_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agentcourse/internal/catalog"
	"agentcourse/internal/document"
	"agentcourse/internal/journal"

	"github.com/google/go-cmp/cmp"
)

// ex asks for a number, two answers and a table of two rows.
var ex = &catalog.Exercise{
	Programs: []string{"chat"},
	ID:       "1.2", Title: "No memory", Chapter: 1, Number: 2,
	Journal: catalog.Journal{Prediction: catalog.PredictNumber, Tables: []catalog.JournalTable{
		{ID: "turns", Title: "Input tokens", Columns: []string{"Turn", "Tokens in"}, Rows: 2}}},
	Questions: []catalog.Question{{Number: 1, Text: "Which calls? Why?"}, {Number: 2, Text: "What broke?"}},
}

// full is an entry in which nothing is missing.
const full = `# No memory

- Date: 2026-12-01
- Exercise: 1.2
- Model: sim-1
- Closed: 2026-12-01 17:30

## Goal

See it.

## Prediction

13 in turn 1.

## Log

14:20 began

## Numbers

| Run | Calls | Tokens in |
|-----|------:|----------:|
| 1.2 chat, sim-1 | 10 | 2704 |

## Answers

### 1.2-q1 Which calls? Why?

The third.

### 1.2-q2 What broke?

It forgot.

### 1.2-turns Input tokens

| Turn | Tokens in |
|-----:|----------:|
| 1 | 13 |
| 2 | 99 |

## Not verified

A live model.

## Evidence

The run records.

## Post candidate

none today

## Next action

Take the reply out and run ten turns.
`

// review returns the group for the entries, and what is open as "id line problem".
func review(t *testing.T, entries map[string]string, runs ...journal.Ran) (journal.Group, []string) {
	t.Helper()
	root := repository(t)
	for name, text := range entries {
		write(t, root, name, text)
	}
	g, err := journal.Review(root, ex, runs)
	if err != nil {
		t.Fatal(err)
	}
	return g, openItems(g)
}

func openItems(g journal.Group) []string {
	var open []string
	for _, it := range g.Items {
		if !it.Done {
			open = append(open, fmt.Sprintf("%s %d %s", it.ID, it.Line, it.Problem))
		}
	}
	return open
}

const name = "2026-12-01-memory.md"

func TestReviewDone(t *testing.T) {
	front := "---\ndate: 2026-12-01\nexercises: [\"1.2\"]\n---\n" + full[strings.Index(full, "## Goal"):]
	for what, text := range map[string]string{
		"plain": full, "CRLF": strings.ReplaceAll(full, "\n", "\r\n"), "BOM": "\ufeff" + full, "front matter": front,
		"any script":       strings.NewReplacer("13 in turn 1.", "入力は約１３トークン。", "The third.", "三回目だけ。", "It forgot.", "נשכח", "See it.", "見る").Replace(full),
		"other headings":   strings.NewReplacer("### 1.2-q1 Which calls? Why?", "#### 1.2-Q1: mine").Replace(full),
		"table elsewhere":  strings.Replace(full, "### 1.2-turns Input tokens\n", "", 1),
		"enormous":         full + strings.Repeat("a line of a log that somebody has pasted here\n", 1_900_000/46),
		"stressed columns": strings.Replace(full, "| Turn | Tokens in |\n|-----:", "| **tokens  IN** | x | turn |\n|---|---|---:", 1),
	} {
		if what == "stressed columns" {
			text = strings.NewReplacer("| 1 | 13 |", "| 13 | | 1 |", "| 2 | 99 |", "| 99 | | 2 |", "---:|----------:|\n| 13", "---:|\n| 13").Replace(text)
		}
		if g, open := review(t, map[string]string{name: text}); len(open) > 0 || !g.Done() {
			t.Errorf("%s: open: %q", what, open)
		}
	}
	g, _ := review(t, map[string]string{name: full})
	want := []journal.Item{
		{ID: "entry", What: "an entry that names exercise 1.2", Done: true, File: "journal/" + name},
		{ID: "prediction", What: "a prediction with a number in it, made before the first run", Done: true, File: "journal/" + name, Line: 14},
		{ID: "numbers", What: "the numbers of a run", Done: true, File: "journal/" + name, Line: 24},
		{ID: "q1", What: "an answer to question 1", Done: true, File: "journal/" + name, Line: 28},
		{ID: "q2", What: "an answer to question 2", Done: true, File: "journal/" + name, Line: 32},
		{ID: "turns", What: "the table turns, with 2 rows", Done: true, File: "journal/" + name, Line: 38},
	}
	if diff := cmp.Diff(want, g.Items); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A package is not run, so nobody asks for the numbers of a run.
func TestReviewOfAPackage(t *testing.T) {
	wantsNumbers := func(ex catalog.Exercise) bool {
		g, err := journal.Review(t.TempDir(), &ex, nil)
		if err != nil {
			t.Fatal(err)
		}
		return slices.ContainsFunc(g.Items, func(it journal.Item) bool { return it.ID == "numbers" })
	}
	pack := *ex
	pack.Programs, pack.Packages = nil, []string{"chat"}
	if !wantsNumbers(*ex) || wantsNumbers(pack) {
		t.Errorf("numbers wanted of a program: %t, of a package: %t", wantsNumbers(*ex), wantsNumbers(pack))
	}
}

func TestReviewWithoutAnEntry(t *testing.T) {
	for what, entries := range map[string]map[string]string{
		"none": nil, "of another exercise": {name: strings.ReplaceAll(full, "1.2", "1.20")}, "in a sub-folder": {"assets/" + name: full}, "other name": {"memory.md": full},
	} {
		g, open := review(t, entries)
		if len(g.Entries) != 0 || len(open) != 6 || open[0] != "entry 0 no entry names exercise 1.2" {
			t.Errorf("%s: %v, open: %q", what, g.Entries, open)
		}
	}
	if g, err := journal.Review(t.TempDir(), ex, nil); err != nil || g.Done() {
		t.Errorf("without a journal: %+v, %v", g, err)
	}
}

// Each change takes one thing away.
func TestReviewOpen(t *testing.T) {
	row := "| 1.2 chat, sim-1 | 10 | 2704 |\n"
	tests := []struct{ name, old, new, want string }{
		{"no number", "13 in turn 1.", "More each turn, as 1.2 says.", "prediction 14 the prediction has no number in it"},
		{"no prediction", "13 in turn 1.\n", "", "prediction 12 nothing is predicted"},
		{"prediction in a comment", "13 in turn 1.", "<!-- 13 in turn 1. -->", "prediction 12 nothing is predicted; the text on line 14 does not count, as it stands in a comment"},
		{"prediction put off", "13 in turn 1.", "TODO", "prediction 14 nothing is predicted"},
		{"no section Prediction", "## Prediction\n\n13 in turn 1.\n", "", "prediction 0 nothing is predicted"},
		{"no row", row, "|  |  |  |\n", "numbers 24 the table of numbers has no row for it"},
		{"a row that says nothing", row, "| 1.2 chat | | – |\n", "numbers 24 the table of numbers has no row for it"},
		{"no numbers", "## Numbers\n", "## Log\n", "numbers 0 there is no section Numbers"},
		{"no answer", "The third.\n", "", "q1 28 it has no answer"},
		{"an answer of marks", "The third.", "…", "q1 28 it has no answer"},
		{"answer in a comment", "The third.", "<!-- The third. -->", "q1 28 it has no answer; the text on line 30 does not count, as it stands in a comment"},
		{"the course's comment", "The third.", "<!-- course: allow answers because x -->", "q1 28 it has no answer"},
		{"no heading", "### 1.2-q2 What broke?\n", "", "q2 26 it has no heading 1.2-q2"},
		{"heading of another", "1.2-q2", "1.3-q2", "q2 26 it has no heading 1.2-q2"},
		{"a row too few", "| 2 | 99 |\n", "| 2 |  |\n", "turns 36 it has 1 row with something in each column"},
		{"a column missing", "| Turn | Tokens in |", "| Turn | Tokens |", "turns 36 there is no table with the columns Turn, Tokens in"},
		{"table of another", "1.2-turns", "1.3-turns", "turns 26 it has no heading 1.2-turns"},
		{"unclosed fence", "## Not verified\n", "```\n", "entry 43 the fence that begins here is not closed; all below it counts as code"},
		{"unclosed comment", "## Not verified\n", "<!-- later\n", "entry 43 the comment that begins here is not closed by -->; all below it counts as comment"},
	}
	for _, tt := range tests {
		if !strings.Contains(full, tt.old) {
			t.Fatalf("%s: %q is not in the entry", tt.name, tt.old)
		}
		_, open := review(t, map[string]string{name: strings.Replace(full, tt.old, tt.new, 1)})
		if diff := cmp.Diff([]string{tt.want}, open); diff != "" {
			t.Errorf("%s: open (-want +got):\n%s", tt.name, diff)
		}
	}
}

// Answers in many forms, and what only stands in the place of one.
func TestReviewOfAnswers(t *testing.T) {
	for _, answers := range []string{
		"### **1.2-q1** Which?\n\nThe third.", "### `1.2-Q1`: Which?\n\nThe third.", "### (1.2‑q1) Which?\n\nThe third.", "### 1.2 q1 Which?\n\nThe third.",
		"### Q1\n\nThe third.", "### Question 1: which\n\nThe third.", "### Which calls? Why?\n\nThe third.", "# 1.2-q1\n\nThe third.", "### ex1.2-q01 x\n\nThe third.",
		"### 1.2-q2 and 1.2-q1\n\nThe third, it forgot.", "### 1.2-q1/q2\n\nBoth.", "### 1.2-q1–q2\n\nBoth.", "### Questions 1 and 2\n\nBoth.",
		"### 1.2-q1 Which?\n### 1.2-q2 What broke?\n\nq1: the third. q2: it forgot.", "### 1.2-q2 What broke?\n\n**Q1 and Q2:** it forgot.",
		"1.2-q1 the third", "- 1.2-q1: the third", "**1.2-q1** Which calls? Why?\n\nThe third.", "###1.2-q1 Which calls? Why?\n\nThe third.",
		"| Question | Answer |\n|---|---|\n| 1.2-q1 | the third |", "### 1.2-q1 Which?\n\n<img src=\"a.png\">", "### 1.2-q1 Which?\n\n![](a.png)",
		"### 1.2-q1 Which?\n\n```\n3\n```", "### 1.2-q1 Which?\n\n| Call | Knew |\n|---|---|\n| 3 | ✓ |", "### 1.2-q1 どれ\n\n第三回", "### 1.2-q1 Which?\n\n- [ ] call 1",
		"### 1.2-q1 Which?\n\nSee below.\n\n| Call | Knew |\n|---|---|\n| 3 | yes |", "### 1.2-q1 Which calls? Why?\n\n> Which calls? Why?\n\nThe third.",
	} {
		src := strings.Replace(full, "### 1.2-q1 Which calls? Why?\n\nThe third.\n", answers+"\n", 1)
		if g, _ := review(t, map[string]string{name: src}); !g.Items[3].Done {
			t.Errorf("%q is no answer: %s", answers, g.Items[3].Problem)
		}
	}
	for _, answer := range []string{
		"see above", "Same as above.", "see q2", "> Which calls? Why?", "**Which calls?**", "1.2-q1", "n/a", "N/A.", "TODO: answer this", "TODO think", "- todo: why", "T.B.D.", "answer here",
		"to be answered", "x", "not yet", "後で", "noch offen", "```\nTODO\n```", "```\n...\n```", "[TODO](x)", "![]()", "&nbsp;", "<br>", "\u3164",
		"| Call | Knew |\n|---|---|\n| . | . |", "| Call | Knew |\n|---|---|\n| 1 | |",
		"The first word of a heading is how it finds it; the words behind it are yours, to change as you like best.",
	} {
		files := map[string]string{name: strings.Replace(full, "The third.", answer, 1), "TEMPLATE.md": "## Answers\n\n<!-- The first word of a heading is how it finds it; the words behind it are yours, to change as you like best. -->\n"}
		if g, _ := review(t, files); g.Items[3].Done {
			t.Errorf("%q is an answer", answer)
		}
	}
}

func TestReviewOfTables(t *testing.T) {
	const rows, head = "| 1 | 13 |\n| 2 | 99 |\n", "| Turn | Tokens in |\n|-----:|----------:|\n"
	for table, want := range map[string]bool{
		head + "| one | ✓ |\n| two | n/a |\n": true, "| **Turn** | tokens&nbsp;in (sim-1) |\n|--|--|\n" + rows: true, "| Turn: | Note | tokens_in |\n|--|--|--|\n| 1 | | 13 |\n| 2 | | 14 |\n": true,
		"```\n" + head + rows + "```\n": true, head + "| 1 | 13 |\n\nseed 2\n\n" + head + "| 2 | 14 |\n": true,
		head + "| . | . |\n| . | . |\n": false, head + "| 1 | ? |\n| 2 | ? |\n": false, head + "| Turn | Tokens in |\n| Turn | Tokens in |\n": false, head + "| 1 | &nbsp; |\n| 2 | <br> |\n": false,
		head + "| 1 | TODO |\n| 2 | TODO |\n": false,
	} {
		if g, _ := review(t, map[string]string{name: strings.Replace(full, head+rows, table, 1)}); g.Items[5].Done != want {
			t.Errorf("%q: %v", table, g.Items[5])
		}
	}
	local := *ex // whose prices nobody knows
	local.Journal.Tables = []catalog.JournalTable{{ID: "turns", Columns: []string{"Turn", "Cost"}, Rows: 1}}
	root := repository(t)
	write(t, root, name, strings.Replace(full, head+rows, "| Turn | Cost |\n|--|--|\n| 1 | ? |\n", 1))
	if g, err := journal.Review(root, &local, nil); err != nil || !g.Items[5].Done {
		t.Errorf("%v, %+v", err, g)
	}
}

func TestReviewOfNumbers(t *testing.T) {
	const row = "| 1.2 chat, sim-1 | 10 | 2704 |\n"
	for now, want := range map[string]bool{"| chat | 3 | |\n": true, "| 1.3 chat | 3 | |\n": false} {
		if g, _ := review(t, map[string]string{name: strings.Replace(full, row, now, 1)}); g.Items[2].Done != want {
			t.Errorf("%q: %+v", now, g.Items[2])
		}
	}
	expected := strings.Replace(strings.Replace(full, row, "", 1), "13 in turn 1.\n", "### Numbers that I expect\n\n| Turn | In |\n|--|--|\n| 1 | 13 |\n", 1)
	if g, _ := review(t, map[string]string{name: expected}); g.Items[2].Done || !g.Items[1].Done {
		t.Errorf("%+v", g.Items)
	}
}

func TestReviewOfTheTemplate(t *testing.T) {
	root := repository(t)
	if _, err := journal.New(journal.Options{Root: root, Topic: "made", Exercises: []string{"1.2"}, Now: now}); err != nil {
		t.Fatal(err)
	}
	g, err := journal.Review(root, ex, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !g.Items[0].Done || len(openItems(g)) != len(g.Items)-1 {
		t.Errorf("%q", openItems(g))
	}
	for _, it := range g.Items[1:] {
		if it.Mend == "" || it.File != "journal/2026-11-29-made.md" || strings.Contains(it.Problem, "comment") {
			t.Errorf("%+v", it)
		}
	}
	if q1 := g.Items[3]; !strings.HasSuffix(q1.Mend, "### 1.2-q1 Which calls? Why?") {
		t.Errorf("%q", q1.Mend)
	}
}

func TestReviewOfTwoExercisesInOneEntry(t *testing.T) {
	both := strings.Replace(full, "Exercise: 1.2", "Exercise: 1.3, ex1.2.", 1)
	if _, open := review(t, map[string]string{name: both}); len(open) > 0 {
		t.Errorf("open: %q", open)
	}
	other := strings.NewReplacer("| 1.2 chat", "| 1.3 six", "13 in turn 1.", "### 1.3-predict Six\n\n40 words.\n\n### 1.2-predict Memory").Replace(both)
	_, open := review(t, map[string]string{name: other})
	want := []string{"prediction 18 nothing is predicted", "numbers 24 the table of numbers has no row for it"}
	if diff := cmp.Diff(want, open); diff != "" {
		t.Errorf("open (-want +got):\n%s", diff)
	}
}

// Each of the entries has something that the other lacks; what neither has is told of the newest one.
func TestReviewOfTwoEntries(t *testing.T) {
	first := strings.NewReplacer("The third.\n", "", "It forgot.\n", "").Replace(full)
	second := "# More\n\n- Exercise: 1.2\n\n## Answers\n\n### 1.2-q1\n\nThe third.\n\n### 1.2-q2\n"
	g, open := review(t, map[string]string{"2026-12-01-b.md": first, "2026-12-01-b-2.md": second})
	if diff := cmp.Diff([]string{"journal/2026-12-01-b.md", "journal/2026-12-01-b-2.md"}, g.Entries); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"q2 11 it has no answer"}, open); diff != "" || g.Items[4].File != "journal/2026-12-01-b-2.md" {
		t.Errorf("open (-want +got):\n%s", diff)
	}
}

// An entry that cannot be read is told with its line, and so is what might be one; nothing hangs or fails.
func TestReviewOfBrokenEntries(t *testing.T) {
	tests := map[string]struct{ text, want string }{
		"binary":                  {"# T\n\n- Exercise: 1.2\n\n\x00", "entry 5 it holds a byte 0: this is no text"},
		"not UTF-8":               {"# T\n\nExercise: 1.2\n\xff", "entry 4 it is not valid UTF-8: byte 19 is 0xff"},
		"too large":               {"# T\n\nExercise: 1.2\n" + strings.Repeat("x", 40<<20), "entry 1 it is 41943059 bytes long; more than 2097152 are not read"},
		"front matter not closed": {"---\nexercise: 1.2\n\n" + full, "entry 1 the front matter is not closed by a line ---"},
		"front matter broken":     {"---\nexercise: 1.2\ndate: [\n---\n" + full, "entry 3 the front matter is not valid YAML: sequence end token ']' not found"},
	}
	for what, tt := range tests {
		if _, open := review(t, map[string]string{name: tt.text}); len(open) == 0 || open[0] != tt.want {
			t.Errorf("%s: open: %q", what, open)
		}
	}
	root := repository(t)
	dir := filepath.Join(root, "journal")
	write(t, root, name, full)
	for _, err := range []error{
		os.Mkdir(filepath.Join(dir, "2026-12-02-folder.md"), 0o755),
		os.Symlink("nowhere", filepath.Join(dir, "2026-12-03-dangling.md")),
		os.Symlink(dir, filepath.Join(dir, "2026-12-04-folder.md")),
		os.Symlink("2026-12-05-self.md", filepath.Join(dir, "2026-12-05-self.md")),
		os.Symlink(name, filepath.Join(dir, "2026-11-30-linked.md")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	g, err := journal.Review(root, ex, nil)
	if err != nil || !g.Done() || len(g.Entries) != 2 {
		t.Errorf("%v %+v", err, g)
	}
	if document.MaxSize > 40<<20 {
		t.Error("the entry that is too large is not")
	}
}
