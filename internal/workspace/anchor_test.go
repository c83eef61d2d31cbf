package workspace

import (
	"go/format"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWithoutAnchors(t *testing.T) {
	tests := []struct{ name, file, src, want string }{
		{"none", "a.go", "package a\n\n\n// x\n", "package a\n\n\n// x\n"},
		{"a region", "a.go", "a\n\t// anchor: x\n\tb\n\t// end: x\nc\n", "a\n\tb\nc\n"},
		{"blank lines around one become one", "a.go", "a\n\n// anchor: x\n\nb\n\n// end: x\n\nc\n", "a\n\nb\n\nc\n"},
		{"on top and at the end", "a.go", "// anchor: x\n\na\n// end: x", "a\n"},
		{"at the end, after a blank line", "a.go", "a\n\n// end: x\n", "a\n"},
		{"nothing else", "a.go", "// anchor: x\n\n// end: x\n", ""},
		{"Windows line ends", "a.go", "a\r\n\r\n// anchor: x\r\n\r\nb\r\n", "a\r\n\r\nb\r\n"},
		{"words about an anchor", "a.go", "// anchor: the first of two\n//anchor: x\na // anchor: x\n", "// anchor: the first of two\n//anchor: x\na // anchor: x\n"},
		{"the other sign", "a.go", "# anchor: x\n", "# anchor: x\n"},
		{"YAML", "a.yaml", "# anchor: x\na: 1\n# end: x\n// end: x\n", "a: 1\n// end: x\n"},
		{"a heading", "a.md", "# anchor: x\n// anchor: x\n", "# anchor: x\n// anchor: x\n"},
		{"no line end", "a.sh", "a", "a"},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, string(withoutAnchors(tt.file, []byte(tt.src)))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestAnchorsStayInTheCourse(t *testing.T) {
	files := courseFiles()
	files["starter/messages/doc.go"] = "package messages\n\n// anchor: hello\n\n// Hello is what the model says.\nconst Hello = \"hello\"\n\n// end: hello\n"
	files["starter/chat/main.go"] = strings.Replace(chatSource, "func main", "// anchor: main\n\nfunc main", 1) + "\n// end: main\n"
	root := course(t, files)
	start(t, root, chat())
	got := tree(t, Dir(root))
	if want := courseFiles()["starter/messages/doc.go"]; got["messages/doc.go"] != want {
		t.Errorf("messages/doc.go is %q, want %q", got["messages/doc.go"], want)
	}
	if src := got["01-a/1-chat/chat/main.go"]; strings.Contains(src, "anchor") || !strings.Contains(src, "learner/messages") {
		t.Errorf("chat/main.go is %q", src)
	}
	// The course's copy has anchors that the learner's has not, and they do not make it outdated.
	for _, origin := range []string{"known", "unknown"} {
		if old, err := Outdated(root, Dir(root)); len(old) > 0 || err != nil {
			t.Errorf("origin %s: outdated: %v, %v", origin, old, err)
		}
		if err := os.RemoveAll(filepath.Join(Dir(root), originFile("messages"))); err != nil {
			t.Fatal(err)
		}
	}
}

// What a learner gets is formatted, whatever anchors the course's own files hold.
func TestStartersAreFormattedWithoutAnchors(t *testing.T) {
	to := t.TempDir()
	if err := CopyGo(filepath.Join("..", "..", "starter"), to, nil); err != nil {
		t.Fatal(err)
	}
	for name := range tree(t, to) {
		if filepath.Ext(name) != ".go" {
			continue
		}
		src, err := os.ReadFile(filepath.Join(to, name))
		if err != nil {
			t.Fatal(err)
		}
		if formatted, err := format.Source(src); err != nil || string(formatted) != string(src) {
			t.Errorf("%s is not formatted without its anchors (%v)", name, err)
		}
	}
}
