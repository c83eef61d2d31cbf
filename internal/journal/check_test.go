package journal_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agentcourse/internal/catalog"
	"agentcourse/internal/journal"

	"github.com/google/go-cmp/cmp"
)

// check returns what is found in the files of a journal, as "file:line rule what".
func check(t *testing.T, files map[string]string, more ...func(*journal.Checked)) (found []string, accepted int) {
	t.Helper()
	root := repository(t)
	for name, text := range files {
		write(t, root, name, text)
	}
	c := journal.Checked{Root: root, Exercises: []*catalog.Exercise{ex, {ID: "1.3"}}}
	for _, f := range more {
		f(&c)
	}
	all, accepted, err := journal.Check(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		if f.Why == "" || f.Mend == "" {
			t.Errorf("no reason or no way out: %+v", f)
		}
		found = append(found, strings.TrimPrefix(f.Where(), "journal/")+" "+f.Rule+" "+f.What)
	}
	return found, accepted
}

func TestCheckRules(t *testing.T) {
	day := "2026-12-01-memory.md"
	tests := []struct{ name, old, new, want string }{
		{"nothing", "", "", ""},
		{"no date", "- Date: 2026-12-01\n", "", ":1 header there is no date"},
		{"an empty date", "Date: 2026-12-01", "Date:", ":3 header the date is empty"},
		{"another day", "Date: 2026-12-01", "Date: 2026-12-02", ":3 header the date 2026-12-02 differs from the day in the name, 2026-12-01"},
		{"no day", "Date: 2026-12-01", "Date: Tuesday", `:3 header "Tuesday" is no date`},
		{"no day of any calendar", "Date: 2026-12-01", "Date: 2026-12-32", `:3 header "2026-12-32" is no date`},
		{"the day in other words", "Date: 2026-12-01", "Date: **1 December 2026**", ""},
		{"another time zone", "Date: 2026-12-01", "Date: 2026-12-01T23:30:00-08:00", ""},
		{"a time behind it", "Date: 2026-12-01", "Date: 2026-12-01 14:20", ""},
		{"unknown exercise", "Exercise: 1.2", "Exercise: 1.2, 9.9", ":4 header the course has no exercise 9.9"},
		{"exercise not named", "Exercise: 1.2", "Exercise: memory", ":4 header the header does not name exercise 1.2, which line 28 is about"},
		{"no line for exercises", "- Exercise: 1.2\n", "", ":1 header the header does not name exercise 1.2, which line 27 is about"},
		{"no goal", "See it.", "", ":8 goal Goal is empty"},
		{"goal in a comment", "See it.", "<!-- See it. -->", ":8 goal Goal is empty; the text on line 10 does not count, as it stands in a comment"},
		{"goal put off", "See it.", "*TBD*", ":8 goal Goal is empty"},
		{"no section", "## Goal\n\nSee it.\n", "", " goal there is no section Goal"},
		{"no prediction", "13 in turn 1.", "", ":12 prediction nothing is predicted"},
		{"no number", "13 in turn 1.", "It grows.", ":14 prediction the prediction has no number in it"},
		{"no row", "| 1.2 chat, sim-1 | 10 | 2704 |", "|||", ":24 numbers the table of numbers has no row for it"},
		{"no answer", "It forgot.", "<!-- -->", ":32 answers question 2 of 1.2: it has no answer"},
		{"too few rows", "| 2 | 99 |\n", "", ":36 tables table turns of 1.2: it has 1 row with something in each column"},
		{"not verified", "A live model.", "", ":43 not-verified Not verified is empty"},
		{"no evidence", "The run records.", "-", ":47 evidence Evidence is empty"},
		{"a trace that is nowhere", "The run records.", "The trace 20261201-101500.", ":49 evidence 20261201-101500 is neither in traces/ nor in journal/assets/, and no run record names it"},
		{"a copy that is nowhere", "The run records.", "In journal/assets/20261201-101514.jsonl.", ":49 evidence there is no journal/assets/20261201-101514.jsonl"},
		{"a trace in Numbers", "| 2704 |", "| 2704 traces/20261201-101500-2.jsonl |", ":24 evidence traces/20261201-101500-2.jsonl is neither in traces/ nor in journal/assets/, and no run record names it"},
		{"a trace that is kept", "The run records.", "The trace traces/20261201-101512.jsonl, and [its end](assets/end.jsonl).", ""},
		{"a trace that is kept, scrubbed", "The run records.", "20261201-101513", ""},
		{"a trace that is gone, and recorded", "The run records.", "20261201-101514 and traces/20261201-101514.jsonl", ""},
		{"a trace in a comment", "The run records.", "Them.\n<!-- 20261201-101500 -->", ""},
		{"no post", "none today", "", ":51 post Post candidate is empty"},
		{"no next action", "Take the reply out and run ten turns.", "TODO", ":55 next Next action is empty"},
		{"open: no post", "- Closed: 2026-12-01 17:30\n", "", ""},
		{"a placeholder", "See it.", "See {{topic}}.", ":10 template {{topic}} is left of the template"},
		{"a placeholder in the header", "Model: sim-1", "Model: {{model}}", ":5 template {{model}} is left of the template"},
		{"braces in code", "14:20 began", "```\n{{topic}}\n```", ""},
		{"a fence that is not closed", "14:20 began", "```", ":18 unreadable the fence that begins here is not closed; all below it counts as code"},
		{"a comment that is not closed", "14:20 began", "<!-- 14:20 began", ":18 unreadable the comment that begins here is not closed by -->; all below it counts as comment"},
		{"binary", "14:20 began", "\x00", ":18 unreadable it holds a byte 0: this is no text"},
		{"a bad day", full[strings.Index(full, "## Not verified"):strings.Index(full, "## Next action")], "", ""},
		{"a bad day without a next action", full[strings.Index(full, "## Not verified"):], "", " next there is no section Next action"},
		{"accepted", "The run records.", "<!-- course: allow evidence because the traces were private -->", "accepted"},
		{"accepted, a line", "13 in turn 1.", "<!-- course: allow prediction because I was in a hurry -->\nIt grows.", "accepted"},
		{"accepted, another rule", "The run records.", "<!-- course: allow goal because of this -->", ":47 evidence Evidence is empty"},
		{"an allowance without a reason", "The run records.", "Them. <!-- course: allow evidence -->", ":49 allow an allowance cannot be read"},
	}
	kept := map[string]string{"../traces/runs.jsonl": "broken\n{\"trace\":\"traces/20261201-101514.jsonl\"}\n",
		"../traces/20261201-101512.jsonl": "{}\n", "assets/20261201-101513-scrubbed.jsonl": "{}\n", "assets/end.jsonl": "{}\n"}
	for _, tt := range tests {
		for _, form := range []func(string) string{func(s string) string { return s }, func(s string) string { return "\ufeff" + strings.ReplaceAll(s, "\n", "\r\n") }} {
			files := map[string]string{day: form(strings.Replace(full, tt.old, tt.new, 1))}
			for name, text := range kept {
				files[name] = text
			}
			var want []string
			if tt.want != "" && tt.want != "accepted" {
				want = []string{day + tt.want}
			}
			found, accepted := check(t, files)
			if diff := cmp.Diff(want, found); diff != "" || (accepted == 1) != (tt.want == "accepted") {
				t.Errorf("%s: accepted %d (-want +got):\n%s", tt.name, accepted, diff)
			}
		}
	}
}

func TestCheckFrontMatter(t *testing.T) {
	body := full[strings.Index(full, "## Goal"):]
	for head, want := range map[string]string{
		"title: Memory\ntags: [a]\nlayout: post\ndate: 2026-12-01\nexercises: [1.2]\nGo version: go1.26\nclosed: 2026-12-01 17:30\n": "",
		"date: 2026-12-01T22:00:00+13:00\nexercise: \"1.2\"\n":                                                                       "",
		"date: 2026-12-01\nexercise: 1.2\nexcercise: 1.3\n":                                                                          `:4 header the front matter has a key "excercise" that the course does not know`,
		"date: 2026-12-01\nexercise: memory\nmodell: sim-1\n": `:3 header the header does not name exercise 1.2, which line 27 is about
` + name + `:4 header the front matter has a key "modell" that the course does not know`,
		"exercise: 1.2\n": ":1 header there is no date",
		"date: 2026-12-01\nexercise: 1.2\nmodel: [\n": ":4 unreadable the front matter is not valid YAML: sequence end token ']' not found",
	} {
		found, _ := check(t, map[string]string{name: "---\n" + head + "---\n\n" + body})
		if got := strings.TrimPrefix(strings.Join(found, "\n"), name); got != want {
			t.Errorf("%q: %q, want %q", head, got, want)
		}
	}
	found, _ := check(t, map[string]string{name: "---\ndate: 2026-12-01\nexercise: 1.2\n\n" + body})
	if len(found) != 1 || !strings.Contains(found[0], ":1 unreadable the front matter is not closed") {
		t.Errorf("%q", found)
	}
}

func TestCheckNames(t *testing.T) {
	found, _ := check(t, map[string]string{
		name: full, "memory.md": full, "2026-12-1-memory.md": "x", "20261201.markdown": "x", "2026-12-32-memory.md": full, "2026-12-01.md": "x",
		"week/2026-12-02-memory.md": full, "week/plan.md": "# Plan\n\nx\n", "assets/2026-12-01-memory.md": full, "example/2026-12-01-memory.md": full,
		"README.md": "# The journal\n\n## Log\n\nx\n", ".2026-12-01-memory.md.swp": full, "2026-12-01-memory.md~": full, "notes.md": "# Notes\n\nx\n",
		"2026-12-03-folder.md/x.md": "x", "2026-12-03-Größe & Preis.md": strings.ReplaceAll(full, "2026-12-01", "2026-12-03"), "2026-12-01-picture.png": "x",
	})
	var got []string
	for _, f := range found {
		if strings.Contains(f, " name ") {
			got = append(got, f)
		} else if !strings.HasPrefix(f, "2026-12-32") {
			t.Errorf("found %s", f)
		}
	}
	odd := " name it looks like an entry, and its name is not YYYY-MM-DD-topic.md"
	want := []string{
		"2026-12-01.md" + odd, "2026-12-03-folder.md name a folder is called like an entry", "2026-12-1-memory.md" + odd,
		"2026-12-32-memory.md name the name begins with a day that no calendar has", "20261201.markdown" + odd, "memory.md" + odd,
		"week/2026-12-02-memory.md name an entry lies in a folder of its own, where no command looks",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	only := func(file string) func(*journal.Checked) {
		return func(c *journal.Checked) { c.Entries = []string{file} }
	}
	if found, _ := check(t, map[string]string{name: full, "memory.md": full}, only("journal/memory.md")); len(found) != 1 {
		t.Errorf("%q", found)
	}
	if _, _, err := journal.Check(journal.Checked{Root: repository(t), Entries: []string{"journal/x.md"}}); err == nil {
		t.Error("an entry that is not there: no error")
	}
	if found, _, err := journal.Check(journal.Checked{Root: t.TempDir()}); err != nil || len(found) > 0 {
		t.Errorf("without a journal: %v %v", found, err)
	}
}

// An entry about no exercise is asked for a goal, a prediction, what was not verified and evidence, and for no more.
func TestCheckFreeEntry(t *testing.T) {
	free := "# A walk\n\n- Date: 2026-12-01\n- Exercise:\n\n## Goal\n\nThink.\n\n## Prediction\n\nRain, 2 hours of it.\n\n## Not verified\n\nWhy.\n\n## Evidence\n\nWet shoes.\n"
	if found, _ := check(t, map[string]string{name: free}); found != nil {
		t.Errorf("%q", found)
	}
	if found, _ := check(t, map[string]string{name: strings.Replace(free, "Exercise:", "Exercise: ex2", 1)}); len(found) != 1 || found[0] != name+`:4 header "ex2" names no exercise` {
		t.Errorf("%q", found)
	}
	if found, _ := check(t, map[string]string{name: strings.Replace(free, "Rain, 2 hours of it.", "", 1)}); len(found) != 1 || found[0] != name+":10 prediction Prediction is empty" {
		t.Errorf("%q", found)
	}
}

// What one entry answers need not be answered in another; what none answers is told of the newest one.
func TestCheckOverEntries(t *testing.T) {
	first := strings.NewReplacer("The third.\n", "", "It forgot.\n", "").Replace(full)
	second := strings.NewReplacer("It forgot.\n", "", "2026-12-01", "2026-12-02", "| 2 | 99 |\n", "").Replace(full)
	found, _ := check(t, map[string]string{"2026-12-01-b.md": first, "2026-12-02-b.md": second})
	if diff := cmp.Diff([]string{"2026-12-02-b.md:32 answers question 2 of 1.2: it has no answer"}, found); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	found, _ = check(t, map[string]string{"2026-12-01-b.md": first, "2026-12-02-b.md": second}, func(c *journal.Checked) { c.Entries = []string{"journal/2026-12-01-b.md"} })
	if diff := cmp.Diff([]string{"2026-12-01-b.md:31 answers question 2 of 1.2: it has no answer"}, found); diff != "" {
		t.Errorf("only the first (-want +got):\n%s", diff)
	}
}

func TestCheckLatePredictions(t *testing.T) {
	ran := func(text string) func(*journal.Checked) {
		return func(c *journal.Checked) {
			c.Runs = []journal.Ran{{T: 2, Exercise: "1.2", Entry: "journal/" + name, Prediction: journal.PredictionHash("x")},
				{T: 1, Exercise: "1.2", Entry: "journal/" + name, Prediction: journal.PredictionHash(text)}}
		}
	}
	was := "13 in turn 1."
	for now, want := range map[string]string{
		was:                      "",
		"13 in\n  turn 1.":       "",
		was + "\n\nAnd 3 calls.": "",
		was + "\nUpdate 2026-12-02: wrong, 40.\nAnd 3 calls.": "",
		"14 in turn 1.": ":14 prediction the prediction has changed since the first run",
	} {
		found, _ := check(t, map[string]string{name: strings.Replace(full, was, now, 1)}, ran(was))
		if got := strings.TrimPrefix(strings.Join(found, "\n"), name); got != want {
			t.Errorf("%q: %q, want %q", now, got, want)
		}
	}
	renamed := func(c *journal.Checked) {
		c.Runs[1].Entry, c.Runs[1].Prediction = "journal/2026-12-01-x.md", ""
		c.Versions = []journal.Version{{File: "journal/2026-12-01-x.md", Commit: "c", Day: "d", Text: full}}
	}
	if found, _ := check(t, map[string]string{name: full}, ran(was), renamed); len(found) != 1 || !strings.HasSuffix(found[0], "it was written after the first run") {
		t.Errorf("after a rename: %q", found)
	}
	if found, _ := check(t, map[string]string{name: full}, ran("")); len(found) != 1 || !strings.HasSuffix(found[0], "it was written after the first run") {
		t.Errorf("%q", found)
	}
}

// Hundreds of entries, and one that is enormous, are looked through without delay; those too long are not read.
func TestCheckManyEntries(t *testing.T) {
	files := map[string]string{
		"2026-01-01-enormous.md": strings.ReplaceAll(full, "2026-12-01", "2026-01-01") + strings.Repeat("- a line of a log that somebody has pasted here\n", 1_900_000/49),
		"2026-01-02-too-long.md": full + strings.Repeat("x", 40<<20),
	}
	for i := range 300 {
		day := time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, i).Format(time.DateOnly)
		files[day+"-memory.md"] = strings.ReplaceAll(full, "2026-12-01", day)
	}
	found, _ := check(t, files)
	if len(found) != 1 || !strings.Contains(found[0], "2026-01-02-too-long.md:1 unreadable it is 4194") {
		t.Errorf("%q", found)
	}
}

func TestCheckBesideOddFiles(t *testing.T) {
	root := repository(t)
	dir := filepath.Join(root, "journal")
	write(t, root, name, full)
	for _, err := range []error{
		os.Symlink("nowhere", filepath.Join(dir, "2026-12-03-dangling.md")),
		os.Symlink(".", filepath.Join(dir, "2026-12-04-folder.md")),
		os.Symlink(name, filepath.Join(dir, "2026-12-01-linked.md")),
		os.Symlink(".", filepath.Join(dir, "loop")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	found, _, err := journal.Check(journal.Checked{Root: root, Exercises: []*catalog.Exercise{ex}})
	var got []string
	for _, f := range found {
		got = append(got, fmt.Sprintf("%s:%d %s %s", filepath.Base(f.File), f.Line, f.Rule, f.What))
	}
	want := []string{"2026-12-03-dangling.md:1 unreadable it cannot be read: no such file or directory", "2026-12-04-folder.md:1 unreadable it is no file"}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}
