//go:build linux || darwin

package proc

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"
)

// startRegistered starts a command in a process group of its own and registers it before anybody can sweep.
// memory is a limit in bytes, 0 for none.
func startRegistered(cmd *exec.Cmd, memory uint64) error {
	live.Lock()
	defer live.Unlock()
	prepare()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return err
	}
	live.pids[cmd.Process.Pid] = true
	if memory > 0 {
		limitMemory(cmd.Process.Pid, memory)
	}
	return nil
}

// unregister forgets a program that has been waited for. When none is left, whatever a program left behind is ended.
func unregister(pid int) {
	live.Lock()
	defer live.Unlock()
	delete(live.pids, pid)
	if len(live.pids) == 0 {
		sweep(live.pids)
	}
}

// ReadInBackground lets this process read its terminal while it is not in the foreground: the reading fails then, where
// it would else stop the whole process.
func ReadInBackground() { signal.Ignore(syscall.SIGTTIN) }

// readNow reads what is in a pipe without waiting for more.
func readNow(pipe *os.File, buf []byte) (int, error) {
	_ = pipe.SetReadDeadline(time.Time{}) // one that has passed would keep it from reading at all
	raw, err := pipe.SyscallConn()
	if err != nil {
		return 0, err
	}
	n, readErr := 0, error(nil)
	err = raw.Read(func(fd uintptr) bool {
		n, readErr = syscall.Read(int(fd), buf)
		return true
	})
	switch {
	case err != nil:
		return 0, err
	case errors.Is(readErr, syscall.EINTR):
		return readNow(pipe, buf)
	case errors.Is(readErr, syscall.EAGAIN):
		return 0, errNothingYet
	case readErr != nil:
		return 0, readErr
	case n == 0:
		return 0, io.EOF
	}
	return n, nil
}

func killGroup(pid int) { _ = syscall.Kill(-pid, syscall.SIGKILL) }

func interruptGroup(pid int) { _ = syscall.Kill(-pid, syscall.SIGINT) }

// askState makes a Go program print the state of its goroutines and end.
func askState(pid int) { _ = syscall.Kill(pid, syscall.SIGQUIT) }

func exitOf(state *os.ProcessState, waitErr error) (code int, signal string) {
	if state == nil {
		return -1, waitErr.Error()
	}
	if ws, ok := state.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return -1, ws.Signal().String()
	}
	var exit *exec.ExitError
	if waitErr != nil && !errors.As(waitErr, &exit) {
		return -1, waitErr.Error()
	}
	return state.ExitCode(), ""
}
