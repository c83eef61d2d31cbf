package book

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// fileLimit is how many bytes a page, a picture and a file that a page quotes may have. The longest page of the course has
// 60 KB.
const fileLimit = 4 << 20

// readInside reads a file of the repository by its path with slashes. Errors name the file as the pages do. A symbolic link
// may not lead out: what stands in a book is what stands in the repository.
func readInside(root, name string) ([]byte, error) {
	path := filepath.Join(root, filepath.FromSlash(name))
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no %s", name)
	case err != nil:
		return nil, fmt.Errorf("%s cannot be read: %w", name, cause(err))
	case leadsOutside(root, name):
		return nil, fmt.Errorf("%s leads out of the repository by a symbolic link", name)
	case info.IsDir():
		return nil, fmt.Errorf("%s is a folder", name)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no ordinary file", name)
	case info.Size() > fileLimit:
		return nil, fmt.Errorf("%s has %d bytes; the book reads files of at most %d", name, info.Size(), fileLimit)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", name, cause(err))
	}
	return data, nil
}

// cause is an error without the path that the file system puts before it.
func cause(err error) error {
	var failed *fs.PathError
	if errors.As(err, &failed) {
		return failed.Err
	}
	return err
}

// leadsOutside reports whether symbolic links make of a path one that is not below the root.
func leadsOutside(root, name string) bool {
	real, err := filepath.EvalSymlinks(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		return false // whoever reads it says why
	}
	if root, err = filepath.EvalSymlinks(root); err != nil {
		return false
	}
	absolute, err1 := filepath.Abs(real)
	base, err2 := filepath.Abs(root)
	rel, err3 := filepath.Rel(base, absolute)
	return errors.Join(err1, err2, err3) != nil || !filepath.IsLocal(rel)
}
