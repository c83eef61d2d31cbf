package reader

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A rest tells when files that change have come to rest: when two looks in a row saw the same.
type rest struct {
	taken string // what was seen when they last had
	last  string // what was seen at the last look
}

// after takes the next look and reports whether there is a change to take up.
func (r *rest) after(seen string) bool {
	rested := seen != r.taken && seen == r.last
	if r.last = seen; rested {
		r.taken = seen
	}
	return rested
}

// look says how files and folders are now, with all that is below them: names, sizes, times. It is another text when any
// of that is another. What is not there or cannot be read is part of it. Files whose names begin with a dot are left out:
// editors keep theirs in such.
func look(paths []string) string {
	var b strings.Builder
	for _, path := range paths {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real // a folder may be a link to another
		}
		_ = filepath.WalkDir(path, func(file string, d fs.DirEntry, err error) error {
			if err != nil {
				fmt.Fprintf(&b, "%q %v\n", file, err)
				return nil // the rest can be looked at
			}
			if file != path && strings.HasPrefix(d.Name(), ".") {
				if d.IsDir() {
					return fs.SkipDir
				}
				return nil
			}
			if d.IsDir() {
				fmt.Fprintf(&b, "%q\n", file)
				return nil
			}
			info, err := os.Stat(file) // of what a link leads to
			if err != nil {
				fmt.Fprintf(&b, "%q %v\n", file, err)
				return nil
			}
			fmt.Fprintf(&b, "%q %d %d\n", file, info.Size(), info.ModTime().UnixNano())
			return nil
		})
	}
	return b.String()
}
