package workspace

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// originFile remembers, beside the learner's copy of messages, which state of the course it was copied from.
const originFile = ".messages-origin.json"

type origin struct {
	Files map[string]string `json:"files"` // SHA-256 of each file, as copied
}

func recordOrigin(root, work string) error {
	sums, err := sumsOf(filepath.Join(root, "starter", "messages"))
	if err != nil {
		return err
	}
	src, err := json.MarshalIndent(origin{Files: sums}, "", "  ")
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(work, originFile), append(src, '\n'))
}

// Outdated reports whether the course's package messages has changed since the learner's copy in work was made. A copy
// whose origin is not known is compared as it is.
func Outdated(root, work string) (bool, error) {
	if !exists(filepath.Join(work, "messages")) {
		return false, nil
	}
	now, err := sumsOf(filepath.Join(root, "starter", "messages"))
	if err != nil {
		return false, err
	}
	then := map[string]string{}
	src, err := os.ReadFile(filepath.Join(work, originFile))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		then, err = sumsOf(filepath.Join(work, "messages"))
	case err == nil:
		var o origin
		if err = json.Unmarshal(src, &o); err != nil {
			err = fmt.Errorf("%s: %w", originFile, err)
		}
		then = o.Files
	}
	if err != nil {
		return false, err
	}
	for name, sum := range now {
		if then[name] != sum {
			return true, nil
		}
	}
	return false, nil
}

// sumsOf are the SHA-256 sums of a folder's Go files without tests.
func sumsOf(dir string) (map[string]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	sums := map[string]string{}
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		src, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(src)
		sums[filepath.Base(f)] = hex.EncodeToString(sum[:])
	}
	return sums, nil
}
