package checkertest

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// TestWrongProgramsNameMisconceptions keeps the ids in the files to those of the list that CONTRIBUTING.md explains.
func TestWrongProgramsNameMisconceptions(t *testing.T) {
	known := map[string]bool{}
	for i := range 24 {
		known[fmt.Sprintf("M%d", i+1)] = true
	}
	files, err := filepath.Glob(filepath.Join(repository(t), "checkers", "*", "*", "wrong", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatal("no wrong programs found", err)
	}
	for _, f := range files {
		ar, err := txtar.ParseFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if id := headerOf(t, f, string(ar.Comment))["misconception"]; id != "" && !known[id] {
			t.Errorf("%s: unknown misconception %q; known are %v", f, id, slices.Sorted(maps.Keys(known)))
		}
	}
}
