// Paths asks two checks that look sound whether a path stays in the folder notes, and then looks where it really leads.
package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
)

// anchor: checks

// byName trusts a path that has the folder's name in front.
func byName(root, path string) bool {
	return strings.HasPrefix(filepath.Join(root, path), root)
}

// byDots trusts a path in which nothing goes up.
func byDots(root, path string) bool {
	return !strings.Contains(path, "..")
}

// end: checks

func main() {
	log.SetFlags(0)
	dir, err := os.MkdirTemp("", "paths-")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		log.Fatal(err)
	}
	root := filepath.Join(dir, "notes")
	for _, name := range []string{"notes/todo.md", "notes/plan..2.md", "notes-evil/todo.md", "secret.txt"} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			log.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("x"), 0o666); err != nil {
			log.Fatal(err)
		}
	}
	if err := os.Symlink("../secret.txt", filepath.Join(root, "link.md")); err != nil {
		log.Fatal(err)
	}
	fmt.Println("path                   by name  by dots  leads to")
	for _, path := range []string{"todo.md", "plan..2.md", "../secret.txt", "../notes-evil/todo.md", "link.md"} {
		real, err := filepath.EvalSymlinks(filepath.Join(root, path))
		if err != nil {
			log.Fatal(err)
		}
		if real, err = filepath.Rel(dir, real); err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%-22s %-8v %-8v %s\n", path, byName(root, path), byDots(root, path), real)
	}
}
