package cli

import (
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// compareGolden compares with a file, which -update makes where it is missing.
func compareGolden(t *testing.T, file, got string) {
	t.Helper()
	if _, err := os.Stat(file); err != nil && *update {
		if err := os.WriteFile(file, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	compareGoldenText(t, file, got)
}

// compareGoldenText compares with a file that must be there, and rewrites it with -update.
func compareGoldenText(t *testing.T, file, got string) {
	t.Helper()
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (go test ./internal/cli -update writes it)", err)
	}
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("what a learner reads has changed (-golden +now):\n%s", diff)
	}
}
