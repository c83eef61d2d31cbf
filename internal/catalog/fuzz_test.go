package catalog

import (
	"bytes"
	"regexp"
	"testing"
)

var fileLineWhat = regexp.MustCompile(`^exercises/01-a/2-b\.md:([1-9][0-9]*): \S`)

// FuzzExercise holds the parser to its promises: it never panics, each mistake names a line of the file, and what it
// accepts fits the file's place.
func FuzzExercise(f *testing.F) {
	const good = "---\nid: \"1.2\"\ntitle: T\nprograms: [a]\n---\n\n## Contract\n\n- **C1** One\n  two.\n"
	for _, s := range []string{
		good, good[:30], "", "---\n---\n", "---\n---", "---\n# x\n---\n", "---\nid: [\n---\n", "---\na: &a [*a, *a]\n---\n",
		"---\n<<: *x\n---\n", "---\n? - : x\n---\n", "---\nid: !!binary x\n---\n", "---\ntitle: |\n  a\n---\n", "---\n\t\n---\n", "---\nprograms: ! 000\n---\n",
		"\xef\xbb\xbf---\r\nid: 1.2\r\n---\r\n", "---\n{id: \"1.2\", title: T, programs: [a], files: [data/x]}\n---\n# Contract\n```\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		ex, err := parseExercise("exercises/01-a/2-b.md", src)
		if err != nil {
			if !fileLineWhat.MatchString(err.Error()) {
				t.Errorf("the error names no line: %q", err)
			}
			return
		}
		if ex.ID != "1.2" || ex.Title == "" || len(ex.Programs) == 0 || ex.Key != "01-a/2-b" {
			t.Errorf("accepted %+v", ex)
		}
		for _, s := range ex.Contract {
			lines := bytes.Split(plain(src), []byte("\n"))
			if s.Line > len(lines) || !bytes.HasPrefix(lines[s.Line-1], []byte("- **"+s.ID+"**")) {
				t.Errorf("sentence %+v does not stand on its line", s)
			}
		}
	})
}
