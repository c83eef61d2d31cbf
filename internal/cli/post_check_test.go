package cli

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

const soundPost = `# Turn 10 of my chat sent 517 tokens for a question of four words

sim-1, a simulator and no model, on 5 December 2026; max_tokens 2000; one run of ten turns.

On turn 1 it had been 13. Not tested: a live model.

[Entry](../journal/2026-12-05-x.md)
`

func TestPostCheck(t *testing.T) {
	v := newVisit(t)
	v.write("LICENSE", "MIT\n")
	v.course(0, "post check")
	v.says("there is no draft in posts/", "nothing found")
	v.write("journal/2026-12-05-x.md", "# X\n\n- Model: sim-1\n\nTurn 1: 13, turn 10: 517; max_tokens 2000.\n")
	v.write("posts/2026-12-05-x.md", soundPost)
	v.course(0, "post check")
	v.says("nothing found")

	v.write("posts/2026-12-06-y.md", strings.Replace(soundPost, "Turn 10 of my chat sent 517", "This sent 571", 1))
	v.course(1, "post check")
	v.says("posts/2026-12-06-y.md:1: hook: the first line is one that points at something",
		"why: A stranger sees the first line", "posts/2026-12-06-y.md:1: numbers: 571 stands in none of the sources (journal/2026-12-05-x.md)",
		"mend: Look it up", "2 findings")
	for line := range strings.Lines(v.out) {
		if len([]rune(line)) > 81 {
			t.Errorf("a line of %d characters: %s", len([]rune(line)), line)
		}
	}
	v.course(0, "post check posts/2026-12-05-x.md")
	for _, name := range []string{"2026-12-06-y", "2026-12-06-y.md", "posts/2026-12-06-y.md", "./posts/../posts/2026-12-06-y.md"} {
		v.course(1, "post check "+name)
		v.says("posts/2026-12-06-y.md:1: hook", "2 findings")
	}
	v.dir = filepath.Join(v.root, "journal")
	v.course(1, "post check ../posts/2026-12-06-y.md")
	v.says("posts/2026-12-06-y.md:1: hook")
}

func TestPostCheckAsJSON(t *testing.T) {
	v := newVisit(t)
	v.write("LICENSE", "MIT\n")
	v.write("posts/2026-12-06-y.md", "# Notes on my agent\n\n<!-- course: allow date because it is undated -->\n\nText.\n")
	v.course(1, "post check --json")
	var report struct {
		Findings  []struct{ File, Rule, What, Why, Mend string }
		Questions []struct{ File, Rule, Ask string }
		Accepted  int
	}
	if err := json.Unmarshal([]byte(v.out), &report); err != nil {
		t.Fatalf("%v\n%s", err, v.out)
	}
	if len(report.Findings) < 3 || report.Findings[0].File != "posts/2026-12-06-y.md" || len(report.Questions) == 0 || report.Accepted != 1 {
		t.Errorf("%+v", report)
	}
}

func TestPostCheckOfWhatIsNoPost(t *testing.T) {
	v := newVisit(t)
	for line, want := range map[string]string{
		"post check nowhere.md": "no post is called \"nowhere.md\"",
		"post check posts":      "posts is a folder, and a post is a file",
	} {
		v.course(2, line)
		v.says(want, "course: hint:")
	}
	v.write("posts/2026-12-06-y.md", "\x00\x01")
	v.course(1, "post check")
	v.says("posts/2026-12-06-y.md:1: unreadable:")
}

func TestPostCheckHelp(t *testing.T) {
	v := newVisit(t)
	v.course(0, "post check --help")
	v.says("seen-believed a belief told as an observation", "course: allow numbers because", "posts/RULES.md")
}

// A program that reads JSON gets the error in it too, whatever the command.
func TestErrorsInJSON(t *testing.T) {
	v := newVisit(t)
	for _, line := range []string{"post check nowhere.md --json", "journal check nowhere --json"} {
		v.course(2, line)
		var got struct{ Error, Hint string }
		if err := json.Unmarshal([]byte(v.out), &got); err != nil || !strings.Contains(got.Error, "nowhere") || got.Hint == "" {
			t.Errorf("%s: %v %s", line, err, v.out)
		}
	}
}
