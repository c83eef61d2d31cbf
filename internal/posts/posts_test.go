package posts_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agentcourse/internal/posts"

	"github.com/google/go-cmp/cmp"
)

var now = time.Date(2026, 11, 29, 9, 0, 0, 0, time.UTC)

func template(t testing.TB) string {
	t.Helper()
	src, err := os.ReadFile("../../posts/TEMPLATE.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}

func TestNew(t *testing.T) {
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, "posts"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "posts", "TEMPLATE.md"), []byte(template(t)), 0o644); err != nil {
		t.Fatal(err)
	}
	o := posts.Options{
		Root: root, Topic: "One sentence", Exercises: []string{"2.3"}, Now: now,
		Header: map[string]string{"Entry": "journal/2026-11-29-tools.md"},
	}
	var path string
	for _, want := range []string{"2026-11-29-one-sentence.md", "2026-11-29-one-sentence-2.md"} {
		d, err := posts.New(o)
		if path = d.Path; err != nil || path != filepath.Join(root, "posts", want) {
			t.Fatalf("got %s, %v; want %s", path, err, want)
		}
	}
	draft, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	header, _, _ := strings.Cut(string(draft), "<!--")
	want := "# One sentence\n\n- Date: 2026-11-29\n- Shape: \n- Exercise: 2.3\n- Journal entry: journal/2026-11-29-tools.md\n" +
		"- Model: \n- Provider: \n- Versions: \n- Parameters: \n- Commit: \n\n"
	if diff := cmp.Diff(want, header); diff != "" {
		t.Errorf("header (-want +got):\n%s", diff)
	}
	if strings.Contains(string(draft), "{{") {
		t.Errorf("a placeholder is left in the draft:\n%s", draft)
	}
	for _, want := range []string{"order of the journal", "-->\n\n1.\n2.\n3.\n\n## Snippet\n", "-->\n\n```text\n```\n\n## Takeaway\n", "two posts here. -->\n\n## Context\n"} {
		if !strings.Contains(string(draft), want) {
			t.Errorf("the draft lacks %q:\n%s", want, draft)
		}
	}
	o.Topic = ""
	if d, err := posts.New(o); err != nil || filepath.Base(d.Path) != "2026-11-29-untitled.md" {
		t.Errorf("no topic: got %s, %v", d.Path, err)
	}
}

func TestTemplate(t *testing.T) {
	var headings []string
	items := 0
	for line := range strings.Lines(template(t)) {
		if heading, ok := strings.CutPrefix(line, "## "); ok {
			headings = append(headings, strings.TrimSpace(heading))
		}
		if strings.HasPrefix(line, "- [ ] ") {
			items++
		}
	}
	want := []string{"Hook", "Context", "Story", "Snippet", "Takeaway", "Caveats", "Link", "Before publishing"}
	if diff := cmp.Diff(want, headings); diff != "" {
		t.Errorf("sections (-want +got):\n%s", diff)
	}
	if items != 13 {
		t.Errorf("the checklist has %d items, want 13", items)
	}
}

func TestNewWithoutTemplate(t *testing.T) {
	_, err := posts.New(posts.Options{Root: t.TempDir(), Topic: "x", Now: now})
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "draft of a post: the template posts/TEMPLATE.md is missing") {
		t.Errorf("got %v", err)
	}
}
