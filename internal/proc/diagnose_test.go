package proc

import "testing"

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
