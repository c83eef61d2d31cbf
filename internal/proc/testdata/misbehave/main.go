// Misbehave does, by name, what a program under test must not do.
package main

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"
)

func main() {
	switch what := os.Args[1]; what {
	case "echo":
		in := bufio.NewScanner(os.Stdin)
		for in.Scan() {
			fmt.Println("got " + in.Text())
		}
	case "exit3":
		fmt.Fprintln(os.Stderr, "three")
		os.Exit(3)
	case "panic":
		panic("on purpose")
	case "input":
		readLine()
	case "sleep":
		time.Sleep(time.Hour)
	case "channel":
		go time.Sleep(time.Hour)
		<-make(chan int, 1)
	case "mutex":
		var mu sync.Mutex
		go time.Sleep(time.Hour)
		mu.Lock()
		mu.Lock()
	case "busy":
		for i := 0; ; i++ {
			_ = i
		}
	case "child":
		_ = exec.Command("sleep", "3600").Run()
	case "deaf":
		signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
		trap := make(chan os.Signal, 1)
		signal.Notify(trap, syscall.SIGQUIT)
		for range trap {
		}
	case "flood":
		line := strings.Repeat("x", 1<<16)
		for {
			fmt.Print(line)
		}
	case "mix":
		for range 100 {
			fmt.Println("out")
			fmt.Fprintln(os.Stderr, "err")
		}
	case "much": // 50 MB, and an end
		line := strings.Repeat("y", 1<<20)
		for range 50 {
			fmt.Print(line)
		}
	case "polite": // ends well when it is interrupted
		trap := make(chan os.Signal, 1)
		signal.Notify(trap, os.Interrupt)
		fmt.Println("ready")
		<-trap
		fmt.Println("bye")
	case "orphan": // a child that holds standard output and outlives its parent
		leave(&exec.Cmd{Path: os.Args[2], Args: []string{"sleep", "3600"}, Stdout: os.Stdout})
	case "setsid": // the same, in a session of its own
		leave(&exec.Cmd{Path: os.Args[2], Args: []string{"sleep", "3600"}, Stdout: os.Stdout, SysProcAttr: &syscall.SysProcAttr{Setsid: true}})
	case "bare": // in a session of its own, without any environment, elsewhere
		leave(&exec.Cmd{Path: os.Args[2], Args: []string{"sleep", "3600"}, Dir: "/", Env: []string{}, SysProcAttr: &syscall.SysProcAttr{Setsid: true}})
	case "recursion":
		fmt.Println(deeper([64]int{}))
	case "environment":
		fmt.Println(strings.Join(os.Environ(), "\n"))
	}
}

func deeper(a [64]int) int { return deeper(a) + a[0] }

func readLine() {
	_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
}

// leave starts a child and does not wait for it. If there is a third argument, the child's standard input is a connection
// to that address: it ends when the child does.
func leave(child *exec.Cmd) {
	var err error
	if len(os.Args) > 3 {
		child.Stdin, err = connection(os.Args[3])
	}
	if err == nil {
		err = child.Start()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("child", child.Process.Pid)
}

func connection(address string) (*os.File, error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	return conn.(*net.TCPConn).File()
}
