package proc

import (
	"strings"
	"testing"
)

// A learner looks for the line where it hangs, which may be in a package of their own; the course's packages only carry on.
func TestInnermostLineOfTheLearners(t *testing.T) {
	const head = "goroutine 1 [syscall]:\nsyscall.Syscall(0x1)\n\t/go/src/syscall.go:9 +0x1\n"
	const mainFrame = "main.main()\n\t/tmp/x/agent/main.go:20 +0x1\n"
	tests := []struct{ stack, want string }{
		{mainFrame, "waiting (syscall), in main.main (main.go:20)"},
		{"learner/02-the-agent-loop/3-file-tool/filetool.Read({0x1, 0x2})\n\t/tmp/x/filetool/filetool.go:12 +0x1\n" + mainFrame,
			"waiting (syscall), in filetool.Read (filetool.go:12)"},
		{"learner/messages.(*Client).Create(0x1)\n\t/tmp/x/messages/call.go:12 +0x1\n" + mainFrame, "waiting (syscall), in main.main (main.go:20)"},
		{"fmt.Println()\n\t/go/src/print.go:1 +0x1\n", "waiting (syscall)"},
	}
	for _, tt := range tests {
		if got := describe(head+tt.stack, false); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

// In a program of tests goroutine 1 only waits; what hangs is the innermost test.
func TestOfTestsTheOneThatHangs(t *testing.T) {
	const dump = `SIGQUIT: quit

goroutine 1 gp=0x1 m=nil [chan receive]:
runtime.gopark(0x1)
	/go/src/runtime/proc.go:462 +0xce
testing.(*T).Run(0x1, {0x2?, 0x0?}, 0x3)
	/go/src/testing/testing.go:2109 +0x4e5
main.main()
	_testmain.go:58 +0x9b

goroutine 7 gp=0x2 m=nil [chan receive]:
testing.(*T).Run(0x1, {0x2?, 0x0?}, 0x3)
	/go/src/testing/testing.go:2109 +0x4e5
learner/03-x/1-y/fake_test.TestHang(0x1)
	/work/03-x/1-y/fake/fake_test.go:19 +0x10
created by testing.(*T).Run in goroutine 1
	/go/src/testing/testing.go:2101 +0x4c5

goroutine 8 gp=0x3 m=nil [select (no cases)]:
learner/agentic.Run(...)
	/work/agentic/run.go:5
learner/03-x/1-y/fake.Hang(...)
	/work/03-x/1-y/fake/fake.go:7
learner/03-x/1-y/fake_test.TestHang.func1(0x1)
	/work/03-x/1-y/fake/fake_test.go:20 +0x10
created by testing.(*T).Run in goroutine 7
	/go/src/testing/testing.go:2101 +0x4c5
`
	if got, want := describe(dump, false), "waiting in a select, in fake.Hang (fake.go:7)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	// One loop in ten is told to stand on line 1, where no loop of this file is.
	if got, want := describe(strings.Replace(dump, "fake.go:7", "fake.go:1 +0x7", 1), false), "waiting in a select, in fake.Hang (fake.go)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	elsewhere := strings.Replace(dump, "[select (no cases)]", "[running]", 1)
	if got, want := describe(elsewhere, false), "busy computing the whole time, in fake.Hang (fake.go:7)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
