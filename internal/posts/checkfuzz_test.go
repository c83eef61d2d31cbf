package posts_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agentcourse/internal/posts"
)

// Whatever stands in a post, its check ends, and names lines that it has.
func FuzzCheck(f *testing.F) {
	files, err := filepath.Glob(filepath.Join("testdata", "*", "*.txtar"))
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(src))
	}
	f.Add("| a | b |\n|---|---|\n| 1 of 2 | ~3,5 % | `x` |\n\n> 1\u00a0234 … [x](<y z>) ![](#) {{a}}\r\n")
	root := f.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "journal"), 0o755); err != nil {
		f.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "journal", "a.md"), []byte("# A\n\n1 of 2, 1,234\n"), 0o644); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, src string) {
		file := filepath.Join(root, "x.md")
		src = "Entry: journal/a.md\n\n" + src
		if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
			t.Fatal(err)
		}
		report, err := posts.Check(root, []string{"x.md"})
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Count(src, "\n") + strings.Count(src, "\r") + 1
		for _, x := range report.Findings {
			if x.Line < 0 || x.Line > lines {
				t.Fatalf("line %d of %d: %+v", x.Line, lines, x)
			}
		}
	})
}
