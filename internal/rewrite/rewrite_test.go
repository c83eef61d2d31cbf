//go:build linux || darwin

package rewrite

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// entryFile is a folder with an entry.
func entryFile(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "2026-12-01-x.md")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// holds fails unless the file holds a text and nothing is beside it but what is named.
func holds(t *testing.T, file, want string, beside ...string) {
	t.Helper()
	if now, err := os.ReadFile(file); err != nil || string(now) != want {
		t.Errorf("the file holds %q, %v; want %q", now, err, want)
	}
	if left := leftIn(t, filepath.Dir(file)); strings.Join(left, " ") != strings.Join(beside, " ") {
		t.Errorf("beside it: %v, want %v", left, beside)
	}
}

func TestFile(t *testing.T) {
	file := entryFile(t, start)
	before, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := File(file, func(old []byte) ([]byte, error) { return append([]byte(nil), old...), nil }); err != nil {
		t.Fatal(err)
	}
	if after, err := os.Stat(file); err != nil || !os.SameFile(before, after) || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("an unchanged text was written: %v", err)
	}
	if err := File(file, addRow("a")); err != nil {
		t.Fatal(err)
	}
	holds(t, file, strings.Replace(start, "\n## Log", "| a |\n\n## Log", 1))
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	wrong := errors.New("no place for it")
	if err := File(file, func([]byte) ([]byte, error) { return nil, wrong }); err != wrong {
		t.Errorf("%v", err)
	}
}

func TestLinkStays(t *testing.T) {
	file := entryFile(t, start)
	link := filepath.Join(t.TempDir(), "link.md")
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	if err := File(link, addRow("a")); err != nil {
		t.Fatal(err)
	}
	if to, err := os.Readlink(link); err != nil || to != file {
		t.Errorf("%q, %v", to, err)
	}
	holds(t, file, strings.Replace(start, "\n## Log", "| a |\n\n## Log", 1))
}

func TestWhatCannotBeChanged(t *testing.T) {
	dir := t.TempDir()
	for name, tt := range map[string]struct {
		make func(path string) error
		is   error
	}{
		"missing.md":  {func(string) error { return nil }, fs.ErrNotExist},
		"readonly.md": {func(p string) error { return os.WriteFile(p, []byte(start), 0o400) }, fs.ErrPermission},
		"folder.md":   {func(p string) error { return os.Mkdir(p, 0o777) }, nil},
		"loop.md":     {func(p string) error { return os.Symlink(p, p) }, nil},
	} {
		path := filepath.Join(dir, name)
		if err := tt.make(path); err != nil {
			t.Fatal(err)
		}
		err := File(path, addRow("a"))
		if err == nil || tt.is != nil && !errors.Is(err, tt.is) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if left := leftIn(t, dir); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// Somebody saves while the change is being made: it is made again, on top of what they saved.
func TestSavedMeanwhile(t *testing.T) {
	for name, inPlace := range map[string]bool{"another file": false, "in place": true} {
		e := &editor{buffer: []byte(start)}
		e.file = entryFile(t, start)
		calls := 0
		err := File(e.file, func(old []byte) ([]byte, error) {
			if calls++; calls < 4 {
				if err := e.save(inPlace); err != nil {
					t.Error(err)
				}
			}
			return addRow("a")(old)
		})
		if err != nil || calls != 4 {
			t.Errorf("%s: %v after %d calls", name, err, calls)
		}
		holds(t, e.file, strings.Replace(start, "\n## Log", "| a |\n\n## Log", 1)+strings.Join(e.lines, "\n")+"\n")
	}
}

// Whoever has the file open for writing would write into what was taken away.
func TestOpenForWriting(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("that cannot be seen here")
	}
	t.Parallel()
	file := entryFile(t, start)
	f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := File(file, addRow("a")); !errors.Is(err, ErrBusy) {
		t.Errorf("%v", err)
	}
	if _, err := f.WriteString("mine\n"); err != nil {
		t.Fatal(err)
	}
	holds(t, file, start+"mine\n")
	var late *os.File
	err = File(entryFile(t, start), func(old []byte) ([]byte, error) { return old, nil })
	if err != nil {
		t.Fatal(err)
	}
	other := entryFile(t, start)
	err = File(other, func(old []byte) ([]byte, error) { // somebody opens it between reading and writing
		if late == nil {
			if late, err = os.OpenFile(other, os.O_APPEND|os.O_WRONLY, 0); err != nil {
				t.Fatal(err)
			}
		}
		return addRow("a")(old)
	})
	if !errors.Is(err, ErrBusy) {
		t.Errorf("%v", err)
	}
	if _, err := late.WriteString("mine\n"); err != nil {
		t.Fatal(err)
	}
	_ = late.Close()
	holds(t, other, start+"mine\n")
}

// What a killed process leaves is what stood in the entry, or what shall stand there, or what somebody saved.
func TestRecover(t *testing.T) {
	const old, fresh = "a\n", "a\nrow\n"
	for name, tt := range map[string]struct {
		left, entry string // in the file that was left, and in the entry
		want        string
		beside      []string
	}{
		"never exchanged":               {fresh, old, old, nil},
		"exchanged":                     {old, fresh, fresh, nil},
		"exchanged, saved since":        {old, "a\nrow\nb\n", "a\nrow\nb\n", nil},
		"a save came out":               {"a\nb\n", fresh, "a\nb\n", nil},
		"a line taken out":              {"", fresh, "", nil},
		"a save, and one that holds it": {"a\nb\n", "a\nb\nc\n", "a\nb\nc\n", nil},
		"a save that holds the other":   {"a\nb\nc\n", "a\nb\n", "a\nb\nc\n", nil},
		"a save, and a line added":      {"a\nb\n", fresh + "c\n", "a\nb\nc\n", nil},
		"a save without an end":         {"a\nb", fresh + "c\n", "a\nb\nc\n", nil},
		"a line added, and a save":      {fresh + "c\n", "a\nb\n", "a\nb\nc\n", nil},
		"two that part":                 {"x\n", "y\n", "y\n", []string{"2026-12-01-x.md.rescued-1"}},
	} {
		file := entryFile(t, tt.entry)
		temp := filepath.Join(filepath.Dir(file), prefix+"123"+suffixNew)
		s := swap{entry: file, old: printOf([]byte(old)), fresh: printOf([]byte(fresh))}
		s.name(temp)
		for path, text := range map[string]string{temp: "half a te", s.file: tt.left} {
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if err := File(file, func(old []byte) ([]byte, error) { return old, nil }); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		t.Run(name, func(t *testing.T) { holds(t, file, tt.want, tt.beside...) })
		for _, b := range tt.beside {
			if kept, err := os.ReadFile(filepath.Join(filepath.Dir(file), b)); err != nil || string(kept) != tt.left {
				t.Errorf("%s: %q, %v", name, kept, err)
			}
		}
	}
}

// A file system that cannot exchange names.
func TestReplace(t *testing.T) {
	file := entryFile(t, start)
	r := &rewriter{file: file, left: maxRounds}
	for _, saved := range []bool{true, false} {
		s := swap{file: filepath.Join(filepath.Dir(file), prefix+"1"+suffixSwap), entry: file}
		if err := os.WriteFile(s.file, []byte("new"), 0o666); err != nil {
			t.Fatal(err)
		}
		old := start
		if saved {
			old = "what was read"
		}
		if done, err := r.replace(s, []byte(old)); done == saved || err != nil {
			t.Errorf("saved %v: %v, %v", saved, done, err)
		}
	}
	holds(t, file, "new")
}
