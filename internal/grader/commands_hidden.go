package grader

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"agentcourse/internal/proc"
	"agentcourse/internal/workspace"
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
	case neg, len(args) != 2, len(opt.swaps) > 0:
		return fmt.Errorf("usage: test [-env A=B]… PACKAGE NAME")
	}
	pkg, name := args[0], args[1]
	h := s.session.hidden[pkg]
	s.last = &programRun{program: pkg, env: opt.env, test: path.Join(h.folder, h.tests[name]) + ", " + name}
	spec := s.testSpec(s.session.hiddenBinary(pkg), s.dir, opt.env)
	spec.Args = append(spec.Args, "-test.run", "^"+name+"$")
	res, err := proc.Run(s.ctx, spec)
	if err != nil {
		return err
	}
	out := s.took(res)
	what := "the course's test of " + pkg
	if ended, err := s.judgeTestEnd(what, res); ended || err != nil {
		return err
	}
	crash, crashed := readCrash(string(res.Stderr))
	traces, raced := readRace(string(res.Stderr))
	switch {
	case raced:
		return s.fail(s.describeRace(traces))
	case crashed:
		return s.fail(s.describeCrash(pkg, crash))
	case out.verdicts[name] == "FAIL":
		return s.failTest(name, out)
	case res.Exit != 0:
		return s.fail(s.describeRun(fmt.Sprintf("%s ended the whole program with exit code %d, in the middle of its test", pkg, res.Exit)))
	case out.verdicts[name] != "PASS":
		return fmt.Errorf("test %s %s did not run: %s", pkg, name, strings.Join(out.lastMessage(), " "))
	}
	return nil
}

// testOptions are the options of test and gotest.
type testOptions struct {
	env   []string
	swaps []swap
}

func parseTest(s *script, args []string) (opt testOptions, rest []string, err error) {
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

// took keeps how tests ended, with what the code under test printed in the place of all output.
func (s *script) took(res proc.Result) testOutput {
	out := readTests(res.Stdout)
	s.last.result = res
	s.last.result.Stdout = []byte(strings.Join(out.rest, "\n"))
	if _, crashed := readCrash(string(res.Stderr)); crashed || strings.Contains(string(res.Stderr), "WARNING: DATA RACE") {
		s.last.result.Stderr = nil // told in other words
	}
	return out
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

// maxMessages are those that a verdict shows behind the first one.
const maxMessages = 5

// failTest fails the check with what a test of the course says.
func (s *script) failTest(name string, out testOutput) error {
	if len(out.messages) == 0 {
		return fmt.Errorf("%s failed and says nothing of why", name)
	}
	first := out.messages[0].report()
	f := s.describeRun(first.summary)
	f.Details, f.Called, f.Expected, f.Actual, f.Described = first.details, first.call, first.want, first.got, true
	for i, m := range out.messages[1:] {
		if i == maxMessages {
			f.Also = append(f.Also, fmt.Sprintf("… (%d more)", len(out.messages)-1-i))
			break
		}
		f.Also = append(f.Also, m.lines...)
	}
	return s.fail(f)
}

// lastMessage is what the last message says.
func (o *testOutput) lastMessage() []string {
	if len(o.messages) == 0 {
		return nil
	}
	return o.messages[len(o.messages)-1].lines
}

// describeCrash is a failure for tests that ended in the middle.
func (s *script) describeCrash(pkg string, c crash) Failure {
	at, own := s.ownLine(c.trace)
	message := s.relative(c.message)
	switch {
	case c.deadlock && at != "":
		return s.describeRun("nothing goes on any more: every goroutine waits, one of them in " + at)
	case c.deadlock:
		return s.describeRun("nothing goes on any more: every goroutine waits")
	case strings.HasPrefix(c.message, "unexpected call to os.Exit"):
		return s.describeRun(fmt.Sprintf("%s ended the whole program (os.Exit), in the middle of its test", placed(pkg, at)))
	case own || at == "":
		return s.describeRun(fmt.Sprintf("%s panicked: %s", placed(pkg, at), message))
	}
	return s.describeRun(fmt.Sprintf("what %s gave its test made that panic, in %s: %s", pkg, at, message))
}

// placed names a package and a line of it.
func placed(pkg, at string) string {
	if at == "" {
		return pkg
	}
	return at
}

// describeRace is a failure for two accesses without a lock between them.
func (s *script) describeRace(traces []string) Failure {
	var at []string
	for _, trace := range traces {
		if line, _ := s.ownLine(trace); line != "" {
			at = append(at, strings.TrimPrefix(line, s.session.report.Folder+"/"))
		}
	}
	slices.Sort(at) // which of the two came first is luck
	summary := "two goroutines use the same memory at once, and at least one writes"
	if len(at) > 0 {
		summary += ": " + strings.Join(at, " and ")
	}
	return s.describeRun(summary)
}

// ownLine is the innermost line of the learner's own in a trace, and else that of a test, as a person would name it. Shared
// packages are the course's.
func (s *script) ownLine(trace string) (at string, own bool) {
	for _, l := range codeLines(trace) {
		file, ok := s.ownFile(l.file)
		if !ok {
			continue
		}
		isTest := isTestFile(file) && s.last.test != ""
		if isTest && at != "" {
			continue
		}
		if isTest {
			file = path.Join("tests", strings.TrimPrefix(file, s.session.report.Folder))
		}
		if at = fmt.Sprintf("%s:%d", file, l.line); !isTest {
			return at, true
		}
	}
	return at, false
}

// ownFile is a file of the learner's as a person would name it.
func (s *script) ownFile(file string) (named string, own bool) {
	rel, err := filepath.Rel(s.session.workDir, file)
	if err != nil || !filepath.IsLocal(rel) {
		return "", false
	}
	rel = filepath.ToSlash(rel)
	if inExercise, ok := strings.CutPrefix(rel, s.session.exercise.Key+"/"); ok {
		return path.Join(s.session.report.Folder, inExercise), true
	}
	first, _, _ := strings.Cut(rel, "/")
	return path.Join(s.session.moduleFolder(), rel), !workspace.Shared(first)
}
