package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"agentcourse/internal/book"
	"agentcourse/internal/gobuild"
	"agentcourse/internal/proc"
	"agentcourse/internal/recorder"
)

// transcriptLimit is how long a command in a page may take.
const transcriptLimit = time.Minute

// A transcriber runs the commands that the pages show.
type transcriber struct {
	a   *app
	dir string // a temporary folder; everything happens below it
	n   int    // stages so far
}

// bookRunner runs the commands of pages; without commands it is nil. done removes what they left behind.
func (a *app) bookRunner(noRun bool) (run book.Runner, done func(), err error) {
	if noRun {
		return nil, func() {}, nil
	}
	dir, err := os.MkdirTemp("", "course-book-")
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir) // as programs see it
	}
	if err != nil {
		return nil, nil, fmt.Errorf("the pages' commands find no place, in the folder for temporary files that TMPDIR names: %w", err)
	}
	t := &transcriber{a: a, dir: dir}
	return t.run, func() { _ = os.RemoveAll(dir) }, nil
}

// run runs the commands of one fence in a copy of the course.
func (t *transcriber) run(ctx context.Context, commands [][]string) ([]book.Output, error) {
	t.n++
	s, err := newStage(t.a.root, filepath.Join(t.dir, fmt.Sprintf("stage-%d", t.n)))
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(s.dir)
	outputs := make([]book.Output, len(commands))
	for i, words := range commands {
		if outputs[i], err = t.one(ctx, s, words); err != nil {
			return nil, err
		}
	}
	return outputs, nil
}

// one runs one command.
func (t *transcriber) one(ctx context.Context, s *stage, words []string) (book.Output, error) {
	do := t.course
	switch {
	case words[0] == "course" && !endless(words[1:]):
	case words[0] == "course":
		return book.Output{Problem: "the command does not end by itself, or runs the book's commands"}, nil
	case len(words) > 2 && words[0] == "go" && words[1] == "run" && isShown(words[2]):
		do = t.program
	default:
		return book.Output{Problem: `the book runs "course …" and "go run ./starter/NAME …" or "./lessons/code/NAME …" alone`}, nil
	}
	file, err := s.output()
	if err != nil {
		return book.Output{}, err
	}
	defer file.Close()
	within, cancel := context.WithTimeout(ctx, transcriptLimit)
	defer cancel()
	out, err := do(within, s, words, file)
	switch {
	case ctx.Err() != nil:
		return out, ctx.Err()
	case within.Err() != nil:
		return book.Output{Problem: fmt.Sprintf("it did not end within %v", transcriptLimit)}, nil
	case err != nil || out.Problem != "":
		return out, err
	}
	text, err := os.ReadFile(file.Name())
	out.Text = strings.ReplaceAll(string(text), s.root, "…") // a folder that is another each time
	return out, err
}

// isShown reports whether a folder is of those whose programs a page may show: what learners start from, and what lessons
// quote.
func isShown(folder string) bool {
	return strings.HasPrefix(folder, "./starter/") || strings.HasPrefix(folder, "./lessons/code/")
}

// endless reports whether a command of the course waits for somebody, or would come back here.
func endless(args []string) bool {
	names := slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return strings.HasPrefix(arg, "-") })
	switch {
	case len(names) > 0 && names[0] == "sim":
		return !slices.Contains(args, "--help") && !slices.Contains(args, "-h")
	case len(names) > 1 && names[0] == "book":
		return slices.Contains([]string{"check", "sync", "serve"}, names[1])
	}
	return false
}

// course runs a command of the course in this process.
func (t *transcriber) course(ctx context.Context, s *stage, words []string, out *os.File) (book.Output, error) {
	w := World{
		In: strings.NewReader(""), Out: out, Err: out, Env: s.courseEnvironment(t.a.Env), Dir: s.root, Now: s.now,
		LiveAPI: "https://api.anthropic.invalid",
	}
	return book.Output{Exit: Run(ctx, w, words[1:])}, nil
}

// program builds a program and runs it against the simulator.
func (t *transcriber) program(ctx context.Context, s *stage, words []string, out *os.File) (book.Output, error) {
	bin, problem, err := t.build(ctx, strings.TrimPrefix(words[2], "./"))
	if err != nil || problem != "" {
		return book.Output{Problem: problem}, err
	}
	url, stop, err := simulation{seed: 1, fast: true}.start()
	if err != nil {
		return book.Output{}, err
	}
	defer stop()
	result, err := proc.Run(ctx, proc.Spec{
		Path: bin, Args: words[3:], Dir: s.root, Out: out, Err: out, Limit: transcriptLimit,
		Env: s.programEnvironment(t.a.getenv("PATH"), url),
	})
	switch {
	case err != nil:
		return book.Output{}, err
	case result.Timeout:
		return book.Output{Problem: fmt.Sprintf("it did not end within %v", transcriptLimit)}, nil
	case result.Signal != "":
		return book.Output{Problem: "it was ended by the signal " + result.Signal}, nil
	}
	return book.Output{Exit: result.Exit}, nil
}

// build builds a program once and returns its file, or why there is none.
func (t *transcriber) build(ctx context.Context, folder string) (bin, problem string, err error) {
	if !fs.ValidPath(folder) {
		return "", "./" + folder + " is not the folder of a program", nil
	}
	if found, isMain := gobuild.PackageIn(filepath.Join(t.a.root, filepath.FromSlash(folder))); !found || !isMain {
		return "", "there is no program in ./" + folder, nil
	}
	out := filepath.Join(t.dir, "bin", filepath.FromSlash(folder))
	bin = filepath.Join(out, filepath.Base(out))
	if _, err := os.Stat(bin); !errors.Is(err, fs.ErrNotExist) {
		return bin, "", err
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return "", "", err
	}
	module := gobuild.Module{Dir: t.a.root, Env: recorder.WithoutKeys(t.a.Env), Name: "the repository"}
	result, err := module.Build(ctx, out, []string{"./" + folder})
	if err == nil && result.Exit != 0 {
		return "", "it cannot be built: " + strings.Join(gobuild.CompilerLines(string(result.Stderr)), "; "), nil
	}
	return bin, "", err
}
