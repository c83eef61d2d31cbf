// Bars measures the book against what it has to hold, and beside it what pandoc makes of the same pages in the same run:
//
//	go run ./book/bars [-only REGEXP]
//
// It prints a table. The exit code is 0 when every bar holds, 1 when one fails, 2 when a tool is missing or nothing
// could be measured.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

func run(ctx context.Context, args, env []string, out, errOut io.Writer) int {
	flags := flag.NewFlagSet("bars", flag.ContinueOnError)
	flags.SetOutput(errOut)
	only := flags.String("only", "", "measure the bars alone whose names match this regular expression")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	bars, err := chosen(allBars(), *only)
	if err != nil {
		fmt.Fprintf(errOut, "bars: error: %v\n", err)
		return 2
	}
	s, err := newSubject(ctx, env)
	if err != nil {
		fmt.Fprintf(errOut, "bars: error: %v\n", err)
		return 2
	}
	defer s.close()
	if missing := s.missing(bars); len(missing) > 0 {
		for _, tool := range missing {
			fmt.Fprintf(errOut, "bars: error: there is no %s\nbars: hint: %s\n", tool.name, tool.install)
		}
		return 2
	}
	results := measureAll(ctx, s, bars, errOut)
	if ctx.Err() != nil {
		fmt.Fprintln(errOut, "bars: error: interrupted")
		return 2
	}
	if printTable(out, results) > 0 {
		return 1
	}
	return 0
}

// chosen are the bars whose names match.
func chosen(bars []bar, only string) ([]bar, error) {
	pattern, err := regexp.Compile(only)
	if err != nil {
		return nil, err
	}
	var some []bar
	for _, b := range bars {
		if pattern.MatchString(b.name) {
			some = append(some, b)
		}
	}
	if len(some) == 0 {
		return nil, errors.New("no bar has a name that matches " + only)
	}
	return some, nil
}

// measureAll measures one bar after the other, and what the peer has to set against it.
func measureAll(ctx context.Context, s *subject, bars []bar, progress io.Writer) []result {
	var results []result
	for _, b := range bars {
		if ctx.Err() != nil {
			break
		}
		fmt.Fprintf(progress, "bars: %s\n", b.name)
		r := result{bar: b}
		r.value, r.ok, r.err = b.measure(ctx, s)
		if b.peer != nil {
			if value, err := b.peer(ctx, s); err != nil {
				r.peer = "? " + err.Error()
			} else {
				r.peer = value
			}
		}
		results = append(results, r)
	}
	return results
}
