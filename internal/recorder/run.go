package recorder

import (
	"context"
	"fmt"
	"io"
	"time"

	"agentcourse/internal/proc"
	"agentcourse/internal/trace"
)

// A Program is what Run runs.
type Program struct {
	Path     string
	Args     []string // without the program's name
	Dir      string
	Env      []string // see [Recorder.Environment]
	In       io.Reader
	Out, Err io.Writer
}

// Run runs a program to its end. Its output goes to Out and Err as it comes. When a limit is met or the context ends,
// the program is asked to end, as Ctrl-C does, and ended if it has not after the grace; the trace says why. The error is
// about the start alone.
func (r *Recorder) Run(ctx context.Context, p Program) (proc.Result, error) {
	if err := ctx.Err(); err != nil {
		return proc.Result{}, err
	}
	running, err := proc.Start(context.WithoutCancel(ctx), proc.Spec{
		Path: p.Path, Args: p.Args, Dir: p.Dir, Env: p.Env, In: p.In, Out: p.Out, Err: p.Err, Limit: -1,
	})
	if err != nil {
		return proc.Result{}, err
	}
	var over <-chan time.Time
	if r.opt.Limits.Time > 0 {
		timer := time.NewTimer(r.opt.Limits.Time)
		defer timer.Stop()
		over = timer.C
	}
	select {
	case <-running.Ended():
		return running.Wait(), nil
	case <-ctx.Done():
		r.Stop(trace.Interrupted, "Ctrl-C or a signal interrupted it")
	case <-over:
		r.Stop(trace.Deadline, fmt.Sprintf("it had run for %v (--max-time %v)", r.opt.Limits.Time, r.opt.Limits.Time))
	case <-r.stopped:
	}
	running.Interrupt()
	grace := time.NewTimer(r.opt.Grace)
	defer grace.Stop()
	select {
	case <-running.Ended():
	case <-grace.C:
		running.Stop()
	}
	return running.Wait(), nil
}
