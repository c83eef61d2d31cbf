// Package proc runs a program that nobody trusts to behave: in a process group of its own, with a time limit and a
// limit on what it may print, and so that nothing of it is left when it has ended. When its time runs out it says what
// the program was doing.
//
// It works on Linux and macOS. On Linux also children that left the process group are found and ended; on macOS only
// the group is.
package proc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"
)

// A Spec says what to run and within which limits.
type Spec struct {
	Path  string   // the executable
	Args  []string // without the program's name
	Dir   string
	Env   []string // the whole environment
	Input []byte   // standard input; it ends after these bytes unless Talk is set
	Talk  bool     // standard input stays open: Type writes to it, CloseInput ends it

	// In, if given, takes the place of Input. A file, unless it is a terminal, is the program's own standard input, so that
	// it reads no more than it wants. Anything else is copied as the program reads; an In that blocks for ever, as a
	// terminal does, holds nothing up: the goroutine that reads it is left behind.
	In io.Reader
	// Out and Err, if given, take a stream of output: nothing of it is kept, in the result or for Await, and OutputCap
	// does not hold. A file, a terminal too, is the program's own; to anything else it is copied as it arrives, and when
	// writing fails the program meets a closed pipe, as it would in a shell. With Err given, what the program was doing
	// when its time ran out is told there and not in the result.
	Out, Err io.Writer

	// Grace is how long the program may take to end by itself when the context ends; 0 means not at all.
	Grace time.Duration

	Limit     time.Duration // of time, from start to end; 0 means 10 s, less than 0 none
	OutputCap int           // bytes of each output stream, after which the program is ended; 0 means 2 MiB
	Memory    uint64        // bytes of data; 0 means no limit. Only Linux has it.

	// Waiting, if given, is asked when time has run out: what the program is waiting for outside itself, or "".
	Waiting func() string
	// OnOutput, if given, is called with all of standard output so far, each time some arrives.
	OnOutput func(stdout []byte)
}

// A Result tells how a program ended.
type Result struct {
	Exit    int    // exit code; -1 when a signal ended it
	Signal  string // the signal that ended it, if one did
	Stdout  []byte // at most OutputCap bytes
	Stderr  []byte // at most OutputCap bytes, without what the program dumped because it was asked what it was doing
	Timeout bool   // it was ended because its time ran out
	Flooded bool   // it was ended because it printed more than OutputCap
	Stopped bool   // it was ended because the context ended or Stop was called
	Doing   string // what it was doing when its time ran out
}

// A Process is a running program.
type Process struct {
	spec    Spec
	cmd     *exec.Cmd
	started time.Time
	input   *os.File
	out     [2]stream // standard output, standard error
	mu      sync.Mutex
	changed chan struct{} // closed and replaced whenever output arrives; guarded by mu
	flooded chan struct{} // closed when a stream reaches its cap
	flood   sync.Once
	expired chan struct{} // closed when somebody else's patience has ended
	expire  sync.Once
	stop    context.CancelFunc
	readers sync.WaitGroup
	ended   chan struct{}
	result  Result
	asked   atomic.Bool // it was asked to end
	reaped  bool        // the process id may be another's by now; guarded by mu
}

type stream struct {
	pipe *os.File
	data []byte    // guarded by Process.mu
	to   io.Writer // where it passes through, if it does
}

const (
	defaultLimit = 10 * time.Second
	defaultCap   = 2 << 20
	stalledGrace = 2 * time.Second        // for whoever takes the last output of a program that was told to end
	drainGrace   = 200 * time.Millisecond // for output still in a pipe after the program has ended
	dumpGrace    = 500 * time.Millisecond // for a program to say what it is doing
)

// Run starts the program and waits for its end.
func Run(ctx context.Context, spec Spec) (Result, error) {
	p, err := Start(ctx, spec)
	if err != nil {
		return Result{}, err
	}
	return p.Wait(), nil
}

// RunTool runs a program that a person would wait for: that it was stopped, or did not end within its limit, is an error. Its
// exit code is for the caller to judge.
func RunTool(ctx context.Context, name string, spec Spec) (Result, error) {
	result, err := Run(ctx, spec)
	switch {
	case err != nil:
		return result, err
	case result.Stopped:
		return result, context.Cause(ctx)
	case result.Timeout:
		return result, fmt.Errorf("%s did not end within %v", name, spec.Limit)
	}
	return result, nil
}

// Start starts the program. Its end must be waited for with Wait. The error is about the start alone: no such file, no
// permission, no more processes.
func Start(ctx context.Context, spec Spec) (*Process, error) {
	if spec.Limit == 0 {
		spec.Limit = defaultLimit
	}
	if spec.OutputCap == 0 {
		spec.OutputCap = defaultCap
	}
	ctx, cancel := context.WithCancel(ctx)
	p := &Process{spec: spec, changed: make(chan struct{}), flooded: make(chan struct{}), expired: make(chan struct{}), ended: make(chan struct{}), stop: cancel}
	if err := p.launch(); err != nil {
		cancel()
		return nil, fmt.Errorf("start %s: %w", spec.Path, err)
	}
	go p.supervise(ctx)
	return p, nil
}

func (p *Process) read(s *stream, isStdout bool) {
	buf := make([]byte, 32<<10)
	next := s.pipe.Read
	for {
		n, err := next(buf)
		if n > 0 {
			p.mu.Lock()
			room := p.spec.OutputCap - len(s.data)
			s.data = append(s.data, buf[:min(n, room)]...)
			close(p.changed)
			p.changed = make(chan struct{})
			seen := s.data[:len(s.data):len(s.data)]
			p.mu.Unlock()
			if isStdout && p.spec.OnOutput != nil {
				p.spec.OnOutput(seen)
			}
			if n > room {
				p.flood.Do(func() { close(p.flooded) })
				return
			}
		}
		switch {
		case errors.Is(err, os.ErrDeadlineExceeded): // the program has ended: what it wrote is all in the pipe
			next = func(buf []byte) (int, error) { return readNow(s.pipe, buf) }
		case err != nil:
			return
		}
	}
}

// supervise waits for whatever ends the program first, ends it, and collects what is left of it.
func (p *Process) supervise(ctx context.Context) {
	defer close(p.ended)
	defer p.stop()
	exited := make(chan struct{})
	go func() {
		waitExit(p.cmd.Process.Pid)
		close(exited)
	}()
	var limit <-chan time.Time
	if p.spec.Limit > 0 {
		timer := time.NewTimer(p.spec.Limit)
		defer timer.Stop()
		limit = timer.C
	}
	errMark := -1
	select {
	case <-exited:
	case <-p.flooded:
		p.result.Flooded = true
	case <-ctx.Done():
		p.result.Stopped = true
		p.interruptFirst(exited)
	case <-limit:
		p.result.Timeout = true
		errMark = p.diagnose(exited)
	case <-p.expired:
		p.result.Timeout = true
		errMark = p.diagnose(exited)
	}
	killGroup(p.cmd.Process.Pid)
	p.mu.Lock()
	p.reaped = true
	p.mu.Unlock()
	waitErr := p.cmd.Wait()
	unregister(p.cmd.Process.Pid)
	p.input.Close()
	p.drain()
	p.result.Exit, p.result.Signal = exitOf(p.cmd.ProcessState, waitErr)
	p.mu.Lock()
	p.result.Stdout, p.result.Stderr = p.out[0].data, p.out[1].data
	p.mu.Unlock()
	if errMark >= 0 {
		p.result.Stderr = p.result.Stderr[:errMark]
	}
}

// interruptFirst lets a program end by itself within the grace.
func (p *Process) interruptFirst(exited <-chan struct{}) {
	if p.spec.Grace == 0 {
		return
	}
	p.Interrupt()
	timer := time.NewTimer(p.spec.Grace)
	defer timer.Stop()
	select {
	case <-exited:
	case <-timer.C:
	}
}

// drain takes what is left in both outputs, but waits for no child that left the group and still holds them. Output that
// passes through is waited for as long as somebody still takes it.
func (p *Process) drain() {
	for i := range p.out {
		if p.out[i].pipe != nil {
			_ = p.out[i].pipe.SetReadDeadline(time.Now()) // tells the readers that the program has ended
		}
	}
	defer func() {
		for i := range p.out {
			if p.out[i].to == nil && p.out[i].pipe != nil {
				p.out[i].pipe.Close()
			}
		}
	}()
	if p.result.Stopped || p.asked.Load() {
		p.awaitReaders(stalledGrace) // one who takes nothing any more is left behind
		return
	}
	p.readers.Wait()
}

// awaitReaders waits until both outputs have ended, or for the given time.
func (p *Process) awaitReaders(within time.Duration) {
	done := make(chan struct{})
	go func() {
		p.readers.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(within):
	}
}

// Wait waits for the program's end and returns how it ended.
func (p *Process) Wait() Result {
	<-p.ended
	return p.result
}

// Interrupt asks the program and its children to end, as Ctrl-C does. A program need not listen.
func (p *Process) Interrupt() {
	p.asked.Store(true)
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.reaped {
		interruptGroup(p.cmd.Process.Pid)
	}
}

// Stop ends the program at once.
func (p *Process) Stop() { p.stop() }

// Expire ends the program as if its time had run out now, so that the result says what it was doing.
func (p *Process) Expire() { p.expire.Do(func() { close(p.expired) }) }

// Ended is closed when the program has ended.
func (p *Process) Ended() <-chan struct{} { return p.ended }
