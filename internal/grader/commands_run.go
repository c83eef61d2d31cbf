package grader

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"agentcourse/internal/fakellm"
	"agentcourse/internal/proc"
)

// A programRun is a program's run as a check describes it to a learner.
type programRun struct {
	program string
	args    []string
	env     []string // NAME=VALUE that the check set
	input   string
	typed   bool // line by line, not all at once
	result  proc.Result
	test    string   // which of the course's tests it was, "" for other runs
	goTest  bool     // it was the learner's tests
	swaps   []swap   // beside which other packages they ran
	with    string   // what these are, in words
	hint    string   // that is nearer to the fault than the check's own
	before  []string // the traces that were there already
	earlier int      // calls that earlier runs of the check made
}

// runOptions are the options of run and start, each with a value: -stdin SECTION, -stdin-unended SECTION (without the
// line end of its last line), -limit DURATION, -env NAME=VALUE.
type runOptions struct {
	stdin string
	limit time.Duration
	env   []string
}

func parseRun(s *script, args []string) (opt runOptions, rest []string, err error) {
	opt.limit = s.session.limit
	for len(args) >= 2 && strings.HasPrefix(args[0], "-") {
		switch value := args[1]; args[0] {
		case "-stdin":
			if opt.stdin, _, err = s.section(value); err != nil {
				return opt, nil, err
			}
		case "-stdin-unended":
			if opt.stdin, _, err = s.section(value); err != nil {
				return opt, nil, err
			}
			opt.stdin = strings.TrimSuffix(opt.stdin, "\n")
		case "-limit":
			if opt.limit, err = time.ParseDuration(value); err != nil {
				return opt, nil, err
			}
		case "-env":
			opt.env = append(opt.env, value)
		default:
			return opt, nil, fmt.Errorf("unknown option %s", args[0])
		}
		args = args[2:]
	}
	if len(args) == 0 {
		return opt, nil, fmt.Errorf("the name of a program is missing")
	}
	return opt, args, nil
}

func (s *script) spec(opt runOptions, args []string) proc.Spec {
	return proc.Spec{
		Path:    s.session.programs[args[0]],
		Args:    args[1:],
		Dir:     s.dir,
		Env:     s.environment(opt.env),
		Limit:   opt.limit,
		Memory:  memoryLimit,
		Waiting: s.waiting,
	}
}

// memoryLimit is what a learner's program may use. Those of the exercises need a few megabytes.
const memoryLimit = 1 << 30

// environment is all that a program sees: never the learner's own variables, so never a real key. A program that
// ignores ANTHROPIC_BASE_URL is led to the provider by the proxy settings, which says so.
func (s *script) environment(extra []string) []string {
	url := s.provider.URL()
	env := []string{
		"PATH=" + s.session.getenv("PATH"),
		"HOME=" + s.home,
		"TMPDIR=" + s.home,
		"LANG=C.UTF-8",
		"ANTHROPIC_BASE_URL=" + url,
		"ANTHROPIC_API_KEY=" + fakellm.FakeKey,
		"OLLAMA_HOST=" + url,
		"OPENAI_BASE_URL=" + url + "/v1", "OPENAI_API_KEY=" + fakellm.FakeKey,
		"TRACE_DIR=" + s.traceFolder(),
		"NO_PROXY=127.0.0.1,localhost",
		"no_proxy=127.0.0.1,localhost",
	}
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"} {
		env = append(env, name+"="+url)
	}
	return append(env, extra...)
}

// waiting says which reply of the provider a program is waiting for.
func (s *script) waiting() string {
	if pending := s.provider.Pending(); len(pending) > 0 {
		return fmt.Sprintf("waiting for the reply to request %d", pending[0])
	}
	return ""
}

// cmdRun runs a program to its end: run [-stdin SECTION] [-limit 5s] [-env NAME=VALUE] PROGRAM ARGS…
//
// The program must end by itself with exit code 0, or after `!` with another one that is not a panic.
func cmdRun(s *script, neg bool, args []string) error {
	opt, args, err := parseRun(s, args)
	if err != nil {
		return err
	}
	spec := s.spec(opt, args)
	spec.Input = []byte(opt.stdin)
	before, err := s.traces()
	if err != nil {
		return err
	}
	earlier := len(s.calls())
	res, err := proc.Run(s.ctx, spec)
	if err != nil {
		return err
	}
	s.last = &programRun{program: args[0], args: args[1:], env: opt.env, input: opt.stdin, result: res, before: before, earlier: earlier}
	return s.judgeEnd(neg, opt.limit)
}

// cmdStart starts a program for a conversation: start [-limit 10s] [-env NAME=VALUE] PROGRAM ARGS…
func cmdStart(s *script, _ bool, args []string) error {
	opt, args, err := parseRun(s, args)
	if err != nil {
		return err
	}
	if s.talk != nil {
		return fmt.Errorf("a conversation is under way already")
	}
	spec := s.spec(opt, args)
	spec.Talk = true
	before, err := s.traces()
	if err != nil {
		return err
	}
	earlier := len(s.calls())
	if s.talk, err = proc.Start(s.ctx, spec); err != nil {
		return err
	}
	s.last = &programRun{program: args[0], args: args[1:], env: opt.env, typed: true, before: before, earlier: earlier}
	return nil
}

// cmdType types a line: type TEXT…
func cmdType(s *script, _ bool, args []string) error {
	if s.talk == nil {
		return fmt.Errorf("no conversation is under way: start a program first")
	}
	line := strings.Join(args, " ")
	s.last.input += line + "\n"
	if err := s.talk.Type(line + "\n"); err != nil {
		s.endTalk()
		return s.fail(s.describeRun("the program ended, or closed its input, before this line was typed: " + quote(line)))
	}
	return nil
}

// cmdAwait waits until the program has printed a text, before anything more is typed: await TEXT…
func cmdAwait(s *script, _ bool, args []string) error {
	if s.talk == nil {
		return fmt.Errorf("no conversation is under way: start a program first")
	}
	text := strings.Join(args, " ")
	contains := func(out []byte) bool { return bytes.Contains(out, []byte(text)) }
	if s.talk.Await(contains, s.session.limit) {
		return nil
	}
	summary := "the program ended without printing this"
	if s.endTalk(); s.last.result.Timeout {
		summary = fmt.Sprintf("this was not printed within %v, and nothing goes on before it is. The program was %s", s.session.limit, s.last.result.Doing)
	}
	f := s.describeRun(summary)
	f.Expected, f.At = []string{quote(text)}, 0
	f.showActual("standard output", f.Stdout)
	return s.fail(f)
}

// endTalk ends the conversation, if the program has not, and keeps how it went.
func (s *script) endTalk() {
	s.talk.Expire()
	s.last.result = s.talk.Wait()
	s.talk = nil
}

// cmdEOF ends the program's standard input.
func cmdEOF(s *script, _ bool, _ []string) error {
	if s.talk == nil {
		return fmt.Errorf("no conversation is under way: start a program first")
	}
	s.talk.CloseInput()
	return nil
}

// cmdFinish waits for the program's end and judges it as run does.
func cmdFinish(s *script, neg bool, _ []string) error {
	if s.talk == nil {
		return fmt.Errorf("no conversation is under way: start a program first")
	}
	s.last.result = s.talk.Wait()
	s.talk = nil
	return s.judgeEnd(neg, s.session.limit)
}

// judgeEnd fails the check when the program did not end as wanted.
func (s *script) judgeEnd(neg bool, limit time.Duration) error {
	r := s.last.result
	switch {
	case r.Stopped:
		return fmt.Errorf("stopped")
	case r.Timeout:
		return s.fail(s.describeRun(fmt.Sprintf("%s did not end within %v: it was %s", s.last.program, limit, s.relative(r.Doing))))
	case r.Flooded:
		return s.fail(s.describeRun(fmt.Sprintf("%s was stopped: it printed more than %d KiB", s.last.program, max(len(r.Stdout), len(r.Stderr))>>10)))
	case r.Signal != "":
		return s.fail(s.describeRun(fmt.Sprintf("%s was ended by a signal: %s", s.last.program, r.Signal)))
	case panicked(r):
		return s.fail(s.describeRun(s.last.program + " panicked"))
	case r.Exit != 0 && !neg:
		return s.fail(s.describeRun(fmt.Sprintf("%s ended with exit code %d, and not with 0", s.last.program, r.Exit)))
	case r.Exit == 0 && neg:
		return s.fail(s.describeRun(fmt.Sprintf("%s ended with exit code 0, as if all had gone well", s.last.program)))
	}
	return nil
}

func panicked(r proc.Result) bool {
	return r.Exit == 2 && (bytes.Contains(r.Stderr, []byte("panic: ")) || bytes.Contains(r.Stderr, []byte("fatal error: "))) &&
		bytes.Contains(r.Stderr, []byte("\ngoroutine "))
}
