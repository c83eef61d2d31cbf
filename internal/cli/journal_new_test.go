package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func mustEnv(name string) string { return os.Getenv(name) }

func TestJournalNewHeader(t *testing.T) {
	for name, tt := range map[string]struct {
		env  []string
		want string
	}{
		"nothing":     {nil, "- Model: sim-1\n- Provider: sim-1\n"},
		"live":        {[]string{"ANTHROPIC_API_KEY=" + learnersKey}, "- Model: claude-opus-5-5\n- Provider: live\n"},
		"live, named": {[]string{"ANTHROPIC_API_KEY=" + learnersKey, "ANTHROPIC_MODEL=claude-x"}, "- Model: claude-x\n- Provider: live\n"},
		"local":       {[]string{"ANTHROPIC_BASE_URL=http://127.0.0.1:1"}, "- Model: \n- Provider: local\n"},
		"nonsense":    {[]string{"ANTHROPIC_BASE_URL=nonsense"}, "- Model: \n- Provider: \n"},
		"a key":       {[]string{"ANTHROPIC_API_KEY=" + learnersKey, "ANTHROPIC_MODEL=" + learnersKey}, "- Model: [REDACTED]\n"},
	} {
		t.Run(name, func(t *testing.T) {
			v := newJournal(t)
			v.env = append(v.env, tt.env...)
			v.course(0, "journal new Two calls --exercise ex1.2 -e 1.3 -e 1.2")
			v.says("made journal/2026-11-29-two-calls.md")
			v.holds(v.theEntry(), "# Two calls\n\n- Date: 2026-11-29\n- Exercise: 1.2, 1.3\n"+tt.want, "- Course version: "+Version+"\n- Go version: go1.")
			if strings.Contains(v.read(v.theEntry()), "of-the-learner") || strings.Contains(v.read(v.theEntry()), "{{") {
				t.Errorf("%s", v.read(v.theEntry()))
			}
		})
	}
}

func TestJournalNewAsksForAnswers(t *testing.T) {
	v := newJournal(t)
	v.course(0, "journal new Two -e 1.2 -e 1.3")
	if got, want := v.section(v.theEntry(), "Prediction"), "### 1.2-predict The API has no memory\n### 1.3-predict "; !strings.HasPrefix(got, want) {
		t.Errorf("%s", got)
	}
	answers := v.section(v.theEntry(), "Answers")
	for _, want := range []string{
		"### 1.2-q1 In part A, which calls knew the name? Why?\n### 1.2-q2 ", "### 1.2-turns Input tokens over ten turns\n| Turn | Tokens in |\n| ---- | --------- |\n|      |           |\n### 1.3-q1 ",
	} {
		if !strings.Contains(answers, want) {
			t.Errorf("no %q in\n%s", want, answers)
		}
	}
	v.course(0, "journal new free")
	v.holds("journal/2026-11-29-free.md", "can never be wrong. -->\n\n## Log", "yours to change. -->\n\n## Decisions")
}

func TestJournalNewOpensAnEditor(t *testing.T) {
	v := newJournal(t)
	seen := filepath.Join(t.TempDir(), "seen file")
	v.env = append(v.env, "EDITOR=false", "VISUAL=sh -c 'printf \"%s|\" \"$@\" >\""+seen+"\"' x -wait")
	v.atTerminal(0, "journal new first", "")
	v.says("made journal/2026-11-29-first.md")
	if got, err := os.ReadFile(seen); err != nil || string(got) != "-wait|"+filepath.Join(v.root, "journal", "2026-11-29-first.md")+"|" {
		t.Errorf("%s, %v", got, err)
	}
	if err := os.Remove(seen); err != nil {
		t.Fatal(err)
	}
	v.atTerminal(0, "journal new second --no-edit", "")
	v.course(0, "journal new third")
	if _, err := os.Stat(seen); err == nil {
		t.Error("the editor was opened")
	}
	v.env = append(v.env, "VISUAL=")
	v.atTerminal(0, "journal new fourth", "")
	v.says("made journal/2026-11-29-fourth.md", `note: the editor "false" ended with an error: exit status 1; the file is there`)
}

func TestStartMakesAnEntry(t *testing.T) {
	v := newJournal(t)
	v.course(1, "check 1.1")
	if files, _ := filepath.Glob(filepath.Join(v.root, "journal", "2*")); len(files) > 0 {
		t.Errorf("the check made %v", files)
	}
	v.course(0, "reset 1.1")
	if files, _ := filepath.Glob(filepath.Join(v.root, "journal", "2*")); len(files) > 0 {
		t.Errorf("the reset made %v", files)
	}
	v.course(0, "start 1.2")
	v.says("made journal/2026-11-29-the-api-has-no-memory.md: write into it what you expect, before the first run")
	mine := v.read(v.theEntry())
	if err := os.RemoveAll(filepath.Join(v.root, "work")); err != nil {
		t.Fatal(err)
	}
	v.course(0, "start 1.2")
	v.says("the journal entry is journal/2026-11-29-the-api-has-no-memory.md")
	if v.read(v.theEntry()) != mine {
		t.Error("the entry has changed")
	}
	if err := os.Remove(filepath.Join(v.root, "journal", "TEMPLATE.md")); err != nil {
		t.Fatal(err)
	}
	v.course(0, "start 1.3")
	v.says("note: no journal entry was made: journal entry: the template journal/TEMPLATE.md is missing")
}
