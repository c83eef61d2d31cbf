package book

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// Whatever a file holds, its fences lie inside it, and what is put into one stays in it.
func FuzzFences(f *testing.F) {
	for _, seed := range []string{
		"", "```\n// from a.go#b\nx\n```\n", "<!-- output -->\n```\n$ a\nb\n```\n", "- 1. ```\n     # from x\n\n     y\n     ```\n",
		"> <!-- from a -->\n> ~~~~ go\n>x\n> ~~~~\n", "---\r\na: 1\r\n---\r\n```\r\n// from a\r\n\tb\r\n```\r\n", "\ufeff```\n// from a", "<!-- from -->\n\n```\n```",
		"-\t```\n\t// from a\n\t\tb\n\t```\n", "   ```\n // from a\n\tb\n```\n", "[^1]: a\n\n    ```\n    // from b\n    ```\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		file := newPageFile(raw)
		fences, wrong := file.fences()
		for _, w := range wrong {
			if w.line < 1 || w.line > len(file.lines) {
				t.Errorf("line %d of %d: %s", w.line, len(file.lines), w.message)
			}
		}
		for i, fence := range fences {
			from, to := fence.line, fence.line+len(fence.lines)
			if from < 1 || to > len(file.lines) {
				t.Fatalf("lines %d to %d of %d", from, to, len(file.lines))
			}
			for k, line := range fence.lines {
				if !bytes.Contains(file.lines[from+k], []byte(strings.TrimLeft(line, " \t\ufffd"))) && !bytes.Contains(raw, []byte{0}) {
					t.Errorf("line %d is %q, and the fence has %q there", from+k+1, file.lines[from+k], line)
				}
			}
			lines := append(slices.Clone(fence.lines), "a line more", "")
			changed := newPageFile(file.put(fence, lines))
			if !bytes.HasPrefix(changed.raw, bytes.Join(file.lines[:from], nil)) || !bytes.HasSuffix(changed.raw, bytes.Join(file.lines[to:], nil)) {
				t.Errorf("more than the fence has changed: %q", changed.raw)
			}
			changed.holds(i, len(fences), lines)
		}
	})
}

// A text is always its own copy, and words in quotes are always one.
func FuzzCompare(f *testing.F) {
	f.Add("a\n\nb…\n…\n", "say 'a b' \"c\"")
	f.Fuzz(func(t *testing.T, text, command string) {
		lines := strings.Split(text, "\n")
		if d := compareOutput(lines, lines); d != nil {
			t.Errorf("output: %s", d)
		}
		if d := compareCode(lines, lines); d != nil && !hasElision(lines) {
			t.Errorf("code: %s", d)
		}
		if d := compareCode(nil, lines); d == nil {
			t.Errorf("%q is taken for nothing", lines)
		}
		if words, err := splitWords(command); err == nil && len(words) == 0 {
			t.Errorf("%q has no words and no error", command)
		}
		if utf8.ValidString(command) && !strings.Contains(command, "'") {
			if words, err := splitWords("x '" + command + "'"); err != nil || len(words) != 2 || words[1] != command {
				t.Errorf("%q in quotes is %q, %v", command, words, err)
			}
		}
	})
}
