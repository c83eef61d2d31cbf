package browser

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func program(t *testing.T, path string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFind(t *testing.T) {
	dir := t.TempDir()
	a, b, home := filepath.Join(dir, "a"), filepath.Join(dir, "b"), filepath.Join(dir, "home")
	chrome := program(t, a+"/google-chrome")
	chromium := program(t, b+"/chromium")
	own := program(t, dir+"/own browser")
	named := program(t, a+"/thorium")
	app := program(t, home+"/Applications/C.app/C")
	apps := []string{"/Applications/C.app/C"}
	if err := os.MkdirAll(filepath.Join(a, "chromium"), 0o755); err != nil { // a folder is no browser
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "notes"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	both := "PATH=" + a + string(os.PathListSeparator) + b
	tests := []struct {
		name, system string
		env          []string
		want, err    string
	}{
		{"the likeliest name first, in whatever folder", "linux", []string{both}, chromium, ""},
		{"another name", "linux", []string{"PATH=" + a}, chrome, ""},
		{"the last PATH counts", "linux", []string{both, "PATH=" + a}, chrome, ""},
		{"a path named", "linux", []string{both, Override + "=" + own}, own, ""},
		{"a command named", "linux", []string{both, Override + "=thorium"}, named, ""},
		{"an empty name is none", "linux", []string{both, Override + "="}, chromium, ""},
		{"a name that is no program", "linux", []string{both, Override + "=" + dir + "/notes"}, "",
			"COURSE_CHROMIUM names " + dir + "/notes, which is no program"},
		{"a name that is nowhere", "linux", []string{both, Override + "=none"}, "", "COURSE_CHROMIUM names none, which is no program"},
		{"none", "linux", []string{"PATH=" + home, "HOME=" + home}, "", "no Chromium was found to print the PDF with"},
		{"no PATH", "linux", nil, "", "no Chromium was found to print the PDF with"},
		{"an application of macOS", "darwin", []string{"PATH=" + home, "HOME=" + home}, app, ""},
		{"the PATH before applications", "darwin", []string{"PATH=" + a, "HOME=" + home}, chrome, ""},
	}
	for _, tt := range tests {
		got, err := find(tt.env, tt.system, apps)
		if got != tt.want || (err == nil) != (tt.err == "") || err != nil && err.Error() != tt.err {
			t.Errorf("%s: got %q, %v", tt.name, got, err)
		}
		var missing *NotFoundError
		if err != nil && (!errors.As(err, &missing) || missing.Hint() == "") {
			t.Errorf("%s: no typed error with a hint: %v", tt.name, err)
		}
	}
}

// A relative folder on the PATH could hold anybody's program.
func TestFindTakesNoRelativeFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	program(t, "bin/chromium")
	if got, err := find([]string{"PATH=bin:."}, "linux", nil); err == nil {
		t.Errorf("found %s", got)
	}
}
