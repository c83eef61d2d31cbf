package proc

import (
	"time"

	"golang.org/x/sys/unix"
)

func prepare() {}

// sweep does nothing: macOS has no way to inherit the children of a program that has ended.
func sweep(map[int]bool) {}

// limitMemory does nothing: macOS lets no process limit another.
func limitMemory(int, uint64) {}

// waitExit returns when the child has ended, and leaves it to be waited for, so that its id cannot be given to another
// process before its group has been ended.
func waitExit(pid int) {
	kq, err := unix.Kqueue()
	if err != nil {
		return
	}
	defer unix.Close(kq)
	watch := unix.Kevent_t{Ident: uint64(pid), Filter: unix.EVFILT_PROC, Flags: unix.EV_ADD | unix.EV_ONESHOT, Fflags: unix.NOTE_EXIT}
	for {
		if _, err := unix.Kevent(kq, []unix.Kevent_t{watch}, make([]unix.Kevent_t, 1), nil); err != unix.EINTR {
			return
		}
	}
}

// cpuTime is not read here; the caller then goes by the program's own answer.
func cpuTime(int) time.Duration { return 0 }
