package cli

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What is not known of a cost is said, and never a figure in the record.
func TestRunSaysWhatItsCostIs(t *testing.T) {
	v := newRun(t)
	const (
		whole = `{"type":"message","model":"claude-opus-5-5-20261101","content":[],"stop_reason":"end_turn","usage":{"input_tokens":1000,"output_tokens":100}}`
		begun = `data: {"type":"message_start","message":{"model":"claude-opus-5-5","usage":{"input_tokens":1000,"output_tokens":1}}}` + "\n\n"
	)
	for name, tt := range map[string]struct {
		kind, body, flags, says string
		cost                    any
	}{
		"the edition is named": {"application/json", whole, "", "cost $0.006000 at the price of claude-opus-5-5; what your server", 0.006},
		"over the limit":       {"application/json", whole, "--max-cost 0.001", "cost $0.006000 at the price of claude-opus-5-5, above --max-cost; what", 0.006},
		"broken off": {
			"text/event-stream", begun, "",
			"tokens at least in 1000, out 1: 1 reply broke off cost at least $0.004020 at the price of claude-opus-5-5; what", nil,
		},
		"not to be read": {
			"text/html", "<h1>Log in</h1>", "",
			"tokens ? (no reply told them) cost ? (1 call told no tokens that can be read, so --max-cost had no effect on that; what is known comes to $0.000000)", nil,
		},
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("content-type", tt.kind)
			_, _ = io.WriteString(w, tt.body)
		}))
		v.course(0, "run 1.1 --base-url "+s.URL+" "+tt.flags+" -- call")
		s.Close()
		v.says(tt.says)
		if got := v.record()["cost_usd"]; got != tt.cost {
			t.Errorf("%s: cost_usd %v", name, got)
		}
	}
}

func TestRunSaysWhatWasRefused(t *testing.T) {
	v := newRun(t)
	s := newServer(t, "claude-opus-5-5")
	v.course(1, "run 1.1 --max-calls 1 --base-url "+s.url+" -- twice")
	v.says("calls 1; refused after the limit: 1 tokens")
	v.live, v.env = s.url, append(v.env, "ANTHROPIC_API_KEY="+learnersKey)
	v.write(helloFolder+"hello/main.go", strings.Replace(odd, `os.Getenv("ANTHROPIC_API_KEY")`, `""`, 1))
	v.course(0, "run 1.1 -- call")
	v.says("x-api-key header is required", "calls 0; refused without the program's key: 1 time")
	if strings.Contains(v.err, "it made no call") {
		t.Errorf("%s", v.err)
	}
	v.write(helloFolder+"hello/main.go", strings.Replace(odd, "/v1/messages", "/v1/messages/batches", 1))
	s.keys = nil
	v.course(0, "run 1.1 -- call")
	v.says("course run forwards to the live API what it can price: ", "calls 0; refused for its path: 1 time")
	if len(s.keys) != 0 {
		t.Error("it was forwarded")
	}
}

// A key in the wrong flag or variable is nowhere written, and the tools that need none do not get it.
func TestRunKeyInTheWrongPlace(t *testing.T) {
	v := newRun(t)
	bin := t.TempDir()
	spy := "#!/bin/sh\nenv >>" + filepath.Join(bin, "seen") + "\necho abc1234\n"
	if err := os.WriteFile(filepath.Join(bin, "git"), []byte(spy), 0o777); err != nil {
		t.Fatal(err)
	}
	v.env = append(v.env, "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "ANTHROPIC_API_KEY="+learnersKey, "COPY="+learnersKey)
	flags := "--sim --fast --model " + learnersKey + " --prompt-version " + learnersKey
	v.course(0, "run 1.1 "+flags+" -- environment")
	v.env = append(v.env, "ANTHROPIC_MODEL="+learnersKey, "PROMPT_VERSION="+learnersKey)
	v.course(0, "run 1.1 --sim --fast -- folder")
	r := v.record()
	if r["prompt_version"] != "[REDACTED]" || r["model"] != "[REDACTED]" {
		t.Errorf("%v", r)
	}
	seen := filepath.Join(bin, "seen")
	for _, file := range append(mustGlob(t, filepath.Join(v.root, "traces", "*.jsonl")), seen) {
		if src, err := os.ReadFile(file); err != nil || strings.Contains(string(src), "of-the-learner") {
			t.Errorf("%s holds the key (%v)", file, err)
		}
	}
	if strings.Contains(v.out+v.err, "of-the-learner") {
		t.Errorf("the key is shown: %s%s", v.out, v.err)
	}
	// The go command asks git about the module, and a command named by GOFLAGS gets its environment.
	v.env = append(v.env, "GOFLAGS=-toolexec="+filepath.Join(bin, "tool"))
	tool := "#!/bin/sh\nenv >>" + seen + "\nexec \"$@\"\n"
	if err := os.WriteFile(filepath.Join(bin, "tool"), []byte(tool), 0o777); err != nil {
		t.Fatal(err)
	}
	v.write(helloFolder+"hello/main.go", odd+"\n// built anew\n")
	v.course(0, "run 1.1 --sim --fast -- folder")
	if src, err := os.ReadFile(seen); err != nil || strings.Contains(string(src), "of-the-learner") || !strings.Contains(string(src), "-toolexec") {
		t.Errorf("what the tools saw holds the key, or nothing (%v): %s", err, src)
	}
}
