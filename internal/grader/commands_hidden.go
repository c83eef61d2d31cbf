package grader

import (
	"fmt"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"agentcourse/internal/proc"
)

// lookTest notes what `test` needs.
func lookTest(l *loader, c *Check, words []string) error {
	words = operands(words)
	if len(words) != 2 {
		return fmt.Errorf("usage: test [-env A=B]… PACKAGE NAME")
	}
	pkg, name := words[0], words[1]
	h := l.hidden[pkg]
	switch {
	case !slices.Contains(l.ex.Packages, pkg):
		return fmt.Errorf("%q is no package of exercise %s", pkg, l.ex.ID)
	case h == nil || h.tests[name] == "":
		return fmt.Errorf("%s/tests/%s has no test %s", l.ex.Checks(), pkg, name)
	}
	c.Packages, c.Hidden = with(c.Packages, pkg), with(c.Hidden, pkg)
	return nil
}

// cmdTest runs one of the course's tests of a package: test [-env A=B]… PACKAGE NAME
//
// Its working folder is that of a program, with the exercise's data and what the check put there; COURSE_SEED is the seed
// from which it draws its values.
func cmdTest(s *script, neg bool, args []string) error {
	opt, args, err := parseTest(s, args)
	switch {
	case err != nil:
		return err
	case neg, len(args) != 2, len(opt.swaps) > 0, opt.with != "", opt.times != 1:
		return fmt.Errorf("usage: test [-env A=B]… PACKAGE NAME")
	}
	pkg, name := args[0], args[1]
	h := s.session.hidden[pkg]
	s.last = &programRun{program: pkg, env: opt.env, test: path.Join(h.folder, h.tests[name]) + ", " + name}
	spec := s.testSpec(s.session.hiddenBinary(pkg), s.dir, opt.env)
	through, err := os.CreateTemp(s.session.tmp, "test-log-")
	if err != nil {
		return err
	}
	defer os.Remove(through.Name())
	defer through.Close()
	spec.Args = append(spec.Args, "-test.testlogfile", through.Name(), "-test.run", "^"+name+"$")
	res, err := proc.Run(s.ctx, spec)
	if err != nil {
		return err
	}
	out := readTests([]byte(s.relative(string(res.Stdout))), func(file string) bool { return file == "testing.go" || slices.Contains(h.files, file) })
	s.took(res, out.rest)
	what := "the course's test of " + pkg
	if ended, err := s.judgeTestEnd(what, res); ended || err != nil {
		return err
	}
	crash, crashed := readCrash(res)
	traces, raced := readRace(res)
	switch {
	case outOfMemory(res, crash):
		s.last.result.Stderr = nil // told in other words
		return s.fail(s.describeMemory(pkg, crash))
	case raced:
		return s.fail(s.describeRace(traces))
	case crashed:
		return s.fail(s.describeCrash(pkg, crash))
	case out.verdicts[name] == "FAIL":
		return s.failTest(name, out)
	case res.Exit != 0:
		return s.fail(s.describeRun(fmt.Sprintf("%s ended the whole program with exit code %d, in the middle of its test", pkg, res.Exit)))
	case out.verdicts[name] == "SKIP":
		return fmt.Errorf("test %s %s did not run: %v", pkg, name, out.messages)
	case !out.passed(name), noTest.Match(res.Stderr), !wasWritten(through):
		return s.fail(s.describeRun(fmt.Sprintf("the course's test of %s did not come to its end: the package ends the program, "+
			"or changes os.Args or os.Stdout", pkg)))
	}
	return nil
}

// noTest is what tests say that were made to run none.
var noTest = regexp.MustCompile(`(?m)^testing: warning: no tests to run$`)

// wasWritten reports whether the testing package wrote the log that it was asked for: it does so behind all tests, which a
// program that ends before it, with whatever output, does not reach.
func wasWritten(log *os.File) bool {
	info, err := log.Stat()
	return err == nil && info.Size() > 0
}

// testOptions are the options of test and gotest.
type testOptions struct {
	env   []string
	swaps []swap
	with  string
	times int // how often, 1 or more
}

func parseTest(s *script, args []string) (opt testOptions, rest []string, err error) {
	opt.times = 1
	for len(args) >= 2 && strings.HasPrefix(args[0], "-") {
		switch args[0] {
		case "-env":
			opt.env = append(opt.env, args[1])
		case "-swap":
			w, err := parseSwap(args[1])
			if err != nil {
				return opt, nil, err
			}
			opt.swaps = append(opt.swaps, w)
		case "-with":
			opt.with = args[1]
		case "-times":
			if opt.times, err = strconv.Atoi(args[1]); err != nil || opt.times < 1 {
				return opt, nil, fmt.Errorf("-times %s must be a number from 1", args[1])
			}
		default:
			return opt, nil, fmt.Errorf("unknown option %s", args[0])
		}
		args = args[2:]
	}
	return opt, args, nil
}

// testSpec runs tests as a program is run.
func (s *script) testSpec(binary, dir string, env []string) proc.Spec {
	seed := "COURSE_SEED=" + strconv.FormatUint(s.session.report.Seed, 10)
	return proc.Spec{
		Path: binary, Args: []string{"-test.v", "-test.paniconexit0"}, Dir: dir,
		// The first data race ends the test: what comes after it is luck.
		Env:   s.environment(append([]string{seed, "GORACE=halt_on_error=1 atexit_sleep_ms=0"}, env...)),
		Limit: s.session.limit, Memory: memoryLimit, Waiting: s.waiting,
	}
}

// took keeps how tests ended, with these lines in the place of their output.
func (s *script) took(res proc.Result, shown []string) {
	s.last.result = res
	s.last.result.Stdout = []byte(strings.Join(shown, "\n"))
	_, crashed := readCrash(res)
	if _, raced := readRace(res); crashed || raced {
		s.last.result.Stderr = nil // told in other words
	}
}

// judgeTestEnd fails the check when tests did not come to an end, and reports whether that was so.
func (s *script) judgeTestEnd(what string, r proc.Result) (ended bool, err error) {
	limit := s.session.limit
	switch {
	case r.Stopped:
		return true, fmt.Errorf("stopped")
	case r.Timeout:
		return true, s.fail(s.describeRun(fmt.Sprintf("%s did not end within %v: it was %s", what, limit, s.relative(r.Doing))))
	case r.Flooded:
		return true, s.fail(s.describeRun(fmt.Sprintf("%s was stopped: it printed more than %d KiB", what, max(len(r.Stdout), len(r.Stderr))>>10)))
	case r.Signal != "":
		return true, s.fail(s.describeRun(fmt.Sprintf("%s was ended by a signal: %s", what, r.Signal)))
	}
	return false, nil
}
