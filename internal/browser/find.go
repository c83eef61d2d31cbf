// Package browser finds Chromium or one of its relatives and has it print a page to PDF.
package browser

import (
	"path/filepath"
	"runtime"
	"strings"

	"agentcourse/internal/proc"
)

// Override is the variable that names the browser to be used, as a path or as a command on the PATH.
const Override = "COURSE_CHROMIUM"

// commands are the names that Chromium and its relatives go by, the likeliest first.
var commands = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge", "msedge"}

// macPaths are where applications of macOS keep the program; they are not on the PATH.
var macPaths = []string{
	"/Applications/Chromium.app/Contents/MacOS/Chromium",
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	"/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
}

// A NotFoundError says that there is no browser to print with.
type NotFoundError struct {
	Named string // what the variable COURSE_CHROMIUM names; empty if it is not set
}

func (e *NotFoundError) Error() string {
	if e.Named != "" {
		return Override + " names " + e.Named + ", which is no program"
	}
	return "no Chromium was found to print the PDF with"
}

// Hint is the next step.
func (e *NotFoundError) Hint() string {
	if e.Named != "" {
		return "set " + Override + " to the path of Chromium, Chrome or Edge, or unset it"
	}
	return "install Chromium, Chrome or Edge (on Debian: apt install chromium), or set " + Override + " to the path of one"
}

// Find returns the path of the browser: the one that COURSE_CHROMIUM names, else the first that is on the PATH of the
// environment, else on macOS the first in /Applications or the same folder at home. The error is a [NotFoundError].
func Find(env []string) (string, error) { return find(env, runtime.GOOS, macPaths) }

func find(env []string, system string, apps []string) (string, error) {
	if named := proc.Variable(env, Override); named != "" {
		if path := lookPath(named, env); path != "" {
			return path, nil
		}
		return "", &NotFoundError{Named: named}
	}
	for _, name := range commands {
		if path := lookPath(name, env); path != "" {
			return path, nil
		}
	}
	if system == "darwin" {
		home := proc.Variable(env, "HOME")
		for _, app := range apps {
			for _, path := range []string{app, filepath.Join(home, app)} {
				if proc.IsProgram(path) {
					return path, nil
				}
			}
		}
	}
	return "", &NotFoundError{}
}

// lookPath finds a command; a name with a slash is the path itself.
func lookPath(name string, env []string) string {
	if !strings.ContainsRune(name, '/') {
		return proc.LookPath(name, env)
	}
	if path, err := filepath.Abs(name); err == nil && proc.IsProgram(path) {
		return path
	}
	return ""
}
