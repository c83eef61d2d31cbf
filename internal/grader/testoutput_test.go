package grader

import (
	"testing"

	"agentcourse/internal/proc"
)

// A package that prints at its start, and ends no line, stands in front of the testing package's own words.
func TestOutputInFrontOfAFrame(t *testing.T) {
	o := readTests([]byte("loading=== RUN   TestOf\n--- PASS: TestOf (0.00s)\nPASS\n"), func(string) bool { return true })
	if !o.ran || !o.passed("TestOf") || o.passed("TestOther") || len(o.rest) != 1 || o.rest[0] != "loading" {
		t.Errorf("%+v", o)
	}
}

func TestOutOfMemory(t *testing.T) {
	for stderr, exit := range map[string]int{
		"fatal error: runtime: out of memory\n\ngoroutine 1 [running]:\n":                                                 2,
		"runtime: goroutine stack exceeds 1000000000-byte limit\nfatal error: stack overflow\n\ngoroutine 1 [running]:\n": 2,
		"==7==ERROR: ThreadSanitizer failed to allocate 0x8000000 (134217728) bytes at address 1 (errno: 12)\n":           66,
	} {
		r := proc.Result{Exit: exit, Stderr: []byte(stderr)}
		c, _ := readCrash(r)
		if !outOfMemory(r, c) {
			t.Errorf("%q", stderr)
		}
		if r.Exit = 0; outOfMemory(r, crash{}) {
			t.Errorf("%q, from a program that went on", stderr)
		}
	}
}
