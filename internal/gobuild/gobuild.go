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
	run, err := proc.Run(ctx, proc.Spec{Path: goTool, Args: args, Dir: m.Dir, Env: slices.Concat(m.Env, []string{"GOWORK=off"}),
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

// cannotBuild are the go command's words for what is not the program's fault: go.mod, the toolchain, the machine.
var cannotBuild = regexp.MustCompile(`(?m)^go(?: build)?: |build cache is required|no space left on device|permission denied`)

// Build builds packages, such as ./01-foundations/1-first-call/hello, into the folder out with one command. That they do
// not compile is in the result; the error is for a build that could not run.
func (m Module) Build(ctx context.Context, out string, packages []string) (proc.Result, error) {
	// -s -w leaves out debug information, which makes the fastest link; a panic still names file and line.
	run, err := m.Go(ctx, append([]string{"build", "-o", out + string(os.PathSeparator), "-ldflags=-s -w"}, packages...)...)
	said := string(run.Stderr)
	if err == nil && run.Exit != 0 && cannotBuild.MatchString(said) && !strings.Contains(said, ".go:") {
		return run, fmt.Errorf("go build could not run in %s: %s", m.Name, strings.Join(CompilerLines(said), "; "))
	}
	return run, err
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
	if strings.Contains(strings.Join(lines, "\n"), "agentcourse/") {
		return `In work/ the course's package has another name: import "learner/messages".`
	}
	return "Start with the first line: one mistake often makes several messages. Each names file, line and column."
}

// PackageIn reports whether a folder has Go files, and whether they may be a program. Files that are not built here, tests
// among them, have no say; where that leaves none, or a file cannot be read, the compiler judges.
func PackageIn(dir string) (found, isMain bool) {
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
