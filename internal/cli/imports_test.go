package cli

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// allowed says what each package of the course may import of the others. A package that is not here is a mistake, and
// so is an import that is not.
var allowed = map[string][]string{
	"catalog":   {},
	"workspace": {"catalog"},
	"progress":  {},
	"fakellm":   {},
	"sim":       {"fakellm"},
	"proc":      {},
	"gobuild":   {"proc"},
	"scrub":     {},
	"trace":     {},
	"recorder":  {"proc", "scrub", "trace"},
	"grader":    {"catalog", "fakellm", "gobuild", "proc", "workspace"},
	"scaffold":  {},
	"findings":  {},
	"document":  {"findings"},
	"rewrite":   {},
	"journal":   {"catalog", "document", "findings", "rewrite", "scaffold", "trace"},
	"posts":     {"document", "findings", "rewrite", "scaffold", "scrub", "trace"},
	"publish":   {"findings", "proc", "scrub"},
	"book":      {"catalog"},
	"reader":    {},
	"browser":   {"proc"},
	"term":      {},
	"cli": {"catalog", "workspace", "progress", "grader", "journal", "posts", "publish", "book", "browser", "reader", "term",
		"document", "fakellm", "findings", "gobuild", "proc", "recorder", "scrub", "sim", "trace"},

	"browser/pdfcheck": {"proc"},                                          // for tests and for book/bars
	"checkertest":      {"catalog", "cli", "grader", "term", "workspace"}, // for the tests in checkers/
}

// ofBars is what book/bars, which measures the book and is no part of the course, may import.
var ofBars = []string{"book", "browser", "browser/pdfcheck", "catalog", "proc"}

func TestImports(t *testing.T) {
	cmd := exec.Command("go", "list", "-f", `{{.ImportPath}}: {{join .Imports " "}}`, "agentcourse/...")
	cmd.Dir = repository(t)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for line := range strings.Lines(string(out)) {
		path, imports, _ := strings.Cut(strings.TrimSpace(line), ": ")
		name, isInternal := strings.CutPrefix(path, "agentcourse/internal/")
		for _, imp := range strings.Fields(imports) {
			target, ofCourse := strings.CutPrefix(imp, "agentcourse/internal/")
			switch {
			case isInternal && ofCourse && !slices.Contains(allowed[name], target):
				t.Errorf("internal/%s may not import internal/%s", name, target)
			case strings.HasPrefix(path, "agentcourse/starter/") && strings.Contains(imp, ".") && !strings.HasPrefix(imp, "agentcourse/starter/"):
				t.Errorf("%s imports %s; a starter uses the standard library alone", path, imp)
			case ofCourse && path == "agentcourse/book/bars":
				if !slices.Contains(ofBars, target) {
					t.Errorf("book/bars may not import internal/%s", target)
				}
			case ofCourse && !isInternal && path != "agentcourse/cmd/course":
				t.Errorf("%s imports %s", path, imp)
			case path == "agentcourse/cmd/course" && ofCourse && target != "cli":
				t.Errorf("cmd/course imports %s", imp)
			}
		}
		if _, known := allowed[name]; isInternal && !strings.Contains(name, "/testdata/") {
			seen++
			if !known {
				t.Errorf("internal/%s is not in the table of packages", name)
			}
		}
	}
	if seen < len(allowed) {
		t.Errorf("%d packages seen, %d in the table", seen, len(allowed))
	}
}
