package cli

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
)

const (
	learnersKey = "sk-ant-fake-of-the-learner"
	helloFolder = "work/01-foundations/1-first-call/"
)

// odd is a program that does, by name, what a learner's program may do.
const odd = `package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"strings"
)

func main() {
	switch os.Args[1] {
	case "call":
		call()
	case "twice":
		call()
		call()
	case "loop":
		for {
			call()
		}
	case "environment":
		call()
		fmt.Println(strings.Join(os.Environ(), "\n"))
	case "echo":
		in := bufio.NewScanner(os.Stdin)
		for in.Scan() {
			fmt.Println("got " + in.Text())
		}
	case "arguments":
		fmt.Printf("%q\n", os.Args[1:])
	case "folder":
		_ = os.WriteFile("was-here", nil, 0o666)
	case "wait":
		trap := make(chan os.Signal, 1)
		signal.Notify(trap, os.Interrupt)
		call()
		fmt.Println("ready")
		<-trap
	case "much":
		line := strings.Repeat("y", 1<<20)
		for range 50 {
			fmt.Print(line)
		}
	case "panic":
		panic("on purpose")
	case "exit3":
		os.Exit(3)
	}
}

func call() {
	req, _ := http.NewRequest("POST", os.Getenv("ANTHROPIC_BASE_URL")+"/v1/messages",
		strings.NewReader(` + "`" + `{"model":"claude-opus-5-5","max_tokens":900,"messages":[{"role":"user","content":"Hello"}]}` + "`" + `))
	req.Header.Set("x-api-key", os.Getenv("ANTHROPIC_API_KEY"))
	req.Header.Set("anthropic-version", "2023-06-01")
	req.Header.Set("content-type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return
	}
	io.Copy(os.Stdout, res.Body)
	fmt.Println()
}
`

// newRun is a visit whose exercise 1.1 holds the odd program, without any key or address in the environment.
func newRun(t *testing.T) *visit {
	t.Helper()
	v := newVisit(t)
	v.env = slices.DeleteFunc(os.Environ(), func(kv string) bool {
		return strings.HasPrefix(kv, "ANTHROPIC_") || strings.HasPrefix(kv, "PROMPT_VERSION=")
	})
	v.course(0, "start 1.1")
	v.write(helloFolder+"hello/main.go", odd)
	return v
}

// server answers every call with a message and remembers the keys that came.
type server struct {
	url   string
	mu    sync.Mutex
	keys  []string
	model string
}

func newServer(t *testing.T, model string) *server {
	s := &server{model: model}
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.keys = append(s.keys, req.Header.Get("x-api-key")+req.Header.Get("authorization"))
		fmt.Fprintf(w, `{"id":"msg_1","type":"message","role":"assistant","model":%q,"content":[{"type":"text","text":"Hi"}],`+
			`"stop_reason":"end_turn","usage":{"input_tokens":1000,"output_tokens":100}}`, s.model)
	}))
	t.Cleanup(h.Close)
	s.url = h.URL
	return s
}

// record is the last line of runs.jsonl.
func (v *visit) record() map[string]any {
	v.t.Helper()
	lines := strings.Split(strings.TrimSpace(v.read("traces/runs.jsonl")), "\n")
	var r map[string]any
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &r); err != nil {
		v.t.Fatal(err)
	}
	return r
}
