//go:build linux || darwin

package proc

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
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
