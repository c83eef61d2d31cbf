//go:build unix

package cli

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestBookServeOpen(t *testing.T) {
	v := newBook(t, "# Map\n")
	bin := t.TempDir()
	v.env = []string{"PATH=" + bin}
	s, _, stop := serveBook(t, v, "--open")
	s.await(t, "on the PATH: open the address yourself")
	stop()
	pipe := filepath.Join(bin, "opened")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"xdg-open", "open"} {
		script := "#!/bin/sh\necho \"$@\" > '" + pipe + "'\n"
		if err := os.WriteFile(filepath.Join(bin, name), []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	_, url, stopAgain := serveBook(t, v, "--open")
	opened, err := os.ReadFile(pipe) // waits for the writer
	if err != nil || string(opened) != url+"\n" {
		t.Errorf("opened %q, %v; the page is %s", opened, err, url)
	}
	stopAgain()
}
