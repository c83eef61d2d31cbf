package cli

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"agentcourse/internal/catalog"
	"agentcourse/internal/grader"
	"agentcourse/internal/term"
	"agentcourse/internal/workspace"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const testLimit = 5 * time.Second // for one run of a program under test

// A variant is one way to do an exercise: a right program, or a wrong one that must fail exactly the named checks.
type variant struct {
	name   string
	golden string // the file that holds the verdict on a wrong program
	fails  []string
	tree   string // the exercise's folder, laid out in the module of all variants
}

// TestExercises holds every exercise to its word: right programs pass every check, whatever values are drawn; each
// wrong program fails exactly the checks it names, and what a learner then reads is in its golden file; and there is no
// check that no wrong program fails.
func TestExercises(t *testing.T) {
	root := repository(t)
	course, err := catalog.Load(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range course.Problems {
		t.Error(p)
	}
	for _, ex := range course.Exercises() {
		t.Run(ex.ID, func(t *testing.T) {
			t.Parallel()
			testExercise(t, root, ex)
		})
	}
}

func testExercise(t *testing.T, root string, ex *catalog.Exercise) {
	checks, problems := grader.LoadChecks(root, ex)
	for _, p := range problems {
		t.Error(p)
	}
	module := t.TempDir()
	right, wrong := layOutRight(t, root, module, ex), layOutWrong(t, root, module, ex)
	if len(right) < 2 || len(wrong) < 5 {
		t.Errorf("%d right and %d wrong programs; at least 2 and 5 are asked for", len(right), len(wrong))
	}
	bin := buildAll(t, module, ex, slices.Concat(right, wrong))
	caught := map[string]string{}
	for _, v := range wrong {
		for _, c := range v.fails {
			caught[c] = v.name
		}
	}
	for _, c := range checks {
		if caught[c.Name] == "" {
			t.Errorf("%s: no wrong program fails this check", c.File)
		}
	}
	for _, s := range ex.Contract {
		if !slices.ContainsFunc(checks, func(c *grader.Check) bool { return slices.Contains(c.Contract, grader.Clause{ID: s.ID, Text: s.Text}) }) {
			t.Errorf("%s:%d: no check rests on sentence %s", ex.Path, s.Line, s.ID)
		}
	}
	for _, v := range right {
		t.Run("right/"+v.name, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(3) {
				if report := gradeVariant(t, root, ex, v, bin, seed); !report.Passed() {
					t.Errorf("a right program fails\n%s", verdictText(report))
				}
			}
		})
	}
	for _, v := range wrong {
		t.Run("wrong/"+v.name, func(t *testing.T) {
			t.Parallel()
			testWrong(t, gradeVariant(t, root, ex, v, bin, 1), v)
		})
	}
}

func testWrong(t *testing.T, report *grader.Report, v variant) {
	var failed []string
	for _, c := range report.Checks {
		switch c.Status {
		case grader.Fail:
			failed = append(failed, c.Check)
		case grader.Broken:
			t.Errorf("%s: the grader broke: %s", c.Check, c.Because)
		}
	}
	slices.Sort(failed)
	if !slices.Equal(v.fails, failed) {
		t.Errorf("%s names %v and fails %v", v.name, v.fails, failed)
	}
	compareGolden(t, v.golden, verdictText(report))
}

func compareGolden(t *testing.T, file, got string) {
	t.Helper()
	if _, err := os.Stat(file); err != nil && *update {
		if err := os.WriteFile(file, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	compareGoldenText(t, file, got)
}

// offset is a place in machine code, in the trace of a panic: another one with each change and each machine.
var offset = regexp.MustCompile(`\+0x[0-9a-f]+`)

// compareGoldenText compares with a file that must be there, and rewrites it with -update.
func compareGoldenText(t *testing.T, file, got string) {
	t.Helper()
	got = offset.ReplaceAllString(got, "+0x0")
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

// measured is a time that a program under test took or wrote into its trace, another one in each run.
var measured = regexp.MustCompile(`(_ms=|"t":|"ms":|trace=\S*/)[0-9]+(?:[.-][0-9]+)?`)

func gradeVariant(t *testing.T, root string, ex *catalog.Exercise, v variant, bin string, seed uint64) *grader.Report {
	t.Helper()
	programs := map[string]string{}
	for _, p := range ex.Programs {
		programs[p] = filepath.Join(bin, p+"--"+filepath.Base(v.tree))
		if _, err := os.Stat(programs[p]); err != nil {
			t.Fatalf("%s has no program %s", v.name, p)
		}
	}
	report, err := grader.Grade(t.Context(), grader.Options{
		Root: root, Exercise: ex, WorkDir: v.tree, Folder: "work/" + ex.Key, Seed: seed, Limit: testLimit, Env: os.Environ(), Programs: programs,
	})
	if err != nil {
		t.Fatal(err)
	}
	// A learner's program has a folder of its own name.
	for _, c := range report.Checks {
		if c.Failure == nil {
			continue
		}
		for i := range c.Failure.Stderr {
			c.Failure.Stderr[i] = strings.ReplaceAll(c.Failure.Stderr[i], "--"+filepath.Base(v.tree), "")
		}
		for _, lines := range [][]string{c.Failure.Actual, c.Failure.Stdout, c.Failure.Stderr} {
			for i := range lines {
				lines[i] = measured.ReplaceAllString(lines[i], "${1}N")
			}
		}
	}
	return report
}

func verdictText(report *grader.Report) string {
	var b bytes.Buffer
	a := &app{term: &term.Terminal{Out: &b, Err: &b}}
	a.printVerdict(report, false)
	return b.String()
}

// layOutRight lays out the shipped right programs and returns them.
func layOutRight(t *testing.T, root, module string, ex *catalog.Exercise) []variant {
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
		layOut(t, root, module, ex, v, header["from"], ar.Files)
		variants = append(variants, v)
	}
	return variants
}

// headerOf reads the lines "# key: value" of a wrong program's comment; the others say what its author believed.
func headerOf(t *testing.T, file, comment string) map[string]string {
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

// layOut copies a right program into the variant's tree, puts the given files over it, and gives each program's folder
// a name that no other variant's has, as one `go build` writes them all into one folder.
func layOut(t *testing.T, root, module string, ex *catalog.Exercise, v variant, solution string, over []txtar.File) {
	t.Helper()
	if err := workspace.LayOut(root, v.tree, ex, solution); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(v.tree, filepath.FromSlash(ex.Key))
	for _, f := range over {
		src := f.Data
		if filepath.Ext(f.Name) == ".go" {
			var err error
			if src, err = workspace.RewriteImports(f.Name, src, workspace.ImportPaths(ex)); err != nil {
				t.Fatalf("%s: %v", v.name, err)
			}
		}
		if err := os.WriteFile(filepath.Join(folder, filepath.FromSlash(f.Name)), src, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	inner := "learner/" + filepath.Base(v.tree) + "/" + ex.Key
	err := filepath.WalkDir(v.tree, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		src, err = workspace.RewriteImports(path, src, func(p string) string { return strings.Replace(p, "learner/"+ex.Key, inner, 1) })
		if err != nil {
			return err
		}
		return os.WriteFile(path, src, 0o666)
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range ex.Programs {
		if err := os.Rename(filepath.Join(folder, p), filepath.Join(folder, p+"--"+filepath.Base(v.tree))); err != nil {
			t.Fatal(err)
		}
	}
	shareRest(t, module, v.tree, filepath.Dir(filepath.FromSlash(ex.Key)))
}

// shareRest moves what a variant's tree has besides its chapter, such as go.mod and the package messages, to the module of
// all variants: it is the same for each, and to build it once for each takes long.
func shareRest(t *testing.T, module, tree, chapter string) {
	entries, err := os.ReadDir(tree)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		from, to := filepath.Join(tree, e.Name()), filepath.Join(module, e.Name())
		if e.Name() == chapter {
			continue
		}
		move := func() error { return os.Rename(from, to) }
		if _, err := os.Stat(to); err == nil {
			move = func() error { return os.RemoveAll(from) }
		}
		if err := move(); err != nil {
			t.Fatal(err)
		}
	}
}

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

// repository is the course's own repository.
func repository(t *testing.T) string {
	t.Helper()
	root, err := workspace.FindRoot(".")
	if err != nil {
		t.Fatal(err)
	}
	return root
}
