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
	if err := layOutUsed(root, folder, from, ex); err != nil {
		return err
	}
	// Its own files take the place of the course's. Tests among them are part of what the exercise asks for.
	return copyGo(from, folder, ImportPaths(ex), func(fs.DirEntry) bool { return true })
}

// layOutUsed lays out the packages that the right program in a folder uses and does not bring: of a right program of the
// exercise that ex continues, in the place of the learner's own, and of the starter.
func layOutUsed(root, to, from string, ex *catalog.Exercise) error {
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
			source, name := used(path, ex)
			if source == "" || exists(filepath.Join(to, name)) {
				continue
			}
			if err := CopyGo(filepath.Join(root, source), filepath.Join(to, name), ImportPaths(ex)); err != nil {
				return err
			}
		}
		return nil
	})
}

// used is the folder of the repository that an import path means, if it is one that layOutUsed lays out, and its place in the
// exercise's folder.
func used(path string, ex *catalog.Exercise) (source, name string) {
	if rest, ok := strings.CutPrefix(path, "agentcourse/starter/"); ok && moduleImports(path) == path {
		return filepath.Join("starter", filepath.FromSlash(rest)), filepath.FromSlash(rest)
	}
	if rest, ok := inSolutions(path, ex.Continues); ok {
		_, below, _ := strings.Cut(rest, "/")
		return filepath.Join(filepath.FromSlash(ex.Continues.Checks()), "solutions", filepath.FromSlash(rest)), filepath.FromSlash(below)
	}
	return "", ""
}
