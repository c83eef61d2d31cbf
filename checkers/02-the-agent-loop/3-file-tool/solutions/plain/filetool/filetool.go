// Package filetool reads files of one folder and no others, whatever path it is given.
package filetool

import (
	"fmt"
	"os"
)

const (
	folder   = "notes"
	maxChars = 4000 // of a file
)

// Read returns the text of a file below notes, the first 4000 characters of it, and whether there is more. An error names
// the files that there are, so that a model can choose one.
func Read(path string) (text string, more bool, err error) {
	text, more, err = readBelow(folder, path, maxChars)
	if err != nil {
		return "", false, fmt.Errorf("cannot read %q: %w; %s", path, err, Available())
	}
	return text, more, nil
}

// Available names the files directly in the folder.
func Available() string {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return "the folder " + folder + " cannot be listed"
	}
	names := []string{}
	for _, e := range entries {
		if e.Type().IsRegular() {
			names = append(names, e.Name())
		}
	}
	return fmt.Sprintf("the files in %s are %q", folder, names)
}
