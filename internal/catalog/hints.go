package catalog

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Hints returns the exercise's hints, mildest first. They stand in hints.md in its checks' folder, each below a `## `
// heading; an exercise without that file has none.
func (c *Catalog) Hints(ex *Exercise) ([]string, error) {
	file := ex.Checks() + "/hints.md"
	src, err := os.ReadFile(filepath.Join(c.Root, file))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("hints of exercise %s: %w", ex.ID, err)
	}
	var hints []string
	for _, part := range strings.Split("\n"+string(plain(src)), "\n## ")[1:] {
		_, text, _ := strings.Cut(part, "\n")
		if text = strings.TrimSpace(text); text == "" {
			return nil, fmt.Errorf("%s: hint %d is empty", file, len(hints)+1)
		}
		hints = append(hints, text)
	}
	return hints, nil
}
