package workspace

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Difference is the first one between the learner's copy of a shared package and what Start copies.
type Difference struct {
	File    string // its name in the package
	Added   bool   // the course has no such file
	Removed bool   // the learner has no such file

	// Of a file that both have:

	Line        int    // the first that differs, from 1
	Course, Own string // that line, "" where the file has ended
}

// Compare looks for a difference in the Go files of the learner's copy of a shared package, tests aside, and returns nil if
// there is none: it is as Start made it, in the course as it was then or as it is now. module is the folder of the learner's
// module; rewrite gives import paths their names in it.
func Compare(root, module, name string, rewrite Rewrite) (*Difference, error) {
	if same, err := sameAsOrigin(module, name); same || err != nil {
		return nil, err
	}
	want, err := codeIn(filepath.Join(root, "starter", name), func(file string) ([]byte, error) { return Copied(file, rewrite) })
	if err != nil {
		return nil, err
	}
	own := map[string]string{}
	if exists(filepath.Join(module, name)) {
		if own, err = codeIn(filepath.Join(module, name), os.ReadFile); err != nil {
			return nil, err
		}
	}
	both := maps.Clone(want)
	maps.Copy(both, own)
	for _, file := range slices.Sorted(maps.Keys(both)) {
		theirs, known := want[file]
		mine, there := own[file]
		switch {
		case !known:
			return &Difference{File: file, Added: true}, nil
		case !there:
			return &Difference{File: file, Removed: true}, nil
		case mine != theirs:
			return differentLine(file, theirs, mine), nil
		}
	}
	return nil, nil
}

// sameAsOrigin reports whether a copy is known to be as it was made.
func sameAsOrigin(module, name string) (bool, error) {
	var then origin
	src, err := os.ReadFile(filepath.Join(module, originFile(name)))
	if err != nil || json.Unmarshal(src, &then) != nil || !exists(filepath.Join(module, name)) {
		return false, nil // nothing is known
	}
	now, err := sumsOf(filepath.Join(module, name))
	return err == nil && maps.Equal(now, then.Files), err
}

// codeIn reads the Go files of a folder that are no tests and that the go command does not pass over. How their lines end is
// left out: editors and version control change it, and it is no part of the code.
func codeIn(dir string, read func(file string) ([]byte, error)) (map[string]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	files := map[string]string{}
	for _, e := range entries {
		if e.IsDir() || !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") || strings.ContainsAny(e.Name()[:1], "_.") {
			continue
		}
		src, err := read(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		files[e.Name()] = strings.ReplaceAll(string(src), "\r\n", "\n")
	}
	return files, nil
}

func differentLine(file, course, own string) *Difference {
	theirs, mine := strings.Split(course, "\n"), strings.Split(own, "\n")
	at := 0
	for at < len(theirs) && at < len(mine) && theirs[at] == mine[at] {
		at++
	}
	d := &Difference{File: file, Line: at + 1}
	if at < len(theirs) {
		d.Course = theirs[at]
	}
	if at < len(mine) {
		d.Own = mine[at]
	}
	return d
}
