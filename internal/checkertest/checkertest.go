// Package checkertest holds the exercises of a chapter to their word, for the test in the chapter's folder below checkers/.
// Each chapter has a test package of its own, so that none comes near the time that `go test` allows one.
package checkertest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"testing"

	"agentcourse/internal/catalog"
	"agentcourse/internal/workspace"
)

// Main runs a chapter's tests, and ends the process. It lets more of them run side by side than there are processors, as many
// wait for a program that waits, and collects garbage less often: thousands of programs are graded here.
func Main(m *testing.M) {
	flag.Parse()
	debug.SetGCPercent(400)
	if err := flag.Set("test.parallel", "3"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(m.Run())
}

// Exercises tests the exercises of the chapter whose folder the test runs in, each as a subtest named by its id: right
// programs pass every check, whatever values are drawn; each wrong program fails exactly the checks it names, and what a
// learner then reads is in its golden file, which is written anew with update; there is no check that no wrong program fails.
func Exercises(t *testing.T, update bool) {
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	root, err := workspace.FindRoot(here)
	if err != nil {
		t.Fatal(err)
	}
	course, err := catalog.Load(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range course.Problems {
		t.Error(p)
	}
	name := filepath.Base(here)
	at := slices.IndexFunc(course.Chapters, func(ch *catalog.Chapter) bool { return ch.Name == name })
	if at < 0 || len(course.Chapters[at].Exercises) == 0 {
		t.Fatalf("there are no exercises in exercises/%s", name)
	}
	for _, ex := range course.Chapters[at].Exercises {
		t.Run(ex.ID, func(t *testing.T) {
			t.Parallel()
			testExercise(t, root, ex, update)
		})
	}
}
