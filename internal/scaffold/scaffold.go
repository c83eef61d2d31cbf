// Package scaffold makes dated Markdown files from a template: journal entries and drafts of posts. It never writes over
// a file that is there.
package scaffold

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// A File says which file to make.
type File struct {
	Root   string            // the repository's folder
	Dir    string            // the folder below Root that holds TEMPLATE.md and gets the file
	Topic  string            // what the file is about, in the author's words
	Date   time.Time         // the day, in the author's time zone
	Values map[string]string // what stands for each placeholder of the template, see Fill
	Blocks map[string]string // what stands for those on a line of their own, see FillBlocks
}

// maxSameName bounds the search for a free name: more files than this of one day and topic are a runaway loop.
const maxSameName = 1000

// Create fills the folder's TEMPLATE.md and stores it as YYYY-MM-DD-topic.md beside it; when the name is taken, as
// YYYY-MM-DD-topic-2.md, -3 and so on. The placeholders date and topic need not be in Values. Create returns the path of
// the new file, which starts with Root. The file appears whole or not at all, and calls may run side by side.
func Create(f File) (string, error) {
	if f.Date.IsZero() {
		return "", errors.New("a dated file needs a date")
	}
	dir := filepath.Join(f.Root, f.Dir)
	template, err := readTemplate(f.Root, filepath.Join(f.Dir, "TEMPLATE.md"))
	if err != nil {
		return "", err
	}
	date := f.Date.Format(time.DateOnly)
	values := Merge(map[string]string{"topic": f.Topic}, f.Values, map[string]string{"date": date})
	path, err := writeNew(dir, date+"-"+Slug(f.Topic), []byte(FillBlocks(template, values, f.Blocks)))
	if errors.Is(err, fs.ErrPermission) {
		return "", fmt.Errorf("cannot write in %s: %w; check who owns the folder and its permissions", dir, err)
	}
	if err != nil {
		return "", fmt.Errorf("cannot write in %s: %w", dir, err)
	}
	return path, nil
}

func readTemplate(root, name string) (string, error) {
	src, err := os.ReadFile(filepath.Join(root, name))
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("the template %s is missing in %s: %w; bring it back with: git checkout -- %s",
			filepath.ToSlash(name), root, fs.ErrNotExist, filepath.ToSlash(name))
	}
	if err != nil {
		return "", fmt.Errorf("the template %s cannot be read: %w", filepath.ToSlash(name), err)
	}
	return string(src), nil
}

// writeNew stores content under the first free name of stem.md, stem-2.md, … The content is written to a temporary file
// first and then linked: linking fails when the name is taken, so two writers never get the same one.
func writeNew(dir, stem string, content []byte) (path string, err error) {
	temp, err := writeTemp(dir, content)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, os.Remove(temp)) }()
	for n := 1; n <= maxSameName; n++ {
		path = filepath.Join(dir, stem+".md")
		if n > 1 {
			path = filepath.Join(dir, fmt.Sprintf("%s-%d.md", stem, n))
		}
		err = claim(temp, path, content)
		if !errors.Is(err, fs.ErrExist) {
			return path, err
		}
	}
	return "", fmt.Errorf("%d files are called %s already; choose another topic", maxSameName, stem)
}

func writeTemp(dir string, content []byte) (string, error) {
	temp, err := os.CreateTemp(dir, ".new-*.tmp")
	if err != nil {
		return "", err
	}
	_, err = temp.Write(content)
	err = errors.Join(err, temp.Chmod(0o644), temp.Close())
	if err != nil {
		return "", errors.Join(err, os.Remove(temp.Name()))
	}
	return temp.Name(), nil
}

// claim gives temp's content the name path, or fails with fs.ErrExist. Some file systems have no hard links; there the
// name is claimed by creating the file.
func claim(temp, path string, content []byte) error {
	err := os.Link(temp, path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	return createExclusive(path, content)
}

func createExclusive(path string, content []byte) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err = errors.Join(err, file.Close()); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}
