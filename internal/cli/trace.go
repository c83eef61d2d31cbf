package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"agentcourse/internal/trace"

	"github.com/spf13/cobra"
)

func (a *app) traceCommand() *cobra.Command {
	var f traceFlags
	cmd := &cobra.Command{
		Use:   "trace [FILE]",
		Short: "What happened in a run, step by step, with tokens and cost",
		Long: `Print a trace: one line for each event, then the totals. Without FILE it is the newest one in traces/, where
"course run" puts them, and the agents that it runs put their own. An agent that writes a trace leaves two: the one
that course run recorded on the wire, and its own.

An event's line: seconds since the first event, step, event, the tool's name or the reason to stop, tokens in and out,
milliseconds, and the beginning of its text. Tokens and cost are those of the model events; call events are the same
replies once more, as they were on the wire.

A line that is broken is told with its number, and the exit code is then 1; the rest is shown all the same.`,
		Example: `  course trace
  course trace traces/20261130-201500.jsonl -v
  course trace --json | jq .totals
  course trace plot                    the tokens by step, as bars
  course trace scrub                   a copy without keys, addresses and names of folders`,
		Args: cobra.MaximumNArgs(1), ValidArgsFunction: a.completeTrace,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.alsoJSON(f.json, a.trace(cmd.Context(), args, f))
		},
	}
	cmd.Flags().BoolVar(&f.json, "json", false, "print events, totals and broken lines as JSON")
	cmd.Flags().BoolVarP(&f.verbose, "verbose", "v", false, "show all events of a long trace, and all broken lines")
	cmd.AddCommand(a.traceScrubCommand(), a.tracePlotCommand())
	return cmd
}

type traceFlags struct {
	json    bool
	verbose bool
}

// completeTrace offers files that may be traces, and folders, to the shell. It lists them itself: what cobra has for files
// with an ending takes the names of subcommands for endings.
func (a *app) completeTrace(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	directive := cobra.ShellCompDirectiveNoFileComp
	if len(args) > 0 {
		return nil, directive
	}
	dir := word[:strings.LastIndex(word, "/")+1]
	entries, _ := os.ReadDir(a.fromDir(filepath.FromSlash(dir))) // a folder that cannot be read offers nothing
	var names []string
	for _, e := range entries {
		name := dir + e.Name()
		switch {
		case !strings.HasPrefix(name, word), strings.HasPrefix(e.Name(), ".") && word == dir:
		case e.IsDir():
			names = append(names, name+"/")
			directive |= cobra.ShellCompDirectiveNoSpace
		case strings.HasSuffix(name, ".jsonl"):
			names = append(names, name)
		}
	}
	return names, directive
}

// A nextStepError is an error that knows what to do about it.
type nextStepError struct {
	error
	hint string
}

func (e *nextStepError) Unwrap() error { return e.error }

// A startedError ended a command whose JSON had begun.
type startedError struct{ error }

func (e *startedError) Unwrap() error { return e.error }

// A traceFile is a trace that is open.
type traceFile struct {
	*os.File
	path string // as the person knows it
	ctx  context.Context
}

// Read ends when the command is interrupted.
func (f *traceFile) Read(p []byte) (int, error) {
	if err := f.ctx.Err(); err != nil {
		return 0, err
	}
	return f.File.Read(p)
}

// openTrace opens the trace that is named, or else the newest, and says which that is.
func (a *app) openTrace(ctx context.Context, args []string) (*traceFile, error) {
	path, name, err := a.findTrace(args)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &nextStepError{fmt.Errorf("there is no file %s", name), `"course trace" without a name takes the newest trace in traces/`}
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, &nextStepError{fmt.Errorf("%s is a folder, not a trace", name), "name one of its files"}
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no ordinary file but a %s", name, kindOfFile(info.Mode()))
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	if len(args) == 0 {
		a.term.Note("the newest trace is %s", name)
	}
	return &traceFile{file, name, ctx}, nil
}

func kindOfFile(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeNamedPipe != 0:
		return "pipe"
	case mode&fs.ModeSocket != 0:
		return "socket"
	}
	return "device"
}

// findTrace is the path of a trace, and its name for the person. A name counts from the current folder; where there is no
// such file, from the repository, as "course run" prints it, or from its traces/.
func (a *app) findTrace(args []string) (path, name string, err error) {
	traces := filepath.Join(a.root, "traces")
	if len(args) == 0 {
		path, err := trace.Newest(traces)
		if errors.Is(err, trace.ErrNoTrace) {
			return "", "", &nextStepError{fmt.Errorf("%w yet in traces/", trace.ErrNoTrace), `make one: course run 1.1 -- "Hello"`}
		}
		return path, a.fromRoot(path), err
	}
	path = a.fromDir(args[0])
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) && !filepath.IsAbs(args[0]) {
		for _, dir := range []string{a.root, traces} {
			if other := filepath.Join(dir, args[0]); isThere(other) {
				return other, a.fromRoot(other), nil
			}
		}
	}
	return path, args[0], nil
}

// fromDir is a path that a person gave, which counts from the current folder.
func (a *app) fromDir(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(a.Dir, path)
}

// fromRoot is a path as the course prints it: from the repository's folder, with slashes.
func (a *app) fromRoot(path string) string {
	if rel, err := filepath.Rel(a.root, path); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return path
}

// isThere reports whether there is anything of that name, a dead link too.
func isThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// trace prints one trace.
func (a *app) trace(ctx context.Context, args []string, f traceFlags) error {
	file, err := a.openTrace(ctx, args)
	if err != nil {
		return err
	}
	defer file.Close()
	if f.json {
		return a.traceJSON(file)
	}
	return a.traceText(file, f.verbose)
}

// eachLine reads a trace, adds it up in sum and calls row for each event. Broken lines are told: the first most of them,
// or all if most is 0.
func (a *app) eachLine(file *traceFile, sum *trace.Summary, most int, row func(trace.Line) error) error {
	for line, err := range trace.Read(file) {
		if err != nil {
			return fmt.Errorf("%s: %w", file.path, err)
		}
		sum.Add(line)
		if line.Problem != "" {
			if most == 0 || sum.Broken <= most {
				fmt.Fprintf(a.Err, "%s:%d: %s\n", file.path, line.Number, line.Problem)
			}
			continue
		}
		if err := row(line); err != nil {
			return err
		}
	}
	if most > 0 && sum.Broken > most {
		fmt.Fprintf(a.Err, "%s: %s more\n", file.path, count(sum.Broken-most, "broken line", "broken lines"))
	}
	return nil
}

// brokenLines fails a command that met one.
func brokenLines(sum *trace.Summary) error {
	if sum.Broken > 0 {
		return errFailed
	}
	return nil
}

// writeNew makes a file: under a temporary name first, then under its own. One that is there is written over only with
// force, and else an error with the hint.
func writeNew(path, name, hint string, force bool, write func(io.Writer) error) (err error) {
	taken := &nextStepError{fmt.Errorf("%s is there already", name), hint}
	if !force && isThere(path) {
		return taken
	}
	temp, err := os.CreateTemp(filepath.Dir(path), ".trace-*.tmp")
	if errors.Is(err, fs.ErrNotExist) {
		return &nextStepError{fmt.Errorf("there is no folder for %s", name), "make it: mkdir -p " + filepath.ToSlash(filepath.Dir(name))}
	}
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	err = write(temp)
	if err = errors.Join(err, temp.Chmod(0o644), temp.Close()); err != nil {
		return err
	}
	if force {
		return os.Rename(temp.Name(), path)
	}
	if err := os.Link(temp.Name(), path); err == nil || !errors.Is(err, fs.ErrExist) && !isThere(path) {
		if err != nil { // some file systems have no hard links
			return os.Rename(temp.Name(), path)
		}
		return nil
	}
	return taken
}
