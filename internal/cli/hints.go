package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	"agentcourse/internal/browser"
	"agentcourse/internal/catalog"
	"agentcourse/internal/gobuild"
	"agentcourse/internal/posts"
	"agentcourse/internal/publish"
	"agentcourse/internal/workspace"
)

// hintFor is the next step for a person who met an error, or "".
func hintFor(err error) string {
	var unknown *catalog.UnknownError
	var started *workspace.StartedError
	var command *unknownCommandError
	var next *nextStepError
	var shape *posts.ShapeError
	var browserless *browser.NotFoundError
	switch {
	case errors.As(err, &next):
		return next.hint
	case errors.As(err, &shape):
		return "the shapes are " + strings.Join(shape.Known, ", ")
	case errors.As(err, &browserless):
		return browserless.Hint()
	case errors.As(err, &unknown) && unknown.Nearest != nil:
		return fmt.Sprintf("did you mean %s (%s)? \"course list\" shows all", unknown.Nearest.ID, unknown.Nearest.Title)
	case errors.As(err, &unknown):
		return `"course list" shows all exercises`
	case errors.As(err, &started):
		return fmt.Sprintf(`continue there, or run "course reset %[1]s" to set it aside and start again; "course journal new TOPIC --exercise %[1]s" makes an entry`, started.Exercise.ID)
	case errors.As(err, &command) && len(command.suggestions) > 0:
		return fmt.Sprintf("did you mean %s?", strings.Join(command.suggestions, " or "))
	case errors.As(err, &command):
		return `"course --help" lists the commands`
	case errors.Is(err, errSeveralPrograms):
		return `name one, as in "course run 1.2 chat"`
	case errors.Is(err, errNoOpenEntry):
		return `"course journal list" shows the entries`
	case errors.Is(err, workspace.ErrNoCourse):
		return "change into the folder that you cloned the course into, or one below it"
	case errors.Is(err, workspace.ErrNotFolder):
		return "move it elsewhere: mv work work-of-mine"
	case errors.Is(err, gobuild.ErrNoGo):
		return "install Go 1.26 or newer from https://go.dev/dl and open a new terminal"
	case errors.Is(err, publish.ErrNoGit):
		return "install git from https://git-scm.com and open a new terminal"
	case errors.Is(err, publish.ErrNoRepository):
		return "clone the course with git, or run git init: without a repository there is nothing to push"
	case errors.Is(err, syscall.ENOSPC), strings.Contains(err.Error(), syscall.ENOSPC.Error()): // the go command tells in words
		return "the disk is full: free some space and try again"
	case errors.Is(err, syscall.EROFS):
		return "the folder cannot be written to: clone the course into one of your own"
	case errors.Is(err, fs.ErrPermission):
		return "the folder's permissions do not allow this: look at them with ls -ld"
	}
	return ""
}
