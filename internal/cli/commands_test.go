package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestFirstEvening(t *testing.T) {
	v := newVisit(t)
	v.course(0, "")
	v.says("0 of 18 exercises passed", "next: exercise 1.1, The first call", "course start 1.1")
	v.course(0, "list")
	v.says("01 Foundations (lessons/01-foundations.md)", "1.1 - The first call", "1.2 - The API has no memory")
	v.course(0, "show ex1")
	v.says("Exercise 1.1: The first call", "Contract", "C1")

	v.course(1, "check ex1 --seed 5")
	v.says("started exercise 1.1 in work/01-foundations/1-first-call", "FAIL", "course hint 1.1", "journal: no entry names exercise 1.1 yet")
	v.course(2, "start 1.1")
	v.says(`course: error: exercise 1.1 is already started in work/01-foundations/1-first-call`, `course: hint: continue there, or run "course reset 1.1"`)

	v.course(0, "hint")
	v.says("hint 1 of 6")
	v.course(0, "hint ex1")
	v.says("hint 2 of 6")
	v.course(0, "journal new first call --exercise ex1")
	v.says("made journal/2026-11-29-first-call.md")
	v.course(1, "check")
	if strings.Contains(v.out, "journal: no entry") {
		t.Errorf("the reminder stays although there is an entry:\n%s", v.out)
	}
	v.course(0, "")
	v.says("next: exercise 1.1, The first call (1 of 15 checks passed last time)")
}

func TestSolvedExercise(t *testing.T) {
	v := newVisit(t)
	v.solve()
	v.course(0, "check ex2")
	v.says("16 of 16 checks passed")
	v.course(0, "list")
	v.says("1.2 passed The API has no memory")
	v.course(0, "check --json")
	var report struct {
		Exercise string
		Passed   bool
		Checks   []struct{ Status string }
	}
	if err := json.Unmarshal([]byte(v.out), &report); err != nil || !report.Passed || report.Exercise != "1.2" || len(report.Checks) != 16 {
		t.Errorf("JSON: %v\n%s", err, v.out)
	}
}

// The verdict is the same on a terminal, in a pipe and as JSON.
func TestVerdictIsTheSameEverywhere(t *testing.T) {
	v := newVisit(t)
	v.course(1, "check 1.1 --seed 9 -v")
	text := v.out
	v.course(1, "check 1.1 --seed 9 --json")
	var report struct {
		Checks []struct {
			Behaviour, Status, Because, Hint string
			Failure                          *struct {
				Summary          string
				Expected, Actual []string
			}
		}
	}
	if err := json.Unmarshal([]byte(v.out), &report); err != nil {
		t.Fatal(err)
	}
	flat := strings.Join(strings.Fields(text), " ")
	for _, c := range report.Checks {
		word := map[string]string{"pass": "pass", "fail": "FAIL", "not run": "not run"}[c.Status]
		wanted := []string{word + " " + c.Behaviour, c.Hint}
		if c.Failure != nil {
			wanted = append(wanted, c.Failure.Summary)
		}
		for _, w := range wanted {
			if !strings.Contains(flat, strings.Join(strings.Fields(w), " ")) {
				t.Errorf("the text lacks %q, which the JSON has", w)
			}
		}
	}
	if regexp.MustCompile("\x1b").MatchString(text) {
		t.Error("colour in a pipe")
	}
	for line := range strings.Lines(text) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 80 && !strings.HasPrefix(line, "    cd ") {
			t.Errorf("a line of %d columns: %s", n, line)
		}
	}
}

func TestColour(t *testing.T) {
	v := newVisit(t)
	var plain string
	for _, tt := range []struct {
		flag, env string
		want      bool
	}{{"", "", true}, {" --no-color", "", false}, {"", "NO_COLOR=1", false}, {"", "TERM=dumb", false}} {
		out := v.onTerminal("list"+tt.flag, tt.env)
		if strings.Contains(out, "\x1b[") != tt.want {
			t.Errorf("flag %q, environment %q: colour is not %v", tt.flag, tt.env, tt.want)
		}
		bare := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(out, "")
		if plain == "" {
			plain = bare
		} else if plain != bare {
			t.Errorf("the text differs with colour:\n%s\n%s", plain, bare)
		}
	}
}

func TestWrongUsage(t *testing.T) {
	v := newVisit(t)
	for line, want := range map[string]string{
		"check 1.22":                    `course: error: no exercise is called "1.22" course: hint: did you mean 1.2 (The API has no memory)?`,
		"check no-memry":                "did you mean 1.2",
		"check zzzzzz":                  `"course list" shows all exercises`,
		"check 1.2 --solution=fancy":    `ships no right program "fancy"; there is plain, rawhttp, streaming`,
		"check 1.2 --work nowhere":      "nowhere holds no go.mod",
		"chek":                          `course: error: there is no command "chek" course: hint: did you mean check?`,
		"start":                         `name one exercise, as in "course start 1.2"`,
		"check 1.2 --work . --solution": "if any flags in the group [work solution] are set none of the others can be",
		"reset 1.2":                     "exercise 1.2 is not started: there is nothing to set aside",
		"journal new x --exercise 7.7":  `no exercise is called "7.7"`,
		"check --seed many":             "invalid argument",
	} {
		v.course(2, line)
		v.says(want)
	}
	v.course(2, "check 1.22 --json")
	var answer struct{ Error, Hint string }
	if err := json.Unmarshal([]byte(v.out), &answer); err != nil || answer.Error != `no exercise is called "1.22"` || answer.Hint == "" {
		t.Errorf("%v: %s", err, v.out)
	}
	v.dir = t.TempDir()
	v.course(2, "list")
	v.says("course: error: this folder is not in the course's repository", "course: hint: change into the folder that you cloned the course into")
}

func TestSurroundingsThatAreWrong(t *testing.T) {
	v := newVisit(t)
	v.write("work", "a file")
	v.course(2, "check 1.1")
	v.says("work is a file; the course needs a folder of that name", "mv work work-of-mine")
	if err := os.Remove(filepath.Join(v.root, "work")); err != nil {
		t.Fatal(err)
	}
	v.env = []string{"PATH=" + t.TempDir()}
	v.course(2, "check 1.1")
	v.says("there is no go command on the PATH", "install Go 1.26 or newer")
}

// A mistake in one of the course's files is told with file and line, and the rest of the course still works.
func TestBrokenCourseFiles(t *testing.T) {
	v := newVisit(t)
	exercise := "exercises/01-foundations/2-no-memory.md"
	v.write(exercise, strings.Replace(v.read(exercise), "title:", "titel:", 1))
	v.course(2, "check 1.2")
	v.says("left out: " + exercise + `:3: unknown field "titel"`)
	v.course(0, "list")
	v.says("1.1 - The first call", exercise+":3:")
	v.course(2, "book build")
	v.says("the book would lack a page", exercise+":3:")

	check := "checkers/01-foundations/1-first-call/12-default-prompt.txtar"
	v.write(check, strings.Replace(v.read(check), "{text: ", "{txt: ", 1))
	other := "checkers/01-foundations/1-first-call/20-prints-text.txtar"
	v.write(other, strings.Replace(v.read(other), "run -limit", "runn -limit", 1))
	v.course(1, "check 1.1 --solution")
	v.says("GRADER ERROR", "the grader itself is at fault, not your program: "+check+":", "13 of 15 checks passed",
		other+`:10: unknown command "runn`)
}

func TestJournalAndPost(t *testing.T) {
	v := newVisit(t)
	v.course(0, "journal new Größe & Preis -e 1.1 -e 1.2")
	v.says("made journal/2026-11-29-")
	v.course(0, "journal new Größe & Preis")
	v.says("-2.md")
	v.course(0, "post new what I saw")
	v.says("made posts/2026-11-29-what-i-saw.md")
	if files, err := filepath.Glob(filepath.Join(v.root, "journal", "2026-*.md")); err != nil || len(files) != 2 {
		t.Errorf("entries: %v %v", files, err)
	}
}

func TestBook(t *testing.T) {
	v := newVisit(t)
	v.course(0, "book build --html")
	v.says("made book/dist/course.html")
	page := v.read("book/dist/course.html")
	for _, want := range []string{"The API has no memory", "What a language model is", `class="status">Status: draft. Facts checked on 2026-11-30 against`, "Stretch"} {
		if !strings.Contains(page, want) {
			t.Errorf("the book lacks %q", want)
		}
	}
	for _, file := range []string{"lessons/01-foundations.md", "lessons/index.md"} {
		if !strings.Contains(v.read(file), "checked: \"2026-11-30\"") {
			t.Errorf("%s does not say when it was checked", file)
		}
	}
}

func TestResetSetsAside(t *testing.T) {
	v := newVisit(t)
	v.course(0, "start 1.1")
	mine := "package main // mine\n\nfunc main() {}\n"
	v.write("work/01-foundations/1-first-call/hello/main.go", mine)
	v.course(0, "reset ex1")
	v.says("your work on exercise 1.1 is now in work/_aside/01-foundations/1-first-call-20261129-")
	aside := regexp.MustCompile(`work/_aside/\S+`).FindString(v.out)
	if v.read(aside+"/hello/main.go") != mine {
		t.Error("the work that was set aside has changed")
	}
	if v.read("work/01-foundations/1-first-call/hello/main.go") == mine {
		t.Error("the exercise was not started again")
	}
}

// A newer course leaves the learner's work alone, and says that its package messages has moved on.
func TestNewerCourse(t *testing.T) {
	v := newVisit(t)
	v.solve()
	v.write("work/messages/mine.go", "package messages\n\n// Mine is the learner's own.\nconst Mine = 1\n")
	before := v.workFiles()
	v.course(0, "check 1.2")
	if strings.Contains(v.out, "work/messages") {
		t.Errorf("a copy that is not older is called older:\n%s", v.out)
	}

	v.write("starter/messages/types.go", v.read("starter/messages/types.go")+"\n// New is new.\nconst New = 1\n")
	v.write("starter/chat/main.go", v.read("starter/chat/main.go")+"\n// A newer starter.\n")
	exercise := "exercises/01-foundations/2-no-memory.md"
	v.write(exercise, v.read(exercise)+"\nA newer text.\n")
	check := "checkers/01-foundations/2-no-memory/10-three-calls.txtar"
	v.write(check, strings.Replace(v.read(check), "three calls and ends well", "three calls, says the newer check", 1))

	v.course(0, "check 1.2")
	v.says("three calls, says the newer check", "16 of 16 checks passed",
		"work/messages is older than the course's starter/messages. To compare them: git diff --no-index work/messages starter/messages")
	v.course(0, "start 1.1")
	for name, content := range before {
		if v.read(name) != content {
			t.Errorf("%s has changed", name)
		}
	}
}

func (v *visit) workFiles() map[string]string {
	v.t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(filepath.Join(v.root, "work"), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(v.root, path)
		files[filepath.ToSlash(rel)] = v.read(filepath.ToSlash(rel))
		return err
	})
	if err != nil {
		v.t.Fatal(err)
	}
	return files
}

// Every exercise has the sections that a learner is told to expect, and hints.
func TestExerciseSections(t *testing.T) {
	v := newVisit(t)
	v.course(0, "list")
	for _, file := range mustGlob(t, filepath.Join(v.root, "exercises", "*", "[0-9]*.md")) {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for line := range strings.Lines(string(src)) {
			if h, ok := strings.CutPrefix(line, "## "); ok {
				got = append(got, strings.TrimSpace(h))
			}
		}
		want := []string{"Goal", "Predict", "Build", "Run and observe", "Explain", "Record", "Stretch", "Done when"}
		if !slices.Equal(got, want) {
			t.Errorf("%s has the sections %v, not %v", filepath.Base(file), got, want)
		}
	}
}

func mustGlob(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("nothing matches %s (%v)", pattern, err)
	}
	return files
}
