package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"
)

// A transcript in the README is what its command prints.
func TestReadmeTranscripts(t *testing.T) {
	file := filepath.Join(repository(t), "README.md")
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	fence := regexp.MustCompile("(?s)<!-- transcript: (\\S+) -->\n```\n\\$ course ([^\n]*)\n(.*?)```\n")
	found := 0
	text := fence.ReplaceAllStringFunc(string(src), func(block string) string {
		m := fence.FindStringSubmatch(block)
		found++
		v := newVisit(t)
		code := 0
		if m[1] != "solution" {
			v.solve()
			v.mistake(m[1])
			code = 1
		}
		v.course(code, m[2])
		return "<!-- transcript: " + m[1] + " -->\n```\n$ course " + m[2] + "\n" + v.out + "```\n"
	})
	if found < 2 {
		t.Errorf("%d transcripts found; a red and a green one are promised", found)
	}
	compareGoldenText(t, file, text)
}

// mistake puts a known-wrong program of exercise 1.2 into work/.
func (v *visit) mistake(name string) {
	v.t.Helper()
	ar, err := txtar.ParseFile(filepath.Join(v.root, "checkers/01-foundations/2-no-memory/wrong", name+".txtar"))
	if err != nil {
		v.t.Fatal(err)
	}
	for _, f := range ar.Files {
		v.write("work/01-foundations/2-no-memory/"+f.Name, strings.ReplaceAll(string(f.Data), "agentcourse/starter/", "learner/"))
	}
}

// The text speaks of the project alone, and of no machine.
func TestNothingPrivateInTheRepository(t *testing.T) {
	root := repository(t)
	bad := []string{"/home/", "/Users/", "/" + "root/", "proxy." + "golang.org"}
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if own := path != root && (filepath.Dir(path) == filepath.Join(root, "journal") || filepath.Dir(path) == filepath.Join(root, "posts")); own && d.Name() != "TEMPLATE.md" {
			return nil // a learner's own
		}
		if d.IsDir() {
			if slices.Contains([]string{".git", ".course", "work", "dist", "traces", "node_modules"}, d.Name()) {
				return filepath.SkipDir
			}
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil || !utf8.Valid(src) {
			return err
		}
		if filepath.Base(path) == "gitleaks.toml" {
			return nil // its expressions are about such paths
		}
		for _, b := range bad {
			if strings.Contains(string(src), b) && filepath.Base(path) != "text_test.go" && filepath.Base(path) != ".gitignore" {
				t.Errorf("%s holds %q", path, b)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
