//go:build linux || darwin

package rewrite

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

const start = "# An entry\n\n| Run |\n|-----|\n\n## Log\n"

// TestMain is also the program that the tests run beside themselves: course commands that add rows.
func TestMain(m *testing.M) {
	file := os.Getenv("REWRITE_FILE")
	if file == "" {
		os.Exit(m.Run())
	}
	count, _ := strconv.Atoi(os.Getenv("REWRITE_COUNT"))
	if limit, err := strconv.ParseUint(os.Getenv("REWRITE_LIMIT"), 10, 64); err == nil {
		signal.Ignore(syscall.SIGXFSZ)
		if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: limit, Max: limit}); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println("ready")
	for i := 0; count == 0 || i < count; i++ {
		if err := File(file, addRow(fmt.Sprintf("%s %d", os.Getenv("REWRITE_NAME"), i))); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
	}
}

// addRow adds a row at the end of the table.
func addRow(cell string) func([]byte) ([]byte, error) {
	return func(old []byte) ([]byte, error) {
		at := bytes.Index(old, []byte("\n## Log"))
		if at < 0 {
			return nil, fmt.Errorf("there is no log in %q", old)
		}
		return bytes.Join([][]byte{old[:at], []byte("| " + cell + " |\n"), old[at:]}, nil), nil
	}
}

// helper is this test's program as a course command that adds rows to a file, count of them or without end.
func helper(t *testing.T, file, name string, count int, env ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), "REWRITE_FILE="+file, "REWRITE_NAME="+name, fmt.Sprintf("REWRITE_COUNT=%d", count))
	cmd.Env = append(cmd.Env, env...)
	return cmd
}
