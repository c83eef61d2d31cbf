// Fakebrowser stands in for Chromium: its own name says how it behaves.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// whole is the smallest thing that the checks take for a PDF.
const whole = "%PDF-1.4\n1 0 obj\n<</CreationDate (D:20200101000000+00'00')\n/ModDate (D:20200101000000+00'00')>>\n" +
	"/ID (node00000117) /ID (node00000120) /Headers [(node00000117)]\nxref\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n"

func main() {
	out := ""
	for _, arg := range os.Args[1:] {
		if path, ok := strings.CutPrefix(arg, "--print-to-pdf="); ok {
			out = path
		}
	}
	say := func(line string) { fmt.Fprintln(os.Stderr, line) }
	switch filepath.Base(os.Args[0]) {
	case "good":
		say("99 bytes written to file " + out)
		write(out, whole)
	case "tells": // what it was given
		write(filepath.Join(filepath.Dir(out), "told"), strings.Join(os.Args[1:], "\n")+"\n\n"+strings.Join(os.Environ(), "\n"))
		write(filepath.Join(os.Getenv("TMPDIR"), "left-behind"), "x")
		write(out, whole)
	case "fails":
		say("/usr/bin/chromium: 9: [: 1234: unexpected operator")
		say("[25303:25333:1130/163029.148519:ERROR:dbus/bus.cc:405] Failed to connect to the bus: no")
		say("[25303:25333:1130/163029.148519:FATAL:content/zygote.cc:128] No usable sandbox!")
		say("[25303:25333:1130/163030.148519:FATAL:content/zygote.cc:128] No usable sandbox!")
		write(out, whole)
		os.Exit(21)
	case "crashes": // as when the machine has no memory left
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		time.Sleep(time.Minute)
	case "half":
		write(out, whole[:80])
	case "cut": // in the middle, but with an end
		write(out, "%PDF-1.4\nstartxref\n99999\n%%EOF\n")
	case "page":
		write(out, "<!doctype html><p>startxref\n9\n%%EOF\n")
	case "nothing":
		say("[1:2:1130/163029.1:ERROR:headless.cc:1] Printing failed.")
	case "removes":
		_ = os.Remove(out)
	case "floods":
		for line := "complaint " + strings.Repeat("x", 1000); ; {
			say(line)
		}
	case "hangs":
		child := exec.Command(os.Args[0]+"-child", out)
		child.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // as the crash handler does
		fellow := exec.Command(os.Args[0]+"-child", out)
		if child.Start() != nil || fellow.Start() != nil {
			os.Exit(1)
		}
		say("[1:2:1130/163029.1:ERROR:net.cc:1] still waiting")
		write(filepath.Join(filepath.Dir(out), "pids"), fmt.Sprint(os.Getpid(), " ", fellow.Process.Pid, " ", child.Process.Pid))
		time.Sleep(time.Hour)
	case "hangs-child":
		time.Sleep(time.Hour)
	}
}

// write stores a file whole.
func write(path, text string) {
	if err := os.WriteFile(path+".new", []byte(text), 0o666); err != nil {
		panic(err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		panic(err)
	}
}
