//go:build linux || darwin

package rewrite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// lockPatience is how long another course command may take to write.
const lockPatience = 10 * time.Second

// lock keeps other course commands out of a folder until unlock is called, or this process ends. The folder itself is
// locked, so that no file is left in it; where folders cannot be locked, as over a network, a file named after it among
// the temporary ones, which holds for this machine.
func lock(dir string) (unlock func(), err error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	err = flock(d)
	if errors.Is(err, unix.EBADF) || errors.Is(err, unix.ENOTSUP) || errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOLCK) || errors.Is(err, unix.EISDIR) {
		_ = d.Close()
		name := filepath.Join(os.TempDir(), fmt.Sprintf("course-lock-%d-%s", os.Getuid(), hashOf([]byte(dir))))
		if d, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE|unix.O_NOFOLLOW, 0o600); err != nil {
			return nil, err
		}
		err = flock(d)
	}
	if err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return func() { _ = d.Close() }, nil
}

func flock(f *os.File) error {
	for until := time.Now().Add(lockPatience); ; time.Sleep(pause) {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		switch {
		case errors.Is(err, unix.EINTR):
		case !errors.Is(err, unix.EWOULDBLOCK):
			return err
		case time.Now().After(until):
			return errors.New("another course command has been writing in the same folder for too long")
		}
	}
}

// openToRead opens a file, and waits for nobody if it is a pipe.
func openToRead(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|unix.O_NONBLOCK, 0)
}

// mayWrite says whether the file's permissions let it be changed: to put another one in its place would pass them over.
func mayWrite(path string, info fs.FileInfo) error {
	if info.Mode().Perm()&0o222 == 0 {
		return &fs.PathError{Op: "write", Path: path, Err: fs.ErrPermission}
	}
	if err := unix.Access(path, unix.W_OK); err != nil {
		return &fs.PathError{Op: "write", Path: path, Err: err}
	}
	return nil
}

// keepOwner gives a file the owner of another one, where that may be done.
func keepOwner(f *os.File, like fs.FileInfo) {
	if st, ok := like.Sys().(*syscall.Stat_t); ok {
		_ = f.Chown(int(st.Uid), int(st.Gid))
	}
}

// cannotExchange are the answers of systems and file systems that do not know how.
func cannotExchange(err error) bool {
	return errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOTSUP) || errors.Is(err, unix.EOPNOTSUPP)
}
