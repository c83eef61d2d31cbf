package grader

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// cmdFile puts a file into the program's folder, in the place of one of that name: file [-unended] PATH SECTION. With
// -unended the last line lacks its line end. After `!` the file is taken away: ! file PATH.
func cmdFile(s *script, neg bool, args []string) error {
	unended := len(args) > 0 && args[0] == "-unended"
	if unended {
		args = args[1:]
	}
	if neg && len(args) == 1 && filepath.IsLocal(args[0]) {
		s.lay(args[0], "(taken away)")
		return os.Remove(filepath.Join(s.dir, filepath.FromSlash(args[0])))
	}
	if neg || len(args) != 2 || !filepath.IsLocal(args[0]) {
		return fmt.Errorf("usage: file [-unended] PATH SECTION, or ! file PATH, with a path inside the program's folder")
	}
	text, _, err := s.section(args[1])
	if err != nil {
		return err
	}
	if unended {
		text = strings.TrimSuffix(text, "\n")
	}
	path, err := s.place(args[0])
	if err != nil {
		return err
	}
	s.lay(args[0], linesOf(cut([]byte(text)))...)
	return os.WriteFile(path, []byte(text), 0o666)
}

// lay notes what was put into the program's folder, for the verdict.
func (s *script) lay(name string, lines ...string) {
	s.laid = slices.DeleteFunc(s.laid, func(f File) bool { return f.Name == name })
	s.laid = append(s.laid, File{name, lines})
}

// place is a path inside the program's folder, with its folders made.
func (s *script) place(path string) (string, error) {
	if !filepath.IsLocal(path) {
		return "", fmt.Errorf("%q is no path inside the program's folder", path)
	}
	full := filepath.Join(s.dir, filepath.FromSlash(path))
	return full, os.MkdirAll(filepath.Dir(full), 0o777)
}

// cmdLink makes a symbolic link: link PATH TARGET.
func cmdLink(s *script, _ bool, args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("usage: link PATH TARGET")
	}
	path, err := s.place(args[0])
	if err != nil {
		return err
	}
	s.lay(args[0], "(a symbolic link to "+args[1]+")")
	return os.Symlink(filepath.FromSlash(args[1]), path)
}

// cmdFIFO makes a named pipe that nobody writes to: fifo PATH. To open it for reading waits for ever.
func cmdFIFO(s *script, _ bool, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("usage: fifo PATH")
	}
	path, err := s.place(args[0])
	if err != nil {
		return err
	}
	s.lay(args[0], "(a named pipe that nobody writes to)")
	return makeFIFO(path)
}

// cmdBig makes a file longer than any memory should hold: big PATH SECTION GIBIBYTES. It begins with the section's text; the
// rest are zeros that take no room on the disk.
func cmdBig(s *script, _ bool, args []string) error {
	if len(args) != 3 {
		return fmt.Errorf("usage: big PATH SECTION GIBIBYTES")
	}
	path, err := s.place(args[0])
	if err != nil {
		return err
	}
	text, _, err := s.section(args[1])
	if err != nil {
		return err
	}
	size, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	s.lay(args[0], append(linesOf([]byte(text)), fmt.Sprintf("(and zeros, %d GiB in all)", size))...)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		return err
	}
	return os.Truncate(path, int64(size)<<30)
}

// cmdLeft looks at a file that the program left in its folder: left PATH EXPR WANT SAYS, a jq expression over the file's
// text. WANT is JSON; SAYS is the expectation in words. After `!` there must be no file of that name: ! left PATH.
func cmdLeft(s *script, neg bool, args []string) error {
	if s.last == nil || s.talk != nil {
		return fmt.Errorf("left needs a program that has ended: run or finish first")
	}
	if neg && len(args) != 1 || !neg && len(args) != 4 || !filepath.IsLocal(args[0]) {
		return fmt.Errorf("usage: left PATH EXPR WANT SAYS, or ! left PATH, with a path inside the program's folder")
	}
	path := filepath.Join(s.dir, filepath.FromSlash(args[0]))
	_, err := os.Lstat(path)
	missing := errors.Is(err, fs.ErrNotExist)
	switch {
	case err != nil && !missing:
		return err
	case neg && missing:
		return nil
	case neg:
		return s.fail(s.describeRun("the program left the file " + args[0] + ", which does not belong there"))
	case missing:
		return s.fail(s.describeRun("there is no file " + args[0]))
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	ok, _, _, err := query(string(text), args[1], args[2:3])
	if err != nil || ok {
		return err
	}
	f := s.describeRun("this does not hold: " + args[3])
	f.What, f.Actual = args[0], s.shown(text)
	return s.fail(f)
}
