// Package jail finds out where a path really leads before anything is opened.
package jail

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// Max is how many characters of a file are read.
const Max = 4000

// ReadNote reads the beginning of a note. cut tells that it goes on.
func ReadNote(path string) (text string, cut bool, err error) {
	if path == "" || filepath.IsAbs(path) {
		return "", false, refusal("a path relative to the folder of notes is needed")
	}
	root, err := filepath.EvalSymlinks("notes")
	if err != nil {
		return "", false, err
	}
	real, err := filepath.EvalSymlinks(filepath.Join(root, filepath.FromSlash(path)))
	if errors.Is(err, fs.ErrNotExist) {
		return "", false, refusal("there is no such file")
	}
	if err != nil {
		return "", false, refusal("this path leads nowhere")
	}
	inside, err := filepath.Rel(root, real)
	if err != nil || !filepath.IsLocal(inside) {
		return "", false, refusal("this path leads out of the folder of notes")
	}
	if info, err := os.Stat(real); err != nil || !info.Mode().IsRegular() {
		return "", false, refusal("this is not a file with text")
	}
	return head(real)
}

// head takes a file's first characters one by one.
func head(name string) (string, bool, error) {
	file, err := os.Open(name)
	if err != nil {
		return "", false, refusal("the file cannot be opened")
	}
	defer file.Close()
	data := make([]byte, (Max+1)*utf8.UTFMax)
	n := 0
	for n < len(data) {
		got, err := file.Read(data[n:])
		n += got
		if err != nil {
			break
		}
	}
	data = data[:n]
	end := 0
	for range Max {
		if end == len(data) {
			return string(data), false, nil
		}
		_, size := utf8.DecodeRune(data[end:])
		end += size
	}
	return string(data[:end]), end < len(data), nil
}

func refusal(why string) error {
	var names []string
	notes, _ := filepath.Glob("notes/*") // the pattern is right
	for _, note := range notes {
		if info, err := os.Lstat(note); err == nil && info.Mode().IsRegular() {
			names = append(names, filepath.Base(note))
		}
	}
	return fmt.Errorf("%s. You can read: %s", why, strings.Join(names, ", "))
}

// Refuse is the refusal of an input without a path.
func Refuse() error { return refusal("the input must be an object with the text path") }
