package grader

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"agentcourse/internal/gobuild"
	"agentcourse/internal/proc"
	"agentcourse/internal/workspace"
)

// lookGoTest notes what `gotest` needs.
func lookGoTest(l *loader, c *Check, words []string) error {
	words = quoted(words)
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
		return fmt.Errorf("usage: gotest [-env A=B]… [-swap PACKAGE=FOLDER[,FOLDER…]]… [-with WORDS] [-times N] PACKAGE")
	}
	if !slices.Contains(l.ex.Packages, rest[0]) {
		return fmt.Errorf("%q is no package of exercise %s", rest[0], l.ex.ID)
	}
	c.Packages = with(c.Packages, rest[0])
	return nil
}

// quoted joins the words that stand between quotes.
func quoted(words []string) (joined []string) {
	open := false
	for _, w := range words {
		if open {
			joined[len(joined)-1] += " " + w
		} else {
			joined = append(joined, w)
		}
		if strings.Count(w, "'")%2 == 1 {
			open = !open
		}
	}
	return joined
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

// cmdGoTest runs the learner's tests of a package: gotest [-env A=B]… [-swap PACKAGE=FOLDER[,FOLDER…]]… [-with WORDS] [-times N] PACKAGE
//
// They must pass, or after `!` one of them must fail. -swap puts the code of folders of the repository in the place of a
// package's: a right one that the tests must let through, a broken one that they must catch. -with says in words what it is.
// With -times they are run as often, each time in a folder of its own, until a run is not as wanted.
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
	s.last = &programRun{program: pkg, env: opt.env, goTest: true, swaps: opt.swaps, with: opt.with}
	switch {
	case build.run.Exit != 0:
		return s.failNoBuild(build.run)
	case build.file == "":
		return s.fail(s.describeRun(fmt.Sprintf("%s has no tests: Go finds no file in %s/%[1]s whose name ends in _test.go", pkg, s.session.report.Folder)))
	}
	for n := range opt.times {
		if err := s.runOwnTests(neg, build.file, opt.env); err != nil {
			return err
		}
		if s.failure != nil {
			if n > 0 {
				s.failure.Summary += fmt.Sprintf(" (run %d of %d; the runs before it were as they should be)", n+1, opt.times)
			}
			break
		}
	}
	return nil
}

// runOwnTests runs the learner's tests once.
func (s *script) runOwnTests(neg bool, file string, env []string) error {
	pkg := s.last.program
	here := filepath.Join(s.dir, pkg) // tests find their testdata and the exercise's files, and spoil nothing
	if err := os.RemoveAll(here); err != nil {
		return err
	}
	if err := os.CopyFS(here, os.DirFS(s.session.folder(pkg))); err != nil {
		return err
	}
	res, err := proc.Run(s.ctx, s.testSpec(file, here, env))
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
	beside := ""
	if s.last.with != "" {
		beside = " with " + s.last.with
	}
	switch failed := crashed || out.count("FAIL") > 0; {
	case crashed && (crash.deadlock || !neg || !out.ran):
		return s.fail(s.describeCrash(s.last.program, crash))
	case failed && res.Exit == 0:
		return s.fail(s.describeRun("a test of yours fails, and the exit code is 0: go test takes that for a pass; os.Exit takes what m.Run returns"))
	case failed && neg:
		return nil
	case failed:
		return s.fail(s.describeRun("your tests fail" + beside + ", and should pass"))
	case res.Exit != 0:
		return s.fail(s.describeRun(fmt.Sprintf("your tests ended the program with exit code %d, and no test failed", res.Exit)))
	case out.count("PASS") == 0:
		return s.fail(s.describeRun("no test ran"))
	case neg && beside != "":
		return s.fail(s.describeRun("your tests pass" + beside + ", and one of them should fail"))
	case neg:
		return s.fail(s.describeRun("your tests pass, although they should fail here"))
	}
	return nil
}

// testTime is a test's time, another one in each run.
var testTime = regexp.MustCompile(`(?m)^(\s*--- (?:PASS|FAIL|SKIP): .*) \([0-9.]+s\)$`)

// failNoBuild fails the check for tests that do not compile. Only when they do so without the swaps are these to blame.
func (s *script) failNoBuild(run proc.Result) error {
	summary := fmt.Sprintf("the tests of %s do not compile", s.last.program)
	if len(s.last.swaps) > 0 {
		plain, err := s.session.ownTests(s.ctx, s.last.program, nil)
		switch {
		case err != nil:
			return err
		case plain.run.Exit != 0:
			run, s.last.swaps, s.last.env = plain.run, nil, nil
		default:
			summary += " with the code that this check puts in its place: they may use what the contract names, and no more"
		}
	}
	f := s.describeRun(summary)
	f.What, f.Actual = "the compiler", s.session.compilerLines(run.Stderr)
	if len(s.last.swaps) == 0 {
		s.last.hint = gobuild.CompilerHint(f.Actual)
	}
	return s.fail(f)
}
