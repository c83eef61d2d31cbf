package proc

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"time"
)

// launch makes the pipes, starts the program and the goroutines that feed and read it.
func (p *Process) launch() error {
	var files []*os.File
	pipe := func() (r, w *os.File, err error) {
		if r, w, err = os.Pipe(); err == nil {
			files = append(files, r, w)
		}
		return r, w, err
	}
	var theirs []*os.File // the ends of the pipes that are the program's alone
	p.cmd = &exec.Cmd{Path: p.spec.Path, Args: append([]string{p.spec.Path}, p.spec.Args...), Dir: p.spec.Dir, Env: p.spec.Env}
	var errs []error
	if f := directInput(p.spec.In); f != nil {
		p.cmd.Stdin = f
	} else {
		r, w, err := pipe()
		p.cmd.Stdin, p.input = r, w
		theirs, errs = append(theirs, r), append(errs, err)
	}
	for i, to := range []io.Writer{p.spec.Out, p.spec.Err} {
		end := []*io.Writer{&p.cmd.Stdout, &p.cmd.Stderr}[i]
		if f, ok := to.(*os.File); ok {
			*end = f
			continue
		}
		r, w, err := pipe()
		*end, p.out[i] = w, stream{pipe: r, to: to}
		theirs, errs = append(theirs, w), append(errs, err)
	}
	err := errors.Join(errs...)
	if err == nil {
		p.started = time.Now()
		err = startRegistered(p.cmd, p.spec.Memory)
	}
	if err != nil {
		for _, f := range files {
			f.Close()
		}
		return err
	}
	for _, f := range theirs {
		f.Close()
	}
	for i := range p.out {
		switch s := &p.out[i]; {
		case s.pipe == nil: // it is the program's own
		case s.to != nil:
			p.readers.Go(func() { passThrough(s.to, s.pipe) })
		default:
			p.readers.Go(func() { p.read(s, i == 0) })
		}
	}
	if !p.spec.Talk && p.input != nil {
		go p.feed()
	}
	return nil
}

// directInput is the file that a program can read by itself, nil if there is none. A terminal is none: only programs
// in its foreground may read it. What a program does not read stays for whoever reads next.
func directInput(in io.Reader) *os.File {
	f, ok := in.(*os.File)
	if !ok {
		return nil
	}
	if info, err := f.Stat(); err != nil || info.Mode()&os.ModeCharDevice != 0 {
		return nil
	}
	return f
}

// feed writes all of standard input and ends it. A program need not read its input.
func (p *Process) feed() {
	if p.spec.In != nil {
		// The pipe is hidden from io.Copy, which would else hold it while In blocks and keep it from being closed.
		_, _ = io.Copy(struct{ io.Writer }{p.input}, p.spec.In)
	} else {
		_, _ = p.input.Write(p.spec.Input)
	}
	p.input.Close()
}
