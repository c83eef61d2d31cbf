package cli

import (
	"os"
	"strings"
	"testing"
	"time"

	"agentcourse/internal/book"
	"agentcourse/internal/workspace"

	"github.com/google/go-cmp/cmp"
)

// The course's own pages hold: their links, their code, their output, and the words of the glossary.
func TestBookHolds(t *testing.T) {
	v := &visit{t: t, root: repository(t), dir: repository(t), env: os.Environ(), now: time.Now()}
	if code := v.run("book check", false); code != 0 {
		t.Fatalf("exit code %d; course book sync mends code and output\n%s%s", code, v.out, v.err)
	}
	if !strings.HasSuffix(v.out, " outputs: all hold\n") || strings.Contains(v.out, ", 0 code fences,") {
		t.Errorf("it said %q", v.out)
	}
}

// newBook is a course whose lessons are one page.
func newBook(t *testing.T, markdown string) *visit {
	t.Helper()
	v := newVisit(t)
	for _, dir := range []string{"lessons", "exercises"} {
		if err := os.RemoveAll(v.root + "/" + dir); err != nil {
			t.Fatal(err)
		}
	}
	v.write("exercises/.keep", "")
	v.write("lessons/index.md", "---\ntitle: Map\n---\n"+markdown)
	v.write("journal/2026-01-01-own.md", "a learner's own")
	return v
}

func TestBookCheck(t *testing.T) {
	v := newBook(t, "# Map\n\n```go\n// from starter/say.go#Say\nconst Say = 1\n```\n\n<!-- output -->\n```\n$ course list\n$ course show 9.9\n"+
		"course: error: no exercise is called \"9.9\"\n…\n(exit code 2)\n```\n")
	v.write("starter/say.go", "package starter\n\nconst Say = 1\n")
	v.course(0, "book check")
	if v.out != "book: 1 pages, 1 code fences, 1 outputs: all hold\n" || v.err != "" {
		t.Errorf("%q, %q", v.out, v.err)
	}
	v.course(0, "book check --no-run")
	if v.out != "book: 1 pages, 1 code fences: all hold\n" || v.err != "course: note: outputs in the pages: 1, not compared because of --no-run\n" {
		t.Errorf("%q, %q", v.out, v.err)
	}
	v.write("starter/say.go", "package starter\n\nconst Say = 2\n")
	v.write("lessons/01-a.md", "no front matter\n")
	v.course(1, "book check --no-run")
	want := "lessons/01-a.md:1: no front matter: the first line must be ---\n" +
		"lessons/index.md:8: the code is not that of starter/say.go#Say: want \"const Say = 2\", got \"const Say = 1\"\n"
	if diff := cmp.Diff(want, v.out); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	v.course(2, "book check lessons/index.md")
}

// What stands for any address, and this machine, are not asked for.
func TestBookCheckRemote(t *testing.T) {
	v := newBook(t, "# Map\n\n[a](https://example.com/a) and [b](http://localhost:1/b)\n")
	v.course(0, "book check --no-run")
	if strings.Contains(v.err, "web addresses") {
		t.Errorf("without --remote: %q", v.err)
	}
	v.course(0, "book check --no-run --remote")
	if v.err != "course: note: web addresses asked for: 0; places that lead nowhere: 0, of which nothing is known: 0\n" {
		t.Errorf("%q", v.err)
	}
}

func TestBookSync(t *testing.T) {
	before := "```go\n// from starter/say.go\n```\n\n<!-- output -->\n```\n$ course list\n$ course list now\n```\n\ntext\n\n<!-- output -->\n```\n$ course run 1.1\n```\n"
	v := newBook(t, before)
	v.write("starter/say.go", "package starter\n")
	v.course(0, "book sync --no-run")
	if v.out != "rewrote lessons/index.md:4\n" {
		t.Errorf("%q", v.out)
	}
	v.course(0, "book sync")
	if v.out != "rewrote lessons/index.md:10\nrewrote lessons/index.md:20\n" {
		t.Errorf("%q", v.out)
	}
	after := v.read("lessons/index.md")
	want := "---\ntitle: Map\n---\n```go\n// from starter/say.go\npackage starter\n```\n\n<!-- output -->\n```\n$ course list\n$ course list now\n" +
		"course: error: unknown command \"now\" for \"course list\"\n(exit code 2)\n```\n\ntext\n\n<!-- output -->\n```\n$ course run 1.1\n" +
		"course: error: no exercise is called \"1.1\"\ncourse: hint: \"course list\" shows all exercises\n(exit code 2)\n```\n"
	if diff := cmp.Diff(want, after); diff != "" {
		t.Errorf("the page (-want +got):\n%s", diff)
	}
	v.course(0, "book sync")
	if v.out != "book: nothing to rewrite\n" || v.read("lessons/index.md") != after {
		t.Errorf("a second time: %q", v.out)
	}
	v.write("lessons/index.md", after+"\n```\n// from none.go\n```\n")
	v.course(1, "book sync")
	if v.out != "lessons/index.md:28: there is no none.go\n" {
		t.Errorf("%q", v.out)
	}
}

func TestBookCommands(t *testing.T) {
	v := newBook(t, "")
	v.env = append(os.Environ(), "ANTHROPIC_API_KEY=sk-ant-fake-of-the-learner", "ANTHROPIC_BASE_URL=http://127.0.0.1:1", "OWN=1")
	v.write("starter/odd/main.go", `package main

import (
	"fmt"
	"os"
	"strings"
)

func main() {
	fmt.Println("out", len(os.Args), strings.Join(os.Args[1:], "|"))
	fmt.Fprintln(os.Stderr, "err", os.Getenv("OWN"), os.Getenv("ANTHROPIC_API_KEY") != "sk-ant-fake-of-the-learner")
	fmt.Println("out")
	dir, _ := os.Getwd()
	fmt.Println(dir, len(os.Getenv("HOME")) > 0)
	journal, _ := os.ReadDir("journal")
	fmt.Println(len(journal))
	_, err := os.Stat("was-here")
	fmt.Println("was here:", err == nil)
	_ = os.WriteFile("was-here", nil, 0o666)
	os.Exit(len(os.Args) - 1)
}
`)
	v.write("starter/broken/main.go", "package main\n\nfunc main() { none() }\n")
	v.write("starter/none/main.go", "package none\n")
	a := &app{World: v.world(), root: v.root}
	run, done, err := a.bookRunner(false)
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	outputs, err := run(t.Context(), [][]string{
		{"go", "run", "./starter/odd"}, {"go", "run", "./starter/odd", "a b", "", "c"}, {"go", "run", "./starter/hello", "Hello"},
		{"course", "nothing", "here"}, {"go", "run", "./starter/broken"}, {"go", "run", "./starter/none"}, {"go", "run", "./starter/../cmd/course"},
		{"course", "sim", "--fast"}, {"course", "--no-color", "book", "check"}, {"course", "book", "sync"},
		{"go", "run", "./cmd/course"}, {"go", "vet", "./starter/odd"}, {"rm", "-rf", "x"},
	})
	if err != nil {
		t.Fatal(err)
	}
	const other = `the book runs "course …" and "go run ./starter/NAME …" or "./lessons/code/NAME …" alone`
	const waits = "the command does not end by itself, or runs the book's commands"
	odd := func(first, was string) string { return first + "err  true\nout\n… true\n2\nwas here: " + was + "\n" }
	want := []book.Output{
		{Text: odd("out 1 \n", "false")}, {Text: odd("out 4 a b||c\n", "true"), Exit: 3}, {Text: outputs[2].Text},
		{Text: "course: error: there is no command \"nothing\"\ncourse: hint: \"course --help\" lists the commands\n", Exit: 2},
		{Problem: "it cannot be built: starter/broken/main.go:3:15: undefined: none"}, {Problem: "there is no program in ./starter/none"},
		{Problem: "./starter/../cmd/course is not the folder of a program"}, {Problem: waits}, {Problem: waits}, {Problem: waits},
		{Problem: other}, {Problem: other}, {Problem: other},
	}
	if diff := cmp.Diff(want, outputs); diff != "" {
		t.Errorf("outputs (-want +got):\n%s", diff)
	}
	if !strings.Contains(outputs[2].Text, "model=sim-1") {
		t.Errorf("hello printed %q", outputs[2].Text)
	}
	again, err := run(t.Context(), [][]string{{"go", "run", "./starter/odd"}, {"go", "run", "./starter/hello", "Hello"}})
	if err != nil || again[0].Text != want[0].Text || again[1].Text != want[2].Text {
		t.Errorf("in a fresh copy: %+v, %v", again, err)
	}
	if _, err := os.Stat(v.root + "/was-here"); err == nil {
		t.Error("a program has written into the repository")
	}
}

// A page's course run takes the simulator, whatever key and address the person has.
func TestBookNeverGoesLive(t *testing.T) {
	v := newVisit(t)
	live := newServer(t, "claude-opus-5-5")
	v.live = live.url
	v.env = append(os.Environ(), "ANTHROPIC_API_KEY="+learnersKey, "ANTHROPIC_BASE_URL="+live.url)
	v.write("lessons/index.md", "---\ntitle: Map\n---\n<!-- output -->\n```\n$ course run 1.1 --seed 7 --fast\n```\n")
	v.course(0, "book sync")
	if page := v.read("lessons/index.md"); !strings.Contains(page, "sim-1, because ANTHROPIC_API_KEY is not set") || len(live.keys) > 0 {
		t.Errorf("%d calls went out\n%s", len(live.keys), page)
	}
	if _, err := os.Stat(v.root + "/work"); err == nil {
		t.Error("a command in a page has made the learner's folder")
	}
}

func TestBookWithoutGo(t *testing.T) {
	v := newBook(t, "<!-- output -->\n```\n$ go run ./starter/hello\n```\n")
	v.env = []string{"PATH=" + t.TempDir()}
	v.course(0, "book check --no-run")
	v.course(2, "book check")
	v.says("lessons/index.md:5: there is no go command on the PATH", "install Go")
}

// The lines that pages name a piece by are the same for those who quote and for those who copy.
func TestAnchorsAreTheSameEverywhere(t *testing.T) {
	v := newBook(t, "")
	for _, ext := range []string{".go", ".yaml", ".yml", ".sh"} {
		sign := "#"
		if ext == ".go" {
			sign = "//"
		}
		source := "package a\n\n" + sign + " anchor: x\n" + sign + " end: x\n  " + sign + "  anchor: x\n" + sign + "anchor: x\n" + sign + " anchor: x y\n" + sign + " anchor:\n"
		v.write("starter/a/a"+ext, source)
		if err := workspace.CopyGo(v.root+"/starter/a", v.root+"/copy", nil); err != nil {
			t.Fatal(err)
		}
		copied := v.read("copy/a" + ext)
		v.write("lessons/index.md", "---\ntitle: Map\n---\n<!-- from starter/a/a"+ext+" -->\n```\n"+copied+"```\n")
		if copied == source {
			t.Errorf("%s: nothing is left out", ext)
		}
		v.course(0, "book check")
	}
}
