package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// entryOf12 is a journal entry in which nothing is missing for exercise 1.2.
const entryOf12 = `# No memory

- Date: 2026-11-29
- Exercise: 1.2
- Closed: 2026-11-29 21:00

## Goal

See that nothing is remembered.

## Prediction

The third call alone knows the name; 13 tokens in turn 1, 500 in turn 10.

## Log

20:15 stateless first.

## Numbers

| Run | Calls | Tokens in | Tokens out | Cost | Stop reason | Request id | Trace |
|-----|------:|----------:|-----------:|-----:|-------------|------------|-------|
| 1.2 chat, sim-1 | 10 | 2704 | 1195 | $0.034716 | end_turn 10 | req_sim_1… |  |

## Answers

### 1.2-q1 In part A, which calls knew the name?

The third.

### 1.2-q2 How do the input tokens change?

By more each turn, see the table.

### 1.2-q3 A thousand turns?

Too much, and too long.

### 1.2-q4 What breaks?

It no longer knows what it said.

### 1.2-turns Input tokens over ten turns

| Turn | Tokens in |
|-----:|----------:|
| 1 | 13 |
| 2 | 60 |
| 3 | 90 |
| 4 | 150 |
| 5 | 210 |
| 6 | 260 |
| 7 | 330 |
| 8 | 390 |
| 9 | 450 |
| 10 | 517 |

## Not verified

A live model.

## Evidence

The output above.

## Post candidate

none today

## Next action

Take the reply out and run ten turns.
`

const entryFile = "journal/2026-11-29-no-memory.md"

func TestCheckJournal(t *testing.T) {
	v := newVisit(t)
	v.solve()
	v.course(0, "check 1.2")
	v.says("16 of 16 checks passed journal: no entry names exercise 1.2 yet; it takes one to be complete. course journal new TOPIC --exercise 1.2",
		"next: in the journal, an entry that names exercise 1.2; then 1.3, The system prompt: course show 1.3")
	v.course(1, "check 1.2 --strict")

	half := strings.NewReplacer("The third.\n", "", "13 tokens in turn 1, 500 in turn 10", "more each turn", "| 10 | 517 |\n", "").Replace(entryOf12)
	v.write(entryFile, half)
	v.course(1, "check 1.2 --strict")
	v.says("journal done an entry that names exercise 1.2 open a prediction with a number in it, made before the first run: the prediction has no number in it "+
		entryFile+":13 say how many or how much", "done the numbers of a run open an answer to question 1: it has no answer done an answer to each question from 2 to 4",
		"open the table turns, with 10 rows: it has 9 rows", "5 of 8 done in the journal",
		"next: in the journal, a prediction with a number in it, made before the first run; then 1.3")
	for line := range strings.Lines(v.out) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 80 {
			t.Errorf("a line of %d columns: %s", n, line)
		}
	}
	plain := v.out
	if bare := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(v.onTerminal("check 1.2 --strict", ""), ""); journalPart(bare) != journalPart(plain) {
		t.Errorf("the text differs with colour:\n%s", bare)
	}
	v.course(0, "check 1.2")
	v.course(0, "list")
	v.says("1.2 passed The API")

	v.write(entryFile, entryOf12)
	v.course(0, "check 1.2 --strict")
	v.says("8 of 8 done in the journal next: 1.3, The system prompt: course show 1.3")
	v.course(0, "list")
	v.says("1.2 complete The API")
	v.course(0, "")
	v.says("1 of 18 exercises passed, 1 complete")

	v.write(entryFile, half)
	v.course(0, "check 1.2")
	v.course(0, "list")
	v.says("1.2 passed The API")
}

func journalPart(out string) string { return out[strings.Index(out, "\njournal\n"):] }

func TestCheckJournalAsJSON(t *testing.T) {
	v := newVisit(t)
	v.solve()
	v.write(entryFile, strings.Replace(entryOf12, "The third.\n", "", 1))
	type verdict struct {
		Passed, Complete *bool
		Journal          *struct {
			Entries []string
			Items   []struct {
				ID, What, File, Problem, Mend string
				Done                          bool
				Line                          int
			}
		}
	}
	get := func(line string) (got verdict) {
		v.run(line, false)
		if err := json.Unmarshal([]byte(v.out), &got); err != nil {
			t.Fatalf("%v\n%s%s", err, v.out, v.err)
		}
		return got
	}
	got := get("check 1.2 --json")
	if got.Complete == nil || *got.Complete || !*got.Passed || len(got.Journal.Entries) != 1 || len(got.Journal.Items) != 8 {
		t.Fatalf("%s", v.out)
	}
	if it := got.Journal.Items[3]; it.ID != "q1" || it.Done || it.File != entryFile || it.Line != 27 || it.Problem == "" || it.Mend == "" {
		t.Errorf("%+v", it)
	}
	v.write(entryFile, entryOf12)
	if got = get("check 1.2 --json"); !*got.Complete {
		t.Errorf("%s", v.out)
	}
	for _, line := range []string{"check 1.2 --json --solution", "check 1.2 --json --work work"} {
		if got = get(line); got.Journal != nil || got.Complete != nil || !*got.Passed {
			t.Errorf("%s: %s", line, v.out)
		}
	}
	v.course(2, "check 1.2 --strict --work work")
}

// A run that the log tells of before any prediction makes the prediction late.
func TestCheckJournalAfterARun(t *testing.T) {
	v := newVisit(t)
	v.solve()
	v.write(entryFile, entryOf12)
	v.write(".course/progress.jsonl", `{"t":1,"event":"ran","exercise":"1.2","entry":"`+entryFile+"\"}\n")
	v.course(1, "check 1.2 --strict")
	v.says("open a prediction with a number in it, made before the first run: it was written after the first run", "7 of 8 done")
}

// A journal that cannot be looked into is told, and the verdict stands.
func TestCheckWithoutAJournalFolder(t *testing.T) {
	v := newVisit(t)
	v.solve()
	v.dropJournal()
	v.write("journal", "a file")
	v.course(0, "check 1.2")
	v.says("16 of 16 checks passed", "journal: the journal cannot be read")
	v.course(1, "check 1.2 --strict")
}

func (v *visit) dropJournal() {
	v.t.Helper()
	if err := os.RemoveAll(filepath.Join(v.root, "journal")); err != nil {
		v.t.Fatal(err)
	}
}
