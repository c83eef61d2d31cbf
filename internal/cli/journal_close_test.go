package cli

import (
	"strings"
	"testing"
)

func TestJournalCloseAsks(t *testing.T) {
	v := newJournal(t)
	v.course(0, "journal new memory -e 1.2")
	entry := v.theEntry()
	before := v.read(entry)
	v.course(1, "journal close")
	v.says("closing "+entry, "prediction empty, and stays so: now that the result is known it would be none", `numbers empty ("course run" adds a row for each run)`,
		"answers 0 of 5", "goal empty", "nothing was changed")
	if v.read(entry) != before {
		t.Error("the entry has changed")
	}
	v.atTerminal(0, "journal close", "★ the third call knew\n\n\nnone today\n# plot <!-- it\nsee it\n")
	v.says("A surprise, in one sentence?", "closed "+entry+" at 2026-11-29 20:15", "still empty: prediction, numbers, answers, not verified, evidence")
	for section, want := range map[string]string{
		"Prediction": "### 1.2-predict The API has no memory", "Surprises": "★ the third call knew", "Not verified": "", "Post candidate": "none today",
		"Next action": `\# plot &lt;!-- it`, "Goal": "see it",
	} {
		if got := v.section(entry, section); got != want {
			t.Errorf("%s: %q, want %q", section, got, want)
		}
	}
	v.holds(entry, "\n- Commit: \n- Closed: 2026-11-29 20:15\n\n")
	v.course(2, "journal close")
	v.says("no entry of the journal is open", `course: hint: "course journal list" shows the entries`)
	v.course(2, "journal close memory --yes")
	v.says(entry + " is closed already, on 2026-11-29 20:15")
	v.atTerminal(0, "journal close memory", "what a live model does\ntraces/20261129-201503.jsonl\n") // a gap may be filled later
	v.says("still empty: prediction, numbers, answers")
	v.holds(entry, "\n- Closed: 2026-11-29 20:15\n")
	if got := v.section(entry, "Evidence"); got != "traces/20261129-201503.jsonl" {
		t.Errorf("evidence: %q", got)
	}
}

// Each answer is written at once: Ctrl-C after the first one loses nothing, and the entry stays open.
func TestJournalCloseInterrupted(t *testing.T) {
	v := newJournal(t)
	v.course(0, "journal new memory")
	typed := strings.NewReader("a surprise\n")
	code := v.typing(t.Context(), "journal close", readerFunc(func(b []byte) (int, error) {
		if typed.Len() == 0 {
			return 0, errBroken
		}
		return typed.Read(b)
	}))
	if code != 2 || v.section(v.theEntry(), "Surprises") != "a surprise" || strings.Contains(v.read(v.theEntry()), "Closed") {
		t.Errorf("exit code %d: %s\n%s", code, v.err, v.read(v.theEntry()))
	}
}

type brokenError struct{}

func (brokenError) Error() string { return "the terminal is gone" }

var errBroken = brokenError{}

func TestJournalCloseChooses(t *testing.T) {
	v := newJournal(t)
	const head = "# %\n\n- Exercise: 1.2\n"
	for _, name := range []string{"2026-11-28-memory", "2026-11-29-chat", "2026-11-29-größe", "2026-12-05-ahead"} {
		v.write("journal/"+name+".md", strings.Replace(head, "%", strings.ToUpper(name), 1))
	}
	v.course(2, "journal close 2026-11-29")
	v.says(`"2026-11-29" may be any of journal/2026-11-29-chat.md, journal/2026-11-29-größe.md`, "hint: write more of its name")
	v.course(2, "journal close nothing")
	v.says(`no journal entry is called "nothing"`, "hint: give a path, or the date or a part of the name of a file in journal/")
	for _, step := range []struct{ name, want string }{
		{"", "2026-11-29-größe.md"}, // the newest of today, not the one ahead
		{"", "2026-11-29-chat.md"}, {"", "2026-12-05-ahead.md"}, {"mem", "2026-11-28-memory.md"},
	} {
		v.course(0, "journal close --yes "+step.name)
		v.says("closed journal/" + step.want)
		v.holds("journal/"+step.want, "- Exercise: 1.2\n- Closed: 2026-11-29 20:15\n")
	}
	v.course(2, "journal close journal/2026-11-28-memory.md")
	v.says("closed already")
	v.dir = v.root + "/journal"
	v.course(2, "journal close 2026-11-28-memory")
	v.says("closed already")
	v.write("journal/2026-11-29-broken.md", "---\na: [\n")
	v.course(2, "journal close broken")
	v.says("journal/2026-11-29-broken.md cannot be read: the front matter is not closed")
}
