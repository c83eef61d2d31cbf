package workspace

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

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
	if err := layOutEarlier(root, folder, from, ex); err != nil {
		return err
	}
	// Its own files take the place of the course's. Tests among them are part of what the exercise asks for.
	return copyGo(from, folder, ImportPaths(ex), func(fs.DirEntry) bool { return true })
}

// layOutEarlier lays out what the right program in a folder uses of one of the exercise that ex continues: a learner has
// their own there.
func layOutEarlier(root, to, from string, ex *catalog.Exercise) error {
	return filepath.WalkDir(from, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(file) != ".go" {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, imported := range parsed.Imports {
			path, err := strconv.Unquote(imported.Path.Value)
			if err != nil {
				return err
			}
			rest, ok := inSolutions(path, ex.Continues)
			_, below, _ := strings.Cut(rest, "/")
			if !ok || exists(filepath.Join(to, filepath.FromSlash(below))) {
				continue
			}
			source := filepath.Join(root, filepath.FromSlash(ex.Continues.Checks()), "solutions", filepath.FromSlash(rest))
			if err := CopyGo(source, filepath.Join(to, filepath.FromSlash(below)), ImportPaths(ex)); err != nil {
				return err
			}
		}
		return nil
	})
}
