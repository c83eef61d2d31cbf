package workspace

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCompare(t *testing.T) {
	write := func(file, text string) func(t *testing.T, root string) {
		return func(t *testing.T, root string) { put(t, root, map[string]string{file: text}) }
	}
	remove := func(names ...string) func(t *testing.T, root string) {
		return func(t *testing.T, root string) {
			for _, name := range names {
				if err := os.RemoveAll(filepath.Join(root, filepath.FromSlash(name))); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	const changed = "package messages\n\n// Hello is friendlier now.\nconst Hello = \"hello\"\n"
	tests := map[string]struct {
		since func(t *testing.T, root string)
		want  *Difference
	}{
		"nothing":                    {func(*testing.T, string) {}, nil},
		"unknown origin":             {remove("work/" + originFile("messages")), nil},
		"broken origin":              {write("work/"+originFile("messages"), "{"), nil},
		"an own test":                {write("work/messages/own_test.go", "package messages\n"), nil},
		"other line ends":            {write("work/messages/doc.go", strings.ReplaceAll(courseFiles()["starter/messages/doc.go"], "\n", "\r\n")), nil},
		"a copy that Go passes over": {write("work/messages/_doc.go", changed), nil},
		"an editor's own file":       {write("work/messages/._doc.go", "\x00"), nil},
		"the course changed":         {write("starter/messages/doc.go", changed), nil},
		"a line changed": {write("work/messages/doc.go", changed),
			&Difference{File: "doc.go", Line: 3, Course: "// Hello is what the model says.", Own: "// Hello is friendlier now."}},
		"lines cut off": {write("work/messages/more.go", "package messages\n"), &Difference{File: "more.go", Line: 3, Course: "const More = 1"}},
		"a file added":  {write("work/messages/own.go", "package messages\n"), &Difference{File: "own.go", Added: true}},
		"a file gone":   {remove("work/messages/more.go"), &Difference{File: "more.go", Removed: true}},
		"all gone":      {remove("work/messages"), &Difference{File: "doc.go", Removed: true}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			root := course(t, courseFiles())
			start(t, root, chat())
			tt.since(t, root)
			got, err := Compare(root, Dir(root), "messages", moduleImports)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Anchors stay behind when a package is copied, and import paths change: neither is a difference.
func TestCompareWhatIsCopied(t *testing.T) {
	files := courseFiles()
	files["starter/calc/calc.go"] = "package calc\n\n// anchor: use\nimport _ \"agentcourse/starter/messages\"\n\n// end: use\n"
	root := course(t, files)
	ex := chat()
	ex.Starter = append(ex.Starter, "calc")
	start(t, root, ex)
	if err := os.Remove(filepath.Join(Dir(root), originFile("calc"))); err != nil {
		t.Fatal(err)
	}
	if d, err := Compare(root, Dir(root), "calc", moduleImports); d != nil || err != nil {
		t.Errorf("%+v, %v", d, err)
	}
}
