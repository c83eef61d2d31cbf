package posts_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"agentcourse/internal/findings"

	"github.com/rogpeppe/go-internal/txtar"
)

// Two digits that a hand has swapped are found in the posts of the labelled set, wherever they stand.
func TestSwappedDigits(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "labelled", "clean-*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no texts (%v)", err)
	}
	number := regexp.MustCompile(`(^|[ (|$:])(\d{3,4}|\d,\d{3}|0\.0\d{3,})([ ,;)|]|\. |$)`)
	swapped, found := 0, 0
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(ar.Files, func(f txtar.File) bool { return strings.HasPrefix(f.Name, "posts/") })
		whole := string(ar.Files[i].Data)
		matches := number.FindAllStringSubmatchIndex(whole, -1)
		for _, m := range matches[:min(len(matches), 4)] {
			old := whole[m[4]:m[5]]
			wrong := swap(old)
			if wrong == old || strings.HasPrefix(old, "202") {
				continue
			}
			changed := *ar
			changed.Files = slices.Clone(ar.Files)
			changed.Files[i].Data = []byte(whole[:m[4]] + wrong + whole[m[5]:])
			swapped++
			if report := checkArchive(t, &changed); slices.ContainsFunc(report.Findings, func(f findings.Finding) bool { return f.Rule == "numbers" }) {
				found++
			} else {
				t.Logf("%s: %s for %s is not found", filepath.Base(file), wrong, old)
			}
		}
	}
	t.Logf("%d of %d swapped digits found", found, swapped)
	if swapped < 15 || 100*found < 90*swapped {
		t.Error("fewer than nine of ten are found")
	}
}

// swap exchanges the last two digits that differ.
func swap(number string) string {
	b := []byte(number)
	for i := len(b) - 1; i > 0; i-- {
		if b[i] != b[i-1] && b[i] >= '0' && b[i] <= '9' && b[i-1] >= '0' && b[i-1] <= '9' {
			b[i], b[i-1] = b[i-1], b[i]
			return string(b)
		}
	}
	return number
}
