package cli

import (
	"flag"
	"fmt"
	"os"
	"testing"
)

// TestMain lets more tests run side by side than there are processors: most of them wait for a program that waits.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", "3"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(m.Run())
}
