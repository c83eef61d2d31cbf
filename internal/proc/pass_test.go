//go:build linux || darwin

package proc

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// await reads until the text has come.
func await(t *testing.T, r io.Reader, text string) {
	t.Helper()
	seen, buf := "", make([]byte, 100)
	for !strings.Contains(seen, text) {
		n, err := r.Read(buf)
		seen += string(buf[:n])
		if err != nil {
			t.Fatalf("%v after %q, without %q", err, seen, text)
		}
	}
}

func TestOutputPassesThroughAsItArrives(t *testing.T) {
	in, typed := io.Pipe()
	shown, out := io.Pipe()
	var errs bytes.Buffer
	p, err := Start(t.Context(), Spec{Path: misbehave, Args: []string{"echo"}, In: in, Out: out, Err: &errs, Limit: -1})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"one", "two"} {
		if _, err := io.WriteString(typed, line+"\n"); err != nil {
			t.Fatal(err)
		}
		await(t, shown, "got "+line+"\n")
	}
	typed.Close()
	if r := p.Wait(); r.Exit != 0 || r.Stdout != nil || r.Stderr != nil {
		t.Errorf("%+v", r)
	}
}

func TestMuchPassesThroughWhole(t *testing.T) {
	var out bytes.Buffer
	if r := run(t, Spec{Out: &out, Err: io.Discard}, "much"); r.Flooded || r.Exit != 0 {
		t.Errorf("%+v", r)
	}
	if out.Len() != 50<<20 {
		t.Errorf("%d bytes", out.Len())
	}
}

// A slow is one who takes output while the program has ended already.
type slow struct {
	pipe *os.File
	got  bytes.Buffer
}

func (s *slow) Write(b []byte) (int, error) {
	_ = s.pipe.SetReadDeadline(time.Now())
	return s.got.Write(b)
}

// A reader that is slow to take the last output, a pager for example, still gets all of it.
func TestOutputWaitsForWhoeverTakesIt(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	all := strings.Repeat("z", 60<<10) // more than is read at once, less than a pipe holds
	if _, err := w.WriteString(all); err != nil {
		t.Fatal(err)
	}
	s := &slow{pipe: r}
	passThrough(s, r)
	if s.got.Len() != len(all) {
		t.Errorf("%d of %d bytes", s.got.Len(), len(all))
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("nobody there") }

func TestOutputThatNobodyTakesEndsTheProgram(t *testing.T) {
	r := run(t, Spec{Out: broken{}, Err: io.Discard}, "flood")
	if r.Signal != "broken pipe" || r.Timeout {
		t.Errorf("%+v", r)
	}
}

func TestReaderThatNeverEndsHoldsNothingUp(t *testing.T) {
	never, held := io.Pipe()
	defer held.Close()
	if r := run(t, Spec{In: never}, "exit3"); r.Exit != 3 || r.Timeout {
		t.Errorf("%+v", r)
	}
}

// A child that left the group and holds the output does not hold up the end.
func TestOrphanDoesNotHoldOutputThatPassesThrough(t *testing.T) {
	sleep, err := exec.LookPath("sleep")
	if err != nil {
		t.Fatal("these tests need the command sleep")
	}
	var out bytes.Buffer
	if r := run(t, Spec{Out: &out}, "setsid", sleep); r.Exit != 0 || !strings.HasPrefix(out.String(), "child ") {
		t.Errorf("%+v %q", r, out.String())
	}
}

func TestInterrupt(t *testing.T) {
	shown, out := io.Pipe()
	p, err := Start(t.Context(), Spec{Path: misbehave, Args: []string{"polite"}, Out: out})
	if err != nil {
		t.Fatal(err)
	}
	await(t, shown, "ready\n")
	p.Interrupt()
	await(t, shown, "bye\n")
	if r := p.Wait(); r.Exit != 0 || r.Stopped {
		t.Errorf("%+v", r)
	}
	p.Interrupt() // its id may be another's now: nothing is sent
}
