// Package gobuild builds a learner's programs with the go command.
package gobuild

import (
	"context"
	"errors"
	"fmt"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"agentcourse/internal/proc"
)

// ErrNoGo says that there is no go command to build programs with.
var ErrNoGo = errors.New("there is no go command on the PATH")

const (
	limit = 10 * time.Minute // a first build on a slow machine compiles net/http too
	grace = 2 * time.Second  // for the go command to remove its temporary files
)

// A Module is a learner's module.
type Module struct {
	Dir  string
	Env  []string // of the person who builds
	Name string   // the folder as that person would type it, for errors
}

// Go runs the go command in the module, apart from any go.work above it. The error is for a command that could not run
// to its end.
func (m Module) Go(ctx context.Context, args ...string) (proc.Result, error) {
	goTool := proc.LookPath("go", m.Env)
	if goTool == "" {
		return proc.Result{}, ErrNoGo
	}
	if len(args) > 0 && slices.Contains([]string{"build", "test"}, args[0]) {
		args = slices.Concat(args[:1], plain, args[1:])
	}
	run, err := proc.Run(ctx, proc.Spec{Path: goTool, Args: args, Dir: m.Dir, Env: slices.Concat(m.Env, []string{"GOWORK=off", "PWD=" + m.Dir}),
		Limit: limit, Grace: grace})
	switch {
	case err != nil:
		return run, err
	case run.Stopped:
		return run, ctx.Err()
	case run.Timeout:
		return run, fmt.Errorf("go %s did not end within %v", args[0], limit)
	}
	return run, nil
}

// plain takes back what GOFLAGS may say: to build nothing, to print something else than what is wrong, or in another form, or to
// leave out of a program where its files are.
var plain = []string{"-n=false", "-x=false", "-v=false", "-json=false", "-work=false", "-trimpath=false"}

// cannotBuild are the go command's words for what is not the program's fault: go.mod, the toolchain, the machine.
var cannotBuild = regexp.MustCompile(`(?m)^go(?: build)?: |build cache is required|no space left on device|permission denied`)

// Build builds packages, such as ./01-foundations/1-first-call/hello, into the folder out with one command. That they do
// not compile is in the result; the error is for a build that could not run.
func (m Module) Build(ctx context.Context, out string, packages []string) (proc.Result, error) {
	return m.build(ctx, append([]string{"build", "-o", out + string(os.PathSeparator), stripped, whole}, packages...))
}

// Compile is Build for packages none of which is a program: it says whether they compile, and leaves nothing.
func (m Module) Compile(ctx context.Context, packages []string) (proc.Result, error) {
	return m.build(ctx, append([]string{"build", "-o", os.DevNull}, packages...))
}

// TestOptions say how the tests of packages are built.
type TestOptions struct {
	Out     string // the folder that gets PACKAGE.test of each
	Overlay string // a file for the go command's -overlay, "" for none
	Tags    string // build tags, "" for none
	Race    bool   // with the race detector, where this machine can
}

// BuildTests builds the tests of packages with one command, as Build builds programs. A package without tests gets no file.
func (m Module) BuildTests(ctx context.Context, opt TestOptions, packages []string) (proc.Result, error) {
	args := []string{"test", "-c", "-vet=off", "-o", opt.Out + string(os.PathSeparator), stripped, whole}
	if opt.Overlay != "" {
		args = append(args, "-overlay", opt.Overlay)
	}
	if opt.Tags != "" {
		args = append(args, "-tags", opt.Tags)
	}
	if opt.Race {
		run, err := m.Go(ctx, slices.Concat(args, []string{"-race"}, packages)...)
		if err != nil || run.Exit == 0 || !cannotRace.MatchString(string(run.Stderr)) {
			return run, m.judge("test", run, err)
		}
	}
	return m.build(ctx, append(args, packages...))
}

// cannotRace are the go command's words for a machine without the race detector, or without the C compiler that it needs.
var cannotRace = regexp.MustCompile(`-race (is|requires)|C compiler|runtime/(cgo|race)\b`)

// stripped leaves out debug information, which makes the fastest link; a panic still names file and line.
const stripped = "-ldflags=-s -w"

// whole keeps the folders in the names of files, whatever GOFLAGS says: by them a panic is told as the learner's.
const whole = "-trimpath=false"

// build runs a command that builds. That the code does not compile is in the result; the error is for a build that could not
// run.
func (m Module) build(ctx context.Context, args []string) (proc.Result, error) {
	run, err := m.Go(ctx, args...)
	return run, m.judge(args[0], run, err)
}

// judge is the error of a go command for which the code is not to blame.
func (m Module) judge(command string, run proc.Result, err error) error {
	said := string(run.Stderr)
	if err == nil && run.Exit != 0 && cannotBuild.MatchString(said) && !strings.Contains(said, ".go:") {
		return fmt.Errorf("go %s could not run in %s: %s", command, m.Name, strings.Join(CompilerLines(said), "; "))
	}
	return err
}

// CompilerLines are the compiler's own lines without its headings.
func CompilerLines(out string) []string {
	var lines []string
	for line := range strings.SplitSeq(strings.TrimSpace(out), "\n") {
		if !strings.HasPrefix(line, "# ") {
			lines = append(lines, strings.ReplaceAll(line, "\t", "    "))
		}
	}
	return lines
}

// CompilerHint is the next step for a person who got these lines from the compiler.
func CompilerHint(lines []string) string {
	switch m := coursePackage.FindStringSubmatch(strings.Join(lines, "\n")); {
	case m == nil:
	case m[1] != "":
		return fmt.Sprintf("In work/ the course's package has another name: import \"learner/%s\".", m[1])
	default:
		return "In work/ the course's packages have other names, which begin with \"learner/\"."
	}
	return "Start with the first line: one mistake often makes several messages. Each names file, line and column."
}

// coursePackage is the import path that a package has in the course, and its name if it lies beside the chapters in work/.
var coursePackage = regexp.MustCompile(`\bagentcourse/(?:starter/(messages|calc|trace|agentic)\b)?`)

// PackageIn reports whether a folder has Go files, and whether they may be a program. Files that are not built here, tests
// among them, have no say; where that leaves none, or a file cannot be read, the compiler judges.
func PackageIn(dir string) (found, isMain bool) {
	found, names := packageNames(dir)
	return found, len(names) == 0 || slices.Contains(names, "main") || slices.Contains(names, "")
}

// PackageName is the name that all files of a folder have which are built here, tests left out; "" if they differ, or one
// cannot be read.
func PackageName(dir string) string {
	_, names := packageNames(dir)
	if len(names) != 1 {
		return ""
	}
	return names[0]
}

// packageNames are the names of the packages of the files that are built here, tests left out, each once; "" is that of one
// which cannot be read. found is whether there are Go files at all.
func packageNames(dir string) (found bool, names []string) {
	entries, _ := os.ReadDir(dir) // a folder that is not there has no files
	for _, e := range entries {
		if e.IsDir() || filepath.Ext(e.Name()) != ".go" {
			continue
		}
		found = true
		built, err := build.Default.MatchFile(dir, e.Name())
		if err == nil && (!built || strings.HasSuffix(e.Name(), "_test.go")) {
			continue
		}
		name := ""
		if file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, e.Name()), nil, parser.PackageClauseOnly); err == nil {
			name = file.Name.Name
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return found, names
}
