package grader

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"agentcourse/internal/gobuild"
	"agentcourse/internal/proc"
)

var testLine = regexp.MustCompile(`(?m)^\s*--- (PASS|FAIL): `)

// cmdGoTest runs tests of a package in the learner's module: gotest PACKAGE [FILE=SECTION…]
//
// PACKAGE is a folder in the exercise's folder. Each FILE is put into the package for this run, in the place of the
// learner's file of that name if there is one: hidden tests, or a broken version that the learner's tests must catch.
// The tests must pass, or after `!` fail; no test at all is neither.
func cmdGoTest(s *script, neg bool, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("usage: gotest PACKAGE [FILE=SECTION…]")
	}
	pkg := "./" + filepath.ToSlash(filepath.Join(s.session.exercise.Key, args[0]))
	overlay, err := s.overlay(args[0], args[1:])
	if err != nil {
		return err
	}
	bin := filepath.Join(s.home, "tests")
	build, err := s.session.module().Go(s.ctx, "test", "-c", "-overlay", overlay, "-o", bin, pkg)
	if err != nil {
		return err
	}
	s.last = &programRun{program: args[0], result: build}
	if build.Exit != 0 {
		f := s.describeTest("the tests of "+args[0]+" do not compile", build)
		return s.fail(f)
	}
	if _, err := os.Stat(bin); err != nil {
		return s.fail(s.describeTest(args[0]+" has no tests", build))
	}
	dir := filepath.Join(s.session.workDir, filepath.FromSlash(s.session.exercise.Key), args[0])
	here, err := os.MkdirTemp(s.home, "package-") // tests find their testdata, and spoil nothing
	if err == nil {
		err = os.CopyFS(here, os.DirFS(dir))
	}
	if err != nil {
		return err
	}
	res, err := proc.Run(s.ctx, proc.Spec{
		Path: bin, Args: []string{"-test.v"}, Dir: here, Env: s.environment(nil), Limit: s.session.limit, Memory: memoryLimit, Waiting: s.waiting,
	})
	if err != nil {
		return err
	}
	s.last.result = res
	switch {
	case res.Timeout, res.Flooded, res.Signal != "", res.Stopped:
		return s.judgeEnd(neg, s.session.limit)
	case !testLine.Match(res.Stdout):
		return s.fail(s.describeTest("no test ran", res))
	case res.Exit != 0 && !neg:
		return s.fail(s.describeTest("a test fails", res))
	case res.Exit == 0 && neg:
		return s.fail(s.describeTest("the tests pass, and should have caught a mistake", res))
	}
	return nil
}

// overlay writes the file that tells the go command which files to put where.
func (s *script) overlay(pkg string, pairs []string) (string, error) {
	replace := map[string]string{}
	for i, pair := range pairs {
		name, sec, ok := strings.Cut(pair, "=")
		if !ok || !filepath.IsLocal(name) {
			return "", fmt.Errorf("%q must be FILE=SECTION", pair)
		}
		text, _, err := s.section(sec)
		if err != nil {
			return "", err
		}
		file := filepath.Join(s.home, fmt.Sprintf("overlay%d.go", i))
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			return "", err
		}
		replace[filepath.Join(s.session.workDir, filepath.FromSlash(s.session.exercise.Key), pkg, name)] = file
	}
	src, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	file := filepath.Join(s.home, "overlay.json")
	return file, os.WriteFile(file, src, 0o666)
}

func (s *script) describeTest(summary string, res proc.Result) Failure {
	return Failure{
		Summary: summary, At: -1,
		Command: "cd " + shellQuote(s.session.report.Folder) + " && go test ./" + s.last.program,
		Stdout:  linesOf([]byte(s.relative(string(res.Stdout)))),
		Stderr:  gobuild.CompilerLines(s.relative(string(res.Stderr))),
	}
}
