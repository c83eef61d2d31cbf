package grader

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"agentcourse/internal/proc"
)

const buildLimit = 10 * time.Minute // a first build on a slow machine compiles net/http too

// goCommand runs the go command in the learner's module, apart from any go.work above it.
func (ss *session) goCommand(ctx context.Context, args ...string) (proc.Result, error) {
	goTool := lookPath("go", ss.getenv("PATH"))
	if goTool == "" {
		return proc.Result{}, ErrNoGo
	}
	run, err := proc.Run(ctx, proc.Spec{Path: goTool, Args: args, Dir: ss.workDir, Env: slices.Concat(ss.env, []string{"GOWORK=off"}), Limit: buildLimit})
	switch {
	case err != nil:
		return run, err
	case run.Stopped:
		return run, ctx.Err()
	case run.Timeout:
		return run, fmt.Errorf("go %s did not end within %v", args[0], buildLimit)
	}
	return run, nil
}

// lookPath finds a command in the folders of a PATH; exec.LookPath knows only that of this process.
func lookPath(name, path string) string {
	for _, dir := range filepath.SplitList(path) {
		file := filepath.Join(dir, name)
		if info, err := os.Stat(file); filepath.IsAbs(dir) && err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return file
		}
	}
	return ""
}

// ErrNoGo says that there is no go command to build programs with.
var ErrNoGo = errors.New("there is no go command on the PATH")
