package publish

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"agentcourse/internal/proc"
)

// ErrNoGit says that there is no git to ask, ErrNoRepository that the folder is in no repository with files.
var (
	ErrNoGit        = errors.New("there is no git command on the PATH")
	ErrNoRepository = errors.New("this folder is in no git repository")
)

// errMissing says that a clone has left an object out, with git clone --filter.
var errMissing = errors.New("the object is not in this clone")

// A repository is asked by running git. What a person has set for their own eyes, such as colours, does not count.
type repository struct {
	path string // of git
	dir  string // the repository's folder
	env  []string
	head bool // there is a commit

	objects *exec.Cmd // git cat-file, which is asked for one object after another
	stop    context.CancelFunc
	ask     io.WriteCloser
	answers *bufio.Reader
}

func open(ctx context.Context, opt Options) (*repository, error) {
	g := &repository{path: proc.LookPath("git", opt.Env), dir: opt.Root, env: environment(opt.Env)}
	if g.path == "" {
		return nil, ErrNoGit
	}
	top, err := g.run(ctx, nil, "rev-parse", "--show-toplevel")
	if err != nil {
		if strings.Contains(err.Error(), "not a git repository") || strings.Contains(err.Error(), "must be run in a work tree") {
			return nil, ErrNoRepository
		}
		return nil, err
	}
	g.dir = strings.TrimSuffix(string(top), "\n")
	_, err = g.run(ctx, nil, "rev-parse", "--verify", "--quiet", "HEAD")
	var exit *exec.ExitError
	if g.head = err == nil; err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		return nil, err
	}
	return g, g.startObjects(ctx)
}

// environment is one in which git looks at the folder that it is run in, says things in English and asks nobody. When git
// runs the course as a hook it sets variables that point at a repository; an index that is made for one commit counts.
func environment(env []string) []string {
	kept := slices.DeleteFunc(slices.Clone(env), func(kv string) bool {
		name, _, _ := strings.Cut(kv, "=")
		return strings.HasPrefix(name, "GIT_") && !slices.Contains(keptVariables, name) || name == "LC_ALL" || name == "LANGUAGE"
	})
	return append(kept, "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_REPLACE_OBJECTS=1", "GIT_NO_LAZY_FETCH=1")
}

var keptVariables = []string{"GIT_INDEX_FILE", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_EXEC_PATH", "GIT_CEILING_DIRECTORIES"}

// run runs git to its end and returns what it printed.
func (g *repository) run(ctx context.Context, input io.Reader, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, g.path, args...)
	var out, errs bytes.Buffer
	cmd.Dir, cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = g.dir, g.env, input, &out, &errs
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		said, _, _ := strings.Cut(strings.TrimSpace(errs.String()), "\n")
		return nil, fmt.Errorf("git %s: %w: %s", args[0], err, said)
	}
	return out.Bytes(), nil
}

func (g *repository) startObjects(ctx context.Context) (err error) {
	ctx, g.stop = context.WithCancel(ctx)
	g.objects = exec.CommandContext(ctx, g.path, "cat-file", "--batch")
	g.objects.Dir, g.objects.Env = g.dir, g.env
	if g.ask, err = g.objects.StdinPipe(); err != nil {
		return err
	}
	out, err := g.objects.StdoutPipe()
	if err != nil {
		return err
	}
	g.answers = bufio.NewReaderSize(out, 64<<10)
	if err := g.objects.Start(); err != nil {
		return fmt.Errorf("git cat-file: %w", err)
	}
	return nil
}

func (g *repository) close() {
	g.stop()
	g.objects.Wait() // that it was stopped is no news
}

// An object is what git keeps under an id.
type object struct {
	kind string // "blob", "commit", "tag", "tree"; "" if it is not in this clone
	size int64
	data []byte // nil if it is too large
}

// object reads an object that should be there.
func (g *repository) object(id string) (data []byte, size int64, err error) {
	o, err := g.look(id)
	if err == nil && o.kind == "" {
		err = errMissing
	}
	return o.data, o.size, err
}

// look reads an object. Of one that is too large only the size is told.
func (g *repository) look(id string) (o object, err error) {
	fail := func(err error) (object, error) {
		return object{}, fmt.Errorf("git cat-file: object %s: %w", id, err)
	}
	if _, err := io.WriteString(g.ask, id+"\n"); err != nil {
		return fail(err)
	}
	head, err := g.answers.ReadString('\n')
	if err != nil {
		return fail(err)
	}
	fields := strings.Fields(head)
	if len(fields) == 2 && fields[1] == "missing" {
		return object{}, nil
	}
	if len(fields) != 3 {
		return fail(errors.New(strings.TrimSpace(head)))
	}
	o.kind = fields[1]
	if o.size, err = strconv.ParseInt(fields[2], 10, 64); err != nil {
		return fail(err)
	}
	if o.size > largest {
		_, err = io.CopyN(io.Discard, g.answers, o.size+1)
	} else {
		o.data = make([]byte, o.size)
		if _, err = io.ReadFull(g.answers, o.data); err == nil {
			_, err = g.answers.Discard(1)
		}
	}
	if err != nil {
		return fail(err)
	}
	return o, nil
}

// names runs git ls-files, in the whole repository.
func (g *repository) names(ctx context.Context, args ...string) ([]string, error) {
	out, err := g.run(ctx, nil, append([]string{"ls-files", "-z"}, args...)...)
	return splitZero(out), err
}

func splitZero(out []byte) []string {
	if len(out) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}
