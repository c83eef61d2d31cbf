package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
)

// canAsk reports whether there is somebody to ask: standard input and standard error are a terminal.
func (a *app) canAsk() bool { return a.InTerminal && a.ErrTerminal }

// ask asks a question on standard error and reads a line. It reads not a byte more: what comes after may be for a program.
// The end of the input is an empty line. When the context ends, by Ctrl-C, it waits no longer.
func (a *app) ask(ctx context.Context, question string) (string, error) {
	fmt.Fprintf(a.Err, "%s ", question)
	type answer struct {
		line string
		err  error
	}
	got := make(chan answer, 1)
	go func() {
		line, err := readLine(a.In)
		got <- answer{line, err}
	}()
	select {
	case <-ctx.Done():
		fmt.Fprintln(a.Err)
		return "", ctx.Err()
	case ans := <-got:
		if errors.Is(ans.err, io.EOF) {
			fmt.Fprintln(a.Err)
			ans.err = nil
		}
		if err := ctx.Err(); err != nil {
			return "", err
		}
		if ans.err != nil {
			return "", fmt.Errorf("read an answer: %w", ans.err)
		}
		return cleanLine(ans.line), nil
	}
}

// maxAnswer is how much of a line is taken, in bytes; the rest is read and dropped.
const maxAnswer = 4000

// readLine reads a line byte by byte, without its end.
func readLine(in io.Reader) (string, error) {
	var line []byte
	b := make([]byte, 1)
	for {
		n, err := in.Read(b)
		switch {
		case n == 1 && b[0] == '\n':
			return string(line), nil
		case n == 1 && len(line) < maxAnswer:
			line = append(line, b[0])
		case n == 0 && err != nil:
			return string(line), err
		}
	}
}

// cleanLine is a typed line without signs that cannot be seen.
func cleanLine(line string) string {
	line = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\t' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(line, "�"))
	return strings.TrimSpace(line)
}
