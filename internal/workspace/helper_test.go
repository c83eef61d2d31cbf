package workspace

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"agentcourse/internal/catalog"
)

const chatSource = `package main

import (
	"fmt"

	"agentcourse/starter/chat/shout"
	"agentcourse/starter/messages"
)

func main() { fmt.Println(shout.Loud(messages.Hello)) }
`

// courseFiles are a course small enough to read: one package messages, one starter, some data.
func courseFiles() map[string]string {
	return map[string]string{
		"go.mod":                       "module agentcourse\n\ngo 1.26\n",
		"starter/messages/doc.go":      "package messages\n\n// Hello is what the model says.\nconst Hello = \"hello\"\n",
		"starter/messages/more.go":     "package messages\n\nconst More = 1\n",
		"starter/messages/a_test.go":   "package messages\n\nimport \"testing\"\n\nfunc TestNothing(*testing.T) {}\n",
		"starter/chat/main.go":         chatSource,
		"starter/chat/main_test.go":    "package main\n",
		"starter/chat/testdata/x":      "x",
		"starter/chat/README.md":       "import \"agentcourse/starter/messages\" as it is\n",
		"starter/chat/shout/shout.go":  "package shout\n\nfunc Loud(s string) string { return s + \"!\" }\n",
		"data/notes.txt":               "one\r\ntwo\x00",
		"data/deep/naïve name.txt":     "été",
		"exercises/01-a/1-chat.md":     "the first text\n",
		"checkers/01-a/1-chat/1.txtar": "# it says hello\n",
	}
}

// course makes a course of the given files in a folder of its own.
func course(t *testing.T, files map[string]string) (root string) {
	t.Helper()
	root = t.TempDir()
	put(t, root, files)
	return root
}

func put(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func chat() *catalog.Exercise {
	return &catalog.Exercise{
		ID: "1.1", Chapter: 1, Number: 1, Key: "01-a/1-chat", Starter: []string{"chat"}, Programs: []string{"chat"},
		Files: []string{"data/notes.txt", "data/deep/naïve name.txt"},
	}
}

func start(t *testing.T, root string, ex *catalog.Exercise) []string {
	t.Helper()
	made, err := Start(root, ex)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// tree is every file below dir by its name, with the text or the sum of a longer one; folders end in a slash.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			found[rel+"/"] = ""
			return nil
		}
		src, err := os.ReadFile(path)
		if found[rel] = string(src); len(src) > 300 {
			found[rel] = fmt.Sprintf("%d bytes, %x", len(src), sha256.Sum256(src))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// goInWork runs the go command in work/, without a network, and returns what it prints on standard output.
func goInWork(t *testing.T, work string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = work
	cmd.Env = append(os.Environ(), "GOPROXY=off", "GOWORK=off", "GOTOOLCHAIN=local", "GOFLAGS=-buildvcs=false")
	out, err := cmd.Output()
	if err != nil {
		var stderr []byte
		if exit, ok := err.(*exec.ExitError); ok {
			stderr = exit.Stderr
		}
		t.Fatalf("go %v: %v\n%s%s", args, err, out, stderr)
	}
	return string(out)
}
