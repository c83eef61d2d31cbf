//go:build linux || darwin

package proc

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Both streams into one file keep the order in which the program wrote, as in a shell.
func TestFilesAreTheProgramsOwn(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if r := run(t, Spec{Out: file, Err: file}, "mix"); r.Exit != 0 || r.Stdout != nil {
		t.Errorf("%+v", r)
	}
	got, err := os.ReadFile(file.Name())
	if want := strings.Repeat("out\nerr\n", 100); err != nil || string(got) != want {
		t.Errorf("%v, %q", err, got)
	}
}

// What a program does not read stays for whoever reads next: `while read line; do course run …; done`.
func TestUnreadInputStays(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, "one\n"); err != nil {
		t.Fatal(err)
	}
	w.Close()
	if res := run(t, Spec{In: r}, "exit3"); res.Exit != 3 {
		t.Errorf("%+v", res)
	}
	if left, err := io.ReadAll(r); err != nil || string(left) != "one\n" {
		t.Errorf("left %q, %v", left, err)
	}
}

// One who takes no output any more, a pager for example, does not keep a program from being stopped.
func TestStalledOutputHoldsNoStopUp(t *testing.T) {
	shown, out := io.Pipe()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	p, err := Start(ctx, Spec{Path: misbehave, Args: []string{"flood"}, Out: out, Limit: -1})
	if err != nil {
		t.Fatal(err)
	}
	await(t, shown, "x")
	stop()
	if r := p.Wait(); !r.Stopped {
		t.Errorf("%+v", r)
	}
}

// With a grace, a program may end well when the context ends; one that will not is ended.
func TestGrace(t *testing.T) {
	for _, program := range []string{"polite", "deaf"} {
		ctx, stop := context.WithCancel(t.Context())
		shown, out := io.Pipe()
		p, err := Start(ctx, Spec{Path: misbehave, Args: []string{program}, Out: out, Grace: stalledGrace})
		if err != nil {
			t.Fatal(err)
		}
		if program == "polite" {
			await(t, shown, "ready\n")
			go func() { _, _ = io.Copy(io.Discard, shown) }()
		}
		stop()
		if r := p.Wait(); !r.Stopped || (program == "polite") != (r.Exit == 0) {
			t.Errorf("%s: %+v", program, r)
		}
	}
}

func TestKillAll(t *testing.T) {
	p, err := Start(t.Context(), Spec{Path: misbehave, Args: []string{"deaf"}})
	if err != nil {
		t.Fatal(err)
	}
	KillAll()
	if r := p.Wait(); r.Signal != "killed" {
		t.Errorf("%+v", r)
	}
}
