package journal_test

import (
	"encoding/hex"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"agentcourse/internal/catalog"
	"agentcourse/internal/journal"

	"github.com/rogpeppe/go-internal/txtar"
)

var label = regexp.MustCompile(`(?m)^(fault|line): (\S+)$`)

// TestLabelled measures the rules on entries whose authors knew none of them, half of them with one fault. A finding is right
// when its rule is the fault's and, where the author names a line, it is on it. The rules were tuned on the first set; the
// second was written by somebody else and looked at afterwards.
func TestLabelled(t *testing.T) {
	for _, set := range []string{"labelled", "heldout"} {
		t.Run(set, func(t *testing.T) { measure(t, set) })
	}
}

// inHex stands for bytes that are no text, which no file of the course holds.
var inHex = regexp.MustCompile(`\$\{HEX:([0-9a-f]+)\}`)

func bytesOf(placeholder string) string {
	raw, _ := hex.DecodeString(inHex.FindStringSubmatch(placeholder)[1])
	return string(raw)
}

func measure(t *testing.T, set string) {
	course, err := catalog.Load("../..")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("testdata/" + set + "/*.txtar")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d labelled entries, %v", len(files), err)
	}
	faults, seen, right, all := 0, 0, 0, 0
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		fault, line := "none", 0
		for _, m := range label.FindAllStringSubmatch(string(ar.Comment), -1) {
			if m[1] == "fault" {
				fault = strings.Replace(m[2], "table", "tables", 1)
			} else if line, err = strconv.Atoi(m[2]); err != nil {
				t.Fatal(err)
			}
		}
		root := repository(t)
		for _, f := range ar.Files {
			write(t, root, "../"+f.Name, inHex.ReplaceAllStringFunc(string(f.Data), bytesOf))
		}
		found, _, err := journal.Check(journal.Checked{Root: root, Exercises: course.Exercises()})
		if err != nil {
			t.Fatal(err)
		}
		hit := false
		for _, f := range found {
			all++
			rule := f.Rule
			if strings.HasPrefix(f.What, "the front matter is not") && (fault == "header" || fault == "unreadable") {
				rule = fault // one author calls it header, the other unreadable
			}
			if rule == fault && (line == 0 || f.Line == line) {
				right++
				hit = true
			} else {
				t.Logf("%s, fault %s (line %d): %s: %s: %s", filepath.Base(file), fault, line, f.Where(), f.Rule, f.What)
			}
		}
		if fault != "none" {
			faults++
			if hit {
				seen++
			} else {
				t.Logf("%s: the fault %s (line %d) is not seen", filepath.Base(file), fault, line)
			}
		}
	}
	recall, precision := float64(seen)/float64(faults), float64(right)/float64(all)
	t.Logf("recall %.2f (%d of %d faults), precision %.2f (%d of %d findings)", recall, seen, faults, precision, right, all)
	if recall < 0.9 || precision < 0.9 {
		t.Error("the rules have become worse: recall and precision were 0.9 or better")
	}
}
