package rewrite

import (
	"os"

	"golang.org/x/sys/unix"
)

// exchange makes two files change their names, in one step.
func exchange(a, b string) error {
	err := unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
	switch {
	case err == nil:
		return nil
	case cannotExchange(err):
		return errNoExchange
	}
	return &os.LinkError{Op: "exchange", Old: a, New: b, Err: err}
}

// writers says whether somebody has the file open for writing: then no lease for reading is to be had. A lease that is
// had is given back at once.
func writers(f *os.File) seen {
	fd := f.Fd()
	_, err := unix.FcntlInt(fd, unix.F_SETLEASE, unix.F_RDLCK)
	switch err {
	case nil:
		_, _ = unix.FcntlInt(fd, unix.F_SETLEASE, unix.F_UNLCK)
		return none
	case unix.EAGAIN:
		return some
	}
	return unknown
}
