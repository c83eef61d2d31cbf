package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const exampleEntry = "journal/example/2026-11-30-what-a-long-chat-costs.md"

func TestPostNew(t *testing.T) {
	v := newVisit(t)
	v.course(0, "post new what I saw -e ex2 --shape broke")
	v.says("made posts/2026-11-29-what-i-saw.md")
	draft := v.read("posts/2026-11-29-what-i-saw.md")
	for _, want := range []string{"# what I saw\n", "- Shape: broke\n", "- Exercise: 1.2\n", "- Versions: Go 1.", "<!-- Shape broke."} {
		if !strings.Contains(draft, want) {
			t.Errorf("the draft lacks %q", want)
		}
	}

	v.course(0, "post new --from "+exampleEntry+" --shape numbers")
	v.says("made posts/2026-11-29-more-than-two-thirds-of-what-my-ten-turn-chat-cost-was-for-text-that-i-never-saw.md")
	if v.err != "" {
		t.Errorf("notes on an entry that is complete: %s", v.err)
	}
	name := regexp.MustCompile(`posts/\S+`).FindString(v.out)
	first := v.read(name)
	v.course(0, "post new --from "+exampleEntry)
	v.says("-never-saw-2.md")
	if v.read(name) != first {
		t.Error("the first draft has changed")
	}
	v.course(0, "post new mine --from "+exampleEntry+" -e 2.1")
	if draft := v.read("posts/2026-11-29-mine.md"); !strings.Contains(draft, "# mine\n") || !strings.Contains(draft, "- Exercise: 2.1\n") {
		t.Errorf("topic and exercise are not those given:\n%s", draft)
	}
}

// Each number of the example's post stands in the entry, a trace or a run record.
func TestPostExampleNumbers(t *testing.T) {
	v := newVisit(t)
	var sources strings.Builder
	for _, file := range append(mustGlob(t, filepath.Join(v.root, "journal/example/assets/*.jsonl")), filepath.Join(v.root, exampleEntry)) {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sources.Write(src)
	}
	number := regexp.MustCompile(`\d+(?:\.\d+)?`)
	known := map[string]bool{}
	for _, n := range number.FindAllString(sources.String(), -1) {
		known[n] = true
	}
	post := v.read("posts/example/2026-11-30-what-a-long-chat-costs.md")
	_, text, _ := strings.Cut(post, "## Hook")
	text, _, _ = strings.Cut(text, "## Before publishing")
	text = regexp.MustCompile(`\]\([^)]*\)`).ReplaceAllString(text, "]")
	for _, n := range number.FindAllString(text, -1) {
		if !known[n] {
			t.Errorf("%s stands in no source", n)
		}
	}
	if n := len(number.FindAllString(text, -1)); n < 30 {
		t.Errorf("only %d numbers were looked for", n)
	}
}

func TestPostEntryNames(t *testing.T) {
	v := newVisit(t)
	for _, name := range []string{"2026-11-20-one.md", "2026-11-21-one-more.md", "2026-11-22-größe.md"} {
		v.write("journal/"+name, "# T\n\n## Post candidate\n\nThe size was 3.\n")
	}
	for _, name := range []string{"journal/2026-11-20-one.md", "2026-11-20-one", "2026-11-20-one.md", "one-MORE", "11-21", "größe"} {
		v.course(0, "post new --from "+name)
		v.says("made posts/2026-11-29-the-size-was-3", "cites no trace")
	}
	v.dir = filepath.Join(v.root, "journal")
	v.course(0, "post new --from 2026-11-22-größe.md")
	v.says("made posts/")
	v.dir = v.root
	if err := os.Symlink(t.TempDir(), filepath.Join(v.root, "journal", "away")); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"one":          `"one" may be any of journal/2026-11-20-one.md, journal/2026-11-21-one-more.md`,
		"nothing":      `no journal entry is called "nothing"`,
		"TEMPLATE":     `no journal entry is called "TEMPLATE"`,
		"journal":      "journal is a folder, and a journal entry is a file",
		"journal/away": "journal/away is a folder",
		os.Args[0]:     "is not in the course's repository",
	} {
		v.course(2, "post new x --from "+name)
		v.says(want)
	}
}

func TestPostNewRefuses(t *testing.T) {
	v := newVisit(t)
	v.write("journal/2026-11-20-one.md", "# T\n\n## Post candidate\n\nNone today.\n")
	for line, want := range map[string]string{
		"post new":                   `a topic is missing course: hint: give one, as in "course post new what a long chat costs"`,
		"post new --from one":        "a topic is missing, for journal/2026-11-20-one.md has no post candidate",
		"post new x --shape nmbers":  `there is no shape "nmbers" course: hint: the shapes are before-after, broke, misconception, numbers, postmortem, question, recap, walkthrough`,
		"post new x --exercise 9.9":  `no exercise is called "9.9"`,
		"post new x --from one -s 1": "unknown shorthand flag",
	} {
		v.course(2, line)
		v.says(want)
	}
	if files, _ := filepath.Glob(filepath.Join(v.root, "posts", "2*")); len(files) > 0 {
		t.Errorf("made %v", files)
	}
	v.course(0, "post new x --from one --no-edit")
}

// A live run whose trace holds the key: neither the draft nor what is printed does.
func TestPostNewKeepsTheKeyBack(t *testing.T) {
	v := newVisit(t)
	const key = "fake-key-of-no-known-form"
	v.env = append(v.env, "ANTHROPIC_API_KEY="+key)
	v.write("traces/20261120-101500.jsonl", `{"event":"task","task":"x","provider":"live"}`+"\n"+
		`{"event":"model","step":0,"usage":{"in":5,"out":6},"content":[{"type":"text","text":"your key is `+key+`"}],"model":"claude-opus-5-5"}`+"\n")
	v.write("journal/2026-11-20-one.md", "# T\n\n## Surprises\n\nIt told me "+key+".\n\n## Evidence\n\ntraces/20261120-101500.jsonl\n")
	v.course(0, "post new x --from one")
	draft := v.read("posts/2026-11-29-x.md")
	if strings.Contains(draft+v.out+v.err, key) || strings.Count(draft, "[REDACTED]") != 2 {
		t.Errorf("the draft:\n%s\n%s%s", draft, v.out, v.err)
	}
	v.says("note: [REDACTED] stands where there was a key")
}

func TestPostNewOpensTheEditor(t *testing.T) {
	v := newVisit(t)
	editor := func(env string, args ...string) string {
		var out, errs bytes.Buffer
		w := v.world()
		w.Out, w.Err, w.Terminal, w.InTerminal = &out, &errs, true, true
		w.Env = append(w.Env, "VISUAL=", env)
		if code := Run(t.Context(), w, append([]string{"post", "new", "x"}, args...)); code != 0 {
			t.Errorf("exit code %d: %s", code, errs.String())
		}
		return out.String() + errs.String()
	}
	if out := editor("EDITOR=echo edited 'this one'"); !regexp.MustCompile(`(?s)made posts/2026-11-29-x\.md.*edited this one .*2026-11-29-x\.md`).MatchString(out) {
		t.Errorf("editor: %s", out)
	}
	if out := editor("EDITOR=false"); !strings.Contains(out, "note: ") {
		t.Errorf("an editor that fails: %s", out)
	}
	if out := editor("EDITOR=echo edited", "--no-edit"); strings.Contains(out, "edited") {
		t.Errorf("--no-edit: %s", out)
	}
}

func TestPostCompletion(t *testing.T) {
	v := newVisit(t)
	v.write("journal/2026-11-20-one.md", "x")
	v.write("journal/2026-11-21-two.md", "x")
	v.write("posts/2026-11-21-two.md", "x")
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"post", "new", "--shape", ""}, "before-after\tBefore and after\n"},
		{[]string{"post", "new", "--from", ""}, "journal/2026-11-21-two.md\njournal/2026-11-20-one.md\n:"},
		{[]string{"post", "correct", ""}, "posts/2026-11-21-two.md\n:"},
	} {
		var out bytes.Buffer
		w := v.world()
		w.Out, w.Err = &out, &out
		if code := Run(t.Context(), w, append([]string{"__complete"}, tt.args...)); code != 0 || !strings.Contains(out.String(), tt.want) {
			t.Errorf("%v: %d\n%s", tt.args, code, out.String())
		}
	}
}

func TestPostCorrect(t *testing.T) {
	v := newVisit(t)
	v.write("posts/2026-11-20-long.md", "# A long chat\n\ntext\n\n## Before publishing\n\n- [x] y\n")
	v.course(0, "post correct long It was 517.")
	v.says("noted in posts/2026-11-20-long.md: Correction, 29 November 2026", "it has no row in posts/INDEX.md")

	v.write("posts/INDEX.md", "| master | derived from it | corrected |\n|---|---|---|\n| A long chat, 2026-11-20 | thread 2026-11-21; README |  |\n")
	v.course(0, "post correct posts/2026-11-20-long.md and not 518.")
	v.says("noted in posts/INDEX.md:3", "made out of it, and to be corrected too: thread 2026-11-21; README")
	const want = "# A long chat\n\ntext\n\n> **Correction, 29 November 2026:** It was 517.\n\n> **Correction, 29 November 2026:** and not 518.\n\n## Before publishing\n\n- [x] y\n"
	if got := v.read("posts/2026-11-20-long.md"); got != want {
		t.Errorf("got %s", got)
	}
	if index := v.read("posts/INDEX.md"); !strings.Contains(index, "| thread 2026-11-21; README | 2026-11-29 |\n") {
		t.Errorf("the index: %s", index)
	}
	v.write("README.md", "text\n")
	v.course(0, "post correct README.md x")
}

func TestPostCorrectAsks(t *testing.T) {
	v := newVisit(t)
	v.write("posts/2026-11-20-long.md", "# A long chat\n")
	ask := func(in string) (int, string) {
		var out bytes.Buffer
		w := v.world()
		w.In, w.Out, w.Err, w.InTerminal, w.ErrTerminal = strings.NewReader(in), &out, &out, true, true
		return Run(t.Context(), w, []string{"post", "correct", "long"}), out.String()
	}
	for _, in := range []string{"", "\n", "I wrote 571\n", "I wrote 571\n \n"} {
		if code, out := ask(in); code != 2 || !strings.Contains(out, "nothing was changed") || v.read("posts/2026-11-20-long.md") != "# A long chat\n" {
			t.Errorf("%q: %d %s", in, code, out)
		}
	}
	if code, out := ask("I wrote 571.\nit was 517"); code != 0 || !strings.Contains(out, "What is right?") {
		t.Errorf("%d %s", code, out)
	}
	if got := v.read("posts/2026-11-20-long.md"); !strings.HasSuffix(got, ":** I wrote 571; it was 517.\n") {
		t.Errorf("got %s", got)
	}
}

func TestPostCorrectRefuses(t *testing.T) {
	v := newVisit(t)
	v.write("posts/2026-11-20-open.md", "# T\n\n```\n")
	v.write("posts/notes.txt", "x")
	v.write("posts/INDEX.md", "x")
	v.write("posts/REPLIES.md", "x")
	outside := filepath.Join(t.TempDir(), "p.md")
	if err := os.WriteFile(outside, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(v.root, "posts", "away.md")); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"post correct":                         "a post is missing",
		"post correct posts/TEMPLATE.md x":     "posts/TEMPLATE.md is no post",
		"post correct posts/INDEX.md x":        "posts/INDEX.md is no post",
		"post correct posts/REPLIES.md x":      "posts/REPLIES.md is no post",
		"post correct posts/shapes/broke.md x": "posts/shapes/broke.md is no post",
		"post correct posts x":                 "posts is a folder",
		"post correct posts/notes.txt x":       "posts/notes.txt is no Markdown file",
		"post correct posts/away.md x":         "is not in the course's repository",
		"post correct " + outside + " x":       "is not in the course's repository",
		"post correct nothing x":               `no post is called "nothing"`,
		"post correct open":                    "the correction itself is missing",
		"post correct open x":                  "posts/2026-11-20-open.md: a fence or a comment above the end is not closed, so that the correction would stand inside of it; nothing was changed",
	} {
		v.course(2, line)
		v.says(want)
	}
	if v.read("posts/2026-11-20-open.md") != "# T\n\n```\n" {
		t.Error("the post has changed")
	}
}
