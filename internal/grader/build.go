package grader

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agentcourse/internal/gobuild"
	"agentcourse/internal/proc"
)

// build builds what the exercise asks for: its programs with one command, its packages with one, which builds the course's
// tests of them too. What is not there or does not compile is a result of its own; the error is for what is nobody's fault
// here.
func (ss *session) build(ctx context.Context, checks []*Check) ([]Result, error) {
	programs, results := ss.findPrograms()
	packages, lacking := ss.findPackages()
	results = append(results, lacking...)
	tested, rest := splitTested(packages, checks)
	for _, step := range []struct {
		names []string
		build func(context.Context, []string) ([]Result, error)
	}{{programs, ss.buildPrograms}, {tested, ss.buildHidden}, {rest, ss.compile}} {
		if len(step.names) == 0 {
			continue
		}
		failed, err := step.build(ctx, step.names)
		if err != nil {
			return nil, err
		}
		results = append(results, failed...)
	}
	return results, nil
}

// findPrograms are the programs that are there and are still to be built, and results for the others.
func (ss *session) findPrograms() (programs []string, results []Result) {
	if ss.programs != nil {
		return nil, nil
	}
	for _, p := range ss.exercise.Programs {
		switch found, isMain := gobuild.PackageIn(ss.folder(p)); {
		case !found:
			results = append(results, ss.missing(p))
		case !isMain:
			results = append(results, ss.notMain(p))
		default:
			programs = append(programs, p)
		}
	}
	return programs, results
}

// buildPrograms builds programs.
func (ss *session) buildPrograms(ctx context.Context, programs []string) (results []Result, err error) {
	if err := ss.bringBinaries(each(programs, ss.binary)); err != nil {
		return nil, err
	}
	run, err := ss.goBuild(ctx, programs)
	if err != nil {
		return nil, err
	}
	if run.Exit != 0 {
		if results, err = ss.buildEach(ctx, programs); err != nil {
			return nil, err
		}
	}
	ss.programs = map[string]string{}
	for _, p := range programs {
		if ss.isBuilt(p) {
			ss.programs[p] = ss.binary(p)
		}
	}
	ss.keepBinaries(slices.Collect(maps.Values(ss.programs)))
	return results, nil
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
			lines := strings.Join(ss.compilerLines(run.Stderr), "\n")
			broken[lines] = append(broken[lines], p)
		}
	}
	return ss.doNotCompile(broken), nil
}

// doNotCompile are results for programs or packages, by what the compiler says of them.
func (ss *session) doNotCompile(broken map[string][]string) (results []Result) {
	for _, lines := range slices.Sorted(maps.Keys(broken)) {
		results = append(results, ss.doesNotCompile(broken[lines], strings.Split(lines, "\n")))
	}
	return results
}

// folder is where a program's source is.
func (ss *session) folder(program string) string {
	return filepath.Join(ss.workDir, filepath.FromSlash(ss.exercise.Key), program)
}

// goBuild builds programs with one command. That they do not compile is in the result; the error is for a build that
// could not run.
func (ss *session) goBuild(ctx context.Context, programs []string) (proc.Result, error) {
	return ss.module().Build(ctx, filepath.Dir(ss.binary("x")), ss.packages(programs))
}

// module is the learner's module.
func (ss *session) module() gobuild.Module {
	return gobuild.Module{Dir: ss.workDir, Env: ss.env, Name: ss.report.Folder}
}

// packages are the programs as the go command wants them.
func (ss *session) packages(programs []string) []string {
	var paths []string
	for _, p := range programs {
		paths = append(paths, "./"+ss.exercise.Key+"/"+p)
	}
	return paths
}

func (ss *session) doesNotCompile(programs, lines []string) Result {
	return Result{
		Check: "compiles-" + strings.Join(programs, "-"), Behaviour: "compiles: " + strings.Join(programs, ", "), Status: Fail, Build: true,
		Failure: &Failure{
			Summary: strings.Join(programs, " and ") + " cannot be built; the compiler says",
			Command: "cd " + shellQuote(ss.moduleFolder()) + " && go build " + strings.Join(ss.packages(programs), " "),
			What:    "the compiler", Actual: lines, At: -1,
		},
		Hint: gobuild.CompilerHint(lines),
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
