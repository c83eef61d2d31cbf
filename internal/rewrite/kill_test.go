//go:build linux || darwin

package rewrite

import (
	"bufio"
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An editor is a person who adds lines to a file, and whose editor saves in two ways.
type editor struct {
	file   string
	buffer []byte   // what the editor shows
	lines  []string // written so far
}

// save adds a line, and keeps it.
func (e *editor) save(inPlace bool) error {
	line := fmt.Sprintf("14:%02d line %d", len(e.lines)%60, len(e.lines))
	e.lines = append(e.lines, line)
	if inPlace {
		f, err := os.OpenFile(e.file, os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			return err
		}
		if _, err := f.WriteString(line + "\n"); err != nil {
			return err
		}
		e.buffer = append(e.buffer, line+"\n"...)
		return f.Close()
	}
	// The editor takes in what changed on disk, if what it wrote itself is there.
	if now, err := os.ReadFile(e.file); err == nil && e.missing(now, len(e.lines)-1) == "" {
		e.buffer = now
	}
	e.buffer = append(e.buffer, line+"\n"...)
	if err := os.WriteFile(e.file+"~", e.buffer, 0o666); err != nil {
		return err
	}
	return os.Rename(e.file+"~", e.file)
}

// missing is the first of the first n lines that is not in the text in its place, or "".
func (e *editor) missing(text []byte, n int) string {
	lines := strings.Split(string(text), "\n")
	for _, want := range e.lines[:n] {
		i := 0
		for i < len(lines) && lines[i] != want {
			i++
		}
		if i == len(lines) {
			return want
		}
		lines = lines[i+1:]
	}
	return ""
}

// A course command is killed at any moment, and a person goes on saving: nothing of what they wrote is ever lost, and the
// file is whole. What the killed leave behind is gone at the end.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "2026-12-01-x.md")
	if err := os.WriteFile(file, []byte(start), 0o640); err != nil {
		t.Fatal(err)
	}
	e := &editor{file: file, buffer: []byte(start)}
	left := map[string]int{}
	for n := range 300 {
		cmd := helper(t, file, fmt.Sprint("run ", n), 0)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		said := bufio.NewReader(out)
		if line, err := said.ReadString('\n'); err != nil || line != "ready\n" {
			t.Fatalf("%q, %v", line, err)
		}
		saved := make(chan error, 1)
		go func() {
			for range rand.IntN(6) {
				if err := e.save(rand.IntN(2) == 0); err != nil {
					saved <- err
					return
				}
			}
			saved <- nil
		}()
		if rand.IntN(2) == 0 {
			err = <-saved
			saved <- err
		}
		spin(rand.IntN(2_000_000))
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if err := <-saved; err != nil {
			t.Fatal(err)
		}
		for _, name := range leftIn(t, dir) {
			left[filepath.Ext(name)]++
		}
		if err := File(file, func(old []byte) ([]byte, error) { return old, nil }); err != nil { // the next course command
			t.Fatal(err)
		}
		now, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if want := e.missing(now, len(e.lines)); want != "" || !bytes.HasPrefix(now, []byte("# An entry\n\n| Run |\n|-----|\n")) || now[len(now)-1] != '\n' {
			t.Fatalf("killed %d times: the line %q is missing, or the file is not whole:\n%s\nbeside it: %v", n+1, want, now, leftIn(t, dir))
		}
	}
	if files := leftIn(t, dir); len(files) != 0 {
		t.Errorf("left behind: %v", files)
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm()&0o600 != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	t.Logf("left by the killed: %v; %d lines were saved", left, len(e.lines))
}

// spin takes a while.
func spin(n int) {
	sum := 0
	for i := range n {
		sum += i * i
	}
	if sum == 1 {
		panic("never")
	}
}

// leftIn are the files in a folder beside the entry.
func leftIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".md") {
			names = append(names, f.Name())
		}
	}
	return names
}

// Two course commands that write at the same time both get their rows in.
func TestTwoAtOnce(t *testing.T) {
	file := filepath.Join(t.TempDir(), "2026-12-01-x.md")
	if err := os.WriteFile(file, []byte(start), 0o666); err != nil {
		t.Fatal(err)
	}
	one, two := helper(t, file, "one", 50), helper(t, file, "two", 50)
	for _, cmd := range []func() error{one.Start, two.Start, one.Wait, two.Wait} {
		if err := cmd(); err != nil {
			t.Fatal(err)
		}
	}
	now, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 50 {
		for _, name := range []string{"one", "two"} {
			if n := bytes.Count(now, fmt.Appendf(nil, "| %s %d |\n", name, i)); n != 1 {
				t.Errorf("the row of %s %d is there %d times", name, i, n)
			}
		}
	}
	if files := leftIn(t, filepath.Dir(file)); len(files) != 0 {
		t.Errorf("left behind: %v", files)
	}
}

// A disk that takes no more: the entry is as it was, nothing is left, and the error says what happened.
func TestNoRoom(t *testing.T) {
	file := filepath.Join(t.TempDir(), "2026-12-01-x.md")
	long := start + strings.Repeat("a line of the log\n", 1000)
	if err := os.WriteFile(file, []byte(long), 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := helper(t, file, "row", 1, "REWRITE_LIMIT=8192").Output()
	if err == nil || !strings.Contains(string(out), "file too large") {
		t.Errorf("%v, %s", err, out)
	}
	if now, err := os.ReadFile(file); err != nil || string(now) != long {
		t.Errorf("the entry has changed (%v)", err)
	}
	if files := leftIn(t, filepath.Dir(file)); len(files) != 0 {
		t.Errorf("left behind: %v", files)
	}
}
