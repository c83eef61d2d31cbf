package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRunProviders(t *testing.T) {
	v := newRun(t)
	live, local := newServer(t, "claude-opus-5-5"), newServer(t, "claude-opus-5-5")
	v.live = live.url
	bare := v.env
	key, base := "ANTHROPIC_API_KEY="+learnersKey, "ANTHROPIC_BASE_URL="+local.url
	const fake = "sk-ant-fake-0000"
	tests := map[string]struct {
		env         []string
		flags       string
		says        string
		provider    string
		live, local []string // the keys that came there
	}{
		"nothing":            {nil, "", "sim-1, because ANTHROPIC_API_KEY is not set: the course's simulator answers (--seed ", "sim-1", nil, nil},
		"key":                {[]string{key}, "", "live, because ANTHROPIC_API_KEY is set: calls go to " + live.url + " and cost money, up to about $0.5", "live", []string{learnersKey}, nil},
		"key, no limit":      {[]string{key}, "--max-cost 0", "cost money, without a limit on the cost", "live", []string{learnersKey}, nil},
		"key and --sim":      {[]string{key}, "--sim --seed 7", "sim-1, because --sim was given: the course's simulator answers (--seed 7) and costs nothing", "sim-1", nil, nil},
		"a local key":        {[]string{"ANTHROPIC_API_KEY=local"}, "", "sim-1, because ANTHROPIC_API_KEY holds no key of the live API, which start with sk-ant-", "sim-1", nil, nil},
		"address":            {[]string{base}, "", "local, because ANTHROPIC_BASE_URL is set: calls go to " + local.url + ", without your key", "local", nil, []string{fake}},
		"address and key":    {[]string{key, base}, "", "local, because ANTHROPIC_BASE_URL is set", "local", nil, []string{fake}},
		"address and --sim":  {[]string{key, base}, "--sim", "sim-1, because --sim was given", "sim-1", nil, nil},
		"--base-url":         {[]string{key}, "--base-url " + local.url + "/v1/", "local, because --base-url was given: calls go to " + local.url, "local", nil, []string{fake}},
		"--base-url is live": {[]string{key, base}, "--base-url " + live.url, "live, because ANTHROPIC_API_KEY is set", "live", []string{learnersKey}, nil},
		"live address":       {[]string{key, "ANTHROPIC_BASE_URL=" + live.url + "/"}, "", "live, because", "live", []string{learnersKey}, nil},
		"live, but no key":   {[]string{"ANTHROPIC_BASE_URL=" + live.url, "ANTHROPIC_API_KEY= "}, "", "sim-1, because ANTHROPIC_API_KEY is not set", "sim-1", nil, nil},
	}
	for name, tt := range tests {
		v.env = slices.Concat(bare, tt.env)
		live.keys, local.keys = nil, nil
		v.course(0, "run 1.1 --fast "+tt.flags+" -- environment")
		v.says(tt.says)
		if diff := cmp.Diff([][]string{tt.live, tt.local}, [][]string{live.keys, local.keys}); diff != "" {
			t.Errorf("%s: keys at live and local (-want +got):\n%s", name, diff)
		}
		if r := v.record(); r["provider"] != tt.provider || r["status"] != "answered" {
			t.Errorf("%s: %v", name, r)
		}
		if strings.Contains(v.out+v.err, "of-the-learner") || regexp.MustCompile(`sk-ant-fake-[a-z0-9]{12}\n`).FindString(v.out) == "" {
			t.Errorf("%s: the program's key: %s", name, v.out)
		}
	}
	for _, file := range mustGlob(t, filepath.Join(v.root, "traces", "*.jsonl")) {
		if src, err := os.ReadFile(file); err != nil || bytes.Contains(src, []byte("of-the-learner")) {
			t.Errorf("%s holds the key (%v)", file, err)
		}
	}
}

func TestRunIsLikeRunningIt(t *testing.T) {
	v := newRun(t)
	v.course(0, "run 1.1 hello -- arguments a --sim -- b")
	v.says(`["arguments" "a" "--sim" "--" "b"]`, "it made no call to the address in ANTHROPIC_BASE_URL")
	if r := v.record(); r["status"] != "exit 0" || r["calls"] != 0.0 || r["cost_usd"] != 0.0 {
		t.Errorf("%v", r)
	}
	v.in = "one\ntwo"
	v.course(0, "run 1.1 -- echo")
	if v.out != "got one\ngot two\n" {
		t.Errorf("%q", v.out)
	}
	v.course(0, "run 1.1 -- folder")
	v.read(helloFolder + "was-here")
	v.course(0, "run 1.1 -- much")
	if len(v.out) != 50<<20 {
		t.Errorf("%d bytes", len(v.out))
	}
	v.course(1, "run 1.1 -- exit3")
	v.says("stopped the program ended with exit code 3")
	if r := v.record(); r["status"] != "exit 3" {
		t.Errorf("%v", r)
	}
	v.course(1, "run 1.1 -- panic")
	v.says("panic: on purpose", "hello/main.go:", "stopped the program ended with exit code 2")
	v.course(0, "run 1.1 --fast --model llama3.2 --prompt-version v2 --sim -- environment")
	v.says("ANTHROPIC_MODEL=llama3.2", "PROMPT_VERSION=v2", "TRACE_DIR="+filepath.Join(v.root, "traces"))
	v.env = append(v.env, "PROMPT_VERSION=v3")
	v.course(0, "run 1.1 -- folder")
	if r := v.record(); r["prompt_version"] != "v3" {
		t.Errorf("%v", r)
	}
}

func TestRunRecordAndSummary(t *testing.T) {
	v := newRun(t)
	priced, unpriced := newServer(t, "claude-opus-5-5"), newServer(t, "llama3.2")
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "git"), []byte("#!/bin/sh\necho abc1234\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	v.env = append(v.env, "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	v.course(0, "run ex1 --prompt-version v2 --base-url "+priced.url+" -- twice")
	v.says("run of hello, exercise 1.1, local calls 2 tokens in 2000, out 200 cost $0.012000 at the price of claude-opus-5-5; what your server costs is another matter",
		"ended end_turn 2 time ", "trace traces/2026")
	got := v.record()
	trace, _ := got["trace"].(string)
	if !strings.Contains(v.read(trace), `"event":"task","task":"hello twice","provider":"local"}`) {
		t.Errorf("trace %s:\n%s", trace, v.read(trace))
	}
	for _, key := range []string{"t", "ms", "trace"} {
		if got[key] == nil || got[key] == 0.0 {
			t.Errorf("%s is %v", key, got[key])
		}
		delete(got, key)
	}
	want := map[string]any{
		"exercise": "1.1", "program": "hello", "provider": "local", "model": "claude-opus-5-5", "status": "answered", "calls": 2.0, "steps": 2.0,
		"in": 2000.0, "out": 200.0, "cost_usd": 0.012, "prompt_version": "v2", "commit": "abc1234-dirty",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("record (-want +got):\n%s", diff)
	}
	v.course(0, "run 1.1 --base-url "+unpriced.url+" --max-cost 0.001 -- twice")
	v.says("cost ? (no price is known for llama3.2, so --max-cost had no effect on its calls)")
	if r := v.record(); r["cost_usd"] != nil || r["model"] != "llama3.2" {
		t.Errorf("%v", r)
	}
	v.course(0, "run 1.1 --base-url http://127.0.0.1:1 -- call")
	v.says("calls 1 (1 failed: status 502)", "cannot reach http://127.0.0.1:1")
	v.course(0, "run 1.1 --fast -- call")
	v.says("; the simulator is free")
}

func TestRunLimits(t *testing.T) {
	v := newRun(t)
	s := newServer(t, "claude-opus-5-5")
	for flags, want := range map[string][2]string{
		"--max-calls 3":   {"max_steps", "stopped it had made 3 calls (--max-calls 3) and wanted another; "},
		"--max-cost 0.01": {"max_cost", "stopped its calls had cost $0.012000 (--max-cost 0.01) and it wanted another; "},
		"--max-time 200ms --max-calls 0 --max-cost 0": {"deadline", "stopped it had run for 200ms (--max-time 200ms); "},
	} {
		v.course(1, "run 1.1 --base-url "+s.url+" "+flags+" -- loop")
		v.says(want[1])
		r := v.record()
		if trace, _ := r["trace"].(string); r["status"] != want[0] || !strings.Contains(v.read(trace), `"event":"stopped","reason":"`+want[0]+`"`) {
			t.Errorf("%s: %v", flags, r)
		}
	}
}

// Ctrl-C ends the program, and leaves the trace and the record whole.
func TestRunInterrupted(t *testing.T) {
	v := newRun(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	shown, out := io.Pipe()
	go func() {
		seen, buf := "", make([]byte, 100)
		for !strings.Contains(seen, "ready\n") {
			n, err := shown.Read(buf)
			if seen += string(buf[:n]); err != nil {
				t.Errorf("%v after %q", err, seen)
				break
			}
		}
		cancel()
		_, _ = io.Copy(io.Discard, shown)
	}()
	var errs bytes.Buffer
	w := v.world()
	w.Out, w.Err = out, &errs
	never, held := io.Pipe() // a keyboard that nobody touches
	defer held.Close()
	w.In = never
	code := Run(ctx, w, strings.Fields("run 1.1 -- wait"))
	out.Close()
	if code != 1 || !strings.Contains(errs.String(), "stopped  Ctrl-C or a signal interrupted it") {
		t.Errorf("exit code %d\n%s", code, errs.String())
	}
	r := v.record()
	trace, _ := r["trace"].(string)
	events := v.read(trace)
	if r["status"] != "interrupted" || r["calls"] != 1.0 || r["steps"] != 1.0 || !strings.HasSuffix(events, `"reason":"interrupted","detail":"Ctrl-C or a signal interrupted it"}`+"\n") {
		t.Errorf("%v\n%s", r, events)
	}
	v.holds(helloEntry, "| end_turn 1; interrupted | ")
}

// The second piece of a reply is sent only when the first has been seen on standard output.
func TestRunStreams(t *testing.T) {
	v := newRun(t)
	seen := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("content-type", "text/event-stream")
		_, _ = io.WriteString(w, "data: first\n\n")
		_ = http.NewResponseController(w).Flush()
		<-seen
		_, _ = io.WriteString(w, "data: second\n\n")
	}))
	defer s.Close()
	shown, out := io.Pipe()
	w := v.world()
	w.Out, w.Err = out, io.Discard
	all := make(chan string)
	go func() {
		first := make([]byte, len("data: first\n\n"))
		_, err := io.ReadFull(shown, first)
		close(seen)
		rest, err2 := io.ReadAll(shown)
		all <- fmt.Sprint(string(first)+string(rest), err, err2)
	}()
	code := Run(t.Context(), w, strings.Fields("run 1.1 --base-url "+s.URL+" -- call"))
	out.Close()
	if got := <-all; code != 0 || got != "data: first\n\ndata: second\n\n\n<nil> <nil>" {
		t.Errorf("exit code %d, %q", code, got)
	}
}

func TestRunWrongUsage(t *testing.T) {
	v := newRun(t)
	for line, want := range map[string]string{
		"run":                                `name an exercise, as in "course run 1.1"`,
		"run -- 1.1":                         "name an exercise",
		"run 9.9":                            `no exercise is called "9.9"`,
		"run 1.1 hello word":                 `"word" is one argument too many: put "--" before those of the program, as in "course run 1.1 hello -- "word"`,
		"run 1.1 goodbye":                    `holds no program "goodbye"; there is hello`,
		"run 1.1 ../hello":                   `holds no program "../hello"`,
		"run 1.1 --max-calls -1":             "--max-calls -1 is no number of calls",
		"run 1.1 --max-calls many":           "invalid argument",
		"run 1.1 --max-cost NaN":             "--max-cost NaN is no amount of dollars",
		"run 1.1 --max-cost -0.5":            "--max-cost -0.5 is no amount of dollars",
		"run 1.1 --max-time -1s":             "--max-time -1s is no length of time",
		"run 1.1 --base-url localhost:11434": "--base-url is no address like http://localhost:11434",
		"run 1.1 --base-url ftp://x":         "--base-url is no address",
		"run 1.1 --base-url http://a:b@x":    "--base-url must be a plain address",
		"run 1.1 --base-url=":                "--base-url is empty",
		"run 1.1 --model=":                   "is no model's id",
		"run 1.1 --sim --base-url http://x":  "if any flags in the group [sim base-url] are set none of the others can be",
		"run 1.1 --base-url https://api.anthropic.invalid": "wants a key: set ANTHROPIC_API_KEY",
	} {
		v.course(2, line)
		v.says(want)
		if strings.Contains(v.err, "a:b@") {
			t.Errorf("the address is shown: %s", v.err)
		}
	}
	v.env = append(v.env, "ANTHROPIC_BASE_URL=nonsense")
	v.course(2, "run 1.1")
	v.says("ANTHROPIC_BASE_URL is no address like")
	if _, err := os.Stat(filepath.Join(v.root, ".course", "bin")); err == nil {
		t.Error("something was built")
	}
}

func TestRunPrograms(t *testing.T) {
	v := newRun(t)
	v.course(0, "run 1.2 chat")
	v.says("started exercise 1.2 in work/01-foundations/2-no-memory", "run of chat, exercise 1.2")
	v.course(0, "run 1.2")
	v.says("run of chat, exercise 1.2")
	v.write("work/01-foundations/2-no-memory/stateless/main.go", "package main\n\nfunc main() { broken() }\n")
	v.course(2, "run 1.2")
	v.says("there are several programs in work/01-foundations/2-no-memory: chat, stateless", `course: hint: name one, as in "course run 1.2 chat"`)
	v.course(1, "run 1.2 stateless")
	v.says("stateless cannot be built; in work/ the compiler says 01-foundations/2-no-memory/stateless/main.go:3:15: undefined: broken Start with the first line")
	v.course(0, "__complete run 1.2 ")
	v.says("1.1 The first call")
	if v.run("__complete run 1.2 s", false); !strings.Contains(v.out, "stateless\n") {
		t.Errorf("%s", v.out)
	}
	if err := os.RemoveAll(filepath.Join(v.root, helloFolder, "hello")); err != nil {
		t.Fatal(err)
	}
	v.course(2, "run 1.1")
	v.says("work/01-foundations/1-first-call holds no program; exercise 1.1 asks for hello")
}

// What cannot be recorded is not run.
func TestRunWithoutTrace(t *testing.T) {
	v := newRun(t)
	v.write("traces", "a file")
	v.course(2, "run 1.1 -- folder")
	v.says("course: error: make the folder for traces: ")
	if _, err := os.Stat(filepath.Join(v.root, helloFolder, "was-here")); err == nil {
		t.Error("the program ran")
	}
	if err := os.Remove(filepath.Join(v.root, "traces")); err != nil {
		t.Fatal(err)
	}
	v.write("traces/runs.jsonl/x", "a folder")
	v.course(2, "run 1.1 -- folder")
	v.says("course: error: open the record of runs: ")
	if _, err := os.Stat(filepath.Join(v.root, helloFolder, "was-here")); err == nil {
		t.Error("the program ran")
	}
}

func TestRunWithAProgramsFlag(t *testing.T) {
	v := newRun(t)
	v.course(2, "run 1.1 environment -max-steps 1")
	v.says("unknown shorthand flag", `flags of your program stand behind "--"`)
}
