package catalog

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestMistakes puts one mistake into exercise 1.2: it is one problem at the right line, and the others still load.
func TestMistakes(t *testing.T) {
	const good = "id: \"1.2\"\ntitle: T\nprograms: [a]\n" // lines 2 to 4
	front := func(yaml string) string { return "---\n" + yaml + "---\n\ntext\n" }
	tests := []struct{ name, file, want string }{
		{"empty file", "", ":1: no front matter"},
		{"no front matter", "# Title\n", ":1: no front matter"},
		{"front matter not on top", "\n" + front(good), ":1: no front matter"},
		{"not closed", "---\n" + good + "\ntext\n", ":1: the front matter is not closed"},
		{"closed by more than ---", "---\n" + good + "----\n", ":1: the front matter is not closed"},
		{"nothing but the opening", "---\n", ":1: the front matter is not closed"},
		{"bad YAML", front(good + "record: a: b\n"), ":5: "},
		{"list not closed", front("id: \"1.2\"\nprograms: [a\n"), ":3: "},
		{"quotes not closed", front(good + "time: \"45\n"), ":5: "},
		{"tab as indent", front(good + "read:\n\t- x\n"), ":6: "},
		{"list instead of keys", front("- a\n"), ":2: sequence was used"},
		{"unknown key", front(good + "\n# a comment\nprogramms: [b]\n"), `:7: unknown field "programms"`},
		{"key in capitals", front(good + "Files: []\n"), `:5: unknown field "Files"`},
		{"key of the program's own", front(good + "key: x\n"), `:5: unknown field "key"`},
		{"key twice", front(good + "title: U\n"), `:5: mapping key "title" already defined at [3:1]`},
		{"text for a list", front(good + "starter: chat\n"), ":5: string was used where sequence"},
		{"keys for a list", front(good + "files: {a: b}\n"), ":5: mapping was used where sequence"},
		{"id missing", front("title: T\nprograms: [a]\n"), `:1: id is ""`},
		{"id of another place", front("title: T\nid: \"1.3\"\nprograms: [a]\n"), `:3: id is "1.3", but the file's place makes it "1.2"`},
		{"title missing", front("id: \"1.2\"\nprograms: [a]\n"), ":1: title is missing"},
		{"title empty", front("id: \"1.2\"\ntitle:\nprograms: [a]\n"), ":3: title is missing"},
		{"programs missing", front("id: \"1.2\"\ntitle: T\n"), ":1: programs is missing"},
		{"programs empty", front("id: \"1.2\"\ntitle: T\nprograms: []\n"), ":4: programs is missing"},
		{"program in capitals", front("id: \"1.2\"\ntitle: T\nprograms: [a, Chat]\n"), `:4: program "Chat" must be`},
		{"program with a path", front("id: \"1.2\"\ntitle: T\nprograms: [../a]\n"), `:4: program "../a" must be`},
		{"starter with a path", front(good + "starter: [../data]\n"), `:5: starter "../data" must be`},
		{"file outside data", front(good + "files: [go.mod]\n"), `:5: file "go.mod" must lie below data/`},
		{"file up from data", front(good + "files: [data/../go.mod]\n"), `:5: file "data/../go.mod" must lie below data/`},
		{"file out of the course", front(good + "files: [data/../../x]\n"), `:5: file "data/../../x" must lie below data/`},
		{"file of the whole machine", front(good + "files: [/etc/hosts]\n"), `:5: file "/etc/hosts" must lie below data/`},
		{"data itself", front(good + "files: [data/]\n"), `:5: file "data/" must lie below data/`},
		{"sentence twice", front(good) + "## Contract\n- **C1** A.\n- **C1** B.\n", ":10: contract sentence C1 stands twice"},

		// An empty front matter once took the next rule of the page for its end, and lost the file's name.
		{"empty front matter", "---\n---\n\ntext\n\n---\n", `:1: id is "", but the file's place makes it "1.2"`},
		{"only a comment", front("# later\n"), `:1: id is "", but the file's place makes it "1.2"`},
		{"YAML that the decoder panics on", front("id: \"1.2\"\nprograms: ! 000\n"), ":1: the front matter is not valid YAML"},
		// The line was once looked for in the text too.
		{"title missing, but in the text", front("id: \"1.2\"\nprograms: [a]\n") + "title: x\n", ":1: title is missing"},
	}
	const path = "exercises/01-a/2-b.md"
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, file := range []string{tt.file, "\xef\xbb\xbf" + strings.ReplaceAll(tt.file, "\n", "\r\n")} {
				c := load(t, map[string]string{
					path: file, "exercises/01-a/1-a.md": exercise("1.1"), "exercises/02-b/1-a.md": exercise("2.1"),
				})
				oneProblem(t, c, path+tt.want)
				if diff := cmp.Diff([]string{"1.1", "2.1"}, ids(c)); diff != "" {
					t.Errorf("the others (-want +got):\n%s", diff)
				}
			}
		})
	}
}

func oneProblem(t *testing.T, c *Catalog, want string) {
	t.Helper()
	if len(c.Problems) != 1 {
		t.Fatalf("want one problem, got %q", c.Problems)
	}
	got := c.Problems[0].Error()
	if !strings.HasPrefix(got, want) || strings.Contains(got, "\n") {
		t.Errorf("problem %q\nwant one line that starts %q", got, want)
	}
}

// Without quotes, YAML takes 1.10 for the number 1.1.
func TestIDWithoutQuotes(t *testing.T) {
	c := load(t, map[string]string{"exercises/01-a/10-b.md": "---\nid: 1.10\ntitle: T\nprograms: [a]\n---\n"})
	oneProblem(t, c, `exercises/01-a/10-b.md:2: id is "1.1", but the file's place makes it "1.10" (write it in quotes)`)
}

func TestSameIDTwice(t *testing.T) {
	for _, second := range []string{"exercises/01-a/2-c.md", "exercises/01-b/2-b.md", "exercises/1-a/02-b.md"} {
		c := load(t, map[string]string{
			"exercises/01-a/2-b.md": exercise("1.2"),
			second:                  exercise("1.2"),
		})
		oneProblem(t, c, second+":2: id 1.2 is also the id of exercises/01-a/2-b.md")
		if diff := cmp.Diff([]string{"1.2"}, ids(c)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", second, diff)
		}
	}
}

func TestLessonMistakes(t *testing.T) {
	tests := []struct{ name, file, want string }{
		{"no front matter", "# Foundations\n", ":1: no front matter"},
		{"no title", "---\nstatus: draft\n---\n", ":1: the front matter has no title"},
		{"empty front matter", "---\n---\n", ":1: the front matter has no title"},
		{"unknown key", "---\ntitle: T\nstate: draft\n---\n", `:3: unknown field "state"`},
		{"wrong type", "---\nstatus: draft\ntitle: [T]\n---\n", ":3: "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := load(t, map[string]string{"lessons/01-a.md": tt.file, "exercises/01-a/1-a.md": exercise("1.1")})
			oneProblem(t, c, "lessons/01-a.md"+tt.want)
			if len(c.Chapters) != 1 || c.Chapters[0].Lesson != nil || len(c.Exercises()) != 1 {
				t.Errorf("chapters %+v", c.Chapters)
			}
		})
	}
}

func TestGuideMistake(t *testing.T) {
	c := load(t, map[string]string{"exercises/01-a/index.md": "# How to work\n", "exercises/01-a/1-a.md": exercise("1.1")})
	oneProblem(t, c, "exercises/01-a/index.md:1: no front matter")
	if len(c.Exercises()) != 1 || c.Chapters[0].Guide != nil {
		t.Errorf("chapters %+v", c.Chapters)
	}
}

func TestUnreadableFile(t *testing.T) {
	c := load(t, map[string]string{"exercises/01-a/1-a.md": exercise("1.1")})
	link := filepath.Join(c.Root, "exercises", "01-a", "2-b.md")
	if err := os.Symlink("2-b.md", link); err != nil { // to itself: reading it fails for everybody
		t.Fatal(err)
	}
	c, err := Load(c.Root)
	if err != nil {
		t.Fatal(err)
	}
	oneProblem(t, c, "exercises/01-a/2-b.md:1: cannot be read: ")
	if diff := cmp.Diff([]string{"1.1"}, ids(c)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// An exercise with a mistake is one problem: neither the order nor what goes on with it is another.
func TestMistakeIsOneProblem(t *testing.T) {
	guide := "---\ntitle: How to work\norder: [1, 3, 2]\n---\n"
	c := load(t, map[string]string{
		"exercises/01-a/index.md": guide,
		"exercises/01-a/1-a.md":   exercise("1.1"),
		"exercises/01-a/2-b.md":   "no front matter",
		"exercises/01-a/3-c.md":   strings.Replace(exercise("1.3"), "title:", "continues: \"1.2\"\ntitle:", 1),
	})
	oneProblem(t, c, "exercises/01-a/2-b.md:1: no front matter")
	var order []string
	for _, ex := range c.StudyOrder() {
		order = append(order, ex.ID)
	}
	if diff := cmp.Diff([]string{"1.1", "1.3"}, order); diff != "" {
		t.Errorf("study order (-want +got):\n%s", diff)
	}
}
