package grader

import (
	"regexp"
	"strconv"
	"strings"

	"agentcourse/internal/proc"
)

// testOutput is what tests printed with -test.v, taken apart.
type testOutput struct {
	ran      bool              // a test began
	begun    []string          // the tests that began, those inside others left out
	verdicts map[string]string // by a test's name, PASS, FAIL or SKIP
	messages []testMessage     // of Error, Fatal and Log, in order
	rest     []string          // what the code under test printed
}

// A testMessage is what a test said of what it saw, by lines.
type testMessage []string

var (
	testFrame   = regexp.MustCompile(`=== (RUN|PAUSE|CONT|NAME|ATTR|ARTIFACTS) +(\S+)`)
	testVerdict = regexp.MustCompile(`\s*--- (PASS|FAIL|SKIP): (\S+) \(`)
	testSays    = regexp.MustCompile(`    ([^\s:]+\.go):[0-9]+: (.*)$`)
)

// continued is how the lines of a message begin but for the first.
const continued = "        "

// readTests takes what tests printed apart; ours says whose messages are those of the tests. What the code under test prints
// may stand in front of the testing package's own lines, when it ended no line.
func readTests(out []byte, ours func(file string) bool) testOutput {
	o := testOutput{verdicts: map[string]string{}}
	inMessage := false
	for _, line := range linesOf(out) {
		if inMessage && strings.HasPrefix(line, continued) {
			m := &o.messages[len(o.messages)-1]
			*m = append(*m, line[len(continued):])
			continue
		}
		inMessage = false
		switch before, own := o.takeFrame(line); {
		case own && before != "":
			o.rest = append(o.rest, before)
		case own:
		default:
			m := testSays.FindStringSubmatchIndex(line)
			if m == nil || !ours(line[m[2]:m[3]]) {
				o.rest = append(o.rest, line)
				continue
			}
			if m[0] > 0 {
				o.rest = append(o.rest, line[:m[0]])
			}
			o.messages = append(o.messages, testMessage{line[m[4]:m[5]]})
			inMessage = true
		}
	}
	return o
}

// takeFrame takes in a line of the testing package's own, and returns what stands in front of it.
func (o *testOutput) takeFrame(line string) (before string, own bool) {
	if m := testVerdict.FindStringSubmatchIndex(line); m != nil {
		o.verdicts[line[m[4]:m[5]]] = line[m[2]:m[3]]
		return line[:m[0]], true
	}
	switch m := testFrame.FindStringSubmatchIndex(line); {
	case m != nil:
		o.ran = true
		if name := line[m[4]:m[5]]; line[m[2]:m[3]] == "RUN" && !strings.Contains(name, "/") {
			o.begun = append(o.begun, name)
		}
		return line[:m[0]], true
	case line == "PASS", line == "FAIL", line == "testing: warning: no tests to run":
		return "", true
	}
	return "", false
}

// passed reports whether this test, and no other, began and passed. What the code under test prints can look like that, but
// hardly in the place of what a test says that runs.
func (o *testOutput) passed(name string) bool {
	return o.verdicts[name] == "PASS" && len(o.begun) == 1 && o.begun[0] == name
}

// count is how many tests ended so, those inside others left out.
func (o *testOutput) count(verdict string) int {
	n := 0
	for name, v := range o.verdicts {
		if v == verdict && !strings.Contains(name, "/") {
			n++
		}
	}
	return n
}

// A testReport is a message of the course's tests, by its parts.
type testReport struct {
	summary         string
	details         []string
	want, got, call []string
}

var reportKey = regexp.MustCompile(`^(want|got|call):\s?(.*)$`)

// report takes a message apart: a sentence first, then details, then what follows "call:", "want:" and "got:", each up to the
// next of them.
func (m testMessage) report() testReport {
	var r testReport
	part := &r.details
	for _, line := range m {
		key := reportKey.FindStringSubmatch(line)
		switch {
		case r.summary == "":
			r.summary = strings.TrimSpace(line)
			continue
		case key == nil:
			*part = append(*part, line)
			continue
		case key[1] == "want":
			part = &r.want
		case key[1] == "got":
			part = &r.got
		default:
			part = &r.call
		}
		*part = append(*part, key[2])
	}
	return r
}

// A codeLine is a line of code in the trace of a goroutine.
type codeLine struct {
	file string
	line int
}

var traceLine = regexp.MustCompile(`(?m)^\s+(\S.*\.go):([0-9]+)(?: \+0x[0-9a-f]+)?$`)

// codeLines are the lines of a trace, the innermost first.
func codeLines(trace string) []codeLine {
	var lines []codeLine
	for _, m := range traceLine.FindAllStringSubmatch(trace, -1) {
		n, _ := strconv.Atoi(m[2]) // digits
		lines = append(lines, codeLine{m[1], n})
	}
	return lines
}

// A crash is how a Go program ended that could not go on.
type crash struct {
	message  string // of the panic, or of the runtime
	deadlock bool   // every goroutine waits
	leftover bool   // a bubble of testing/synctest is done, and a goroutine of it waits for ever
	trace    string // of the goroutine that it happened in; of all, in a deadlock and with a leftover
}

var (
	panicLine  = regexp.MustCompile(`(?m)^(panic|fatal error): (.*?)( \[recovered.*\])?$`)
	goroutines = regexp.MustCompile(`(?m)^goroutine [0-9]+ .*:\n`)
)

// readCrash finds a crash in what a program printed on standard error. One that printed such words and went on had none.
func readCrash(r proc.Result) (c crash, crashed bool) {
	stderr := string(r.Stderr)
	if r.Exit != 2 { // that of the runtime
		return c, false
	}
	m := panicLine.FindStringSubmatchIndex(stderr)
	if m == nil {
		return c, false
	}
	c.message = stderr[m[4]:m[5]]
	c.deadlock = strings.HasPrefix(c.message, "all goroutines are asleep") || strings.HasPrefix(c.message, "deadlock: all goroutines in bubble")
	c.leftover = strings.HasPrefix(c.message, "deadlock: main bubble goroutine has exited")
	rest := stderr[m[1]:]
	heads := goroutines.FindAllStringIndex(rest, 2)
	switch {
	case len(heads) == 0:
		return c, true
	case c.deadlock || c.leftover || len(heads) == 1:
		c.trace = rest[heads[0][1]:]
	default:
		c.trace = rest[heads[0][1]:heads[1][0]]
	}
	return c, true
}

// outOfMemory reports whether a program ended because it was refused more memory: the runtime says so, or the race detector.
func outOfMemory(r proc.Result, c crash) bool {
	switch r.Exit {
	case 2: // that of the runtime
		return strings.Contains(c.message, "out of memory") || strings.HasPrefix(c.message, "stack overflow")
	case 66: // that of the race detector
		return strings.Contains(string(r.Stderr), "ERROR: ThreadSanitizer failed to allocate")
	}
	return false
}

var raceAccess = regexp.MustCompile(`(?m)^(?:Previous )?(?:[Aa]tomic )?([Rr]ead|[Ww]rite) at 0x[0-9a-f]+ by .*:\n((?:  .*\n)*)`)

// readRace finds the first report of the race detector, which ends the program: the traces of the two accesses.
func readRace(r proc.Result) (traces []string, raced bool) {
	_, report, raced := strings.Cut(string(r.Stderr), "WARNING: DATA RACE\n")
	if !raced || r.Exit == 0 {
		return nil, false
	}
	report, _, _ = strings.Cut(report, "==================")
	for _, m := range raceAccess.FindAllStringSubmatch(report, 2) {
		traces = append(traces, m[2])
	}
	return traces, true
}
