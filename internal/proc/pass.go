package proc

import (
	"errors"
	"io"
	"os"
	"time"
)

// passThrough copies a program's output as it arrives and closes the pipe. A read deadline on the pipe says that the
// program has ended: from then on it takes what is still there, and leaves when nothing comes for drainGrace.
func passThrough(to io.Writer, pipe *os.File) {
	defer pipe.Close()
	buf := make([]byte, 32<<10)
	for last := false; ; {
		var n int
		var err error
		if last {
			n, err = readLate(pipe, buf)
		} else {
			n, err = pipe.Read(buf)
		}
		if n > 0 {
			if _, err := to.Write(buf[:n]); err != nil {
				return
			}
		}
		switch {
		case errors.Is(err, os.ErrDeadlineExceeded) && !last:
			last = true
		case err != nil:
			return
		}
	}
}

// readLate takes what is in the pipe, or what comes within drainGrace. However late this process gets its turn, nothing
// that is there is left behind.
func readLate(pipe *os.File, buf []byte) (int, error) {
	n, err := readNow(pipe, buf)
	if !errors.Is(err, errNothingYet) {
		return n, err
	}
	_ = pipe.SetReadDeadline(time.Now().Add(drainGrace))
	n, err = pipe.Read(buf)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return readNow(pipe, buf)
	}
	return n, err
}

// errNothingYet is that of readNow when the pipe is empty and somebody still holds its other end.
var errNothingYet = errors.New("nothing there yet")
