package main

import (
	"fmt"
	"io"
	"os"
	"strings"
)

const (
	notesFolder = "notes"
	longest     = 4000 // characters of a note that a result holds
)

// readNote reads a regular file below notesFolder. The root sees to it that
// no path and no link leads out of it.
func readNote(path string) (string, error) {
	root, err := os.OpenRoot(notesFolder)
	if err != nil {
		return "", err
	}
	defer root.Close()
	info, err := root.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a note", path)
	}
	if err != nil {
		return "", withNames(err)
	}
	file, err := root.Open(path)
	if err != nil {
		return "", withNames(err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, 4*longest+1)) // a character has at most four bytes
	if err != nil {
		return "", err
	}
	if text := []rune(string(data)); len(text) > longest {
		return string(text[:longest]) + "\n(truncated)", nil
	}
	return string(data), nil
}

// withNames tells the model what it can read instead.
func withNames(err error) error {
	all, listErr := listNotes()
	if listErr != nil {
		return err
	}
	return fmt.Errorf("%w; the notes are: %s", err, strings.ReplaceAll(all, "\n", ", "))
}

func listNotes() (string, error) {
	entries, err := os.ReadDir(notesFolder)
	if err != nil {
		return "", err
	}
	var all []string
	for _, entry := range entries {
		if entry.Type().IsRegular() {
			all = append(all, entry.Name())
		}
	}
	return strings.Join(all, "\n"), nil
}
