package proc

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// diagnose finds out what the program is doing, leaves the answer in the result, and returns the length of standard
// error before the program was asked, or -1 if it was not.
//
// A Go program answers SIGQUIT with the state of its goroutines; a program that does not answer is judged by the
// processor time it used.
func (p *Process) diagnose(exited <-chan struct{}) (errMark int) {
	if p.spec.Waiting != nil {
		if p.result.Doing = p.spec.Waiting(); p.result.Doing != "" {
			return -1
		}
	}
	busy := cpuTime(p.cmd.Process.Pid) > time.Since(p.started)/2
	p.mu.Lock()
	errMark = len(p.out[1].data)
	p.mu.Unlock()
	askState(p.cmd.Process.Pid)
	select {
	case <-exited:
		p.awaitReaders(dumpGrace)
	case <-time.After(dumpGrace):
	}
	p.mu.Lock()
	dump := string(p.out[1].data[errMark:])
	p.mu.Unlock()
	p.result.Doing = describe(dump, busy)
	return errMark
}

var (
	goroutineOne = regexp.MustCompile(`(?m)^goroutine 1 ` + goroutineRest)
	goroutineAny = regexp.MustCompile(`(?m)^goroutine [0-9]+ ` + goroutineRest)
	ownFrame     = regexp.MustCompile(`(?m)^(?:main|learner/(?:\S+/)?(\w+))\.(\S+)\(.*\)\n\s+(\S+?):(\d+)`)
)

// goroutineRest matches a goroutine's state, and its stack.
const goroutineRest = `(?:gp=\S+ m=\S+ (?:mp=\S+ )?)?\[([^\],]+)[^\]]*\]:\n((?:.+\n)*)`

// describe words what a goroutine dump shows of goroutine 1, or in a program of tests of the one that runs a test.
func describe(dump string, busy bool) string {
	m := goroutineOne.FindStringSubmatch(dump)
	if m == nil {
		if busy {
			return "busy computing the whole time"
		}
		return "idle: waiting for something that did not come"
	}
	state, stack := m[1], m[2]
	if strings.Contains(stack, "testing.(*T).Run(") { // goroutine 1 only waits for the test
		for _, g := range goroutineAny.FindAllStringSubmatch(dump, -1) {
			if strings.Contains(g[2], "created by testing.(*T).Run in ") && !strings.Contains(g[2], "testing.(*T).Run(") {
				state, stack = g[1], g[2]
				break
			}
		}
	}
	return doing(state, stack, busy) + place(stack)
}

func doing(state, stack string, busy bool) string {
	// The runtime's own wait, read from the stack, tells more than the state's name.
	switch {
	case strings.Contains(stack, "os.(*File).Read"), strings.Contains(stack, "os.(*File).read"):
		return "waiting for input"
	case strings.Contains(stack, "os.(*Process).Wait"), strings.Contains(stack, "os.(*Process).wait"), strings.Contains(stack, "os/exec.(*Cmd).Wait"):
		return "waiting for another program that it started"
	case strings.Contains(stack, "net/http."):
		return "waiting for an HTTP reply"
	case strings.Contains(stack, "time.Sleep"), state == "sleep":
		return "sleeping"
	case strings.Contains(stack, "sync.(*Mutex)"), strings.Contains(stack, "sync.(*RWMutex)"):
		return "waiting for a mutex"
	case strings.Contains(stack, "sync.(*WaitGroup)"):
		return "waiting for goroutines (sync.WaitGroup)"
	case state == "copystack":
		return "calling itself without end"
	case strings.HasPrefix(state, "chan "):
		return "waiting for a channel (" + state + ")"
	case strings.HasPrefix(state, "select"):
		return "waiting in a select"
	case busy, state == "running", state == "runnable", state == "stopping the world":
		return "busy computing the whole time"
	}
	return "waiting (" + state + ")"
}

// place is the learner's own line in the stack, the innermost one.
func place(stack string) string {
	for _, m := range ownFrame.FindAllStringSubmatch(stack, -1) {
		pkg, function, file, line := m[1], m[2], m[3], m[4]
		if slices.Contains([]string{"messages", "calc", "trace", "agentic"}, pkg) { // the course's own: where it was called says more
			continue
		}
		if pkg == "" {
			pkg = "main"
		}
		file = file[strings.LastIndexByte(file, '/')+1:]
		if line != "1" { // what the compiler put in between, such as in a loop, is told to stand on line 1
			file += ":" + line
		}
		return fmt.Sprintf(", in %s.%s (%s)", pkg, function, file)
	}
	return ""
}
