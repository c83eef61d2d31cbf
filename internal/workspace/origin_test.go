package workspace

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agentcourse/internal/catalog"

	"github.com/google/go-cmp/cmp"
)

func TestOutdated(t *testing.T) {
	remove := func(t *testing.T, root, name string) {
		if err := os.RemoveAll(filepath.Join(root, filepath.FromSlash(name))); err != nil {
			t.Fatal(err)
		}
	}
	const newer = "package messages\n\n// Hello is friendlier now.\nconst Hello = \"hello there\"\n"
	tests := []struct {
		name  string
		since func(t *testing.T, root string) // what happened since the start
		want  bool
	}{
		{"nothing", func(*testing.T, string) {}, false},
		{"the course changed a file", func(t *testing.T, root string) {
			put(t, root, map[string]string{"starter/messages/doc.go": newer})
		}, true},
		{"the course has a new file", func(t *testing.T, root string) {
			put(t, root, map[string]string{"starter/messages/new.go": "package messages\n"})
		}, true},
		// A file that the course took out once went unseen.
		{"the course took a file out", func(t *testing.T, root string) { remove(t, root, "starter/messages/more.go") }, true},
		{"the course changed a test", func(t *testing.T, root string) {
			put(t, root, map[string]string{"starter/messages/a_test.go": "package messages\n", "starter/messages/b_test.go": "package messages\n"})
		}, false},
		{"the learner edited the copy", func(t *testing.T, root string) {
			put(t, root, map[string]string{"work/messages/doc.go": newer, "work/messages/own.go": "package messages\n"})
		}, false},
		{"both changed alike", func(t *testing.T, root string) {
			put(t, root, map[string]string{"work/messages/doc.go": newer, "starter/messages/doc.go": newer})
		}, true},
		{"unknown origin, same files", func(t *testing.T, root string) { remove(t, root, "work/"+originFile("messages")) }, false},
		{"unknown origin, and the learner's own file", func(t *testing.T, root string) {
			remove(t, root, "work/"+originFile("messages"))
			put(t, root, map[string]string{"work/messages/own.go": "package messages\n"})
		}, false},
		{"unknown origin, edited copy", func(t *testing.T, root string) {
			remove(t, root, "work/"+originFile("messages"))
			put(t, root, map[string]string{"work/messages/doc.go": newer})
		}, true},
		{"unknown origin, newer course", func(t *testing.T, root string) {
			remove(t, root, "work/"+originFile("messages"))
			put(t, root, map[string]string{"starter/messages/new.go": "package messages\n"})
		}, true},
		{"no copy", func(t *testing.T, root string) { remove(t, root, "work/messages") }, false},
		{"no work", func(t *testing.T, root string) { remove(t, root, "work") }, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root := filepath.Join(t.TempDir(), "course [1]*") // what a pattern would take for its own once hid all files
			put(t, root, courseFiles())
			start(t, root, chat())
			tt.since(t, root)
			if got, err := Outdated(root, Dir(root)); (len(got) == 1) != tt.want || err != nil {
				t.Errorf("got %v, %v, want %v", got, err, tt.want)
			}
		})
	}
}

func TestOutdatedThatCannotBeKnown(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(t *testing.T, root string)
		want  string
	}{
		{"broken origin", func(t *testing.T, root string) {
			put(t, root, map[string]string{"work/" + originFile("messages"): "{"})
		}, originFile("messages") + ": "},
		{"a folder for the origin", func(t *testing.T, root string) {
			if err := os.Remove(filepath.Join(Dir(root), originFile("messages"))); err != nil {
				t.Fatal(err)
			}
			put(t, root, map[string]string{"work/" + originFile("messages") + "/x": ""})
		}, "is a directory"},
		{"a file of the course that cannot be read", func(t *testing.T, root string) {
			unreadable(t, filepath.Join(root, "starter", "messages", "more.go"))
		}, "more.go"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root := course(t, courseFiles())
			start(t, root, chat())
			tt.spoil(t, root)
			if old, err := Outdated(root, Dir(root)); len(old) > 0 || err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, %v, want an error with %q", old, err, tt.want)
			}
		})
	}
}

// TestNewerCourse takes in a course in which everything has changed since the learner began: not one byte of the
// learner's changes, and the next exercise starts from the new course with the learner's own messages.
func TestNewerCourse(t *testing.T) {
	root := course(t, courseFiles())
	start(t, root, chat())
	put(t, Dir(root), map[string]string{
		"messages/doc.go":              "package messages\n\n// mine\nconst Hello = \"ciao\"\n",
		"messages/own/own.go":          "package own\n",
		"01-a/1-chat/chat/main.go":     "package main\n\nfunc main() { println(\"mine\") }\n",
		"01-a/1-chat/notes.txt":        "my notes",
		"01-a/1-chat/other/main.go":    "package main\n\nfunc main() {}\n",
		"go.mod":                       "module learner\n\ngo 1.26\n\n// mine\n",
		"_aside/01-a/1-chat-2026/x.go": "broken",
	})
	before := tree(t, Dir(root))

	put(t, root, map[string]string{
		"starter/messages/doc.go":      "package messages\n\nconst Hello, Bye = \"hello\", \"bye\"\n",
		"starter/messages/new.go":      "package messages\n\nconst New = 1\n",
		"starter/chat/main.go":         strings.Replace(chatSource, "shout.Loud(messages.Hello)", "\"new: \" + shout.Loud(messages.Hello)", 1),
		"starter/chat/more.go":         "package main\n",
		"data/notes.txt":               "newer notes",
		"exercises/01-a/1-chat.md":     "another text\n",
		"exercises/01-a/2-again.md":    "a new exercise\n",
		"checkers/01-a/1-chat/1.txtar": "# it says goodbye\n",
		"checkers/01-a/1-chat/2.txtar": "# and more\n",
	})
	next := &catalog.Exercise{ID: "1.2", Key: "01-a/2-again", Starter: []string{"chat"}, Programs: []string{"chat"}, Files: []string{"data/notes.txt"}}
	if diff := cmp.Diff([]string{"work/01-a/2-again"}, start(t, root, next)); diff != "" {
		t.Errorf("made (-want +got):\n%s", diff)
	}
	after := tree(t, Dir(root))
	if got := after["01-a/2-again/notes.txt"]; got != "newer notes" {
		t.Errorf("the next exercise has the notes %q", got)
	}
	maps.DeleteFunc(after, func(name, _ string) bool { return strings.HasPrefix(name, "01-a/2-again/") })
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("the learner's files (-before +after):\n%s", diff)
	}
	if old, err := Outdated(root, Dir(root)); len(old) == 0 || err != nil {
		t.Errorf("outdated: %v, %v", old, err)
	}
	if out := goInWork(t, Dir(root), "run", "./01-a/2-again/chat"); out != "new: ciao!\n" {
		t.Errorf("the next program prints %q", out)
	}
	goInWork(t, Dir(root), "build", "./...")
	if _, err := Start(root, chat()); !started(err) {
		t.Errorf("the first exercise again: %v", err)
	}
}
