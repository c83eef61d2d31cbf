package checkertest

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agentcourse/internal/catalog"
	"agentcourse/internal/workspace"

	"github.com/rogpeppe/go-internal/txtar"
)

// A variant is one way to do an exercise: a right program, or a wrong one that must fail exactly the named checks.
type variant struct {
	name   string
	golden string // the file that holds the verdict on a wrong program
	fails  []string
	tree   string // the exercise's folder, laid out in the module of all variants
	apart  bool   // a module of its own: it changes a package that the others share
}

// program is the name that the variant's program has where those of all variants lie together.
func (v variant) program(name string) string { return name + "--" + filepath.Base(v.tree) }

// layOutRight lays out the shipped right programs and returns them.
func layOutRight(t *testing.T, root, module string, ex *catalog.Exercise) []variant {
	t.Helper()
	names, err := workspace.Solutions(root, ex)
	if err != nil {
		t.Fatal(err)
	}
	var variants []variant
	for _, name := range names {
		v := variant{name: name, tree: filepath.Join(module, "right-"+name)}
		layOut(t, root, module, ex, v, name, nil)
		variants = append(variants, v)
	}
	return variants
}

// layOutWrong lays out the wrong programs: the files in each .txtar, in the place of those of a right program.
func layOutWrong(t *testing.T, root, module string, ex *catalog.Exercise) []variant {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, ex.Checks(), "wrong", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	var variants []variant
	for _, f := range files {
		ar, err := txtar.ParseFile(f)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(f), ".txtar")
		header := headerOf(t, f, string(ar.Comment))
		v := variant{name: name, golden: strings.TrimSuffix(f, ".txtar") + ".golden", tree: filepath.Join(module, "wrong-"+name)}
		for c := range strings.SplitSeq(header["fails"], ",") {
			v.fails = append(v.fails, strings.TrimSpace(c))
		}
		slices.Sort(v.fails)
		v.apart = slices.ContainsFunc(ar.Files, changesShared)
		layOut(t, root, module, ex, v, header["from"], ar.Files)
		variants = append(variants, v)
	}
	return variants
}

// changesShared reports whether a file of a wrong program belongs to a package that a learner has once for all exercises.
func changesShared(f txtar.File) bool {
	first, _, _ := strings.Cut(f.Name, "/")
	return workspace.Shared(first)
}

// headerOf reads the lines "# key: value" of a wrong program's comment; the others say what its author believed.
func headerOf(t *testing.T, file, comment string) map[string]string {
	t.Helper()
	header, about := map[string]string{}, ""
	for line := range strings.Lines(comment) {
		text := strings.TrimSpace(strings.TrimPrefix(line, "#"))
		key, value, ok := strings.Cut(text, ": ")
		if ok && slices.Contains([]string{"fails", "from", "misconception"}, key) {
			header[key] = value
		} else {
			about += text
		}
	}
	if header["fails"] == "" || header["from"] == "" || about == "" {
		t.Fatalf("%s: the comment must say what is wrong, and have the lines \"# from:\" and \"# fails:\"", file)
	}
	return header
}
