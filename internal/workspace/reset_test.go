package workspace

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func noon() time.Time { return time.Date(2026, 11, 29, 12, 0, 5, 0, time.UTC) }

// TestReset sets broken work aside, several times in one second: every byte is kept, and the go command passes over it.
func TestReset(t *testing.T) {
	root := course(t, courseFiles())
	start(t, root, chat())
	fresh := tree(t, filepath.Join(Dir(root), "01-a", "1-chat"))
	kept := map[string]map[string]string{}
	for i, want := range []string{
		"work/_aside/01-a/1-chat-20261129-120005", "work/_aside/01-a/1-chat-20261129-120005-2", "work/_aside/01-a/1-chat-20261129-120005-3",
	} {
		put(t, filepath.Join(Dir(root), "01-a", "1-chat"), map[string]string{
			"chat/main.go":          "package main\n\nthis does not compile " + strings.Repeat("!", i),
			"chat/own/no-go-at-all": "\x00\xff\r\n",
			".hidden":               "mine",
		})
		work := tree(t, filepath.Join(Dir(root), "01-a", "1-chat"))
		aside, err := Reset(root, chat(), noon())
		if err != nil || aside != want {
			t.Fatalf("got %q, %v, want %s", aside, err, want)
		}
		kept[aside] = work
		for place, work := range kept {
			if diff := cmp.Diff(work, tree(t, filepath.Join(root, filepath.FromSlash(place)))); diff != "" {
				t.Errorf("%s (-before +after):\n%s", place, diff)
			}
		}
		if diff := cmp.Diff(fresh, tree(t, filepath.Join(Dir(root), "01-a", "1-chat"))); diff != "" {
			t.Errorf("started again (-first +now):\n%s", diff)
		}
	}
	goInWork(t, Dir(root), "build", "./...")
	if list := goInWork(t, Dir(root), "list", "./..."); strings.Contains(list, "aside") || !strings.Contains(list, "learner/01-a/1-chat/chat\n") {
		t.Errorf("go list ./... prints\n%s", list)
	}
}

func TestResetNeverTakesATakenPlace(t *testing.T) {
	root := course(t, courseFiles())
	start(t, root, chat())
	put(t, Dir(root), map[string]string{"_aside/01-a/1-chat-20261129-120005": "a file of that name"})
	if err := os.Symlink("nowhere", filepath.Join(Dir(root), "_aside", "01-a", "1-chat-20261129-120005-2")); err != nil {
		t.Fatal(err)
	}
	aside, err := Reset(root, chat(), noon())
	if err != nil || aside != "work/_aside/01-a/1-chat-20261129-120005-3" {
		t.Errorf("got %q, %v", aside, err)
	}
	if src, err := os.ReadFile(filepath.Join(Dir(root), "_aside", "01-a", "1-chat-20261129-120005")); string(src) != "a file of that name" {
		t.Errorf("the file holds %q, %v", src, err)
	}
}

func TestResetLeavesTheRestAlone(t *testing.T) {
	root := course(t, courseFiles())
	start(t, root, chat())
	put(t, Dir(root), map[string]string{"go.mod": "module learner\n\ngo 1.26\n\n// mine\n", "messages/doc.go": "package messages // mine\n", "01-a/2-next/x": "mine"})
	before := tree(t, Dir(root))
	aside, err := Reset(root, chat(), noon())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(root, "work", "_aside")); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, tree(t, Dir(root))); diff != "" {
		t.Errorf("work beside %s (-before +after):\n%s", aside, diff)
	}
}

func TestResetThatFails(t *testing.T) {
	t.Run("not started", func(t *testing.T) {
		root := course(t, courseFiles())
		before := tree(t, root)
		aside, err := Reset(root, chat(), noon())
		if aside != "" || err == nil || err.Error() != "exercise 1.1 is not started: there is nothing to set aside" {
			t.Errorf("got %q, %v", aside, err)
		}
		if diff := cmp.Diff(before, tree(t, root)); diff != "" {
			t.Errorf("(-before +after):\n%s", diff)
		}
	})
	t.Run("a file in the place of _aside", func(t *testing.T) {
		root := course(t, courseFiles())
		start(t, root, chat())
		put(t, Dir(root), map[string]string{"_aside": "mine"})
		before := tree(t, root)
		if aside, err := Reset(root, chat(), noon()); aside != "" || err == nil || !strings.HasPrefix(err.Error(), "set exercise 1.1 aside: ") {
			t.Errorf("got %q, %v", aside, err)
		}
		if diff := cmp.Diff(before, tree(t, root)); diff != "" {
			t.Errorf("(-before +after):\n%s", diff)
		}
	})
	t.Run("the new start fails", func(t *testing.T) {
		root := course(t, courseFiles())
		start(t, root, chat())
		put(t, Dir(root), map[string]string{"01-a/1-chat/chat/main.go": "mine"})
		work := tree(t, filepath.Join(Dir(root), "01-a", "1-chat"))
		if err := os.RemoveAll(filepath.Join(root, "starter", "chat")); err != nil {
			t.Fatal(err)
		}
		aside, err := Reset(root, chat(), noon())
		if aside == "" || err == nil || !strings.HasPrefix(err.Error(), "start exercise 1.1: ") {
			t.Fatalf("got %q, %v", aside, err)
		}
		if diff := cmp.Diff(work, tree(t, filepath.Join(root, filepath.FromSlash(aside)))); diff != "" {
			t.Errorf("%s (-before +after):\n%s", aside, diff)
		}
		if Started(root, chat()) {
			t.Error("half a folder is there")
		}
	})
}

// Two resets at once set the work aside once; whatever either says, the work is there.
func TestResetsAtOnce(t *testing.T) {
	for range 20 {
		root := course(t, courseFiles())
		start(t, root, chat())
		put(t, Dir(root), map[string]string{"01-a/1-chat/chat/mine.go": "package main // mine\n"})
		atOnce(3, func(int) error { _, err := Reset(root, chat(), noon()); return err })
		found := 0
		for name, text := range tree(t, Dir(root)) {
			if strings.HasSuffix(name, "chat/mine.go") && text == "package main // mine\n" {
				found++
			}
			if strings.Contains(name, ".starting-") || strings.Contains(name, ".writing-") {
				t.Errorf("left behind: %s", name)
			}
		}
		if found != 1 {
			t.Fatalf("the learner's file is there %d times", found)
		}
	}
}
