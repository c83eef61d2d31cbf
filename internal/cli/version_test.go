package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// The version is that of the newest part of the changelog.
func TestVersionCommandsAndChangelog(t *testing.T) {
	src, err := os.ReadFile(filepath.Join(repository(t), "CHANGELOG.md"))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^## (\S+?)(?:,| |$)`).FindSubmatch(src)
	if m == nil || string(m[1]) != Version {
		t.Errorf("the newest heading of CHANGELOG.md is %q, the version %s", m, Version)
	}
	v := newVisit(t)
	v.course(0, "--version")
	if v.out != "course "+Version+"\n" {
		t.Errorf("%q", v.out)
	}
}
