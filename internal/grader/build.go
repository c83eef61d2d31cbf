package grader

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"agentcourse/internal/proc"
)

const buildLimit = 10 * time.Minute // a first build on a slow machine compiles net/http too

// cannotBuild are the go command's words for what is not the program's fault: go.mod, the toolchain, the machine.
var cannotBuild = regexp.MustCompile(`(?m)^go(?: build)?: |build cache is required|no space left on device|permission denied`)

// noMain are its words for a package that is no program, when no other one is being built.
const noMain = "go: no main packages to build"

// build builds the exercise's programs with one `go build` and returns where each is. A program that is not there or
// does not compile is a result of its own; the error is for what is nobody's program's fault.
func (ss *session) build(ctx context.Context) (map[string]string, []Result, error) {
	var results []Result
	var programs []string
	for _, p := range ss.exercise.Programs {
		dir := filepath.Join(ss.workDir, filepath.FromSlash(ss.exercise.Key), p)
		if goFiles, _ := filepath.Glob(filepath.Join(dir, "*.go")); len(goFiles) == 0 {
			results = append(results, ss.missing(p))
			continue
		}
		programs = append(programs, p)
	}
	built := map[string]string{}
	if len(programs) == 0 {
		return built, results, nil
	}
	run, err := ss.goBuild(ctx, programs)
	if err != nil {
		return nil, nil, err
	}
	broken := map[string][]string{} // by the compiler's lines, the programs
	for _, p := range programs {
		if ss.isBuilt(p) {
			built[p] = ss.binary(p)
			continue
		}
		if run.Exit == 0 || strings.Contains(string(run.Stderr), noMain) {
			results = append(results, ss.notMain(p))
			continue
		}
		// A mistake in one program's imports stops the build of all, so each of those that are missing is built alone.
		alone, err := ss.goBuild(ctx, []string{p})
		if err != nil {
			return nil, nil, err
		}
		switch {
		case ss.isBuilt(p):
			built[p] = ss.binary(p)
		case strings.Contains(string(alone.Stderr), noMain):
			results = append(results, ss.notMain(p))
		default:
			lines := compilerLines(string(alone.Stderr))
			broken[strings.Join(lines, "\n")] = append(broken[strings.Join(lines, "\n")], p)
		}
	}
	for _, lines := range slices.Sorted(maps.Keys(broken)) {
		results = append(results, ss.doesNotCompile(broken[lines], strings.Split(lines, "\n")))
	}
	return built, results, nil
}

// binary is where a program is built to.
func (ss *session) binary(program string) string { return filepath.Join(ss.tmp, "bin", program) }

func (ss *session) isBuilt(program string) bool {
	info, err := os.Stat(ss.binary(program))
	return err == nil && info.Mode().IsRegular()
}

// goBuild builds programs with one command. That they do not compile is in the result; the error is for a build that
// could not run.
func (ss *session) goBuild(ctx context.Context, programs []string) (proc.Result, error) {
	out := filepath.Join(ss.tmp, "bin") + string(os.PathSeparator)
	if err := os.MkdirAll(out, 0o777); err != nil {
		return proc.Result{}, err
	}
	// -s -w leaves out debug information, which makes the fastest link; a panic still names file and line.
	run, err := ss.goCommand(ctx, append([]string{"build", "-o", out, "-ldflags=-s -w"}, ss.packages(programs)...)...)
	said := string(run.Stderr)
	if err == nil && run.Exit != 0 && cannotBuild.MatchString(said) && !strings.Contains(said, noMain) && !strings.Contains(said, ".go:") {
		return run, fmt.Errorf("go build could not run in %s: %s", ss.report.Folder, strings.Join(compilerLines(string(run.Stderr)), "; "))
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

// goCommand runs the go command in the learner's module, apart from any go.work above it.
func (ss *session) goCommand(ctx context.Context, args ...string) (proc.Result, error) {
	goTool := lookPath("go", ss.getenv("PATH"))
	if goTool == "" {
		return proc.Result{}, ErrNoGo
	}
	run, err := proc.Run(ctx, proc.Spec{Path: goTool, Args: args, Dir: ss.workDir, Env: append(ss.env, "GOWORK=off"), Limit: buildLimit})
	switch {
	case err != nil:
		return run, err
	case run.Stopped:
		return run, ctx.Err()
	case run.Timeout:
		return run, fmt.Errorf("go %s did not end within %v", args[0], buildLimit)
	}
	return run, nil
}

// lookPath finds a command in the folders of a PATH; exec.LookPath knows only that of this process.
func lookPath(name, path string) string {
	for _, dir := range filepath.SplitList(path) {
		file := filepath.Join(dir, name)
		if info, err := os.Stat(file); filepath.IsAbs(dir) && err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return file
		}
	}
	return ""
}

// ErrNoGo says that there is no go command to build programs with.
var ErrNoGo = errors.New("there is no go command on the PATH")

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
		Check: "compiles-" + strings.Join(programs, "-"), Behaviour: "compiles: " + strings.Join(programs, ", "), Status: Fail,
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
		Check: "exists-" + program, Behaviour: "there is a program " + program, Status: Fail,
		Failure: &Failure{Summary: fmt.Sprintf("%s holds no Go file", dir), At: -1},
		Hint:    fmt.Sprintf("Make the folder %s and in it a file main.go that starts with \"package main\".", dir),
	}
}

func (ss *session) notMain(program string) Result {
	return Result{
		Check: "exists-" + program, Behaviour: "there is a program " + program, Status: Fail,
		Failure: &Failure{Summary: fmt.Sprintf("%s/%s compiles, but it is no program", ss.report.Folder, program), At: -1},
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
