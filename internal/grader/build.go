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

// build builds what the exercise asks for, its programs and packages together, and the tests that the course has for the
// packages. What is not there or does not compile is a result of its own; the error is for what is nobody's fault here.
func (ss *session) build(ctx context.Context, checks []*Check) ([]Result, error) {
	programs, results := ss.findPrograms()
	packages, lacking := ss.findPackages()
	results = append(results, lacking...)
	tested, rest := splitTested(packages, checks)
	failed, err := ss.buildHidden(ctx, tested)
	if err != nil {
		return nil, err
	}
	results = append(results, failed...)
	failed, err = ss.buildAll(ctx, programs, rest)
	return append(results, failed...), err
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

// buildAll builds programs and packages with one command.
func (ss *session) buildAll(ctx context.Context, programs, packages []string) (results []Result, err error) {
	if ss.programs == nil {
		ss.programs = map[string]string{}
	}
	if len(programs)+len(packages) == 0 {
		return nil, nil
	}
	if err := ss.bringBinaries(programs); err != nil {
		return nil, err
	}
	run, err := ss.goBuild(ctx, programs, packages)
	if err != nil {
		return nil, err
	}
	if run.Exit != 0 {
		if results, err = ss.buildEach(ctx, programs, packages); err != nil {
			return nil, err
		}
	}
	built := map[string]string{}
	for _, p := range programs {
		if ss.isBuilt(p) {
			built[p] = ss.binary(p)
		}
	}
	ss.keepBinaries(built)
	maps.Copy(ss.programs, built)
	return append(results, ss.notPackages(packages)...), nil
}

// buildEach builds programs and packages one by one, as a mistake in the imports of one stops the build of all, and returns
// what the compiler says of those that do not compile. What it says of several alike is one result.
func (ss *session) buildEach(ctx context.Context, programs, packages []string) ([]Result, error) {
	broken := map[string][]string{} // by the compiler's lines, the programs and packages
	note := func(name string, run proc.Result) {
		lines := strings.Join(ss.compilerLines(run.Stderr), "\n")
		broken[lines] = append(broken[lines], name)
	}
	for _, p := range programs {
		if err := os.Remove(ss.binary(p)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		run, err := ss.goBuild(ctx, []string{p}, nil)
		if err != nil {
			return nil, err
		}
		if !ss.isBuilt(p) {
			note(p, run)
		}
	}
	for _, p := range packages {
		run, err := ss.goBuild(ctx, nil, []string{p})
		if err != nil {
			return nil, err
		}
		if run.Exit != 0 {
			ss.lacking[p] = p + " could not be built"
			note(p, run)
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

// goBuild builds programs, and compiles packages, with one command. That they do not compile is in the result; the error is
// for a build that could not run.
func (ss *session) goBuild(ctx context.Context, programs, packages []string) (proc.Result, error) {
	paths := ss.packages(slices.Concat(programs, packages))
	if len(programs) == 0 {
		return ss.module().Compile(ctx, paths)
	}
	return ss.module().Build(ctx, filepath.Dir(ss.binary("x")), paths)
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
