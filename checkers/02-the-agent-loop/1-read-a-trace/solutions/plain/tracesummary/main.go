// Tracesummary says in a few lines what an agent did: a row for each event of
// its trace, and the totals.
//
//	tracesummary [FILE]
//
// Without FILE it reads the newest trace.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "tracesummary:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	if len(args) > 1 {
		return errors.New("usage: tracesummary [FILE]")
	}
	file := ""
	if len(args) == 1 {
		file = args[0]
	} else {
		var err error
		if file, err = newest(); err != nil {
			return err
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	summary := Summary{}
	w := bufio.NewWriter(out)
	number := 0
	for line := range bytes.Lines(text) {
		number++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		event, err := parse(line)
		if err != nil {
			summary.Bad++
			fmt.Fprintf(w, "broken=%d %v\n", number, err)
			continue
		}
		summary.add(event)
		fmt.Fprintln(w, event.row())
	}
	fmt.Fprintln(w, summary.row())
	return w.Flush()
}
