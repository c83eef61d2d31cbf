package checkertest

import (
	"os"
	"path/filepath"
	"testing"

	"agentcourse/internal/catalog"
	"agentcourse/internal/workspace"

	"github.com/google/go-cmp/cmp"
)

// chapterTest is the test of a chapter's exercises, from the repository's folder; each chapter has a copy of it.
const chapterTest = "internal/checkertest/testdata/exercises_test.go"

// untested are the tests that chapters with exercises should have, from the folder root, and that are not there or differ
// from want.
func untested(root string, chapters []*catalog.Chapter, want []byte) []string {
	var files []string
	for _, ch := range chapters {
		file := "checkers/" + ch.Name + "/exercises_test.go"
		got, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
		if len(ch.Exercises) > 0 && (err != nil || string(got) != string(want)) {
			files = append(files, file)
		}
	}
	return files
}

// Every chapter with exercises has the test that holds them to their word.
func TestEveryChapterIsTested(t *testing.T) {
	root := repository(t)
	course, err := catalog.Load(root)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join(root, chapterTest))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range untested(root, course.Chapters, want) {
		t.Errorf("%s is missing or differs: cp %s %[1]s", file, chapterTest)
	}
}

func TestUntested(t *testing.T) {
	root := t.TempDir()
	for name, content := range map[string]string{"01-copy": "the test", "02-other": "//go:build never\n\nthe test"} {
		dir := filepath.Join(root, "checkers", name)
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "exercises_test.go"), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	some := []*catalog.Exercise{{}}
	chapters := []*catalog.Chapter{
		{Name: "00-lesson-only"}, {Name: "01-copy", Exercises: some}, {Name: "02-other", Exercises: some}, {Name: "03-missing", Exercises: some},
	}
	want := []string{"checkers/02-other/exercises_test.go", "checkers/03-missing/exercises_test.go"}
	if diff := cmp.Diff(want, untested(root, chapters, []byte("the test"))); diff != "" {
		t.Errorf("chapters without their test (-want +got):\n%s", diff)
	}
}

// repository is the course's own repository.
func repository(t *testing.T) string {
	t.Helper()
	root, err := workspace.FindRoot(".")
	if err != nil {
		t.Fatal(err)
	}
	return root
}
