package workspace

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"agentcourse/internal/catalog"
)

// A Rewrite gives an import path of the course its name in the learner's module; a path it does not know stays as it is.
type Rewrite func(path string) string

// ImportPaths are the paths that a starter or a right program of the exercise may use. A right program of an exercise that
// continues another may use packages of one of that one's.
func ImportPaths(ex *catalog.Exercise) Rewrite {
	return func(path string) string {
		if inModule := moduleImports(path); inModule != path {
			return inModule
		}
		if rest, ok := strings.CutPrefix(path, "agentcourse/starter/"); ok {
			return Module + "/" + ex.Key + "/" + rest
		}
		for _, of := range []*catalog.Exercise{ex, ex.Continues} {
			if rest, ok := inSolutions(path, of); ok {
				_, below, _ := strings.Cut(rest, "/")
				return strings.TrimSuffix(Module+"/"+ex.Key+"/"+below, "/")
			}
		}
		return path
	}
}

// inSolutions is the part of an import path below the right programs of an exercise.
func inSolutions(path string, ex *catalog.Exercise) (rest string, ok bool) {
	if ex == nil {
		return "", false
	}
	return strings.CutPrefix(path, "agentcourse/"+ex.Checks()+"/solutions/")
}

// moduleImports gives the shared packages their names in the learner's module.
func moduleImports(path string) string {
	rest, ok := strings.CutPrefix(path, "agentcourse/starter/")
	if name, _, _ := strings.Cut(rest, "/"); ok && Shared(name) {
		return Module + "/" + rest
	}
	return path
}

// CopyGo copies a folder of Go code, with other import paths if rewrite is not nil, and without the anchors by which the
// course's pages quote it. Tests stay behind: they hold the course to its word, and may need modules that the learner has
// not.
func CopyGo(from, to string, rewrite Rewrite) error {
	return copyGo(from, to, rewrite, func(e fs.DirEntry) bool {
		return !(e.IsDir() && e.Name() == "testdata") && !strings.HasSuffix(e.Name(), "_test.go")
	})
}

// copyGo copies what is wanted of a folder.
func copyGo(from, to string, rewrite Rewrite, wanted func(fs.DirEntry) bool) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o777); err != nil {
		return err
	}
	for _, e := range entries {
		src, dst := filepath.Join(from, e.Name()), filepath.Join(to, e.Name())
		switch {
		case !wanted(e):
			continue
		case e.IsDir():
			err = copyGo(src, dst, rewrite, wanted)
		default:
			err = copySource(src, dst, rewrite)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func copySource(from, to string, rewrite Rewrite) error {
	src, err := Copied(from, rewrite)
	if err != nil {
		return err
	}
	return writeFile(to, src)
}

// Copied is a file as CopyGo copies it.
func Copied(from string, rewrite Rewrite) ([]byte, error) {
	src, err := os.ReadFile(from)
	if err != nil {
		return nil, err
	}
	if strings.HasSuffix(from, ".go") && rewrite != nil {
		if src, err = RewriteImports(from, src, rewrite); err != nil {
			return nil, err
		}
	}
	return withoutAnchors(from, src), nil
}

// RewriteImports changes the import paths of a Go file that rewrite renames, and nothing else but their order, where it is
// gofmt's.
func RewriteImports(name string, src []byte, rewrite Rewrite) ([]byte, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, src, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	out, last := []byte{}, 0
	for _, imp := range file.Imports {
		path, err := strconv.Unquote(imp.Path.Value)
		if err != nil {
			return nil, fmt.Errorf("%s: import %s: %w", name, imp.Path.Value, err)
		}
		renamed := rewrite(path)
		if renamed == path {
			continue
		}
		out = append(out, src[last:fset.Position(imp.Path.Pos()).Offset]...)
		out = append(out, strconv.Quote(renamed)...)
		last = fset.Position(imp.Path.End()).Offset
	}
	if last == 0 {
		return bytes.Clone(src), nil
	}
	return orderedLike(src, append(out, src[last:]...)), nil
}

// orderedLike brings the imports of a file into order again if those of src, which it was made of, are: other names sort
// otherwise.
func orderedLike(src, renamed []byte) []byte {
	if formatted, err := format.Source(src); err != nil || !bytes.Equal(formatted, src) {
		return renamed
	}
	ordered, err := format.Source(renamed)
	if err != nil {
		return renamed
	}
	return ordered
}

func copyFile(from, to string) error {
	src, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	return writeFile(to, src)
}

// writeNewFile writes a file whole, or fails with fs.ErrExist when there is one of that name. Some file systems have no
// hard links; there the file is made under its own name.
func writeNewFile(path string, data []byte) error {
	tmp, err := os.MkdirTemp(filepath.Dir(path), ".writing-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	whole := filepath.Join(tmp, "new")
	if err := writeFile(whole, data); err != nil {
		return err
	}
	if err := os.Link(whole, path); err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// writeFile writes a file whole: under a temporary name first, then under its own.
func writeFile(path string, data []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), ".writing-")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	if _, err = tmp.Write(data); err == nil {
		err = tmp.Chmod(0o644)
	}
	if err2 := tmp.Close(); err == nil {
		err = err2
	}
	if err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}
