package grader

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"agentcourse/internal/proc"
	"agentcourse/internal/workspace"
)

// lookGoTest notes what `gotest` needs.
func lookGoTest(l *loader, c *Check, words []string) error {
	for i := 0; i+1 < len(words); i++ {
		if words[i] != "-swap" {
			continue
		}
		if err := l.lookSwap(words[i+1]); err != nil {
			return err
		}
	}
	rest := operands(words)
	if len(rest) != 1 {
		return fmt.Errorf("usage: gotest [-env A=B]… [-swap PACKAGE=FOLDER[,FOLDER…]]… PACKAGE")
	}
	if !slices.Contains(l.ex.Packages, rest[0]) {
		return fmt.Errorf("%q is no package of exercise %s", rest[0], l.ex.ID)
	}
	c.Packages = with(c.Packages, rest[0])
	return nil
}

func (l *loader) lookSwap(text string) error {
	w, err := parseSwap(strings.Trim(text, "'"))
	if err != nil {
		return err
	}
	if !workspace.Shared(w.pkg) && !slices.Contains(l.ex.Packages, w.pkg) {
		return fmt.Errorf("%q is neither a package of exercise %s nor a shared one", w.pkg, l.ex.ID)
	}
	for _, folder := range w.folders {
		entries, err := os.ReadDir(filepath.Join(l.root, filepath.FromSlash(folder)))
		if err != nil || !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return isCode(e.Name()) }) {
			return fmt.Errorf("the folder %s holds no Go file", folder)
		}
	}
	return nil
}

// cmdGoTest runs the learner's tests of a package: gotest [-env A=B]… [-swap PACKAGE=FOLDER[,FOLDER…]]… PACKAGE
//
// They must pass, or after `!` one of them must fail. -swap puts the code of folders of the repository in the place of a
// package's: a right one that the tests must let through, a broken one that they must catch.
func cmdGoTest(s *script, neg bool, args []string) error {
	opt, args, err := parseTest(s, args)
	if err != nil {
		return err
	}
	pkg := args[0]
	build, err := s.session.ownTests(s.ctx, pkg, opt.swaps)
	if err != nil {
		return err
	}
	s.last = &programRun{program: pkg, env: opt.env, goTest: true, swaps: opt.swaps}
	switch {
	case build.run.Exit != 0:
		return s.fail(s.describeNoBuild(build.run))
	case build.file == "":
		return s.fail(s.describeRun(pkg + " has no tests"))
	}
	here := filepath.Join(s.dir, pkg) // tests find their testdata and the exercise's files, and spoil nothing
	if err := os.RemoveAll(here); err != nil {
		return err
	}
	if err := os.CopyFS(here, os.DirFS(s.session.folder(pkg))); err != nil {
		return err
	}
	res, err := proc.Run(s.ctx, s.testSpec(build.file, here, opt.env))
	if err != nil {
		return err
	}
	return s.judgeOwnTests(neg, res)
}

// judgeOwnTests fails the check when the learner's tests did not end as wanted. Whatever is neither pass nor fail, such as
// tests that hang, that end the program or that do not run, is never a mistake caught.
func (s *script) judgeOwnTests(neg bool, res proc.Result) error {
	out := readTests(res.Stdout, func(string) bool { return true })
	s.took(res, linesOf(testTime.ReplaceAll(cut(res.Stdout), []byte("$1"))))
	if ended, err := s.judgeTestEnd("your test", res); ended || err != nil {
		return err
	}
	crash, crashed := readCrash(res)
	switch failed := crashed || out.count("FAIL") > 0; {
	case crashed && (crash.deadlock || !neg || !out.ran):
		return s.fail(s.describeCrash(s.last.program, crash))
	case failed && neg:
		return nil
	case failed:
		return s.fail(s.describeRun("your tests fail, and should pass"))
	case res.Exit != 0:
		return s.fail(s.describeRun(fmt.Sprintf("your tests ended the program with exit code %d, and no test failed", res.Exit)))
	case out.count("PASS") == 0:
		return s.fail(s.describeRun("no test ran"))
	case neg:
		return s.fail(s.describeRun("your tests pass, although they should fail here"))
	}
	return nil
}

// testTime is a test's time, another one in each run.
var testTime = regexp.MustCompile(`(?m)^(\s*--- (?:PASS|FAIL|SKIP): .*) \([0-9.]+s\)$`)

// describeNoBuild is a failure for tests that do not compile.
func (s *script) describeNoBuild(run proc.Result) Failure {
	f := s.describeRun(fmt.Sprintf("the tests of %s do not compile", s.last.program))
	if len(s.last.swaps) > 0 {
		f.Summary += " with the code that this check puts in its place: they may use what the contract names, and no more"
	}
	f.What, f.Actual = "the compiler", s.session.compilerLines(run.Stderr)
	return f
}
