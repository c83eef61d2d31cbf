package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"agentcourse/internal/recorder"
	"agentcourse/internal/scrub"
	"agentcourse/internal/term"
	"agentcourse/internal/trace"

	"github.com/spf13/cobra"
)

func (a *app) traceScrubCommand() *cobra.Command {
	out := ""
	cmd := &cobra.Command{
		Use:   "scrub [FILE]",
		Short: "Copy a trace without keys, tokens, addresses and names of home folders",
		Long: `Write a copy of a trace with ` + scrub.Redacted + ` in the place of keys, bearer tokens, e-mail addresses and the names in
the paths of home folders. It looks into every text at any depth, names of fields and broken lines among them, and for
the keys in this command's environment. Everything else stays as it is, byte for byte.

It finds what has a form that it knows. Names, places and what somebody told the model have none: read the copy before
you show it to anybody.`,
		Example: `  course trace scrub
  course trace scrub traces/20261130-201500.jsonl -o posts/run.jsonl`,
		Args: cobra.MaximumNArgs(1), ValidArgsFunction: a.completeTrace,
		RunE: func(cmd *cobra.Command, args []string) error { return a.traceScrub(cmd.Context(), args, out) },
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "write to this `FILE`, which must not be there (default: the trace's name with -scrubbed)")
	return cmd
}

func (a *app) traceScrub(ctx context.Context, args []string, out string) error {
	file, err := a.openTrace(ctx, args)
	if err != nil {
		return err
	}
	defer file.Close()
	path, name := a.fromDir(out), out
	if out == "" {
		path = strings.TrimSuffix(file.Name(), ".jsonl") + "-scrubbed.jsonl"
		name = filepath.ToSlash(filepath.Join(filepath.Dir(file.path), filepath.Base(path)))
	}
	s := &scrubbing{known: scrub.Forms(recorder.Secrets(a.Env)...), lines: map[scrub.Kind][]int{}, found: scrub.Found{}}
	err = writeNew(path, name, "name another file with -o; nothing is ever written over", false, func(w io.Writer) error {
		if err := s.copy(w, file); err != nil {
			return fmt.Errorf("%s: %w", file.path, err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	a.printScrubbed(s, name)
	if len(s.leftOut) > 0 {
		return errFailed
	}
	return nil
}

const shownLines = 5 // numbers of lines for each kind

// A scrubbing is the copying of one trace.
type scrubbing struct {
	known   []string
	total   int // lines
	found   scrub.Found
	lines   map[scrub.Kind][]int // the first ones with something of a kind, and one more
	leftOut []int                // lines that were too long to look through
	clean   []byte               // the last line, whose room is used again
}

// copy writes the clean lines.
func (s *scrubbing) copy(w io.Writer, r io.Reader) error {
	out := bufio.NewWriterSize(w, 64<<10)
	for line, err := range trace.Lines(r) {
		if err != nil {
			return err
		}
		s.total++
		clean, end := []byte(nil), line.End
		if line.TooLong() {
			s.leftOut = append(s.leftOut, line.Number)
			clean, end = fmt.Appendf(nil, `{"event":"left_out","detail":"a line of %d bytes, too long to look through"}`, line.Length), "\n"
		} else {
			var found scrub.Found
			clean, found = scrub.PrivateJSON(s.clean[:0], line.Data, s.known...)
			s.clean = clean
			s.note(line.Number, found)
		}
		if _, err := out.Write(clean); err != nil {
			return err
		}
		if _, err := out.WriteString(end); err != nil {
			return err
		}
	}
	return out.Flush()
}

func (s *scrubbing) note(line int, found scrub.Found) {
	for kind, n := range found {
		s.found[kind] += n
		if len(s.lines[kind]) <= shownLines {
			s.lines[kind] = append(s.lines[kind], line)
		}
	}
}

func (a *app) printScrubbed(s *scrubbing, name string) {
	a.term.Printf("wrote %s, %s\n", name, count(s.total, "line", "lines"))
	for _, kind := range scrub.Kinds() {
		if n := s.found[kind]; n > 0 {
			a.term.Printf("  removed %-20s %d, %s\n", kind, n, lineNumbers(s.lines[kind]))
		}
	}
	if len(s.found) == 0 {
		a.term.Printf("  found nothing to remove\n")
	}
	if len(s.leftOut) > 0 {
		a.term.Printf("  left out %s, too long to look through: %s\n", count(len(s.leftOut), "line", "lines"), lineNumbers(s.leftOut))
	}
	a.term.Printf("%s\n", term.Wrap("Read it before you show it to anybody: names, places and what people wrote have no form that can be found.", "", ""))
}

// lineNumbers lists some line numbers, and that there are more.
func lineNumbers(lines []int) string {
	text, more := "line ", ""
	if len(lines) > 1 {
		text = "lines "
	}
	if len(lines) > shownLines {
		lines, more = lines[:shownLines], ", …"
	}
	return text + strings.Trim(strings.ReplaceAll(fmt.Sprint(lines), " ", ", "), "[]") + more
}
