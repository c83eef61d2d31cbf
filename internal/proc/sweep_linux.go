package proc

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// prepare makes this process the one that inherits children whose parents have ended, so that sweep can find them.
// live is locked.
func prepare() {
	if !live.prepared {
		live.prepared = true
		_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
	}
}

// limitMemory keeps a program that fills its memory, with recursion without end for example, from taking the machine's.
// A limit on data does what one on address space cannot: a Go program reserves far more than it uses.
func limitMemory(pid int, bytes uint64) {
	_ = unix.Prlimit(pid, unix.RLIMIT_DATA, &unix.Rlimit{Cur: bytes, Max: bytes}, nil)
}

// waitExit returns when the child has ended, and leaves it to be waited for, so that its id cannot be given to another
// process before its group has been ended.
func waitExit(pid int) {
	for unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil) == unix.EINTR {
	}
}

// sweep ends the children that this process inherited: those it did not start itself. A child started by other code of
// this process shares its process group and is left alone. live is locked.
func sweep(own map[int]bool) {
	group := unix.Getpgrp()
	for deadline := time.Now().Add(2 * time.Second); time.Now().Before(deadline); {
		found := false
		for _, pid := range children() {
			if pgid, err := unix.Getpgid(pid); own[pid] || err != nil || pgid == group {
				continue
			}
			found = true
			_ = unix.Kill(pid, unix.SIGKILL)
			_, _ = unix.Wait4(pid, nil, 0, nil)
		}
		if !found {
			return
		}
	}
}

// children are the ids of this process's children.
func children() []int {
	files, _ := filepath.Glob("/proc/self/task/*/children")
	var pids []int
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			continue
		}
		for _, word := range strings.Fields(string(src)) {
			if pid, err := strconv.Atoi(word); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

// cpuTime is the processor time a process has used, 0 if that cannot be read.
func cpuTime(pid int) time.Duration {
	src, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(src[bytes.LastIndexByte(src, ')')+1:]))
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	const ticksPerSecond = 100 // the kernel's USER_HZ, the same on every Linux that Go supports
	return time.Duration(user+system) * time.Second / ticksPerSecond
}
