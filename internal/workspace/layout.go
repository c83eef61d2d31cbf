package workspace

import (
	"os"
	"path/filepath"

	"agentcourse/internal/catalog"
)

// Solutions are the names of the right programs that the course ships for an exercise.
func Solutions(root string, ex *catalog.Exercise) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(root, filepath.FromSlash(ex.Checks()), "solutions"))
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// LayOut makes a learner's module in the empty folder dir in which the exercise is solved by a right program that the
// course ships.
func LayOut(root, dir string, ex *catalog.Exercise, solution string) error {
	if _, err := makeModule(root, dir, ex); err != nil {
		return err
	}
	folder := filepath.Join(dir, filepath.FromSlash(ex.Key))
	from := filepath.Join(root, filepath.FromSlash(ex.Checks()), "solutions", solution)
	for _, f := range ex.Files {
		to := filepath.Join(folder, filepath.FromSlash(f[len("data/"):]))
		if err := copyFile(filepath.Join(root, filepath.FromSlash(f)), to); err != nil {
			return err
		}
	}
	return CopyGo(from, folder, ImportPaths(ex)) // its own files take the place of the course's
}
