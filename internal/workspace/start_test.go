package workspace

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"agentcourse/internal/catalog"

	"github.com/google/go-cmp/cmp"
)

func TestFindRoot(t *testing.T) {
	root := course(t, courseFiles())
	start(t, root, chat())
	other := t.TempDir()
	put(t, other, map[string]string{"go.mod": "module agentcourses\n", "deep/x": ""})
	crlf := course(t, map[string]string{"go.mod": "module agentcourse\r\n\r\ngo 1.26\r\n", "lessons/x": ""})
	tests := []struct{ dir, want string }{
		{root, root},
		{filepath.Join(root, "starter", "chat"), root},
		{filepath.Join(root, "work"), root}, // past the learner's own go.mod
		{filepath.Join(root, "work", "01-a", "1-chat", "chat"), root},
		{filepath.Join(root, "not", "there"), root},
		{filepath.Join(crlf, "lessons"), crlf}, // a clone with other line ends was once not found
		{other, ""},
		{filepath.Join(other, "deep"), ""},
		{string(filepath.Separator), ""},
	}
	for _, tt := range tests {
		got, err := FindRoot(tt.dir)
		if tt.want == "" {
			if !errors.Is(err, ErrNoCourse) || !strings.HasSuffix(err.Error(), ": "+tt.dir) {
				t.Errorf("%s: got %q, %v", tt.dir, got, err)
			}
		} else if got != tt.want || err != nil {
			t.Errorf("%s: got %q, %v, want %s", tt.dir, got, err, tt.want)
		}
	}
}

func TestFindRootFromTheCurrentFolder(t *testing.T) {
	root := course(t, courseFiles())
	t.Chdir(filepath.Join(root, "starter"))
	if got, err := FindRoot("."); err != nil || filepath.Base(got) != filepath.Base(root) {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestStart(t *testing.T) {
	for _, place := range []string{"plain", "mit Leerzeichen/été [1] 日本"} {
		t.Run(place, func(t *testing.T) {
			root := filepath.Join(t.TempDir(), filepath.FromSlash(place))
			files := courseFiles()
			put(t, root, files)
			if Started(root, chat()) {
				t.Error("started before the start")
			}
			made := start(t, root, chat())
			if diff := cmp.Diff([]string{"work/go.mod", "work/messages", "work/01-a/1-chat"}, made); diff != "" {
				t.Errorf("made (-want +got):\n%s", diff)
			}
			if !Started(root, chat()) {
				t.Error("not started after the start")
			}
			got := tree(t, Dir(root))
			if origin := got[originFile("messages")]; !strings.Contains(origin, `"doc.go": "`) || strings.Contains(origin, "_test.go") {
				t.Errorf("origin:\n%s", origin)
			}
			delete(got, originFile("messages"))
			own := strings.NewReplacer("agentcourse/starter/messages", "learner/messages",
				"agentcourse/starter/chat", "learner/01-a/1-chat/chat")
			want := map[string]string{
				"go.mod":    "module learner\n\ngo 1.26\n",
				"messages/": "", "messages/doc.go": files["starter/messages/doc.go"], "messages/more.go": files["starter/messages/more.go"],
				"01-a/": "", "01-a/1-chat/": "", "01-a/1-chat/chat/": "", "01-a/1-chat/chat/shout/": "", "01-a/1-chat/deep/": "",
				"01-a/1-chat/chat/main.go":        own.Replace(chatSource),
				"01-a/1-chat/chat/README.md":      files["starter/chat/README.md"],
				"01-a/1-chat/chat/shout/shout.go": files["starter/chat/shout/shout.go"],
				"01-a/1-chat/notes.txt":           files["data/notes.txt"],
				"01-a/1-chat/deep/naïve name.txt": files["data/deep/naïve name.txt"],
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("work (-want +got):\n%s", diff)
			}
			goInWork(t, Dir(root), "build", "./...")
			if out := goInWork(t, Dir(root), "run", "./01-a/1-chat/chat"); out != "hello!\n" {
				t.Errorf("the program prints %q", out)
			}
			if old, err := Outdated(root, Dir(root)); len(old) > 0 || err != nil {
				t.Errorf("outdated: %v, %v", old, err)
			}
		})
	}
}

func TestStartAddsToWhatIsThere(t *testing.T) {
	root := course(t, courseFiles())
	own := map[string]string{
		"work/go.mod": "module learner\n\ngo 1.26\n\nrequire example.com/x v1.0.0\n", "work/messages/own.go": "package messages\n",
		"work/01-a/notes.txt": "mine",
	}
	put(t, root, own)
	if diff := cmp.Diff([]string{"work/01-a/1-chat"}, start(t, root, chat())); diff != "" {
		t.Errorf("made (-want +got):\n%s", diff)
	}
	got := tree(t, root)
	for name, text := range own {
		if got[name] != text {
			t.Errorf("%s is now %q", name, got[name])
		}
	}
	if _, ok := got["work/messages/doc.go"]; ok {
		t.Error("the course's messages were mixed into the learner's")
	}
}

func TestStartRefuses(t *testing.T) {
	tests := []struct {
		name  string
		there map[string]string
		want  func(error) bool
		text  string
	}{
		{"a started exercise", map[string]string{"work/01-a/1-chat/chat/main.go": "mine"}, started, "exercise 1.1 is already started in work/01-a/1-chat"},
		{"a folder with one file", map[string]string{"work/01-a/1-chat/.keep": ""}, started, "exercise 1.1 is already started in work/01-a/1-chat"},
		{"a file in the exercise's place", map[string]string{"work/01-a/1-chat": "mine"}, started, "exercise 1.1 is already started in work/01-a/1-chat"},
		{"work that is a file", map[string]string{"work": "mine"}, func(err error) bool { return errors.Is(err, ErrNotFolder) }, ErrNotFolder.Error()},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root := course(t, courseFiles())
			put(t, root, tt.there)
			before := tree(t, root)
			made, err := Start(root, chat())
			if err == nil || !tt.want(err) || err.Error() != tt.text || made != nil {
				t.Errorf("got %q, %v", made, err)
			}
			if diff := cmp.Diff(before, tree(t, root)); diff != "" {
				t.Errorf("files changed (-before +after):\n%s", diff)
			}
		})
	}
}

func started(err error) bool {
	var e *StartedError
	return errors.As(err, &e) && e.Exercise.ID == "1.1"
}

func TestStartAnEmptyFolder(t *testing.T) {
	root := course(t, courseFiles())
	if err := os.MkdirAll(filepath.Join(root, "work", "01-a", "1-chat"), 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := Start(root, chat()); !started(err) {
		t.Errorf("got %v", err)
	}
}

// Two starts of one exercise at once: one makes it, the others say so. Once, the losers failed on go.mod and messages,
// and of an exercise without a starter two could win.
func TestStartsAtOnce(t *testing.T) {
	bare := &catalog.Exercise{ID: "1.1", Key: "01-a/1-chat", Programs: []string{"chat"}}
	for _, ex := range []*catalog.Exercise{chat(), bare} {
		for range 20 {
			alone := course(t, courseFiles())
			start(t, alone, ex)
			root := course(t, courseFiles())
			errs := atOnce(4, func(int) error { _, err := Start(root, ex); return err })
			won := 0
			for _, err := range errs {
				if err == nil {
					won++
				} else if !started(err) {
					t.Errorf("a loser got %v", err)
				}
			}
			if won != 1 {
				t.Fatalf("%d starts won", won)
			}
			if diff := cmp.Diff(tree(t, alone), tree(t, root)); diff != "" {
				t.Fatalf("(-one start +several at once):\n%s", diff)
			}
		}
	}
}

// Starts of different exercises at once all succeed. Once, all but one failed on messages.
func TestDifferentStartsAtOnce(t *testing.T) {
	for range 20 {
		root := course(t, courseFiles())
		errs := atOnce(4, func(i int) error {
			ex := chat()
			ex.Key += strings.Repeat("x", i)
			_, err := Start(root, ex)
			return err
		})
		if err := errors.Join(errs...); err != nil {
			t.Fatal(err)
		}
	}
}

func atOnce(n int, do func(i int) error) []error {
	errs, ready := make([]error, n), make(chan struct{})
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			<-ready
			errs[i] = do(i)
		})
	}
	close(ready)
	all.Wait()
	return errs
}

// An exercise may name shared packages, and go on with the work of an earlier one: then the learner's own files are copied,
// also those that no longer compile, and what is missing comes from the course.
func TestStartOfAnExerciseThatContinues(t *testing.T) {
	files := courseFiles()
	files["starter/calc/calc.go"] = "package calc\n\nimport _ \"agentcourse/starter/messages\"\n"
	files["starter/agent/main.go"] = "package main\n\nimport _ \"agentcourse/starter/calc\"\n\nfunc main() {}\n"
	root := course(t, files)
	start(t, root, chat())
	put(t, Dir(root), map[string]string{
		"01-a/1-chat/chat/main.go":   "package main\n\nimport _ \"learner/01-a/1-chat/own\"\n\nfunc main() {}\n",
		"01-a/1-chat/chat/broken.go": "packag main\n",
		"01-a/1-chat/own/own.go":     "package own\n",
		"01-a/1-chat/notes.txt":      "mine",
	})
	if err := os.Symlink("/etc/hosts", filepath.Join(Dir(root), "01-a/1-chat/link")); err != nil {
		t.Fatal(err)
	}
	next := &catalog.Exercise{ID: "1.2", Key: "01-a/2-next", Starter: []string{"chat", "agent", "calc"}, Files: []string{"data/notes.txt"}, Continues: chat()}
	if diff := cmp.Diff([]string{"work/calc", "work/01-a/2-next"}, start(t, root, next)); diff != "" {
		t.Errorf("made (-want +got):\n%s", diff)
	}
	got := tree(t, Dir(root))
	for name, want := range map[string]string{
		"calc/calc.go":               "package calc\n\nimport _ \"learner/messages\"\n",
		"01-a/2-next/chat/main.go":   "package main\n\nimport _ \"learner/01-a/2-next/own\"\n\nfunc main() {}\n",
		"01-a/2-next/chat/broken.go": "packag main\n",
		"01-a/2-next/own/own.go":     "package own\n",
		"01-a/2-next/agent/main.go":  "package main\n\nimport _ \"learner/calc\"\n\nfunc main() {}\n",
		"01-a/2-next/notes.txt":      "mine",
	} {
		if got[name] != want {
			t.Errorf("%s is %q, want %q", name, got[name], want)
		}
	}
	for _, name := range []string{"01-a/2-next/link", "01-a/2-next/calc/"} {
		if _, there := got[name]; there {
			t.Errorf("%s is there", name)
		}
	}

	// The copy differs from the course's package in its import path, which once made it look outdated.
	for _, origin := range []string{"known", "unknown"} {
		if old, err := Outdated(root, Dir(root)); len(old) > 0 || err != nil {
			t.Errorf("origin %s: outdated: %v, %v", origin, old, err)
		}
		if err := os.RemoveAll(filepath.Join(Dir(root), originFile("calc"))); err != nil {
			t.Fatal(err)
		}
	}

	// Without earlier work everything comes from the course.
	root = course(t, files)
	start(t, root, next)
	if got := tree(t, Dir(root)); !strings.Contains(got["01-a/2-next/chat/main.go"], "learner/01-a/2-next/chat/shout") {
		t.Errorf("chat/main.go is %q", got["01-a/2-next/chat/main.go"])
	}
}
