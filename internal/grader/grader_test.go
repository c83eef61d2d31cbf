package grader

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const asks = `{"model":"claude-opus-5-5","max_tokens":100,"messages":[{"role":"user","content":"Hello"}]}`

// oneCheck is a check, and what its result must say: the status, and texts of its JSON form.
type oneCheck struct {
	body   string
	status Status
	says   []string
}

var checkTable = map[string]oneCheck{
	// what a program does
	"1-echoes":  {"run -stdin in odd echo\nprints 'you said one' 'you said two'\n-- in --\none\ntwo\n", Pass, nil},
	"1-unended": {"run -stdin-unended in odd echo\nprints 'you said last'\n-- in --\nlast\n", Pass, nil},
	"1-exits": {"run odd complain 'it hurts'\n", Fail, []string{"odd ended with exit code 1, and not with 0", "it hurts",
		`cd work/01-small/1-odd && go run ./odd complain 'it hurts'`}},
	"1-must-fail": {"! run odd print hello\n", Fail, []string{"odd ended with exit code 0, as if all had gone well"}},
	"1-may-fail":  {"! run odd complain no\nprints -stderr no\n", Pass, nil},
	"1-panics":    {"! run odd panic\n", Fail, []string{"odd panicked", "panic: on purpose", "01-small/1-odd/odd/main.go:"}},
	"1-silent":    {"run odd nothing\nprints something\n", Fail, []string{`standard output lacks \"something\"`, `"what":"standard output"`}},
	"1-sleeps":    {"run -limit 1s odd sleep\n", Fail, []string{"odd did not end within 1s: it was sleeping, in main.main (main.go:"}},
	"1-floods":    {"run odd flood\n", Fail, []string{"odd was stopped: it printed more than 2048 KiB"}},
	"1-stuck": {"provider r\nrun -limit 1s odd call '" + asks + "'\n-- r --\nreplies:\n  - {text: hello, hold: never}\n", Fail,
		[]string{"it was waiting for the reply to request 1"}},

	// what it prints
	"2-order":  {"run odd print 'b a'\nprints a b\n", Fail, []string{`\"b\" does not stand after \"a\"`}},
	"2-stream": {"! run odd complain here\nprints here\n", Fail, []string{`\"here\" stands on standard error and belongs on standard output`}},
	"2-any":    {"! run odd complain here\nprints -any here\n", Pass, nil},
	"2-none":   {"run odd print 'a b'\n! prints c b\n", Fail, []string{`holds \"b\", which does not belong there`}},
	"2-fields": {"run odd print '[out=3,in=12]\\n'\nprints '{in=12 out=3}'\n", Pass, nil},
	// A longer number must not match on its tail or its head; reported of a grader as check50#274.
	"2-tail":    {"run odd print 'in=123 out=3'\nprints '{in=12 out=3}'\n", Fail, []string{"a line with in=12 and out=3"}},
	"2-head":    {"run odd print 'min=12 out=3'\nprints '{in=12 out=3}'\n", Fail, nil},
	"2-decimal": {"run odd print 'cost=$0.5'\nprints '{cost=$0}'\n", Fail, nil},
	"2-near":    {"run odd print 'call=1 in=3 stop=\"x\"'\nprints '{call=1 in=3 stop=x}'\n", Fail, []string{"the nearest line has all but stop=x"}},
	"2-end":     {"run odd print 'cost=$0.5.'\nprints '{cost=$0.5}'\n", Pass, nil},
	"2-lines":   {"run odd print 'in=12\\nout=3'\nprints '{in=12 out=3}'\n", Fail, nil},
	"2-crlf":    {"run odd print 'one\\r\\ntwo\\r\\n'\nprints one two\n", Pass, nil},
	"2-colour":  {"run odd print 'in=\\e[31m12\\e[0m'\nprints '{in=12}'\n", Pass, nil},
	"2-tput":    {"run odd print '\\e[38:5:208min=12\\e(B\\e[m out=3'\nprints '{in=12 out=3}'\n", Pass, nil},
	"2-fold":    {"run odd print 'Total Cut off'\nprints -fold total 'cut off'\n! prints total\n", Pass, nil},
	"2-utf8":    {"run odd print 'a\\xffb'\nprints c\n", Fail, []string{`a\ufffdb`}},
	"2-json":    {"run odd print '{\"a\":[1,2]}'\njson '.a | length' 2\n", Pass, nil},
	"2-no-json": {"run odd print 'a'\njson '.a' 2\n", Fail, []string{"standard output is not JSON"}},
	"2-value":   {"run odd print '{\"a\":1}'\njson '.a' 2\n", Fail, []string{`".a is 2"`, `"actual":["1"]`}},

	// A stream is held in the middle: what was printed before has arrived piece by piece.
	"3-release": {"provider r\nstart odd pour '" + strings.TrimSuffix(asks, "}") + `,"stream":true}` + "'\nawait Hel\nrelease h\nfinish\nprints Hel lo\n-- r --\nreplies:\n  - text: [Hel, {text: lo, hold: h}]\n", Pass, nil},
	"3-held": {"provider r\nstart odd call '" + strings.TrimSuffix(asks, "}") + `,"stream":true}` + "'\nawait Hel\nrelease h\nfinish\n-- r --\nreplies:\n  - text: [Hel, {text: lo, hold: h}]\n", Fail,
		[]string{"The program was waiting for the reply to request 1"}},
	"3-script": {"provider r\nrun odd call '" + strings.TrimSuffix(asks, "}") + `,"output_config":{"format":{"type":"json_schema","schema":{"type":"string"}}}}` + "'\n-- r --\nreplies:\n  - text: no JSON\n", Broken,
		[]string{"the call asks for JSON and the reply is"}},

	// what it sends
	"3-calls": {"provider r\nrun odd call '" + asks + "'\nrequests 1\nsends 1 want\nrequest all .max_tokens 100 'a hundred'\n-- want --\nuser: Hello\n-- r --\nreplies:\n  - text: hi\n", Pass, nil},
	"3-count": {"run odd nothing\nrequests 1\n", Fail, []string{"the program made 0 requests, 1 expected", "no request of the program has reached ANTHROPIC_BASE_URL"}},
	"3-never": {"run odd nothing\nsends 1 want\n-- want --\nuser: Hello\n", Fail, []string{"request 1 was never made: the program made 0 requests"}},
	"3-differs": {"provider r\nrun odd call '" + asks + "'\nsends 1 want\n-- want --\nuser: Help\n-- r --\nreplies:\n  - text: hi\n", Fail,
		[]string{"message 1 of request 1 is not the expected one", `"expected":["user: Help"]`, `"actual":["user: Hello"]`, `"at":0`}},
	"3-refused": {"provider r\nrun odd call '{}'\n-- r --\nreplies:\n  - text: hi\n", Fail,
		[]string{"request 1 is one that the API does not accept", `"status":400`, "Field required"}},
	"3-reported": {"provider r\nrun odd call '{\"model\":\"claude-opus-5-5\",\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\" \"}]}'\n-- r --\nreplies:\n  - text: hi\n", Pass,
		[]string{"the live API is reported to refuse a request like this: 400"}},
	"3-dry":  {"run odd call '" + asks + "'\nrequests 2\n", Fail, []string{"call 1 is more than this check expects"}},
	"3-live": {"! run odd live '" + asks + "'\nrequests 1\n", Fail, []string{"odd ignores ANTHROPIC_BASE_URL: it tried to reach api.anthropic.com:443", "Take the address from the environment"}},

	// conversations
	"4-talks": {"start odd echo\ntype one\nawait 'said one'\ntype two\nawait 'said two'\neof\nfinish\nprints one two\n", Pass, nil},
	"4-mute":  {"start odd sleep\ntype one\nawait one\n", Fail, []string{"this was not printed within", "it was", "sleeping"}[:1]},
	"4-gone":  {"start odd print bye\nawait hello\n", Fail, []string{"the program ended without printing this", "bye"}},

	// what is the grader's own fault
	"5-no-section": {"run -stdin missing odd echo\n", Broken, []string{`5-no-section.txtar:3: there is no section`}},
	"5-scenario":   {"provider r\nrun odd echo\n-- r --\nreplies:\n  - txet: hi\n", Broken, []string{"5-scenario.txtar:7: "}},
	"5-jq":         {"provider r\nrun odd call '" + asks + "'\nrequest 1 '.[' true 'x'\n-- r --\nreplies:\n  - text: hi\n", Broken, []string{"5-jq.txtar:5: "}},
	"5-usage":      {"run odd echo\nrequests many\n", Broken, []string{"5-usage.txtar:4: "}},
}

func TestChecks(t *testing.T) {
	c := newCourse(t)
	for name, tt := range checkTable {
		c.check(name, tt.body)
	}
	results := c.grade()
	for name, tt := range checkTable {
		_, short, _ := strings.Cut(name, "-")
		r, ok := results[short]
		if !ok {
			t.Errorf("%s: no result", name)
			continue
		}
		src, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.NewReplacer(`\u0026`, "&", `\u003c`, "<", `\u003e`, ">").Replace(string(src))
		if r.Status != tt.status {
			t.Errorf("%s: %s, want %s\n%s", name, r.Status, tt.status, text)
		}
		for _, s := range tt.says {
			if !strings.Contains(text, s) {
				t.Errorf("%s: does not say %q:\n%s", name, s, text)
			}
		}
		if (r.Status == Fail) != (r.Hint != "") {
			t.Errorf("%s: %s with the hint %q", name, r.Status, r.Hint)
		}
	}
}

func TestEnvironmentOfPrograms(t *testing.T) {
	t.Setenv("SECRET_OF_THE_LEARNER", "1")
	c := newCourse(t)
	c.check("1-environment", "run odd environment\nprints ANTHROPIC_BASE_URL=http://127.0.0.1: ANTHROPIC_API_KEY=sk-ant-fake-0000\n"+
		"prints HOME= TMPDIR=\nprints TRACE_DIR=\nprints nothing-like-this\n")
	r := c.grade()["environment"]
	src, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"of-the-learner", "SECRET_OF"} {
		if strings.Contains(string(src), s) {
			t.Errorf("the program sees %q:\n%s", s, src)
		}
	}
	if r.Failure == nil || !strings.Contains(r.Failure.Summary, "nothing-like-this") {
		t.Errorf("%s", src)
	}
}

func TestDrawnValues(t *testing.T) {
	c := newCourse(t)
	c.check("1-draws", "draw a word\ndraw b word\ndraw n int 5 9\ndraw p pick x y\ndraw f first\ndraw l letters 30\n"+
		"run odd print ${a} ' ${b} ${n} ${p} ${f} ${l}'\nprints '${a} ${b} ${n} ${p} ${f} ${l}'\nprints nowhere\n")
	said := map[string]bool{}
	for _, seed := range []uint64{1, 1, 2, 3} {
		opt := c.options()
		opt.Seed = seed
		report, err := Grade(t.Context(), opt)
		if err != nil {
			t.Fatal(err)
		}
		f := report.Checks[0].Failure
		if f == nil || !strings.Contains(f.Summary, "nowhere") {
			t.Fatalf("%+v", report.Checks[0])
		}
		said[strings.Join(f.Actual, "")] = true
	}
	if len(said) != 3 {
		t.Errorf("three seeds, one of them twice, drew %d different sets: %v", len(said), said)
	}
}

func TestNeeds(t *testing.T) {
	c := newCourse(t)
	c.check("1-first", "run odd print one\nprints two\n")
	c.check("2-second", "# needs: first\nrun odd print one\nprints one\n")
	c.check("3-third", "# needs: second\nrun odd print one\nprints one\n")
	results := c.grade()
	for _, name := range []string{"second", "third"} {
		if r := results[name]; r.Status != NotRun || r.Needs == "" || !strings.Contains(r.Because, "it does ") {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

func TestCancelled(t *testing.T) {
	c := newCourse(t)
	c.check("1-sleeps", "run -limit 1m odd sleep\n")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Grade(ctx, c.options()); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// Grading leaves no file behind, neither in the temporary folder nor in the learner's.
func TestLeavesNothing(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	c := newCourse(t)
	c.check("1-panics", "run odd panic\n")
	c.check("2-echoes", "run odd echo\n")
	before := listing(t, c.root)
	c.grade()
	if after := listing(t, c.root); after != before {
		t.Errorf("the course's folder has changed:\n%s\n%s", before, after)
	}
	if left := listing(t, tmp); left != "." {
		t.Errorf("left in the temporary folder: %s", left)
	}
}

func listing(t *testing.T, dir string) string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		rel, _ := filepath.Rel(dir, path)
		names = append(names, rel)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(names, " ")
}
