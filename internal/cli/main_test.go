package cli

import (
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"testing"
)

// TestMain lets more tests run side by side than there are processors, as many wait for a program that waits, and collects
// garbage less often: thousands of programs are graded here.
func TestMain(m *testing.M) {
	flag.Parse()
	debug.SetGCPercent(400)
	if err := flag.Set("test.parallel", "3"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(m.Run())
}
