package cli

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agentcourse/internal/catalog"
	"time"

	"agentcourse/internal/journal"
	"agentcourse/internal/progress"
)

const helloEntry = "journal/2026-11-29-the-first-call.md"

// ran is the last event of the progress log.
func (v *visit) ran() progress.Event {
	v.t.Helper()
	lines := strings.Split(strings.TrimSpace(v.read(".course/progress.jsonl")), "\n")
	var e progress.Event
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &e); err != nil || e.Event != progress.Ran {
		v.t.Fatalf("%v, %s", err, lines[len(lines)-1])
	}
	return e
}

func TestRunWritesItsRow(t *testing.T) {
	v := newRun(t)
	s := newServer(t, "claude-opus|5")
	v.course(0, "run 1.1 --base-url "+s.url+" -- twice")
	v.says("trace traces/20261129-", "journal "+helloEntry)
	trace, _ := v.record()["trace"].(string)
	const head = "| Run | Calls | Tokens in | Tokens out | Cost | Stop reason | Request id | Trace |\n|-----|------:|----------:|-----------:|-----:|-------------|------------|-------|\n"
	first := `| 1.1 hello twice, claude-opus\|5 | 2 | 2000 | 200 | ? | end_turn 2 |  | ` + trace + " |"
	if got := v.section(helloEntry, "Numbers"); got != head+first {
		t.Errorf("%s", got)
	}
	v.holds(helloEntry, "- Model: sim-1, claude-opus\\|5\n- Provider: sim-1, local\n")
	if e := v.ran(); e.Exercise != "1.1" || e.Entry != helloEntry || e.Prediction != "" {
		t.Errorf("%+v", e)
	}
	v.course(0, "run 1.1 --fast -- twice")
	v.course(1, "run 1.1 -- exit3")
	v.course(1, "run 1.1 --fast --max-calls 1 -- twice")
	rows := strings.Split(v.section(helloEntry, "Numbers"), "\n")
	if len(rows) != 6 || rows[2] != first || !strings.Contains(rows[3], " | req_fake_0001… | ") || !strings.HasPrefix(rows[4], "| 1.1 hello exit3 | 0 | 0 | 0 | $0.000000 | exit 3 |  | traces/") ||
		!strings.Contains(rows[5], " 1; max_steps | ") {
		t.Errorf("%s", strings.Join(rows, "\n"))
	}
}

func TestRunWithoutJournal(t *testing.T) {
	v := newRun(t)
	before := v.read(helloEntry)
	log := v.read(".course/progress.jsonl")
	v.course(0, "run 1.1 --no-journal --fast -- call")
	if v.read(helloEntry) != before || v.read(".course/progress.jsonl") != log || strings.Contains(v.err, "journal") {
		t.Errorf("the journal was touched:\n%s", v.err)
	}
	v.course(0, "journal close --yes")
	v.course(0, "run 1.1 --fast -- call")
	v.says("course: note: no open entry names exercise 1.1: course journal new TOPIC --exercise 1.1")
	if e := v.ran(); e.Entry != "" {
		t.Errorf("%+v", e)
	}
	v.says("trace traces/")
}

func TestRunAsksForAPrediction(t *testing.T) {
	v := newRun(t)
	v.course(0, "run 1.1 --fast -- call") // in a pipe it never asks
	if strings.Contains(v.err, "expect") {
		t.Errorf("%s", v.err)
	}
	v.says("note: nothing is predicted in " + helloEntry + ", and this is its first run")
	v.course(0, "run 1.1 --fast -- call")
	if strings.Contains(v.err, "nothing is predicted") {
		t.Errorf("%s", v.err)
	}
	forget := func() { v.remove(".course/progress.jsonl") } // as if nothing had been run yet
	forget()
	v.atTerminal(0, "run 1.1 --fast -- echo", "\none\n")
	v.says("What do you expect? (Enter skips)", "got one")
	if e := v.ran(); e.Prediction != "" || v.section(helloEntry, "Prediction") != "### 1.1-predict The first call" {
		t.Errorf("%+v, %s", e, v.section(helloEntry, "Prediction"))
	}
	v.atTerminal(0, "run 1.1 --fast -- echo", "one\n") // after the first run a prediction would be none
	if strings.Contains(v.err, "expect") || v.out != "got one\n" {
		t.Errorf("%s%s", v.out, v.err)
	}
	forget()
	v.atTerminal(0, "run 1.1 --fast -- echo", "") // Ctrl-D
	forget()
	v.atTerminal(0, "run 1.1 --fast -- echo", "about 12 in\r\none\ntwo\n")
	if v.out != "got one\ngot two\n" {
		t.Errorf("the program got %q", v.out)
	}
	if got := v.section(helloEntry, "Prediction"); got != "### 1.1-predict The first call\nabout 12 in" {
		t.Errorf("%s", got)
	}
	if e := v.ran(); e.Prediction != journal.PredictionHash("about 12 in") || e.Predicted != "about 12 in" || !strings.HasPrefix(e.Trace, "traces/") {
		t.Errorf("%+v", e)
	}
	v.atTerminal(0, "run 1.1 --fast -- echo", "one\n")
	if strings.Contains(v.err, "expect") || v.out != "got one\n" {
		t.Errorf("%s%s", v.out, v.err)
	}
}

// Ctrl-C at the question runs nothing.
func TestRunInterruptedAtTheQuestion(t *testing.T) {
	v := newRun(t)
	ctx, cancel := context.WithCancel(t.Context())
	never, held := io.Pipe()
	defer held.Close()
	code := v.typing(ctx, "run 1.1 --fast -- folder", readerFunc(func(b []byte) (int, error) {
		cancel()
		return never.Read(b)
	}))
	if code != 2 || !strings.Contains(v.err, "interrupted") {
		t.Errorf("exit code %d: %s", code, v.err)
	}
	if _, err := os.Stat(filepath.Join(v.root, helloFolder, "was-here")); err == nil {
		t.Error("the program ran")
	}
	if _, err := os.Stat(filepath.Join(v.root, "traces")); err == nil {
		t.Error("a trace was made")
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }

// An entry that cannot be read stops no run, and stays as it is.
func TestRunBesideUnreadableEntries(t *testing.T) {
	v := newRun(t)
	broken := map[string]string{
		"2026-12-01-binary.md": "- Exercise: 1.1\n\x00\x01", "2026-12-02-latin.md": "- Exercise: 1.1\n\xe4\n", "2026-12-03-front.md": "---\nexercise: 1.1\n",
		"2026-12-04-large.md": "- Exercise: 1.1\n" + strings.Repeat("x", 3<<20),
	}
	for name, text := range broken {
		v.write("journal/"+name, text)
	}
	if err := os.Symlink("nowhere", filepath.Join(v.root, "journal", "2026-12-05-link.md")); err != nil {
		t.Fatal(err)
	}
	v.write("journal/2026-12-06-folder.md/x", "a folder")
	v.write("journal/2026-12-07-other.md", "- Exercise: 1.2\n\xe4\n")
	v.course(0, "run 1.1 --fast -- call")
	v.says("2026-12-01-binary.md:2 cannot be read: it holds a byte 0", "2026-12-02-latin.md:2 cannot be read: it is not valid UTF-8", "2026-12-03-front.md cannot be read: the front matter is not closed",
		"2026-12-04-large.md cannot be read: it is 3145744 bytes long", "2026-12-05-link.md cannot be read: it cannot be read: no such file", "journal "+helloEntry)
	if strings.Contains(v.err, "other") {
		t.Errorf("an entry on another exercise: %s", v.err)
	}
	for name, text := range broken {
		if v.read("journal/"+name) != text {
			t.Errorf("%s has changed", name)
		}
	}
}

// A row that finds no place is told, and not lost.
func TestRunWithNoPlaceForItsRow(t *testing.T) {
	v := newRun(t)
	swallowed := "# T\n\n- Exercise: 1.1\n\n## Log\n\n```\nnever closed\n\n## Numbers\n"
	v.write("journal/2026-11-30-x.md", swallowed)
	v.course(0, "run 1.1 --fast -- call")
	v.says("this run is not in journal/2026-11-30-x.md: there is no place for it in the entry: line 7: the fence that begins here is not closed; all below it counts as code; its row is | 1.1 hello call, sim-1 | 1 |")
	if v.read("journal/2026-11-30-x.md") != swallowed {
		t.Errorf("%s", v.read("journal/2026-11-30-x.md"))
	}
	if err := os.Chmod(filepath.Join(v.root, helloEntry), 0o444); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(v.root, "journal/2026-11-30-x.md")); err != nil {
		t.Fatal(err)
	}
	v.course(0, "run 1.1 --fast -- call")
	v.says("this run is not in "+helloEntry+": write ", "permission denied; its row is")
}

// A run that a limit ended has its row all the same.
func TestRunStoppedGetsItsRow(t *testing.T) {
	v := newRun(t)
	s := newServer(t, "claude-opus-5-5")
	v.course(1, "run 1.1 --base-url "+s.url+" --max-time "+(100*time.Millisecond).String()+" --max-calls 0 --max-cost 0 -- loop")
	if got := v.section(helloEntry, "Numbers"); !strings.Contains(got, "; deadline | ") {
		t.Errorf("%s", got)
	}
}

// Thirteen rows that all said "1.1 hello, sim-1" could not be told apart.
func TestRunRowTellsRunsApart(t *testing.T) {
	seed := uint64(7)
	r := &programRun{exercise: &catalog.Exercise{ID: "1.1"}, program: "hello", seed: &seed,
		args: []string{"-n", "3", "Tell me about\nthe moon, and who told you: " + "ann" + "@" + "fjord.se"}}
	r.sum.LastModel = "sim-1"
	if got, want := runRow(r).Run, `1.1 hello -n 3 "Tell me about\nthe moon, and who tol…, sim-1, seed 7`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	r.args = []string{"ann" + "@" + "fjord.se"}
	if got := runRow(r).Run; strings.Contains(got, "fjord") {
		t.Error(got)
	}
}
