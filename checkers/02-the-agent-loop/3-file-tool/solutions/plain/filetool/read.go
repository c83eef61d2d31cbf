package filetool

import (
	"errors"
	"io"
	"os"
	"syscall"
)

// readBelow returns the first limit characters of the regular file at path below folder, and whether there is more.
func readBelow(folder, path string, limit int) (text string, more bool, err error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return "", false, err
	}
	defer root.Close()
	// To open a pipe waits for somebody who writes, unless it is told not to.
	file, err := root.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return "", false, err
	}
	defer file.Close()
	info, err := file.Stat() // of what was opened, not of what has the name by now
	if err != nil {
		return "", false, err
	}
	if !info.Mode().IsRegular() {
		return "", false, errors.New("it is no file that can be read")
	}
	// A character has at most four bytes, and one too many tells that there is more.
	data, err := io.ReadAll(io.LimitReader(file, 4*int64(limit+1)))
	if err != nil {
		return "", false, err
	}
	chars := []rune(string(data))
	if len(chars) > limit {
		return string(chars[:limit]), true, nil
	}
	return string(data), false, nil
}
