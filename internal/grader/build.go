package grader

import (
	"context"
	"errors"
	"fmt"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"agentcourse/internal/proc"
)

// cannotBuild are the go command's words for what is not the program's fault: go.mod, the toolchain, the machine.
var cannotBuild = regexp.MustCompile(`(?m)^go(?: build)?: |build cache is required|no space left on device|permission denied`)

// build builds the exercise's programs with one `go build` and returns where each is. A program that is not there or
// does not compile is a result of its own; the error is for what is nobody's program's fault.
func (ss *session) build(ctx context.Context) (map[string]string, []Result, error) {
	var results []Result
	var programs []string
	for _, p := range ss.exercise.Programs {
		switch found, isMain := packageIn(ss.folder(p)); {
		case !found:
			results = append(results, ss.missing(p))
		case !isMain:
			results = append(results, ss.notMain(p))
		default:
			programs = append(programs, p)
		}
	}
	built := map[string]string{}
	if len(programs) == 0 {
		return built, results, nil
	}
	if err := ss.bringBinaries(programs); err != nil {
		return nil, nil, err
	}
	run, err := ss.goBuild(ctx, programs)
	if err != nil {
		return nil, nil, err
	}
	if run.Exit != 0 {
		failed, err := ss.buildEach(ctx, programs)
		if err != nil {
			return nil, nil, err
		}
		results = append(results, failed...)
	}
	for _, p := range programs {
		if ss.isBuilt(p) {
			built[p] = ss.binary(p)
		}
	}
	ss.keepBinaries(built)
	return built, results, nil
}

// buildEach builds programs one by one, as a mistake in the imports of one stops the build of all, and returns what the
// compiler says of those that do not compile. What it says of several alike is one result.
func (ss *session) buildEach(ctx context.Context, programs []string) ([]Result, error) {
	broken := map[string][]string{} // by the compiler's lines, the programs
	for _, p := range programs {
		if err := os.Remove(ss.binary(p)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		run, err := ss.goBuild(ctx, []string{p})
		if err != nil {
			return nil, err
		}
		if !ss.isBuilt(p) {
			lines := strings.Join(compilerLines(string(run.Stderr)), "\n")
			broken[lines] = append(broken[lines], p)
		}
	}
	var results []Result
	for _, lines := range slices.Sorted(maps.Keys(broken)) {
		results = append(results, ss.doesNotCompile(broken[lines], strings.Split(lines, "\n")))
	}
	return results, nil
}

// folder is where a program's source is.
func (ss *session) folder(program string) string {
	return filepath.Join(ss.workDir, filepath.FromSlash(ss.exercise.Key), program)
}

// packageIn reports whether a folder has Go files, and whether they may be a program. Files that are not built here, tests
// among them, have no say; where that leaves none, or a file cannot be read, the compiler judges.
func packageIn(dir string) (found, isMain bool) {
	entries, _ := os.ReadDir(dir) // a folder that is not there has no files
	counted := 0
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".go" {
			continue
		}
		found = true
		built, err := build.Default.MatchFile(dir, e.Name())
		if err == nil && (!built || strings.HasSuffix(e.Name(), "_test.go")) {
			continue
		}
		counted++
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, e.Name()), nil, parser.PackageClauseOnly)
		isMain = isMain || err != nil || file.Name.Name == "main"
	}
	return found, isMain || counted == 0
}

// goBuild builds programs with one command. That they do not compile is in the result; the error is for a build that
// could not run.
func (ss *session) goBuild(ctx context.Context, programs []string) (proc.Result, error) {
	// -s -w leaves out debug information, which makes the fastest link; a panic still names file and line.
	out := filepath.Dir(ss.binary("x")) + string(os.PathSeparator)
	run, err := ss.goCommand(ctx, append([]string{"build", "-o", out, "-ldflags=-s -w"}, ss.packages(programs)...)...)
	said := string(run.Stderr)
	if err == nil && run.Exit != 0 && cannotBuild.MatchString(said) && !strings.Contains(said, ".go:") {
		return run, fmt.Errorf("go build could not run in %s: %s", ss.report.Folder, strings.Join(compilerLines(said), "; "))
	}
	return run, err
}

// packages are the programs as the go command wants them.
func (ss *session) packages(programs []string) []string {
	var paths []string
	for _, p := range programs {
		paths = append(paths, "./"+ss.exercise.Key+"/"+p)
	}
	return paths
}

// compilerLines are the compiler's own lines without its headings.
func compilerLines(out string) []string {
	var lines []string
	for line := range strings.SplitSeq(strings.TrimSpace(out), "\n") {
		if !strings.HasPrefix(line, "# ") {
			lines = append(lines, strings.ReplaceAll(line, "\t", "    "))
		}
	}
	return lines
}

func (ss *session) doesNotCompile(programs, lines []string) Result {
	hint := "Start with the first line: one mistake often makes several messages. Each names file, line and column."
	if strings.Contains(strings.Join(lines, "\n"), "agentcourse/") {
		hint = `In work/ the course's package has another name: import "learner/messages".`
	}
	return Result{
		Check: "compiles-" + strings.Join(programs, "-"), Behaviour: "compiles: " + strings.Join(programs, ", "), Status: Fail, Build: true,
		Failure: &Failure{
			Summary: strings.Join(programs, " and ") + " cannot be built; the compiler says",
			Command: "cd " + shellQuote(ss.moduleFolder()) + " && go build " + strings.Join(ss.packages(programs), " "),
			What:    "the compiler", Actual: lines, At: -1,
		},
		Hint: hint,
	}
}

func (ss *session) missing(program string) Result {
	dir := ss.report.Folder + "/" + program
	return Result{
		Check: "exists-" + program, Behaviour: "there is a program " + program, Status: Fail, Build: true,
		Failure: &Failure{Summary: fmt.Sprintf("%s holds no Go file", dir), At: -1},
		Hint:    fmt.Sprintf("Make the folder %s and in it a file main.go that starts with \"package main\".", dir),
	}
}

func (ss *session) notMain(program string) Result {
	return Result{
		Check: "exists-" + program, Behaviour: "there is a program " + program, Status: Fail, Build: true,
		Failure: &Failure{Summary: fmt.Sprintf("%s/%s is no program: its package is not main", ss.report.Folder, program), At: -1},
		Hint:    "A program's files start with \"package main\" and have a function main.",
	}
}

// moduleFolder is the learner's module as a person would type it.
func (ss *session) moduleFolder() string {
	return strings.TrimSuffix(ss.report.Folder, "/"+ss.exercise.Key)
}

// copyFiles copies files, named by where they lie, into dir under the names they have there.
func copyFiles(files map[string]string, dir string) error {
	for name, from := range files {
		src, err := os.ReadFile(from)
		if errors.Is(err, fs.ErrNotExist) {
			continue // the learner took it away; the program meets what it would meet outside
		}
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err == nil {
			err = os.MkdirAll(filepath.Dir(to), 0o777)
		}
		if err == nil {
			err = os.WriteFile(to, src, 0o666)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
