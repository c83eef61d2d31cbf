// Program does, by name, what a program that calls a model may do.
package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
)

func main() {
	switch os.Args[1] {
	case "loop": // calls without end, whatever the answer
		for {
			call()
		}
	case "deaf": // the same, and ignores Ctrl-C
		signal.Ignore(os.Interrupt, syscall.SIGTERM)
		for {
			call()
		}
	case "wait":
		trap := make(chan os.Signal, 1)
		signal.Notify(trap, os.Interrupt)
		fmt.Println("ready")
		<-trap
		fmt.Println("bye")
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
	case "environment":
		fmt.Println(strings.Join(os.Environ(), "\n"))
	}
}

func call() {
	req, err := http.NewRequest("POST", os.Getenv("ANTHROPIC_BASE_URL")+"/v1/messages", strings.NewReader(`{}`))
	if err != nil {
		panic(err)
	}
	req.Header.Set("x-api-key", os.Getenv("ANTHROPIC_API_KEY"))
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return
	}
	_, _ = io.Copy(io.Discard, res.Body)
	res.Body.Close()
}
