// Package workspace keeps the learner's own module, work/: it starts an exercise by copying what the learner begins
// with, and sets work aside. It never overwrites, changes or deletes a file that is there.
package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"agentcourse/internal/catalog"
)

// Module is the name of the learner's module. ("work" is reserved by the go command.)
const Module = "learner"

const goMod = "module " + Module + "\n\ngo 1.26\n"

// ErrNoCourse says that no folder from here upwards is the course's.
var ErrNoCourse = errors.New("this folder is not in the course's repository")

// FindRoot returns the course's repository that dir lies in.
func FindRoot(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for d := dir; ; d = filepath.Dir(d) {
		mod, err := os.ReadFile(filepath.Join(d, "go.mod"))
		first, _, _ := strings.Cut(string(mod), "\n")
		if err == nil && strings.TrimSpace(first) == "module agentcourse" {
			return d, nil
		}
		if filepath.Dir(d) == d {
			return "", fmt.Errorf("%w: %s", ErrNoCourse, dir)
		}
	}
}

// Dir is the learner's module in a repository.
func Dir(root string) string { return filepath.Join(root, "work") }

// A StartedError says that an exercise has a folder already.
type StartedError struct {
	Exercise *catalog.Exercise
}

func (e *StartedError) Error() string {
	return fmt.Sprintf("exercise %s is already started in work/%s", e.Exercise.ID, e.Exercise.Key)
}

// ErrNotFolder says that work is there and is no folder.
var ErrNotFolder = errors.New("work is a file; the course needs a folder of that name")

// Started reports whether an exercise has a folder in work/.
func Started(root string, ex *catalog.Exercise) bool {
	_, err := os.Stat(filepath.Join(Dir(root), filepath.FromSlash(ex.Key)))
	return err == nil
}

// Shared reports whether a folder of starter/ is a package that the learner has once, beside the chapters, for all
// exercises. The others are copied into each exercise that names them.
func Shared(name string) bool { return slices.Contains(sharedPackages(), name) }

func sharedPackages() []string { return []string{"messages", "calc", "trace", "agentic"} }

// Start makes the exercise's folder with what the learner begins with: the starter programs and the data that the
// exercise names, and if it continues an earlier exercise that the learner has worked on, that work. The first time it
// makes the module too, and puts the package messages and those that the exercise names into it. It returns the folders
// and files it made, from the repository's folder. What it makes appears whole or not at all.
func Start(root string, ex *catalog.Exercise) ([]string, error) {
	work := Dir(root)
	if info, err := os.Stat(work); err == nil && !info.IsDir() {
		return nil, ErrNotFolder
	}
	if Started(root, ex) {
		return nil, &StartedError{ex}
	}
	made, err := makeModule(root, work, ex)
	if err != nil {
		return nil, fmt.Errorf("start exercise %s: %w", ex.ID, err)
	}
	err = appear(work, ex.Key, func(tmp string) error {
		if err := continueWork(work, tmp, ex); err != nil {
			return err
		}
		for _, name := range ex.Starter {
			if Shared(name) || exists(filepath.Join(tmp, name)) {
				continue
			}
			if err := CopyGo(filepath.Join(root, "starter", name), filepath.Join(tmp, name), ImportPaths(ex)); err != nil {
				return err
			}
		}
		for _, f := range ex.Files {
			to := filepath.Join(tmp, filepath.FromSlash(strings.TrimPrefix(f, "data/")))
			if exists(to) {
				continue
			}
			if err := copyFile(filepath.Join(root, filepath.FromSlash(f)), to); err != nil {
				return err
			}
		}
		return nil
	})
	if errors.Is(err, fs.ErrExist) && Started(root, ex) {
		return nil, &StartedError{ex}
	}
	if err != nil {
		return nil, fmt.Errorf("start exercise %s: %w", ex.ID, err)
	}
	return append(made, "work/"+ex.Key), nil
}

// makeModule makes go.mod and the shared packages that the exercise needs, where they are missing. Another start may make them at the same time: what is
// there first stays.
func makeModule(root, work string, ex *catalog.Exercise) (made []string, err error) {
	if err := os.MkdirAll(work, 0o777); err != nil {
		return nil, err
	}
	if !exists(filepath.Join(work, "go.mod")) {
		switch err := writeNewFile(filepath.Join(work, "go.mod"), []byte(goMod)); {
		case err == nil:
			made = append(made, "work/go.mod")
		case !errors.Is(err, fs.ErrExist):
			return nil, err
		}
	}
	for _, name := range sharedPackages() {
		if name != "messages" && !slices.Contains(ex.Starter, name) || exists(filepath.Join(work, name)) {
			continue
		}
		err := appear(work, name, func(tmp string) error {
			if err := CopyGo(filepath.Join(root, "starter", name), tmp, moduleImports); err != nil {
				return err
			}
			return recordOrigin(tmp, work, name)
		})
		switch {
		case err == nil:
			made = append(made, "work/"+name)
		case !errors.Is(err, fs.ErrExist) || !exists(filepath.Join(work, name)):
			return nil, err
		}
	}
	return made, nil
}

// appear fills a temporary folder and then gives it its place below work. A place that is taken is fs.ErrExist.
func appear(work, place string, fill func(tmp string) error) error {
	tmp, err := os.MkdirTemp(work, ".starting-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	inner := filepath.Join(tmp, "new")
	if err := os.Mkdir(inner, 0o777); err != nil {
		return err
	}
	if err := fill(inner); err != nil {
		return err
	}
	to := filepath.Join(work, filepath.FromSlash(place))
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	// An empty folder can be renamed over another empty one; making it instead fails when the place is taken.
	if os.Remove(inner) == nil {
		return os.Mkdir(to, 0o777)
	}
	return os.Rename(inner, to)
}

// Reset sets the exercise's folder aside, below work/_aside/ (which the go command passes over) under its name and the
// date, and starts the exercise again. It returns where the work is now, from the repository's folder.
func Reset(root string, ex *catalog.Exercise, now time.Time) (aside string, err error) {
	work := Dir(root)
	from := filepath.Join(work, filepath.FromSlash(ex.Key))
	if !Started(root, ex) {
		return "", fmt.Errorf("exercise %s is not started: there is nothing to set aside", ex.ID)
	}
	name := ex.Key + "-" + now.Format("20060102-150405")
	to := filepath.Join(work, "_aside", filepath.FromSlash(name))
	for n := 2; exists(to); n++ {
		to = fmt.Sprintf("%s-%d", filepath.Join(work, "_aside", filepath.FromSlash(name)), n)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return "", fmt.Errorf("set exercise %s aside: %w", ex.ID, err)
	}
	if err := os.Rename(from, to); err != nil {
		return "", fmt.Errorf("set exercise %s aside: %w", ex.ID, err)
	}
	rel, err := filepath.Rel(root, to)
	if err != nil {
		return "", err
	}
	_, err = Start(root, ex)
	return filepath.ToSlash(rel), err
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
