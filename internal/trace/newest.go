package trace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
)

// ErrNoTrace says that a folder holds no trace.
var ErrNoTrace = errors.New("there is no trace")

// fileName is the name of a trace: the second it began in, and a number from the second one of that second on.
var fileName = regexp.MustCompile(`^(\d{8}-\d{6})(?:-(\d{1,9}))?\.jsonl$`)

// nameInText is the name of a trace as a text has it, without its folder and ending.
var nameInText = regexp.MustCompile(`\b(?:19|20)\d{6}-\d{6}(?:-\d{1,9})?\b`)

// NameIn is the first name of a trace in a text, without its folder and ending, such as 20261201-101500-2; "" if there is
// none.
func NameIn(text string) string { return nameInText.FindString(text) }

// NamesIn are all names of traces in a text, as NameIn finds them.
func NamesIn(text string) []string { return nameInText.FindAllString(text, -1) }

// NamePlaces are where they stand: the first byte of each, and that behind it.
func NamePlaces(text string) [][]int { return nameInText.FindAllStringIndex(text, -1) }

// Newest is the path of the newest trace in a folder, by the time in the names: the number -10 is after -9, and none is
// before -2. Other files are passed over, runs.jsonl among them. The error is ErrNoTrace when there is none, or no folder.
func Newest(dir string) (string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("look for traces: %w", err)
	}
	best, bestTime, bestNumber := "", "", 0
	for _, e := range entries {
		m := fileName.FindStringSubmatch(e.Name())
		if m == nil || e.IsDir() {
			continue
		}
		number, _ := strconv.Atoi(m[2]) // 0 for none
		if m[1] > bestTime || m[1] == bestTime && number > bestNumber {
			best, bestTime, bestNumber = e.Name(), m[1], number
		}
	}
	if best == "" {
		return "", fmt.Errorf("%w in %s", ErrNoTrace, dir)
	}
	return filepath.Join(dir, best), nil
}
