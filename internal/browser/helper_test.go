//go:build linux || darwin

package browser

import (
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func numbers(t *testing.T, text string) []int {
	t.Helper()
	var all []int
	for _, word := range strings.Fields(text) {
		n, err := strconv.Atoi(word)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, n)
	}
	if len(all) != 3 {
		t.Fatalf("numbers %v", all)
	}
	return all
}

// gone reports a process that is still there.
func gone(t *testing.T, pid int) {
	t.Helper()
	if err := syscall.Kill(pid, 0); err != syscall.ESRCH {
		t.Errorf("process %d is still there: %v", pid, err)
	}
}
