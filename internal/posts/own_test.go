package posts_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// Weak and strong posts of the kinds that the lesson tells apart, and its own two strong ones: a weak post is found to break
// exactly the rules that it names on top, a strong one breaks none.
func TestWeakAndStrong(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "own", "*.txtar"))
	if err != nil || len(files) != 18 {
		t.Fatalf("%d texts (%v)", len(files), err)
	}
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		if faults := faultLine.FindStringSubmatch(string(ar.Comment))[1]; faults != "none" {
			want = strings.Split(faults, ",")
		}
		slices.Sort(want)
		var got []string
		report := checkArchive(t, ar)
		for _, f := range report.Findings {
			got = append(got, f.Rule)
		}
		slices.Sort(got)
		if diff := cmp.Diff(want, slices.Compact(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", filepath.Base(file), diff)
			for _, f := range report.Findings {
				t.Logf("%s %s: %s", f.Where(), f.Rule, f.What)
			}
		}
	}
}
