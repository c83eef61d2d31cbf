package grader

import (
	"strings"
	"testing"
)

func TestUnchanged(t *testing.T) {
	c := newPackageCourse(t)
	const file = "work/messages/messages.go"
	c.write("starter/messages/messages.go", "package messages\n\n// anchor: three\n\nconst Three = 3\n\n// end: three\n")
	c.check("1-same", "unchanged messages\n")
	if r := c.grade()["same"]; r.Status != Pass {
		t.Errorf("%+v %+v", r, r.Failure)
	}
	c.write(file, "package messages\n\nconst Three = 4\n")
	f := c.grade()["same"].Failure
	if f == nil || f.Summary != file+" has changed, and the package is to stay as it is; line 3 is the first that differs" ||
		f.Expected[0] != "const Three = 3" || f.Actual[0] != "const Three = 4" {
		t.Errorf("%+v", f)
	}
	c.write("work/messages/first.go", "package messages\n")
	if f := c.grade()["same"].Failure; f == nil || !strings.HasPrefix(f.Summary, "work/messages/first.go is none of the course's files") {
		t.Errorf("%+v", f)
	}
	for _, bad := range []string{"unchanged", "unchanged sum", "unchanged calc"} {
		c.check("1-same", bad+"\n")
		if _, problems := LoadChecks(c.root, c.exercise()); len(problems) != 1 || !strings.Contains(problems[0].Error(), "1-same.txtar:3: ") {
			t.Errorf("%s: %v", bad, problems)
		}
	}
}
