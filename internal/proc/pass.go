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
		if last {
			_ = pipe.SetReadDeadline(time.Now().Add(drainGrace))
		}
		n, err := pipe.Read(buf)
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
