package workspace

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
)

// originFile remembers, beside the learner's copy of a shared package, which state of the course it was copied from.
func originFile(name string) string { return "." + name + "-origin.json" }

type origin struct {
	Files map[string]string `json:"files"` // SHA-256 of each file, as copied: without anchors
}

// recordOrigin writes down that work's package of that name is made as it is in the folder copied.
func recordOrigin(copied, work, name string) error {
	sums, err := sumsOf(copied)
	if err != nil {
		return err
	}
	src, err := json.MarshalIndent(origin{Files: sums}, "", "  ")
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(work, originFile(name)), append(src, '\n'))
}

// Outdated names the shared packages of the course that have changed since the learner's copies in work were made.
func Outdated(root, work string) ([]string, error) {
	var names []string
	for _, name := range sharedPackages() {
		old, err := outdated(root, work, name)
		if err != nil {
			return nil, err
		}
		if old {
			names = append(names, name)
		}
	}
	return names, nil
}

// outdated looks at one package. A copy whose origin is not known is compared as it is.
func outdated(root, work, name string) (bool, error) {
	if !exists(filepath.Join(work, name)) {
		return false, nil
	}
	now, err := sumsOf(filepath.Join(root, "starter", name))
	if err != nil {
		return false, err
	}
	src, err := os.ReadFile(filepath.Join(work, originFile(name)))
	if errors.Is(err, fs.ErrNotExist) {
		own, err := sumsOf(filepath.Join(work, name))
		return err == nil && !contains(own, now), err
	}
	if err != nil {
		return false, err
	}
	var then origin
	if err := json.Unmarshal(src, &then); err != nil {
		return false, fmt.Errorf("%s: %w", originFile(name), err)
	}
	return !maps.Equal(now, then.Files), nil
}

// contains reports whether all has every file of some, with the same sum.
func contains(all, some map[string]string) bool {
	for name, sum := range some {
		if all[name] != sum {
			return false
		}
	}
	return true
}

// sumsOf are the SHA-256 sums of a folder's Go files without tests. Anchors do not count: the learner's copy has none, and
// one more of them is no change. Import paths count as they are in the learner's module.
func sumsOf(dir string) (map[string]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	sums := map[string]string{}
	for _, e := range entries {
		if e.IsDir() || !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		src, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		renamed, err := RewriteImports(e.Name(), src, moduleImports)
		if err != nil {
			renamed = src // it does not parse; it is compared as it is
		}
		sum := sha256.Sum256(withoutAnchors(e.Name(), renamed))
		sums[e.Name()] = hex.EncodeToString(sum[:])
	}
	return sums, nil
}
