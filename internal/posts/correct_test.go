package posts_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"agentcourse/internal/document"
	"agentcourse/internal/posts"
)

var day = time.Date(2026, 12, 4, 9, 0, 0, 0, time.UTC)

const note = "> **Correction, 4 December 2026:** It was 517."

func TestCorrect(t *testing.T) {
	tests := map[string]struct{ post, want string }{
		"above the checklist":    {"# T\n\ntext\n\n## Before publishing\n\n- [x] done\n", "# T\n\ntext\n\n" + note + "\n\n## Before publishing\n\n- [x] done\n"},
		"under its line":         {"# T\n\ntext\n\nBefore publishing\n---\n\n- [ ] x\n", "# T\n\ntext\n\n" + note + "\n\nBefore publishing\n---\n\n- [ ] x\n"},
		"of another name":        {"# T\n\n## A\n\n- [ ] a\n\n## Bevor es hinausgeht\n- [ ] x\n", "# T\n\n## A\n\n- [ ] a\n\n" + note + "\n\n## Bevor es hinausgeht\n- [ ] x\n"},
		"close above":            {"text\n## Before publishing\n", "text\n\n" + note + "\n\n## Before publishing\n"},
		"no checklist":           {"# T\n\ntext\n", "# T\n\ntext\n\n" + note + "\n"},
		"boxes in the middle":    {"## A\n\n- [ ] a\n\n## B\n\ntext\n", "## A\n\n- [ ] a\n\n## B\n\ntext\n\n" + note + "\n"},
		"no last line end":       {"# T\n\ntext", "# T\n\ntext\n\n" + note + "\n"},
		"blank lines at the end": {"text\n\n\n", "text\n\n\n" + note + "\n"},
		"a list at the end":      {"- a\n  - b", "- a\n  - b\n\n" + note + "\n"},
		"a quotation":            {"> a", "> a\n\n" + note + "\n"},
		"after another one":      {"text\n\n> **Correction, 1 December 2026:** x\n\n## Before publishing\n", "text\n\n> **Correction, 1 December 2026:** x\n\n" + note + "\n\n## Before publishing\n"},
		"CRLF and BOM":           {"\ufeff# T\r\n\r\ntext\r\n\r\n## Before publishing\r\n", "\ufeff# T\r\n\r\ntext\r\n\r\n" + note + "\r\n\r\n## Before publishing\r\n"},
		"CR":                     {"text\r## Before publishing\r", "text\r\r" + note + "\r\r## Before publishing\r"},
		"mixed line ends":        {"a\r\nb\n\n\n## Before publishing\n", "a\r\nb\n\n\n" + note + "\r\n\r\n## Before publishing\n"},
		"front matter":           {"---\ntitle: x\n---\n\ntext\n", "---\ntitle: x\n---\n\ntext\n\n" + note + "\n"},
		"a heading in a fence":   {"```\n## Before publishing\n```\n", "```\n## Before publishing\n```\n\n" + note + "\n"},
		"empty":                  {"", note + "\n"},
		"any script":             {"# 題\n\nكلمة\n", "# 題\n\nكلمة\n\n" + note + "\n"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			put(t, root, "p.md", tt.post)
			if err := posts.Correct(filepath.Join(root, "p.md"), day, " It  was\n517. "); err != nil {
				t.Fatal(err)
			}
			if got := get(t, filepath.Join(root, "p.md")); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

// A note that nobody would see is refused, and the post stays as it is.
func TestCorrectRefuses(t *testing.T) {
	for name, post := range map[string]string{
		"open fence": "# T\n\n```go\nx\n", "open comment": "# T\n\n<!-- x\n", "open element": "<script>\n", "front matter": "---\na: b\n", "binary": "\x00",
		"no UTF-8": "\xff", "huge": strings.Repeat("x", document.MaxSize+1),
	} {
		root := t.TempDir()
		put(t, root, "p.md", post)
		err := posts.Correct(filepath.Join(root, "p.md"), day, "x")
		if err == nil || strings.HasPrefix(name, "open") != errors.Is(err, posts.ErrSwallowed) || get(t, filepath.Join(root, "p.md")) != post {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := posts.Correct("none.md", day, " \n"); err == nil || !strings.Contains(err.Error(), "what is right") {
		t.Errorf("no note: %v", err)
	}
}

// Whatever a note holds, it is seen, as it was given.
func TestCorrectionsOfAnyText(t *testing.T) {
	root := t.TempDir()
	put(t, root, "p.md", "text\n\n## Before publishing\n\n- [ ] x\n")
	file := filepath.Join(root, "p.md")
	want := "text\n\n"
	for _, n := range []string{"訂正：四。", "تصحيح", "a | b", "# no heading", "```", "<script>", "a <!-- b", "--> c", "{{topic}}", "- x", "`x", "$1", "*", "&lt;"} {
		if err := posts.Correct(file, day, n); err != nil {
			t.Fatalf("%q: %v", n, err)
		}
		want += "> **Correction, 4 December 2026:** " + strings.ReplaceAll(n, "<!--", "&lt;!--") + "\n\n"
	}
	if got := get(t, file); got != want+"## Before publishing\n\n- [ ] x\n" {
		t.Errorf("got %s", got)
	}
}

func TestTwoCorrectionsAtOnce(t *testing.T) {
	root := t.TempDir()
	put(t, root, "p.md", "text\n\n## Before publishing\n")
	put(t, root, "posts/INDEX.md", "| master | derived | corrected |\n|---|---|---|\n| p | thread | |\n")
	var all sync.WaitGroup
	for i := range 12 {
		all.Go(func() {
			if err := posts.Correct(filepath.Join(root, "p.md"), day, fmt.Sprintf("note %d.", i)); err != nil {
				t.Error(err)
			}
			if _, err := posts.NoteInIndex(root, "posts/p.md", "", day.AddDate(0, 0, i)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	post, index := get(t, filepath.Join(root, "p.md")), get(t, filepath.Join(root, "posts", "INDEX.md"))
	for i := range 12 {
		if n, d := fmt.Sprintf(" note %d.\n\n", i), day.AddDate(0, 0, i).Format(time.DateOnly); strings.Count(post, n) != 1 || strings.Count(index, d) != 1 {
			t.Errorf("%d is lost:\n%s\n%s", i, post, index)
		}
	}
	if files, err := os.ReadDir(root); err != nil || len(files) > 3 {
		t.Errorf("left behind: %v %v", files, err)
	}
}

func TestNoteInIndex(t *testing.T) {
	const head = "# Index\n\n| master | derived from it | corrected |\n|---|---|---|\n"
	tests := map[string]struct {
		row, want string
		line      int
		derived   string
	}{
		"empty":           {"| long-chat.md | thread; README |  |", "| long-chat.md | thread; README | 2026-12-04 |", 5, "thread; README"},
		"no spaces":       {"|long-chat|thread||", "|long-chat|thread| 2026-12-04 |", 5, "thread"},
		"appended":        {"| [x](long-chat.md) | thread | 2026-12-01: all |", "| [x](long-chat.md) | thread | 2026-12-01: all, 2026-12-04 |", 5, "thread"},
		"there already":   {"| long-chat | t | 2026-12-04: thread only |", "| long-chat | t | 2026-12-04: thread only |", 5, "t"},
		"by title":        {"| What a **long** chat costs, 2026-12-01 | t | |", "| What a **long** chat costs, 2026-12-01 | t | 2026-12-04 |", 5, "t"},
		"by file before":  {"| what a long chat costs | t | |\n| posts/long-chat.md | u | |", "| what a long chat costs | t | |\n| posts/long-chat.md | u | 2026-12-04 |", 6, "u"},
		"a bar in a cell": {`| long-chat | a \| b | |`, `| long-chat | a \| b | 2026-12-04 |`, 5, `a \| b`},
		"no last bar":     {"| long-chat | t | x", "| long-chat | t | x, 2026-12-04 |", 5, "t"},
		"no first bar":    {"long-chat | t | x", "long-chat | t | x, 2026-12-04 |", 5, "t"},
		"few cells":       {"| long-chat |", "| long-chat |  | 2026-12-04 |", 5, ""},
		"another's name":  {"| very-long-chat.md | t | |\n| long-chat-2 | t | |", "| very-long-chat.md | t | |\n| long-chat-2 | t | |", 0, ""},
		"another's title": {"| What a long chat costs you | t | |", "| What a long chat costs you | t | |", 0, ""},
		"any script":      {"| long-chat | 糸 | 四 |", "| long-chat | 糸 | 四, 2026-12-04 |", 5, "糸"},
		"template's row":  {"|  |  |  |", "|  |  |  |", 0, ""},
	}
	for name, tt := range tests {
		for _, eol := range []string{"\n", "\r\n"} {
			root := t.TempDir()
			put(t, root, "posts/INDEX.md", strings.ReplaceAll(head+tt.row+"\n\nend\n", "\n", eol))
			row, err := posts.NoteInIndex(root, "posts/long-chat.md", "What a long chat costs.", day)
			if err != nil || row.Line != tt.line || row.Derived != tt.derived || row.Noted != (tt.line > 0) {
				t.Errorf("%s: %+v %v", name, row, err)
			}
			if got, want := get(t, filepath.Join(root, "posts/INDEX.md")), strings.ReplaceAll(head+tt.want+"\n\nend\n", "\n", eol); got != want {
				t.Errorf("%s:\ngot  %q\nwant %q", name, got, want)
			}
		}
	}
	root := t.TempDir()
	if row, err := posts.NoteInIndex(root, "posts/x.md", "", day); err != nil || row.Line != 0 {
		t.Errorf("no index: %+v %v", row, err)
	}
	put(t, root, "posts/INDEX.md", "| master | derived |\n|---|---|\n| x | thread |\n")
	if row, err := posts.NoteInIndex(root, "posts/x.md", "", day); err != nil || row.Noted || row.Derived != "thread" {
		t.Errorf("no column: %+v %v", row, err)
	}
	put(t, root, "posts/INDEX.md", "\x00")
	if row, err := posts.NoteInIndex(root, "posts/x.md", "", day); err != nil || row.Line != 0 {
		t.Errorf("binary: %+v %v", row, err)
	}
}

// The index and the reply log that the course ships say how they are used, and have the lesson's columns.
func TestIndexAndReplyLog(t *testing.T) {
	for file, want := range map[string]string{
		"INDEX.md":   "| master | derived from it | corrected |\n|---|---|---|\n",
		"REPLIES.md": "| day | post | what was said | right? | what I changed |\n|---|---|---|---|---|\n",
	} {
		if src := get(t, "../../posts/"+file); !strings.Contains(src, ".\n\n"+want) {
			t.Errorf("posts/%s:\n%s", file, src)
		}
	}
}
