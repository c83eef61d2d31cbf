//go:build linux || darwin

package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
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

// deaf is a program that will not be interrupted. It tells its process id.
const deaf = `package main

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	signal.Ignore(os.Interrupt, syscall.SIGHUP)
	fmt.Println("pid", os.Getpid())
	select {}
}
`

// Whoever presses Ctrl-C twice does not wait, and nothing is left running.
func TestSecondInterrupt(t *testing.T) {
	course := build(t)
	root := t.TempDir()
	for name, content := range map[string]string{
		"go.mod":                     "module agentcourse\n",
		"exercises/01-a/1-one.md":    "---\nid: \"1.1\"\ntitle: One\nprograms: [hello]\n---\n\n### Contract\n\n- **C1** It runs.\n",
		"work/go.mod":                "module learner\n\ngo 1.26\n",
		"work/01-a/1-one/hello/x.go": deaf,
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
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "pid ") {
		t.Fatalf("%q %v %s", line, err, said.String())
	}
	for range 2 {
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
	}
	if err := cmd.Wait(); err == nil {
		t.Error("it ended well")
	}
	if out, err := exec.Command("kill", "-0", strings.TrimSpace(strings.TrimPrefix(line, "pid "))).CombinedOutput(); err == nil {
		t.Errorf("the program still runs: %s", out)
	}
}
