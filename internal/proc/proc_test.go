//go:build linux || darwin

package proc

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

var misbehave string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "proc")
	if err != nil {
		panic(err)
	}
	misbehave = filepath.Join(dir, "misbehave")
	if out, err := exec.Command("go", "build", "-o", misbehave, "./testdata/misbehave").CombinedOutput(); err != nil {
		panic(string(out))
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

func run(t *testing.T, spec Spec, args ...string) Result {
	t.Helper()
	spec.Path, spec.Args = misbehave, args
	res, err := Run(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func TestEnds(t *testing.T) {
	if r := run(t, Spec{Input: []byte("a\nb\n")}, "echo"); string(r.Stdout) != "got a\ngot b\n" || r.Exit != 0 {
		t.Errorf("echo: %+v", r)
	}
	if r := run(t, Spec{}, "exit3"); r.Exit != 3 || string(r.Stderr) != "three\n" {
		t.Errorf("exit3: %+v", r)
	}
	if r := run(t, Spec{}, "panic"); r.Exit != 2 || !bytes.Contains(r.Stderr, []byte("panic: on purpose")) {
		t.Errorf("panic: %+v", r)
	}
	if _, err := Run(t.Context(), Spec{Path: misbehave + "-missing"}); err == nil || !strings.Contains(err.Error(), "-missing") {
		t.Errorf("a missing program gave the error %v", err)
	}
}

func TestEnvironmentIsOnlyWhatIsGiven(t *testing.T) {
	t.Setenv("ANTHROPIC_API_KEY", "sk-ant-fake-must-not-leak")
	if r := run(t, Spec{Env: []string{"A=1"}}, "environment"); string(r.Stdout) != "A=1\n" {
		t.Errorf("environment: %q", r.Stdout)
	}
}

// A timeout that looks like any other failure helps nobody; reported of graders as exercism#5773 and nbgrader#1846.
func TestSaysWhatItWasDoing(t *testing.T) {
	tests := []struct{ what, want string }{
		{"input", "waiting for input, in main.readLine (main.go:"},
		{"sleep", "sleeping, in main.main (main.go:"},
		{"channel", "waiting for a channel (chan receive), in main.main"},
		{"mutex", "waiting for a mutex, in main.main"},
		{"busy", "busy computing the whole time"},
		{"child", "waiting for another program that it started, in main.main"},
		{"deaf", "idle: waiting for something that did not come"},
	}
	for _, tt := range tests {
		t.Run(tt.what, func(t *testing.T) {
			t.Parallel()
			r := run(t, Spec{Talk: true, Limit: time.Second, Env: os.Environ()}, tt.what)
			if !r.Timeout || !strings.HasPrefix(r.Doing, tt.want) {
				t.Errorf("timeout %v, doing %q, want %q", r.Timeout, r.Doing, tt.want)
			}
			if len(r.Stderr) != 0 {
				t.Errorf("the dump is among what is shown: %q", r.Stderr)
			}
		})
	}
	r := run(t, Spec{Limit: 50 * time.Millisecond, Waiting: func() string { return "waiting for reply 2" }}, "sleep")
	if r.Doing != "waiting for reply 2" {
		t.Errorf("doing %q", r.Doing)
	}
}

func TestFloodIsCut(t *testing.T) {
	r := run(t, Spec{OutputCap: 100_000}, "flood")
	if !r.Flooded || r.Timeout || len(r.Stdout) != 100_000 {
		t.Errorf("flooded %v, timeout %v, %d bytes", r.Flooded, r.Timeout, len(r.Stdout))
	}
}

// Four programs that called themselves without end took four gigabytes and twenty seconds.
func TestMemoryIsBounded(t *testing.T) {
	if runtime.GOOS != "linux" {
		return // no other system lets a program's memory be limited from outside
	}
	r := run(t, Spec{Memory: 256 << 20}, "recursion")
	if r.Exit != 2 || !bytes.Contains(r.Stderr, []byte("fatal error: ")) || !bytes.Contains(r.Stderr, []byte("main.deeper")) {
		t.Errorf("exit code %d, timeout %v, stderr %.300q", r.Exit, r.Timeout, r.Stderr)
	}
}

// Whether a child is still there is asked of a connection that it holds. Its process id may be seen for a while after it
// has been killed.
func TestNothingOutlives(t *testing.T) {
	sleep, err := exec.LookPath("sleep")
	if err != nil {
		t.Fatal("these tests need the command sleep")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	children := []string{"orphan"}
	if runtime.GOOS == "linux" { // no other system lets those be found that left the group
		children = append(children, "setsid", "bare")
	}
	for _, what := range children {
		t.Run(what, func(t *testing.T) {
			r := run(t, Spec{}, what, sleep, listener.Addr().String())
			if r.Timeout || r.Exit != 0 {
				t.Errorf("%+v", r)
			}
			pid, err := strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(string(r.Stdout), "child ")))
			if err != nil {
				t.Fatalf("stdout %q", r.Stdout)
			}
			held, err := listener.Accept()
			if err != nil {
				t.Fatal(err)
			}
			defer held.Close()
			_ = held.SetReadDeadline(time.Now().Add(5 * time.Second))
			if _, err := io.Copy(io.Discard, held); errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("child %d is still there", pid)
				_ = syscall.Kill(pid, syscall.SIGKILL)
			}
		})
	}
}

func TestSweepLeavesOtherChildrenAlone(t *testing.T) {
	other := exec.Command("sleep", "3600")
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	run(t, Spec{}, "exit3")
	if err := syscall.Kill(other.Process.Pid, 0); err != nil {
		t.Error("a child that this package did not start was ended")
	}
	_ = other.Process.Kill()
	_ = other.Wait()
}

func TestContextEndsIt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p, err := Start(ctx, Spec{Path: misbehave, Args: []string{"deaf"}})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if r := p.Wait(); !r.Stopped || r.Signal != "killed" {
		t.Errorf("%+v", r)
	}
}

func TestConversation(t *testing.T) {
	p, err := Start(t.Context(), Spec{Path: misbehave, Args: []string{"echo"}, Talk: true})
	if err != nil {
		t.Fatal(err)
	}
	contains := func(s string) func([]byte) bool {
		return func(b []byte) bool { return bytes.Contains(b, []byte(s)) }
	}
	for _, line := range []string{"one", "two"} {
		if err := p.Type(line + "\n"); err != nil {
			t.Fatal(err)
		}
		if !p.Await(contains("got "+line), 5*time.Second) {
			t.Fatalf("no answer to %q: %q", line, p.Stdout())
		}
	}
	if p.Await(contains("never"), 10*time.Millisecond) {
		t.Error("Await found what was not printed")
	}
	p.CloseInput()
	if r := p.Wait(); r.Exit != 0 || string(r.Stdout) != "got one\ngot two\n" {
		t.Errorf("%+v", r)
	}
	if p.Await(contains("never"), time.Hour) {
		t.Error("Await found what was not printed")
	}
}

// A reader that gets no turn for a while once lost what a program had written just before its end.
func TestLateReaderLosesNothing(t *testing.T) {
	turn := make(chan struct{})
	time.AfterFunc(3*drainGrace, func() { close(turn) })
	var once sync.Once
	result, err := Run(t.Context(), Spec{
		Path: "/bin/sh", Args: []string{"-c", "echo first; read line; echo last; echo oops >&2"}, Input: []byte("go\n"), Dir: t.TempDir(),
		OnOutput: func([]byte) { once.Do(func() { <-turn }) },
	})
	if err != nil || string(result.Stdout) != "first\nlast\n" || string(result.Stderr) != "oops\n" {
		t.Errorf("standard output %q, standard error %q, %v", result.Stdout, result.Stderr, err)
	}
}
