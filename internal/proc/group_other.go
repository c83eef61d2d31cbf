//go:build !linux && !darwin

package proc

import (
	"errors"
	"os"
	"os/exec"
	"time"
)

func startRegistered(*exec.Cmd, uint64) error {
	return errors.New("programs are run on Linux and macOS only; on Windows, use WSL2")
}

// ReadInBackground does nothing where there is no such thing.
func ReadInBackground() {}

func unregister(int)            {}
func waitExit(int)              {}
func killGroup(int)             {}
func interruptGroup(int)        {}
func askState(int)              {}
func cpuTime(int) time.Duration { return 0 }

func readNow(*os.File, []byte) (int, error) { return 0, errNothingYet }

func exitOf(*os.ProcessState, error) (code int, signal string) { return -1, "" }
