package grader

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"agentcourse/internal/proc"
)

const buildLimit = 10 * time.Minute // a first build on a slow machine compiles net/http too

var compileError = regexp.MustCompile(`(?m)^\S+\.go:\d+`)

// build builds the exercise's programs with one `go build` and returns where each is. A program that is not there or
// does not compile is a result of its own; the error is for what is nobody's program's fault.
func (ss *session) build(ctx context.Context) (map[string]string, []Result, error) {
	var results []Result
	var args, programs []string
	for _, p := range ss.exercise.Programs {
		dir := filepath.Join(ss.workDir, filepath.FromSlash(ss.exercise.Key), p)
		if goFiles, _ := filepath.Glob(filepath.Join(dir, "*.go")); len(goFiles) == 0 {
			results = append(results, ss.missing(p))
			continue
		}
		programs = append(programs, p)
		args = append(args, "./"+ss.exercise.Key+"/"+p)
	}
	built := map[string]string{}
	if len(programs) == 0 {
		return built, results, nil
	}
	out := filepath.Join(ss.tmp, "bin") + string(os.PathSeparator)
	if err := os.MkdirAll(out, 0o777); err != nil {
		return nil, nil, err
	}
	// -s -w leaves out debug information, which makes the fastest link; a panic still names file and line.
	run, err := ss.goCommand(ctx, append([]string{"build", "-o", out, "-ldflags=-s -w"}, args...)...)
	if err != nil {
		return nil, nil, err
	}
	lines := compilerLines(string(run.Stderr))
	if run.Exit != 0 && !compileError.Match(run.Stderr) {
		return nil, nil, fmt.Errorf("go build could not run in %s: %s", ss.report.Folder, strings.Join(lines, "; "))
	}
	var broken []string
	for _, p := range programs {
		if info, err := os.Stat(out + p); err == nil && info.Mode().IsRegular() {
			built[p] = out + p
		} else if run.Exit == 0 {
			results = append(results, ss.notMain(p))
		} else {
			broken = append(broken, p)
		}
	}
	if len(broken) > 0 {
		results = append([]Result{ss.doesNotCompile(broken, lines, args)}, results...)
	}
	return built, results, nil
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

func (ss *session) doesNotCompile(programs, lines, args []string) Result {
	return Result{
		Check: "compiles", Behaviour: "The program compiles", Status: Fail,
		Failure: &Failure{
			Summary: strings.Join(programs, " and ") + " cannot be built; the compiler says",
			Command: "cd " + shellQuote(ss.moduleFolder()) + " && go build " + strings.Join(args, " "),
			What:    "the compiler", Actual: lines, At: -1,
		},
		Hint: "Start with the first line: one mistake often makes several messages. Each names file, line and column.",
	}
}

func (ss *session) missing(program string) Result {
	dir := ss.report.Folder + "/" + program
	return Result{
		Check: "exists-" + program, Behaviour: "There is a program " + program, Status: Fail,
		Failure: &Failure{Summary: fmt.Sprintf("%s holds no Go file", dir), At: -1},
		Hint:    fmt.Sprintf("Make the folder %s and in it a file main.go that starts with \"package main\".", dir),
	}
}

func (ss *session) notMain(program string) Result {
	return Result{
		Check: "exists-" + program, Behaviour: "There is a program " + program, Status: Fail,
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
