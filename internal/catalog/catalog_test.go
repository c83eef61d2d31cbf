package catalog

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// load reads a course that consists of the given files, in a folder of its own.
func load(t *testing.T, files map[string]string) *Catalog {
	t.Helper()
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, "exercises"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c, err := Load(root)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func exercise(id string) string {
	return fmt.Sprintf("---\nid: %q\ntitle: Exercise %s\nprograms: [hello]\n---\n\n## Goal\n", id, id)
}

func lesson(title string) string { return "---\ntitle: " + title + "\n---\n\n# " + title + "\n" }

func ids(c *Catalog) []string {
	var all []string
	for _, ex := range c.Exercises() {
		all = append(all, ex.ID)
	}
	return all
}

func noProblems(t *testing.T, c *Catalog) {
	t.Helper()
	for _, p := range c.Problems {
		t.Errorf("problem: %v", p)
	}
}

func TestOrder(t *testing.T) {
	c := load(t, map[string]string{
		"lessons/index.md":                  lesson("The map"),
		"lessons/glossary.md":               lesson("Glossary"),
		"lessons/02-the-loop.md":            lesson("The loop"),
		"lessons/10-frameworks.md":          lesson("Frameworks"),
		"lessons/01-foundations.md":         lesson("Foundations"),
		"exercises/01-foundations/index.md": lesson("How to work"),
		"exercises/10-frameworks/1-a.md":    exercise("10.1"),
		"exercises/01-foundations/10-j.md":  exercise("1.10"),
		"exercises/01-foundations/2-b.md":   exercise("1.2"),
		"exercises/01-foundations/1-a.md":   exercise("1.1"),
		"exercises/00-public/1-journal.md":  exercise("0.1"),
	})
	noProblems(t, c)
	if diff := cmp.Diff([]string{"0.1", "1.1", "1.2", "1.10", "10.1"}, ids(c)); diff != "" {
		t.Errorf("exercises (-want +got):\n%s", diff)
	}
	var chapters []string
	for _, ch := range c.Chapters {
		chapters = append(chapters, fmt.Sprintf("%d %s %q, %d exercises", ch.Number, ch.Name, ch.Title(), len(ch.Exercises)))
	}
	want := []string{
		`0 00-public "00-public", 1 exercises`, // exercises without a lesson
		`1 01-foundations "Foundations", 3 exercises`,
		`2 02-the-loop "The loop", 0 exercises`, // a lesson without exercises
		`10 10-frameworks "Frameworks", 1 exercises`,
	}
	if diff := cmp.Diff(want, chapters); diff != "" {
		t.Errorf("chapters (-want +got):\n%s", diff)
	}
	if guide := c.Chapters[1].Guide; guide == nil || guide.Title != "How to work" || c.Chapters[0].Guide != nil {
		t.Errorf("guide of chapter 1: %+v, of chapter 0: %+v", guide, c.Chapters[0].Guide)
	}
	if c.Index.Title != "The map" || c.Index.Path != "lessons/index.md" || c.Glossary.Title != "Glossary" {
		t.Errorf("index %+v, glossary %+v", c.Index, c.Glossary)
	}
}

func TestWholeExercise(t *testing.T) {
	const src = `---
id: "1.2"
title: "No memory: two programs"
read: [lessons/01-foundations.md]
time: 45
starter: [chat]
programs: [stateless, chat]
files: [data/notes/a b.txt]
record:
  - what broke
---
## Contract

- **C1** One.
`
	want := &Exercise{
		Chapter: 1, Number: 2, Key: "01-foundations/2-no-memory", Path: "exercises/01-foundations/2-no-memory.md",
		ID: "1.2", Title: "No memory: two programs", Read: []string{"lessons/01-foundations.md"}, Time: "45",
		Starter: []string{"chat"}, Programs: []string{"stateless", "chat"}, Files: []string{"data/notes/a b.txt"},
		Record:   []string{"what broke"},
		Contract: []Sentence{{ID: "C1", Text: "One.", Line: 14}},
		Markdown: []byte("## Contract\n\n- **C1** One.\n"), Line: 12,
	}
	for name, text := range map[string]string{
		"plain":          src,
		"CRLF":           strings.ReplaceAll(src, "\n", "\r\n"),
		"byte order":     "\xef\xbb\xbf" + src,
		"CRLF and order": "\xef\xbb\xbf" + strings.ReplaceAll(src, "\n", "\r\n"),
	} {
		t.Run(name, func(t *testing.T) {
			c := load(t, map[string]string{want.Path: text})
			noProblems(t, c)
			if diff := cmp.Diff([]*Exercise{want}, c.Exercises()); diff != "" {
				t.Errorf("exercise (-want +got):\n%s", diff)
			}
		})
	}
	if got := want.Checks(); got != "checkers/01-foundations/2-no-memory" {
		t.Errorf("checks in %s", got)
	}
	if s, ok := want.Sentence("C1"); !ok || s.Text != "One." {
		t.Errorf("sentence C1: %v, %v", s, ok)
	}
	if _, ok := want.Sentence("C2"); ok {
		t.Error("there is no sentence C2, but it was found")
	}
}

func TestOtherFilesArePassedOver(t *testing.T) {
	c := load(t, map[string]string{
		"exercises/01-foundations/1-a.md":           exercise("1.1"),
		"exercises/01-foundations/2-b.md~":          "left by an editor",
		"exercises/01-foundations/3-c.md/nested.md": "a folder named like a file",
		"exercises/drafts/1-a.md":                   "not a chapter",
		"exercises/README.md":                       "text",
		"lessons/figures/loop.svg":                  "<svg/>",
		"lessons/notes.md":                          "no front matter, and no lesson",
	})
	noProblems(t, c)
	if diff := cmp.Diff([]string{"1.1"}, ids(c)); diff != "" {
		t.Errorf("exercises (-want +got):\n%s", diff)
	}
}

func TestFrontMatterUpToTheEnd(t *testing.T) {
	c := load(t, map[string]string{"exercises/01-a/1-a.md": "---\nid: \"1.1\"\ntitle: T\nprograms: [p]\n---"})
	noProblems(t, c)
	if all := c.Exercises(); len(all) != 1 || len(all[0].Markdown) != 0 || all[0].Line != 6 {
		t.Errorf("got %+v", all)
	}
}

func TestPackages(t *testing.T) {
	const head = "---\nid: \"1.1\"\ntitle: T\n"
	tests := map[string]struct{ yaml, problem string }{
		"alone":             {"packages: [fake]\n", ""},
		"beside a program":  {"programs: [odd]\npackages: [fake, loop]\nrace: true\n", ""},
		"nothing asked for": {"", "1-a.md:1: programs is missing: name at least one program, or one package under packages"},
		"no name":           {"packages: [../x]\n", `1-a.md:4: package "../x" must be lower-case letters and digits`},
		"named twice":       {"programs: [odd]\npackages: [odd]\n", `1-a.md:5: "odd" is named as a program and as a package`},
		"nothing to race":   {"programs: [odd]\nrace: true\n", "1-a.md:5: race is about the tests of packages, and no package is named"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			c := load(t, map[string]string{"exercises/01-a/1-a.md": head + tt.yaml + "---\n"})
			if tt.problem != "" {
				oneProblem(t, c, "exercises/01-a/"+tt.problem)
				return
			}
			noProblems(t, c)
		})
	}
}

func TestNoCourse(t *testing.T) {
	root := t.TempDir()
	if _, err := Load(root); err == nil || !strings.Contains(err.Error(), "no exercises in "+root) {
		t.Errorf("got %v", err)
	}
}

// A guide may say in which order its chapter's exercises are best worked through; their numbers stay the order of the list.
func TestStudyOrder(t *testing.T) {
	files := map[string]string{
		"exercises/01-a/index.md": "---\ntitle: How to work\norder: [1, 3, 2]\n---\n",
		"exercises/01-a/1-a.md":   exercise("1.1"), "exercises/01-a/2-b.md": exercise("1.2"), "exercises/01-a/3-c.md": exercise("1.3"),
		"exercises/02-b/1-a.md": exercise("2.1"),
	}
	c := load(t, files)
	noProblems(t, c)
	var order []string
	for _, ex := range c.StudyOrder() {
		order = append(order, ex.ID)
	}
	if diff := cmp.Diff([]string{"1.1", "1.3", "1.2", "2.1"}, order); diff != "" {
		t.Errorf("study order (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"1.1", "1.2", "1.3", "2.1"}, ids(c)); diff != "" {
		t.Errorf("order of numbers (-want +got):\n%s", diff)
	}

	files["exercises/01-a/index.md"] = "---\ntitle: How to work\norder: [1, 3, 3]\n---\n"
	c = load(t, files)
	oneProblem(t, c, "exercises/01-a/index.md:1: order names the exercises [1 3 3], and there are [1 2 3]")
	if len(c.StudyOrder()) != 4 {
		t.Errorf("study order of %d exercises", len(c.StudyOrder()))
	}
}

func TestContinues(t *testing.T) {
	next := func(id, continues string) string {
		return strings.Replace(exercise(id), "title:", "continues: \""+continues+"\"\ntitle:", 1)
	}
	c := load(t, map[string]string{
		"exercises/01-a/1-a.md": exercise("1.1"),
		"exercises/02-b/1-a.md": next("2.1", "1.1"),
		"exercises/02-b/2-b.md": next("2.2", "2.3"),
		"exercises/02-b/3-c.md": next("2.3", "7.7"),
	})
	var continued []string
	for _, ex := range c.Exercises() {
		if ex.Continues != nil {
			continued = append(continued, ex.ID+" continues "+ex.Continues.ID)
		}
	}
	if diff := cmp.Diff([]string{"2.1 continues 1.1"}, continued); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	var problems []string
	for _, p := range c.Problems {
		problems = append(problems, p.Error())
	}
	want := []string{
		`exercises/02-b/2-b.md:1: continues "2.3", which is no exercise before this one`,
		`exercises/02-b/3-c.md:1: continues "7.7", which is no exercise before this one`,
	}
	if diff := cmp.Diff(want, problems); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}
