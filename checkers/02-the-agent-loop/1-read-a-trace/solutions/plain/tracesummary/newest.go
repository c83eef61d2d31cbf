package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
)

var traceName = regexp.MustCompile(`^(\d{8}-\d{6})(?:-(\d+))?\.jsonl$`)

// newest is the trace with the latest time in its name. Of one second, 10 comes after 9, and no number is the first.
func newest() (string, error) {
	dir := os.Getenv("TRACE_DIR")
	if dir == "" {
		dir = "traces"
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	name, second, number := "", "", 0
	for _, e := range entries {
		m := traceName.FindStringSubmatch(e.Name())
		if m == nil {
			continue
		}
		n, _ := strconv.Atoi(m[2]) // no number is 0
		if m[1] > second || m[1] == second && n > number {
			name, second, number = e.Name(), m[1], n
		}
	}
	if name == "" {
		return "", fmt.Errorf("no trace in %s", dir)
	}
	return filepath.Join(dir, name), nil
}
