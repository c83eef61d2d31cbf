package grader

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agentcourse/internal/gobuild"
	"agentcourse/internal/proc"
)

// findPackages are the packages that are there and have code to compile, and results for those that are not there or have
// another name than the course's tests import. A package may have tests alone.
func (ss *session) findPackages() (packages []string, results []Result) {
	for _, p := range ss.exercise.Packages {
		entries, _ := os.ReadDir(ss.folder(p)) // a folder that is not there has no files
		name := gobuild.PackageName(ss.folder(p))
		isGo := func(e os.DirEntry) bool { return !e.IsDir() && filepath.Ext(e.Name()) == ".go" }
		switch {
		case ss.hidden[p] != nil && name != "" && name != "main" && name != p:
			ss.lacking[p] = p + " has another name"
			results = append(results, ss.misnamed(p, name))
		case slices.ContainsFunc(entries, func(e os.DirEntry) bool { return isGo(e) && isCode(e.Name()) }):
			packages = append(packages, p)
		case !slices.ContainsFunc(entries, isGo):
			ss.lacking[p] = p + " could not be built"
			results = append(results, ss.missingPackage(p))
		}
	}
	return packages, results
}

// splitTested tells the packages for which a check runs the course's tests from the others.
func splitTested(packages []string, checks []*Check) (tested, rest []string) {
	for _, p := range packages {
		if slices.ContainsFunc(checks, func(c *Check) bool { return slices.Contains(c.Hidden, p) }) {
			tested = append(tested, p)
		} else {
			rest = append(rest, p)
		}
	}
	return tested, rest
}

// compile compiles packages.
func (ss *session) compile(ctx context.Context, packages []string) ([]Result, error) {
	run, err := ss.module().Compile(ctx, ss.packages(packages))
	if err != nil || run.Exit == 0 {
		return ss.notPackages(packages), err
	}
	return ss.compileEach(ctx, packages)
}

// compileEach compiles packages one by one, and returns what the compiler says of those that do not compile.
func (ss *session) compileEach(ctx context.Context, packages []string) ([]Result, error) {
	broken := map[string][]string{}
	for _, p := range packages {
		run, err := ss.module().Compile(ctx, ss.packages([]string{p}))
		if err != nil {
			return nil, err
		}
		if run.Exit != 0 {
			ss.lacking[p] = p + " could not be built"
			lines := strings.Join(ss.compilerLines(run.Stderr), "\n")
			broken[lines] = append(broken[lines], p)
		}
	}
	return append(ss.doNotCompile(broken), ss.notPackages(packages)...), nil
}

// buildHidden builds the course's tests of packages with one command. Where that fails, each package is looked at alone:
// whether it compiles, and if so whether it has what the tests use.
func (ss *session) buildHidden(ctx context.Context, packages []string) ([]Result, error) {
	run, err := ss.goBuildHidden(ctx, packages)
	if err != nil || run.Exit == 0 {
		return ss.notPackages(packages), err
	}
	results, err := ss.compileEach(ctx, packages)
	if err != nil {
		return nil, err
	}
	for _, p := range packages {
		if ss.lacking[p] != "" {
			continue
		}
		run, err := ss.goBuildHidden(ctx, []string{p})
		if err != nil {
			return nil, err
		}
		if run.Exit != 0 {
			ss.unfit[p] = p + " does not fit the tests of this exercise"
			results = append(results, ss.doesNotFit(p, ss.compilerLines(run.Stderr)))
		}
	}
	return results, nil
}

// hiddenBinary is where the course's tests of a package are built to.
func (ss *session) hiddenBinary(pkg string) string {
	return filepath.Join(ss.tmp, "hidden", "bin", pkg+".test")
}

// goBuildHidden lays the course's tests over packages, in the place of the learner's own, and builds them.
func (ss *session) goBuildHidden(ctx context.Context, packages []string) (proc.Result, error) {
	over, dir := overlay{}, filepath.Join(ss.tmp, "hidden")
	for _, p := range packages {
		if err := over.hide(ss, p, isTestFile); err != nil {
			return proc.Result{}, err
		}
		if err := ss.layOver(over, dir, p, ss.hidden[p].folder, isTestFile); err != nil {
			return proc.Result{}, err
		}
	}
	file := filepath.Join(dir, "overlay.json")
	if err := ss.bringBinaries(each(packages, ss.hiddenBinary)); err != nil {
		return proc.Result{}, err
	}
	if err := over.write(file); err != nil {
		return proc.Result{}, err
	}
	tb := gobuild.TestOptions{Out: filepath.Dir(ss.hiddenBinary("x")), Overlay: file, Tags: graderTag, Race: ss.exercise.Race}
	run, err := ss.module().BuildTests(ctx, tb, ss.packages(packages))
	if err == nil && run.Exit == 0 {
		ss.keepBinaries(each(packages, ss.hiddenBinary))
	}
	return run, err
}

// notPackages are results for packages that compile and are programs.
func (ss *session) notPackages(packages []string) (results []Result) {
	for _, p := range packages {
		if _, isMain := gobuild.PackageIn(ss.folder(p)); !isMain || ss.lacking[p] != "" {
			continue
		}
		ss.lacking[p] = p + " is a program"
		results = append(results, Result{
			Check: "exists-" + p, Behaviour: "there is a package " + p, Status: Fail, Build: true,
			Failure: &Failure{Summary: fmt.Sprintf("%s/%s is a program: its package is main", ss.report.Folder, p), At: -1},
			Hint:    fmt.Sprintf("Its files start with \"package %s\".", p),
		})
	}
	return results
}

func (ss *session) missingPackage(pkg string) Result {
	dir := ss.report.Folder + "/" + pkg
	return Result{
		Check: "exists-" + pkg, Behaviour: "there is a package " + pkg, Status: Fail, Build: true,
		Failure: &Failure{Summary: fmt.Sprintf("%s holds no Go file", dir), At: -1},
		Hint:    fmt.Sprintf("Make the folder %s and in it a file %s.go that starts with \"package %s\".", dir, pkg, pkg),
	}
}

func (ss *session) misnamed(pkg, name string) Result {
	return Result{
		Check: "exists-" + pkg, Behaviour: "there is a package " + pkg, Status: Fail, Build: true,
		Failure: &Failure{Summary: fmt.Sprintf("the package in %s/%s has the name %s", ss.report.Folder, pkg, name), At: -1},
		Hint:    fmt.Sprintf("Its files start with \"package %s\".", pkg),
	}
}

func (ss *session) doesNotFit(pkg string, lines []string) Result {
	for i := range lines {
		lines[i] = strings.ReplaceAll(lines[i], ss.exercise.Checks()+"/", "")
	}
	return Result{
		Check: "fits-" + pkg, Behaviour: "has what the contract names: " + pkg, Status: Fail, Build: true,
		Failure: &Failure{
			Summary: pkg + " lacks what the contract names, or has it otherwise; the compiler says",
			What:    "the compiler", Actual: lines, At: -1,
		},
		Hint: fmt.Sprintf("The package compiles. These lines are about the course's tests, which use it as the contract says: compare names, "+
			"parameters and results with it. The tests are in %s.", ss.hidden[pkg].folder),
	}
}
