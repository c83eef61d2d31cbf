package book

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// proseFiles are the files of the repository that people read, as patterns.
var proseFiles = []string{
	"README.md", "CONTRIBUTING.md", "lessons/*.md", "exercises/*/*.md", "checkers/*/*/hints.md", "journal/TEMPLATE.md", "posts/*.md",
}

// TestSpelling looks up every word that a reader reads: it is in the dictionary, or book/words.txt knows it.
func TestSpelling(t *testing.T) {
	if _, err := exec.LookPath("hunspell"); err != nil {
		const missing = "hunspell is not here; apt-get install hunspell hunspell-en-gb"
		if os.Getenv("CI") == "true" {
			t.Fatal(missing)
		}
		t.Skip(missing)
	}
	root := filepath.Join("..", "..")
	s, err := readSpelling(root)
	if err != nil {
		t.Fatal(err)
	}
	words, used := map[string]string{}, map[string]bool{}
	for _, pattern := range proseFiles {
		files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			b, err := parse(Options{Root: root, Pages: []Page{{ID: "1", Title: "T", Kind: Lesson, Source: file, Markdown: src}}})
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range b.docs[0].prose() {
				for _, m := range s.mistakes(p) {
					t.Errorf("%s:%d: %s", b.docs[0].source, m.line, m.message)
				}
				b.docs[0].collectWords(p, words)
			}
		}
	}
	for _, word := range unknownTo(t, slices.Sorted(maps.Keys(words))) {
		if !s.known[word] && !s.known[strings.ToLower(word)] {
			t.Errorf("%s: %q is in no dictionary; mend it, or put it among the known words of %s", words[word], word, wordsFile)
		}
		used[word], used[strings.ToLower(word)] = true, true
	}
	for word := range s.known {
		if !used[word] {
			t.Errorf("%s: nobody needs the known word %q any more", wordsFile, word)
		}
	}
}

// collectWords notes each word of a passage and where it stands first. Names in code and numbers are no words.
func (d *document) collectWords(p *passage, words map[string]string) {
	quoted := quotedRunes(p.exact)
	for i := 0; i < len(p.exact); i++ {
		start := i
		for i < len(p.exact) && (isWord(p.exact[i]) || isApostrophe(p.exact, i)) {
			i++
		}
		word := strings.ReplaceAll(string(p.exact[start:i]), "’", "'")
		word = strings.TrimSuffix(word, "'s")
		isName := strings.ContainsFunc(word, func(r rune) bool { return r == '_' || unicode.IsNumber(r) })
		if word == "" || isName || quoted[start] || isPartOfName(p.exact, start) || continuesName(p.exact, i) {
			continue
		}
		if _, seen := words[word]; !seen {
			words[word] = Problem{File: d.source, Line: p.places[start].line}.at()
		}
	}
}

func (p Problem) at() string { return strings.TrimSuffix(p.String(), ": ") }

func isApostrophe(text []rune, i int) bool {
	return (text[i] == '\'' || text[i] == '’') && i > 0 && isWord(text[i-1]) && i+1 < len(text) && isWord(text[i+1])
}

// unknownTo are the words that hunspell does not know.
func unknownTo(t *testing.T, words []string) []string {
	t.Helper()
	cmd := exec.Command("hunspell", "-d", "en_GB", "-l", "-i", "utf-8")
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
	cmd.Stdin = strings.NewReader(strings.Join(words, "\n") + "\n")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("hunspell: %v: %s", err, stderr.Bytes())
	}
	return strings.Fields(string(out))
}
