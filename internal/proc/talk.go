package proc

import (
	"bytes"
	"io"
	"time"
)

// Type writes to the program's standard input. The error is the pipe's: the program ended or closed its input.
func (p *Process) Type(text string) error {
	_, err := io.WriteString(p.input, text)
	return err
}

// CloseInput ends the program's standard input.
func (p *Process) CloseInput() { p.input.Close() }

// Stdout is what the program has printed on standard output so far.
func (p *Process) Stdout() []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	return bytes.Clone(p.out[0].data)
}

// Await waits until ok holds for what stands on standard output, and reports whether it came to hold before the
// program ended or the time was up.
func (p *Process) Await(ok func(stdout []byte) bool, within time.Duration) bool {
	timer := time.NewTimer(within)
	defer timer.Stop()
	for {
		p.mu.Lock()
		holds, changed := ok(p.out[0].data), p.changed
		p.mu.Unlock()
		if holds {
			return true
		}
		select {
		case <-changed:
		case <-p.ended:
			return ok(p.Stdout())
		case <-timer.C:
			return false
		}
	}
}
