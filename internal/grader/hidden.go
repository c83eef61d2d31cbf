package grader

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"agentcourse/internal/catalog"
)

// graderTag is the build tag of what is compiled only for grading.
const graderTag = "grader"

// hiddenTests are the course's own tests of a package that the learner writes.
type hiddenTests struct {
	folder string            // from the repository's folder
	files  []string          // their names
	tests  map[string]string // by the test's name, the file that it is in
	source []byte            // of all files
}

// loadHidden reads the tests in the folder tests/ of an exercise's checks, by the name of the package they are for. A file
// with a mistake is an error that names file and line.
func loadHidden(root string, ex *catalog.Exercise) (map[string]*hiddenTests, []error) {
	all := path.Join(ex.Checks(), "tests")
	entries, _ := os.ReadDir(filepath.Join(root, filepath.FromSlash(all))) // most exercises have none
	found := map[string]*hiddenTests{}
	var problems []error
	for _, e := range entries {
		if !slices.Contains(ex.Packages, e.Name()) {
			problems = append(problems, fmt.Errorf("%s/%s:1: %q is no package of exercise %s", all, e.Name(), e.Name(), ex.ID))
			continue
		}
		h := &hiddenTests{folder: path.Join(all, e.Name()), tests: map[string]string{}}
		if err := h.read(root, e.Name()); err != nil {
			problems = append(problems, err)
			continue
		}
		found[e.Name()] = h
	}
	return found, problems
}

func (h *hiddenTests) read(root, pkg string) error {
	dir := filepath.Join(root, filepath.FromSlash(h.folder))
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.IsDir() {
			continue
		}
		if !isTestFile(e.Name()) {
			return fmt.Errorf("%s/%s:1: only files _test.go belong here", h.folder, e.Name())
		}
		src, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err == nil {
			err = h.add(e.Name(), pkg, src)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// add takes in one file.
func (h *hiddenTests) add(name, pkg string, src []byte) error {
	const constraint = "//go:build " + graderTag
	file := path.Join(h.folder, name)
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, src, parser.SkipObjectResolution)
	switch first, _, _ := strings.Cut(string(src), "\n"); {
	case err != nil:
		return err
	case strings.TrimSpace(first) != constraint:
		return fmt.Errorf("%s:1: the first line must be %q, so that other builds pass the file over", file, constraint)
	case f.Name.Name != pkg+"_test":
		return fmt.Errorf("%s:%d: the package must be %s_test", file, fset.Position(f.Name.Pos()).Line, pkg)
	}
	for _, decl := range f.Decls {
		if d, ok := decl.(*ast.FuncDecl); ok && isTest(d) {
			h.tests[d.Name.Name] = name
		}
	}
	h.files, h.source = append(h.files, name), append(h.source, src...)
	return nil
}

// isTest reports whether a declaration is that of func TestX(t *testing.T).
func isTest(d *ast.FuncDecl) bool {
	if d.Recv != nil || !strings.HasPrefix(d.Name.Name, "Test") || d.Type.Results != nil || len(d.Type.Params.List) != 1 {
		return false
	}
	star, ok := d.Type.Params.List[0].Type.(*ast.StarExpr)
	if !ok {
		return false
	}
	sel, ok := star.X.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	from, ok := sel.X.(*ast.Ident)
	return ok && from.Name == "testing" && sel.Sel.Name == "T"
}
