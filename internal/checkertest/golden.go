package checkertest

import (
	"os"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// offset is a place in machine code, in the trace of a panic: another one with each change and each machine.
var offset = regexp.MustCompile(`\+0x[0-9a-f]+`)

// compareGolden compares what a learner reads with a golden file, or writes it there.
func compareGolden(t *testing.T, file, got string, update bool) {
	t.Helper()
	got = offset.ReplaceAllString(got, "+0x0")
	if update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (go test with -update writes it)", err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("what a learner reads has changed (-golden +now):\n%s", diff)
	}
}
