package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agentcourse/internal/proc"
)

func TestJournalCheck(t *testing.T) {
	v := newVisit(t)
	v.course(0, "journal check")
	v.says("nothing found")
	v.write(entryFile, entryOf12)
	v.write("journal/2026-11-30-tools.md", strings.NewReplacer("2026-11-29", "2026-11-30", "A live model.", "").Replace(entryOf12))
	v.course(1, "journal check")
	v.says("journal/2026-11-30-tools.md:58: not-verified: Not verified is empty why: it keeps you", "mend: write down what you believe", "1 finding")
	for _, name := range []string{"2026-11-29", "memory", entryFile, "2026-11-29-no-memory.md"} {
		v.course(0, "journal check "+name)
	}
	v.course(1, "journal check tools memory --json")
	var got struct {
		Findings []struct {
			File, Rule string
			Line       int
		}
		Accepted int
	}
	if err := json.Unmarshal([]byte(v.out), &got); err != nil || len(got.Findings) != 1 || got.Findings[0].Line != 58 || got.Findings[0].Rule != "not-verified" {
		t.Errorf("%v: %s", err, v.out)
	}
	v.write("journal/2026-11-30-tools.md", strings.Replace(v.read("journal/2026-11-30-tools.md"), "## Not verified\n", "## Not verified\n\n<!-- course: allow not-verified because all was tested -->\n", 1))
	v.course(0, "journal check")
	v.says("nothing found, 1 accepted")
	v.course(2, "journal check 2026-11")
	v.says(`"2026-11" may be any of journal/2026-11-29-no-memory.md, journal/2026-11-30-tools.md`)
	v.course(2, "journal check nothing")
	v.says(`no journal entry is called "nothing"`)
}

// git is a visit's repository with its journal.
func (v *visit) git(args ...string) {
	v.t.Helper()
	git := proc.LookPath("git", v.env)
	if git == "" {
		v.t.Fatal("the tests of the history need git")
	}
	cmd := exec.Command(git, append([]string{"-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "commit.gpgsign=false", "-c", "init.defaultBranch=main"}, args...)...)
	cmd.Dir, cmd.Env = v.root, append(os.Environ(), v.env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		v.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

func (v *visit) commit() {
	v.t.Helper()
	v.git("add", "-A", "journal")
	v.git("commit", "-q", "--allow-empty", "-m", "x")
}

func TestJournalCheckSeesWhatWasRewritten(t *testing.T) {
	const prediction = "The third call alone knows the name; 13 tokens in turn 1, 500 in turn 10."
	v := newVisit(t)
	row := "| 1.2 chat, sim-1 | 10 | 2704 | 1195 | $0.034716 | end_turn 10 | req_sim_1… |  |"
	for name, tt := range map[string]struct{ old, new, want string }{
		"as it was":             {"", "", ""},
		"a number":              {"13 tokens", "14 tokens", ":13: rewritten: this line of Prediction is gone: The third call alone"},
		"a line":                {"20:15 stateless first.\n", "", ":15: rewritten: this line of Log is gone: 20:15 stateless first."},
		"a row":                 {"| 2704 |", "| 2740 |", ":23: rewritten: this line of Numbers is gone: | 1.2 chat"},
		"no in place of yes":    {"call alone knows", "call alone does not know", ":13: rewritten"},
		"not, put in":           {"The third call alone", "The third call does not alone", ":13: rewritten"},
		"another word":          {"alone knows", "never knows", ":13: rewritten"},
		"a number in words":     {"20:15 stateless first.", "20:15 stateless two.", ":17: rewritten"},
		"extended":              {prediction, prediction + " Or so.", ""},
		"extended within":       {"13 tokens in turn 1", "about 13 tokens or so in turn 1", ""},
		"an update below":       {prediction, prediction + "\n\nUpdate 2026-12-01: wrong, it was 40.", ""},
		"spelling":              {"knows the name", "konws the name", ""},
		"broken elsewhere":      {"the name; 13", "the\nname; 13", ""},
		"struck out":            {prediction, "~~" + prediction + "~~", ""},
		"into a list":           {prediction, "- " + prediction, ""},
		"more in a row":         {"req_sim_1… |  |", "req_sim_1… | 20261129-201500 at home |", ":23: evidence"},
		"padded":                {row, strings.ReplaceAll(row, " | ", "    |  "), ""},
		"what nobody shall see": {"20:15 stateless first.", "20:15 [REDACTED] first.", ""},
		"a section that may":    {"A live model.", "Nothing.", ""},
		"CRLF":                  {"\n", "\r\n", ""},
		"accepted":              {prediction, "<!-- course: allow rewritten because a name stood there -->\n\nThe third call, 13.", "nothing found, 1 accepted"},
		"the headings":          {"### 1.2-q1 In part A", "### 1.2-q1 Of part A", ""},
	} {
		if err := os.RemoveAll(filepath.Join(v.root, ".git")); err != nil {
			t.Fatal(err)
		}
		v.git("init", "-q")
		v.write("journal/2026-11-28-other.md", strings.ReplaceAll(entryOf12, "2026-11-29", "2026-11-28"))
		v.write(entryFile, entryOf12)
		v.commit()
		n := 1
		if name == "CRLF" {
			n = -1
		}
		for _, committed := range []bool{false, true} {
			v.write(entryFile, strings.Replace(entryOf12, tt.old, tt.new, n))
			if committed {
				v.commit()
			}
			v.run("journal check", false)
			want := []string{entryFile + tt.want, "1 finding"}
			if tt.want == "" {
				want = []string{"nothing found"}
			} else if !strings.HasPrefix(tt.want, ":") {
				want = []string{tt.want}
			}
			if said := strings.Join(strings.Fields(v.out+v.err), " "); !strings.Contains(said, want[0]) || !strings.Contains(said, want[len(want)-1]) {
				t.Errorf("%s, committed %v: want %q in\n%s", name, committed, want, v.out)
			}
		}
	}
}

func TestJournalCheckFollowsRenames(t *testing.T) {
	const renamed = "journal/2026-11-29-memory.md"
	changed := strings.Replace(entryOf12, "13 tokens", "14 tokens", 1)
	for name, steps := range map[string]func(v *visit){
		"not committed": func(v *visit) { v.remove(entryFile); v.write(renamed, changed) },
		"committed":     func(v *visit) { v.remove(entryFile); v.write(renamed, changed); v.commit() },
		"changed later": func(v *visit) { v.git("mv", entryFile, renamed); v.commit(); v.write(renamed, changed); v.commit() },
		"twice": func(v *visit) {
			v.git("mv", entryFile, "journal/2026-11-29-x.md")
			v.commit()
			v.git("mv", "journal/2026-11-29-x.md", renamed)
			v.commit()
			v.write(renamed, changed)
		},
	} {
		v := newVisit(t)
		v.git("init", "-q")
		v.write(entryFile, entryOf12)
		v.commit()
		steps(v)
		v.course(1, "journal check")
		v.says(renamed + ":13: rewritten")
		if !strings.Contains(v.out, "1 finding") {
			t.Errorf("%s: %s", name, v.out)
		}
	}
}

// Two entries have the template in common, and nothing else; the one that was deleted is no earlier name of the other.
func TestJournalCheckTakesNoEntryForAnother(t *testing.T) {
	v := newVisit(t)
	v.git("init", "-q")
	v.git("add", "journal")
	v.course(0, "journal new one --exercise 1.2")
	one := "journal/2026-11-29-one.md"
	v.write(one, strings.NewReplacer("## Log\n", "## Log\n\nthe first line of one\n\nthe second line of it\n").Replace(v.read(one)))
	v.commit()
	v.remove(one)
	v.course(0, "journal new two --exercise 1.2")
	v.commit()
	v.course(1, "journal check")
	if strings.Contains(v.out, "rewritten") {
		t.Error(v.out)
	}
	// What the template said is nobody's line, in an older version of it either.
	v.write("journal/TEMPLATE.md", strings.Replace(v.read("journal/TEMPLATE.md"), "- Message:", "- The whole message:", 1))
	v.write("journal/2026-11-29-two.md", strings.Replace(v.read("journal/2026-11-29-two.md"), "- Message:", "- The whole message:", 1))
	v.course(1, "journal check")
	if strings.Contains(v.out, "rewritten") {
		t.Error(v.out)
	}
}

func TestJournalCheckWithoutGit(t *testing.T) {
	v := newVisit(t)
	v.write(entryFile, entryOf12)
	v.course(0, "journal check") // no repository
	v.git("init", "-q")
	v.course(0, "journal check") // no commit
	v.env = []string{"PATH=" + t.TempDir()}
	v.course(0, "journal check")
}

// The history of hundreds of entries is read by two processes, whatever their number.
func TestJournalCheckOfALongHistory(t *testing.T) {
	v := newVisit(t)
	v.git("init", "-q")
	for round := range 4 {
		for i := range 150 {
			day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, i).Format(time.DateOnly)
			text := strings.NewReplacer("2026-11-29", day, "20:15 stateless first.", fmt.Sprintf("20:15 stateless first.\n\n%s", strings.Repeat("one more line\n\n", round))).Replace(entryOf12)
			v.write("journal/"+day+"-memory.md", text)
		}
		v.commit()
	}
	v.write("journal/2026-01-03-memory.md", strings.Replace(v.read("journal/2026-01-03-memory.md"), "20:15 stateless first.", "", 1))
	v.course(1, "journal check")
	v.says("journal/2026-01-03-memory.md:15: rewritten", "1 finding")
}

func (v *visit) remove(file string) {
	v.t.Helper()
	if err := os.Remove(filepath.Join(v.root, filepath.FromSlash(file))); err != nil {
		v.t.Fatal(err)
	}
}

// The entry that the course ships as an example is as the rules want it.
func TestJournalCheckOfTheExample(t *testing.T) {
	v := newVisit(t)
	v.course(0, "journal check journal/example/2026-11-30-what-a-long-chat-costs.md")
	v.says("nothing found")
}
