package workspace

import (
	"path/filepath"
	"strings"
	"testing"

	"agentcourse/internal/catalog"

	"github.com/google/go-cmp/cmp"
)

func TestImportPaths(t *testing.T) {
	rewrite := ImportPaths(&catalog.Exercise{Key: "01-a/1-chat"})
	tests := []struct{ path, want string }{
		{"agentcourse/starter/messages", "learner/messages"},
		{"agentcourse/starter/messages/sub", "learner/messages/sub"},
		{"agentcourse/starter/messagesx", "learner/01-a/1-chat/messagesx"},
		{"agentcourse/starter/chat", "learner/01-a/1-chat/chat"},
		{"agentcourse/starter/chat/shout", "learner/01-a/1-chat/chat/shout"},
		{"agentcourse/checkers/01-a/1-chat/solutions/plain/chat", "learner/01-a/1-chat/chat"},
		{"agentcourse/checkers/01-a/1-chat/solutions/plain/chat/deep", "learner/01-a/1-chat/chat/deep"},
		{"agentcourse/checkers/01-a/1-chat/solutions/plain", "learner/01-a/1-chat"},
		{"agentcourse/checkers/01-a/2-other/solutions/plain/chat", "agentcourse/checkers/01-a/2-other/solutions/plain/chat"},
		{"agentcourse/internal/catalog", "agentcourse/internal/catalog"},
		{"agentcourse/starter", "agentcourse/starter"},
		{"fmt", "fmt"},
		{"example.com/agentcourse/starter/chat", "example.com/agentcourse/starter/chat"},
	}
	for _, tt := range tests {
		if got := rewrite(tt.path); got != tt.want {
			t.Errorf("%s becomes %s, want %s", tt.path, got, tt.want)
		}
	}
}

func TestRewriteImports(t *testing.T) {
	tests := []struct{ name, src, want string }{
		// Once, a copy of a formatted file was not formatted any more.
		{"order", "package a\n\nimport (\n\t\"fmt\"\n\n\t\"new/z\"\n\t\"old/x\"\n)\n", "package a\n\nimport (\n\t\"fmt\"\n\n\t\"new/x\"\n\t\"new/z\"\n)\n"},
		{"single", "package a\n\nimport \"old/x\"\n\nvar _ = x.Y\n", "package a\n\nimport \"new/x\"\n\nvar _ = x.Y\n"},
		{"grouped", "package a\n\nimport (\n\t\"fmt\"\n\n\t\"old/x\"\n\t\"old/y\"\n)\n", "package a\n\nimport (\n\t\"fmt\"\n\n\t\"new/x\"\n\t\"new/y\"\n)\n"},
		{"several", "package a\nimport \"old/x\"; import \"fmt\"\nimport \"old/y\"\n", "package a\nimport \"new/x\"; import \"fmt\"\nimport \"new/y\"\n"},
		{"alias", "package a\n\nimport z \"old/x\"\n", "package a\n\nimport z \"new/x\"\n"},
		{"blank and dot", "package a\n\nimport (\n\t_ \"old/x\"\n\t. \"old/y\"\n)\n", "package a\n\nimport (\n\t_ \"new/x\"\n\t. \"new/y\"\n)\n"},
		{"comments", "// Uses \"old/x\".\npackage a // \"old/x\"\n\nimport /* \"old/x\" */ \"old/x\" // \"old/x\"\n",
			"// Uses \"old/x\".\npackage a // \"old/x\"\n\nimport /* \"old/x\" */ \"new/x\" // \"old/x\"\n"},
		{"text in the code", "package a\n\nimport \"old/x\"\n\nconst s = \"old/x\"\n", "package a\n\nimport \"new/x\"\n\nconst s = \"old/x\"\n"},
		{"raw string", "package a\n\nimport `old/x`\n", "package a\n\nimport \"new/x\"\n"},
		// A path that stays was once put into other quotes.
		{"raw string that stays", "package a\n\nimport `fmt`\n", "package a\n\nimport `fmt`\n"},
		{"escape that stays", "package a\n\nimport \"f\\x6dt\"\n", "package a\n\nimport \"f\\x6dt\"\n"},
		{"CRLF", "package a\r\n\r\nimport (\r\n\t\"old/x\"\r\n)\r\n", "package a\r\n\r\nimport (\r\n\t\"new/x\"\r\n)\r\n"},
		{"byte order mark", "\xef\xbb\xbfpackage a\n\nimport \"old/x\"\n", "\xef\xbb\xbfpackage a\n\nimport \"new/x\"\n"},
		{"line directive", "package a\n\n//line other.go:900\nimport \"old/x\"\n", "package a\n\n//line other.go:900\nimport \"new/x\"\n"},
		{"not ASCII before it", "// été 日本\npackage a\n\nimport \"old/x\"\n", "// été 日本\npackage a\n\nimport \"new/x\"\n"},
		{"cgo", "package a\n\n// #include <stdio.h>\nimport \"C\"\n", "package a\n\n// #include <stdio.h>\nimport \"C\"\n"},
		{"none, not formatted", "package   a\nfunc f( ){ }", "package   a\nfunc f( ){ }"},
		{"broken behind the imports", "package a\n\nimport \"old/x\"\n\nfunc {", "package a\n\nimport \"new/x\"\n\nfunc {"},
	}
	rewrite := func(path string) string { return strings.Replace(path, "old/", "new/", 1) }
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := RewriteImports("a.go", []byte(tt.src), rewrite)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, string(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestRewriteImportsSaysWhere(t *testing.T) {
	tests := []struct{ src, want string }{
		{"", "deep/a.go:1:1: "},
		{"package a\n\nimport x\n", "deep/a.go:3:"},
		{"package a\n\nimport \"\\q\"\n", "deep/a.go:3:"},
	}
	for _, tt := range tests {
		if got, err := RewriteImports("deep/a.go", []byte(tt.src), strings.ToUpper); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%q: got %q, %v, want an error that starts %q", tt.src, got, err, tt.want)
		}
	}
}

// TestShippedSolutions lays out every right program of the course's own, one module each, and compiles it.
func TestShippedSolutions(t *testing.T) {
	root, err := FindRoot(".")
	if err != nil {
		t.Fatal(err)
	}
	all, err := catalog.Load(root)
	if err != nil {
		t.Fatal(err)
	}
	if len(all.Exercises()) == 0 {
		t.Fatal("no exercise found")
	}
	for _, ex := range all.Exercises() {
		names, err := Solutions(root, ex)
		if err != nil || len(names) == 0 {
			t.Errorf("exercise %s ships no right program: %v", ex.ID, err)
		}
		for _, name := range names {
			t.Run(ex.ID+"/"+name, func(t *testing.T) {
				dir := filepath.Join(t.TempDir(), "mit Leerzeichen é")
				if err := LayOut(root, dir, ex, name); err != nil {
					t.Fatal(err)
				}
				goInWork(t, dir, "vet", "./...") // compiles, and links nothing
				list := goInWork(t, dir, "list", "-f", "{{.Name}} {{.ImportPath}}", "./...")
				for _, p := range ex.Programs {
					if want := "main learner/" + ex.Key + "/" + p + "\n"; !strings.Contains(list, want) {
						t.Errorf("no %sin\n%s", want, list)
					}
				}
			})
		}
	}
}

func TestLayOut(t *testing.T) {
	root := course(t, courseFiles())
	put(t, root, map[string]string{
		"checkers/01-a/1-chat/solutions/plain/chat/main.go":        strings.ReplaceAll(chatSource, "starter/chat", "checkers/01-a/1-chat/solutions/plain/chat"),
		"checkers/01-a/1-chat/solutions/plain/chat/shout/shout.go": courseFiles()["starter/chat/shout/shout.go"],
		"checkers/01-a/1-chat/solutions/README.md":                 "about them",
	})
	names, err := Solutions(root, chat())
	if diff := cmp.Diff([]string{"plain"}, names); diff != "" || err != nil {
		t.Errorf("%v, (-want +got):\n%s", err, diff)
	}
	dir := t.TempDir()
	if err := LayOut(root, dir, chat(), "plain"); err != nil {
		t.Fatal(err)
	}
	if out := goInWork(t, dir, "run", "./01-a/1-chat/chat"); out != "hello!\n" {
		t.Errorf("it prints %q", out)
	}
	if got := tree(t, dir)["01-a/1-chat/deep/naïve name.txt"]; got != "été" {
		t.Errorf("the data file holds %q", got)
	}
	if err := LayOut(root, t.TempDir(), chat(), "other"); err == nil || !strings.Contains(err.Error(), "other") {
		t.Errorf("a solution that is not there: %v", err)
	}
}

// A right program may use a package of one of the exercise that its own continues: it lies where a learner has theirs.
func TestLayOutOfAnExerciseThatContinues(t *testing.T) {
	root := course(t, courseFiles())
	put(t, root, map[string]string{
		"checkers/01-a/1-chat/solutions/plain/words/words.go":      "package words\n\nconst Hello = \"hello\"\n",
		"checkers/01-a/1-chat/solutions/plain/words/words_test.go": "package words\n\nimport _ \"none\"\n",
		"checkers/01-a/1-chat/solutions/plain/other/other.go":      "package other\n",
		"checkers/01-a/2-next/solutions/plain/next/main.go":        "package main\n\nimport (\n\t\"fmt\"\n\n\t\"agentcourse/checkers/01-a/1-chat/solutions/plain/words\"\n)\n\nfunc main() { fmt.Println(words.Hello) }\n",
		"checkers/01-a/2-next/solutions/own/next/main.go":          "package main\n\nimport (\n\t\"fmt\"\n\n\t\"agentcourse/checkers/01-a/2-next/solutions/own/words\"\n)\n\nfunc main() { fmt.Println(words.Hello) }\n",
		"checkers/01-a/2-next/solutions/own/words/words.go":        "package words\n\nconst Hello = \"my own\"\n",
		"starter/given/given.go":                                   "package given\n\nconst Given = 7\n",
		"checkers/01-a/2-next/solutions/tests/next/main.go":        "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(7) }\n",
		"checkers/01-a/2-next/solutions/tests/given/given_test.go": "//go:build grader\n\npackage given_test\n\nimport _ \"agentcourse/starter/given\"\n",
	})
	next := &catalog.Exercise{ID: "1.2", Key: "01-a/2-next", Programs: []string{"next"}, Continues: chat()}
	for name, want := range map[string]string{"plain": "hello\n", "own": "my own\n", "tests": "7\n"} {
		dir := t.TempDir()
		if err := LayOut(root, dir, next, name); err != nil {
			t.Fatal(err)
		}
		if out := goInWork(t, dir, "run", "./01-a/2-next/next"); out != want {
			t.Errorf("%s prints %q", name, out)
		}
		if name == "tests" { // which are of a package of the starter's
			goInWork(t, dir, "vet", "-tags", "grader", "./...")
		}
		for file := range tree(t, dir) {
			if strings.Contains(file, "other") || strings.HasSuffix(file, "_test.go") && name != "tests" {
				t.Errorf("%s: %s is there", name, file)
			}
		}
	}
}
