package proc

import (
	"os"
	"path/filepath"
	"strings"
)

// Variable is the value that an environment gives a name, or ""; of several the last one counts.
func Variable(env []string, name string) string {
	value := ""
	for _, kv := range env {
		if v, ok := strings.CutPrefix(kv, name+"="); ok {
			value = v
		}
	}
	return value
}

// LookPath finds a command in the folders of an environment's PATH, or ""; exec.LookPath knows only that of this process.
func LookPath(name string, env []string) string {
	for _, dir := range filepath.SplitList(Variable(env, "PATH")) {
		if file := filepath.Join(dir, name); filepath.IsAbs(dir) && IsProgram(file) {
			return file
		}
	}
	return ""
}

// IsProgram reports whether a path is that of a file which may be run.
func IsProgram(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}
