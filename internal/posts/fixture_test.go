package posts_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"agentcourse/internal/posts"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// repository is a folder with the course's own template and shapes, an entry, its trace and its run record.
func repository(t testing.TB) string {
	t.Helper()
	root := t.TempDir()
	put(t, root, "posts/TEMPLATE.md", template(t))
	for _, name := range posts.Shapes("../..") {
		src, err := os.ReadFile("../../posts/shapes/" + name + ".md")
		if err != nil {
			t.Fatal(err)
		}
		put(t, root, "posts/shapes/"+name+".md", string(src))
	}
	put(t, root, entryName, goodEntry)
	put(t, root, "traces/20261201-101500.jsonl", goodTrace)
	put(t, root, "traces/runs.jsonl", `{"t":1,"exercise":"1.2","provider":"live","model":"other","trace":"traces/20261101-000000.jsonl"}`+"\n"+
		`{"t":2,"exercise":"1.2","provider":"sim-1","model":"sim-1","trace":"traces/20261201-101500.jsonl"}`+"\n{cut")
	return root
}

func put(t testing.TB, root, name, content string) {
	t.Helper()
	path := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

func get(t *testing.T, path string) string {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}

const entryName = "journal/2026-12-01-memory.md"

const goodEntry = `# Memory

- Date: 2026-12-01
- Exercise: 1.2
- Model: sim-1
- Provider: sim-1
- Course version: 0.6.0
- Go version: go1.26.8
- Commit: abc1234

## Goal

See it.

## Prediction

<!-- Before the first run. -->

Turn 10 sends 120 tokens.

## Log

10:15 ran it

## Surprises

- Turn 10 sent 517.
- Thinking was most of it.

## Numbers

<!-- One row a run. -->

| Run | Calls | Tokens in | Trace |
|-----|------:|----------:|-------|
| 1.2 chat, sim-1 | 10 | 2704 | traces/20261201-101500.jsonl |
| 1.2 chat, sim-1 | 10 | 2600 | |

## Not verified

A live model.

## Post candidate

Turn 10 of my chat sent **forty times** what turn 1 had sent. The rest is known.

## Next action

Sleep.
`

const goodTrace = `{"t":1,"event":"task","task":"chat","provider":"sim-1"}
{"t":2,"event":"call","dialect":"anthropic","method":"POST","path":"/v1/messages","status":200,"request":{"model":"claude-opus-5-5","max_tokens":2000,"messages":[{"role":"user","content":"hi"}]},"response":{},"ms":5,"streamed":false}
{"t":3,"event":"model","step":0,"stop_reason":"end_turn","usage":{"in":13,"out":9},"content":[{"type":"text","text":"Hello."}],"model":"sim-1","ms":5}
{"t":4,"event":"model","step":9,"stop_reason":"end_turn","usage":{"in":517,"out":99,"thinking":95},"content":[{"type":"thinking","thinking":""},{"type":"text","text":"You like tea."}],"model":"sim-1","ms":5}
`

// golden compares a text with a file in testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(get(t, path), got); diff != "" {
		t.Errorf("%s (-want +got; -update writes it anew):\n%s", path, diff)
	}
}

// section is a section of a draft, without its heading.
func section(t *testing.T, draft, title string) string {
	t.Helper()
	m := regexp.MustCompile(`(?ms)^## ` + title + `\n(.*?)(?:^## |\z)`).FindStringSubmatch(draft)
	if m == nil {
		t.Fatalf("no section %s in\n%s", title, draft)
	}
	return strings.TrimSpace(m[1])
}
