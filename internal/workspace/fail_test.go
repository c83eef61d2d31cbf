package workspace

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agentcourse/internal/catalog"

	"github.com/google/go-cmp/cmp"
)

// unreadable puts a link to itself in a file's place: nobody can read it, not even root.
func unreadable(t *testing.T, path string) {
	t.Helper()
	if err := os.RemoveAll(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Base(path), path); err != nil {
		t.Fatal(err)
	}
}

// TestFailureLeavesNothing breaks a start half-way. Nothing that was there changes; at most the learner's module is
// there afterwards, whole; and once the cause is gone, the start succeeds.
func TestFailureLeavesNothing(t *testing.T) {
	remove := func(name string) func(*testing.T, string) {
		return func(t *testing.T, root string) {
			if err := os.RemoveAll(filepath.Join(root, filepath.FromSlash(name))); err != nil {
				t.Fatal(err)
			}
		}
	}
	breakFile := func(name string) func(*testing.T, string) {
		return func(t *testing.T, root string) { unreadable(t, filepath.Join(root, filepath.FromSlash(name))) }
	}
	write := func(name, text string) func(*testing.T, string) {
		return func(t *testing.T, root string) { put(t, root, map[string]string{name: text}) }
	}
	tests := []struct {
		name  string
		spoil func(t *testing.T, root string)
		gone  string // what to remove to be able to start; "" for what is brought back from the course
		want  string // in the error
	}{
		{"starter folder missing", remove("starter/chat"), "", "chat"},
		{"source that cannot be read", breakFile("starter/chat/main.go"), "starter/chat/main.go", "main.go"},
		{"source that is not Go", write("starter/chat/main.go", "packag main\n"), "starter/chat/main.go", "main.go:1:1"},
		{"a file deep in the starter", breakFile("starter/chat/shout/shout.go"), "starter/chat/shout/shout.go", "shout.go"},
		{"data file missing", remove("data/notes.txt"), "", "notes.txt"},
		{"data file that is a folder", func(t *testing.T, root string) {
			remove("data/notes.txt")(t, root)
			write("data/notes.txt/x", "")(t, root)
		}, "data/notes.txt", "notes.txt"},
		{"messages missing", remove("starter/messages"), "", "messages"},
		{"messages that cannot be read", breakFile("starter/messages/more.go"), "starter/messages/more.go", "more.go"},
		{"a file in the chapter's place", write("work/01-a", "mine"), "work/01-a", "01-a"},
		{"a broken link in the chapter's place", breakFile("work/01-a"), "work/01-a", "01-a"},
		// Once, the package messages stayed without a record of its origin.
		{"a folder in the origin's place", write("work/"+originFile("messages")+"/x", ""), "work/" + originFile("messages"), originFile("messages")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root := course(t, courseFiles())
			if err := os.Mkdir(Dir(root), 0o777); err != nil {
				t.Fatal(err)
			}
			tt.spoil(t, root)
			before := names(t, root)
			made, err := Start(root, chat())
			if err == nil || started(err) || made != nil || !strings.Contains(err.Error(), tt.want) ||
				!strings.HasPrefix(err.Error(), "start exercise 1.1: ") {
				t.Fatalf("got %q, %v; want an error with %q", made, err, tt.want)
			}
			after := names(t, root)
			for _, whole := range []string{"work/go.mod", "work/messages/", "work/messages/doc.go", "work/messages/more.go", "work/" + originFile("messages")} {
				if _, there := before[whole]; !there {
					delete(after, whole)
				}
			}
			if diff := cmp.Diff(before, after); diff != "" {
				t.Errorf("(-before +after):\n%s", diff)
			}
			wholeModule(t, root)

			if tt.gone != "" {
				remove(tt.gone)(t, root)
			}
			for name, text := range courseFiles() {
				if !exists(filepath.Join(root, filepath.FromSlash(name))) {
					put(t, root, map[string]string{name: text})
				}
			}
			start(t, root, chat())
			goInWork(t, Dir(root), "build", "./...")
		})
	}
}

// names are the files below dir with their kinds; unlike tree it reads none.
func names(t *testing.T, dir string) map[string]fs.FileMode {
	t.Helper()
	found := map[string]fs.FileMode{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if d.IsDir() {
			rel += "/"
		}
		found[filepath.ToSlash(rel)] = d.Type()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// wholeModule checks that messages is either complete, with its origin, or not there.
func wholeModule(t *testing.T, root string) {
	t.Helper()
	found := map[string]bool{}
	for name := range names(t, Dir(root)) {
		if strings.HasPrefix(name, "messages/") || name == originFile("messages") {
			found[name] = true
		}
	}
	want := map[string]bool{"messages/": true, "messages/doc.go": true, "messages/more.go": true, originFile("messages"): true}
	if found["messages/"] && !maps.Equal(want, found) {
		t.Errorf("messages is half there: %v", found)
	}
}

func TestWorkThatCannotBeMade(t *testing.T) {
	root := course(t, courseFiles())
	unreadable(t, Dir(root))
	before := names(t, root)
	if made, err := Start(root, chat()); err == nil || started(err) || made != nil {
		t.Errorf("got %q, %v", made, err)
	}
	if diff := cmp.Diff(before, names(t, root)); diff != "" {
		t.Errorf("(-before +after):\n%s", diff)
	}
}

func TestWriteNewFileNeverOverwrites(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "go.mod")
	errs := atOnce(8, func(i int) error { return writeNewFile(path, []byte(strings.Repeat("x", i+1))) })
	won := -1
	for i, err := range errs {
		if err == nil {
			if won >= 0 {
				t.Errorf("%d and %d both made the file", won, i)
			}
			won = i
		}
	}
	if want := strings.Repeat("x", won+1); won < 0 || tree(t, dir)["go.mod"] != want || len(tree(t, dir)) != 1 {
		t.Errorf("%d won, and the folder holds %q", won, tree(t, dir))
	}
}

func TestStartWithoutMessagesOfItsOwn(t *testing.T) {
	root := course(t, courseFiles())
	ex := &catalog.Exercise{ID: "1.3", Key: "01-a/3-bare", Programs: []string{"bare"}}
	start(t, root, ex)
	if !Started(root, ex) || !exists(filepath.Join(Dir(root), "messages")) {
		t.Errorf("work holds %q", tree(t, Dir(root)))
	}
}
