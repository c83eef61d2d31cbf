package grader

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agentcourse/internal/catalog"
)

// odd is a program that does, by name, what a learner's program may do wrong.
const odd = `package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"
)

func main() {
	switch os.Args[1] {
	case "echo":
		in := bufio.NewScanner(os.Stdin)
		for in.Scan() {
			fmt.Println("you said " + in.Text())
		}
	case "print":
		for _, a := range os.Args[2:] {
			fmt.Print(strings.NewReplacer("\\r", "\r", "\\n", "\n", "\\xff", "\xff", "\\e", "\x1b").Replace(a))
		}
	case "complain":
		fmt.Fprintln(os.Stderr, os.Args[2])
		os.Exit(1)
	case "environment":
		fmt.Println(strings.Join(os.Environ(), "\n"))
	case "call":
		call(os.Getenv("ANTHROPIC_BASE_URL"), os.Args[2])
	case "pour":
		pour(os.Getenv("ANTHROPIC_BASE_URL"), os.Args[2])
	case "count":
		whole, _ := io.ReadAll(post(os.Getenv("ANTHROPIC_BASE_URL")+"/v1/messages/count_tokens?", os.Args[2]).Body)
		os.Stdout.Write(whole)
	case "cat":
		text, _ := os.ReadFile(os.Args[2])
		os.Stdout.Write(text)
	case "kind":
		info, err := os.Lstat(os.Args[2])
		fmt.Println(info.Mode().Type(), info.Size(), err)
	case "keep":
		err := os.WriteFile(os.Args[2], []byte(os.Args[3]), 0o666)
		fmt.Println(err)
	case "trace":
		dir := os.Getenv("TRACE_DIR")
		fmt.Println(os.MkdirAll(dir, 0o777), os.WriteFile(dir+"/"+os.Args[2], []byte(strings.ReplaceAll(os.Args[3], ";", "\n")), 0o666))
	case "live":
		call("https://api.anthropic.com", os.Args[2])
	case "sleep":
		time.Sleep(time.Hour)
	case "panic":
		panic("on purpose")
	case "flood":
		for {
			fmt.Print(strings.Repeat("flood", 1000))
		}
	}
}

// pour prints what arrives when it arrives.
func pour(base, body string) {
	resp := post(base, body)
	defer resp.Body.Close()
	buf := make([]byte, 4096)
	for {
		n, err := resp.Body.Read(buf)
		fmt.Print(string(buf[:n]))
		if err != nil {
			return
		}
	}
}

func call(base, body string) {
	whole, _ := io.ReadAll(post(base, body).Body)
	os.Stdout.Write(whole)
}

func post(base, body string) *http.Response {
	if !strings.HasSuffix(base, "?") {
		base += "/v1/messages"
	}
	req, _ := http.NewRequest("POST", base, strings.NewReader(body))
	req.Header.Set("x-api-key", os.Getenv("ANTHROPIC_API_KEY"))
	req.Header.Set("anthropic-version", "2023-06-01")
	req.Header.Set("content-type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return res
}
`

const exerciseText = `---
id: "1.1"
title: A small exercise
programs: [odd, other]
---

## Contract

- **C1** The program does as it is told.
- **C2** It does nothing else.
`

// A course is a small course with one exercise, and a learner's module beside it.
type course struct {
	t    *testing.T
	root string
	work string
}

func newCourse(t *testing.T) *course {
	t.Helper()
	root := t.TempDir()
	c := &course{t, root, filepath.Join(root, "work")}
	c.write("exercises/01-small/1-odd.md", exerciseText)
	c.write("work/go.mod", "module learner\n\ngo 1.26\n")
	c.write("work/01-small/1-odd/odd/main.go", odd)
	c.write("work/01-small/1-odd/other/main.go", "package main\n\nfunc main() { println(\"other\") }\n")
	return c
}

func (c *course) write(file, content string) {
	c.t.Helper()
	path := filepath.Join(c.root, filepath.FromSlash(file))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		c.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		c.t.Fatal(err)
	}
}

// check writes a check file: the commands and sections behind a sound header, with a hint.
func (c *course) check(name, body string) {
	c.t.Helper()
	if !strings.Contains(body, "-- ") {
		body += "\n"
	}
	c.write("checkers/01-small/1-odd/"+name+".txtar", "# it does "+name+"\n# contract: C1\n"+body+"-- hint --\nThink.\n")
}

func (c *course) exercise() *catalog.Exercise {
	c.t.Helper()
	cat, err := catalog.Load(c.root)
	if err != nil {
		c.t.Fatal(err)
	}
	if len(cat.Problems) > 0 {
		c.t.Fatal(cat.Problems)
	}
	return cat.Exercises()[0]
}

func (c *course) options() Options {
	return Options{
		Root: c.root, Exercise: c.exercise(), WorkDir: c.work, Folder: "work/01-small/1-odd", Seed: 1,
		Limit: 2 * time.Second, Env: append(os.Environ(), "ANTHROPIC_API_KEY=sk-ant-fake-of-the-learner"),
	}
}

// grade grades the exercise and returns the results by the names of the checks.
func (c *course) grade() map[string]Result {
	c.t.Helper()
	report, err := Grade(c.t.Context(), c.options())
	if err != nil {
		c.t.Fatal(err)
	}
	results := map[string]Result{}
	for _, r := range report.Checks {
		results[r.Check] = r
	}
	return results
}

func newFuzzExercise() *catalog.Exercise {
	return &catalog.Exercise{
		ID: "1.1", Key: "01-small/1-odd", Programs: []string{"odd"}, Contract: []catalog.Sentence{{ID: "C1", Text: "It does."}},
	}
}

// A judged check is the body of a check and the result that it should have.
type judged struct {
	body string
	want Status
	says string // in the failure's summary, or in why there is no result
}

// judge runs checks against the program odd. They are named NUMBER-WORDS.
func judge(t *testing.T, tests map[string]judged) {
	t.Helper()
	c := newCourse(t)
	for name, tt := range tests {
		c.check(name, tt.body)
	}
	results := c.grade()
	for name, tt := range tests {
		_, name, _ = strings.Cut(name, "-")
		r := results[name]
		summary := r.Because
		if r.Failure != nil {
			summary = r.Failure.Summary
		}
		if r.Status != tt.want || !strings.Contains(summary, tt.says) {
			t.Errorf("%s: %s, %q; want %s, %q", name, r.Status, summary, tt.want, tt.says)
		}
	}
}
