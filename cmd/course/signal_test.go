//go:build linux || darwin

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// build builds the command.
func build(t *testing.T) string {
	t.Helper()
	course := filepath.Join(t.TempDir(), "course")
	if out, err := exec.Command("go", "build", "-o", course, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return course
}

// Closing the terminal, Ctrl-\ and SIGTERM end the course as well as Ctrl-C does.
func TestSignals(t *testing.T) {
	course := build(t)
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		cmd := exec.Command(course, "sim")
		var said strings.Builder
		cmd.Stderr = &said
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewReader(out)
		for line := ""; !strings.Contains(line, "OPENAI_BASE_URL"); {
			if line, err = lines.ReadString('\n'); err != nil {
				t.Fatal(err)
			}
		}
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err != nil || !strings.Contains(said.String(), "stopped") {
			t.Errorf("%v: %v, %q", signal, err, said.String())
		}
	}
}

// deaf is a program that will not be interrupted. It holds a connection to the address that is filled in, and ends when that
// is closed.
const deaf = `package main

import (
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	signal.Ignore(os.Interrupt, syscall.SIGHUP)
	conn, err := net.Dial("tcp", %q)
	if err != nil {
		panic(err)
	}
	fmt.Println("connected")
	_, _ = io.Copy(io.Discard, conn)
}
`

// Whoever presses Ctrl-C twice does not wait, and nothing is left running. A process id does not tell that: the program may
// still be there when it has been killed, until the kernel gets to it and somebody has asked for its exit code.
func TestSecondInterrupt(t *testing.T) {
	course := build(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	root := t.TempDir()
	for name, content := range map[string]string{
		"go.mod":                     "module agentcourse\n",
		"exercises/01-a/1-one.md":    "---\nid: \"1.1\"\ntitle: One\nprograms: [hello]\n---\n\n### Contract\n\n- **C1** It runs.\n",
		"work/go.mod":                "module learner\n\ngo 1.26\n",
		"work/01-a/1-one/hello/x.go": fmt.Sprintf(deaf, listener.Addr()),
	} {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(course, "run", "1.1", "--sim")
	cmd.Dir = root
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	cmd.Stderr = &said
	cmd.WaitDelay = 10 * time.Second // a program that is left would hold standard error for ever
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || line != "connected\n" {
		t.Fatalf("%q %v %s", line, err, said.String())
	}
	held, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	// Two signals of a kind, one right behind the other, may arrive as one.
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
	}
	if err := cmd.Wait(); err == nil {
		t.Error("it ended well")
	}
	if err := held.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, held); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("the program still runs")
	}
}
