package grader

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"

	"agentcourse/internal/fakellm"
	"agentcourse/internal/proc"

	"github.com/rogpeppe/go-internal/testscript"
)

// A script is one check while it runs: the provider it talks to, the values it drew, the program's last run, and the
// failure it found, if any.
type script struct {
	check    *Check
	session  *session
	ctx      context.Context
	line     int // of the check's file
	provider *fakellm.Provider
	rng      *rand.Rand
	drawn    map[string]string
	dir      string // the program's working folder
	home     string // the program's HOME and TMPDIR, beside it
	last     *programRun
	laid     []File // what the check put into dir
	talk     *proc.Process
	failure  *Failure
}

// scriptKey finds a script in testscript's values.
type scriptKey struct{}

// scriptT is testscript's view of a test: it notes that the script stopped, and keeps the log.
type scriptT struct {
	log    strings.Builder
	failed bool
}

func (t *scriptT) Skip(...any)                          { t.FailNow() }
func (t *scriptT) Fatal(args ...any)                    { t.Log(args...); t.FailNow() }
func (t *scriptT) Parallel()                            {}
func (t *scriptT) Log(args ...any)                      { fmt.Fprintln(&t.log, args...) }
func (t *scriptT) FailNow()                             { t.failed = true; runtime.Goexit() }
func (t *scriptT) Run(_ string, f func(t testscript.T)) { f(t) }
func (t *scriptT) Verbose() bool                        { return false }

// runCheck runs one check in a folder of its own and returns its result.
func (ss *session) runCheck(ctx context.Context, c *Check) Result {
	res := Result{Check: c.Name, Behaviour: c.Behaviour, Contract: c.Contract}
	s := &script{check: c, session: ss, ctx: ctx, rng: newRand(ss.report.Seed, c.Name), drawn: map[string]string{}}
	t, err := s.execute(filepath.Join(ss.tmp, "check-"+c.Name))
	if err == nil && !t.failed {
		s.refuseRefused()
	}
	switch {
	case ctx.Err() != nil:
		res.Status, res.Because = NotRun, "the grader was stopped"
		return res
	case err != nil:
		res.Status, res.Because = Broken, err.Error()
		return res
	case t.failed && s.failure == nil:
		res.Status, res.Because = Broken, fmt.Sprintf("%s:%d: %s", c.File, s.line, lastLine(t.log.String()))
		return res
	case s.scriptFault() != "":
		res.Status, res.Because = Broken, fmt.Sprintf("%s: %s", c.File, s.scriptFault())
		return res
	case s.failure != nil:
		res.Status, res.Failure, res.Hint = Fail, s.failure, strings.TrimSpace(s.nearerHint()+"\n\n"+c.Hint)
	default:
		res.Status = Pass
	}
	s.describeRequests(&res)
	return res
}

// execute lets testscript run the commands. The error is the grader's own: a folder or a port it could not have.
func (s *script) execute(root string) (*scriptT, error) {
	t := &scriptT{}
	s.dir, s.home = filepath.Join(root, "program"), filepath.Join(root, "home")
	file := filepath.Join(root, "check.txtar")
	err := errors.Join(os.Mkdir(root, 0o777), os.Mkdir(s.dir, 0o777), os.Mkdir(s.home, 0o777), os.WriteFile(file, s.check.script, 0o666))
	if err == nil {
		err = copyFiles(s.session.files, s.dir)
	}
	if err == nil {
		s.provider, err = fakellm.Start(fakellm.Options{WeakWarns: true, Seed: s.session.report.Seed})
	}
	if err != nil {
		return nil, err
	}
	defer s.provider.Close()
	done := make(chan any)
	go func() { // testscript stops a script by ending its goroutine
		defer func() { done <- recover() }()
		testscript.RunT(t, s.params(root, file))
	}()
	broke := <-done
	if s.talk != nil {
		s.talk.Stop()
		s.talk.Wait()
	}
	if broke != nil {
		return nil, fmt.Errorf("%s:%d: the grader broke: %v", s.check.File, s.line, broke)
	}
	return t, nil
}

func (s *script) params(root, file string) testscript.Params {
	cmds := map[string]func(*testscript.TestScript, bool, []string){}
	for name, cmd := range commands {
		cmds[name] = func(ts *testscript.TestScript, neg bool, args []string) {
			s := ts.Value(scriptKey{}).(*script)
			for i := range args {
				args[i] = s.expand(args[i])
			}
			if err := cmd.run(s, neg, args); err != nil {
				ts.Fatalf("%v", err)
			}
			if s.failure != nil {
				ts.Fatalf("the check failed")
			}
			for name, value := range s.drawn { // for words that are not in quotes, which testscript fills in
				ts.Setenv(name, value)
			}
		}
	}
	return testscript.Params{
		Files:       []string{file},
		WorkdirRoot: root,
		Cmds:        cmds,
		Setup: func(env *testscript.Env) error {
			env.Values[scriptKey{}] = s
			return nil
		},
		Condition: func(cond string) (bool, error) {
			_, err := fmt.Sscanf(cond, "line:%d", &s.line)
			return err == nil, err
		},
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	}
}

var drawnName = regexp.MustCompile(`\$\{([a-z][a-z0-9]*)(@json)?\}`)

// expand puts drawn values in the place of ${name}, and in that of ${name@json} as a JSON string, which is one of YAML
// and of jq too.
func (s *script) expand(text string) string {
	return drawnName.ReplaceAllStringFunc(text, func(ref string) string {
		m := drawnName.FindStringSubmatch(ref)
		v, ok := s.drawn[m[1]]
		switch {
		case !ok:
			return ref
		case m[2] != "":
			src, _ := json.Marshal(v) // a string always has a JSON form
			return string(src)
		}
		return v
	})
}

// section returns a file behind the check's commands, with drawn values filled in.
func (s *script) section(name string) (string, section, error) {
	sec, ok := s.check.sections[name]
	if !ok {
		return "", sec, fmt.Errorf("there is no section %q", name)
	}
	for _, m := range drawnName.FindAllStringSubmatch(string(sec.data), -1) {
		if _, ok := s.drawn[m[1]]; !ok {
			return "", sec, fmt.Errorf("section %q uses %s, which was not drawn", name, m[0])
		}
	}
	return s.expand(string(sec.data)), sec, nil
}

// fail notes what was wrong with the program; the script stops behind the command.
func (s *script) fail(f Failure) error {
	if s.failure == nil {
		s.failure = &f
	}
	return nil
}

// refuseRefused fails a check in which all went well but for a request that the provider refused: such a request is
// no call, whatever the program did next. Error replies that the check scripted are none of this.
func (s *script) refuseRefused() {
	for _, seen := range []seen{{s.calls(), "request"}, {s.ofKind(fakellm.KindCount), countNoun}} {
		for i, r := range seen.requests {
			if r.Refusal != nil {
				_ = s.fail(s.describeRun(fmt.Sprintf("%s %d is one that the API does not accept", seen.noun, i+1)))
				return
			}
		}
	}
}

// scriptFault says why the replies of the check could not be given; that is no fault of the program's.
func (s *script) scriptFault() string {
	for _, r := range s.calls() {
		if r.ScriptFault != "" {
			return r.ScriptFault
		}
	}
	return ""
}

func lastLine(log string) string {
	lines := strings.Split(strings.TrimSpace(log), "\n")
	line := strings.TrimPrefix(lines[len(lines)-1], "FAIL: ")
	if _, rest, ok := strings.Cut(line, "check.txtar:"); ok { // testscript's own place, in the script as it ran
		_, line, _ = strings.Cut(rest, ": ")
	}
	return line
}
