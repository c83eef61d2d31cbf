package grader

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"agentcourse/internal/catalog"

	"github.com/rogpeppe/go-internal/txtar"
)

// A Check is one check file, read and found sound.
type Check struct {
	Name      string // "answers-each-line"
	File      string // from the repository's folder
	Behaviour string
	Contract  []Clause
	Needs     string   // the name of a check without which this one says nothing
	Programs  []string // those it runs
	Packages  []string // those whose tests it runs, the learner's or the course's
	Hidden    []string // those for which the course has tests that it runs
	Hint      string

	source   []byte             // the whole file
	script   []byte             // the commands, each with its line's number in a condition in front
	sections map[string]section // the files behind the commands, by name
}

type section struct {
	data []byte
	line int // of the file, on which data starts
}

var (
	checkFile  = regexp.MustCompile(`^[0-9]+-([a-z0-9-]+)\.txtar$`)
	headerLine = regexp.MustCompile(`^#\s+(contract|needs):\s*(.*)$`)
)

// LoadChecks reads the checks of an exercise, in the order of their file names. A file with a mistake is an error that
// names file and line; the others still load.
func LoadChecks(root string, ex *catalog.Exercise) ([]*Check, []error) {
	dir := filepath.Join(root, filepath.FromSlash(ex.Checks()))
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, []error{err}
	}
	hidden, problems := loadHidden(root, ex)
	l := &loader{root, ex, hidden}
	var checks []*Check
	for _, e := range entries {
		if e.IsDir() || filepath.Ext(e.Name()) != ".txtar" {
			continue
		}
		src, err := os.ReadFile(filepath.Join(dir, e.Name()))
		var c *Check
		if err == nil {
			c, err = l.parse(path.Join(ex.Checks(), e.Name()), src)
		}
		if err != nil {
			problems = append(problems, err)
			continue
		}
		if i := slices.IndexFunc(checks, func(o *Check) bool { return o.Name == c.Name }); i >= 0 {
			problems = append(problems, fmt.Errorf("%s:1: %s is a check of the same name", c.File, checks[i].File))
			continue
		}
		checks = append(checks, c)
	}
	for _, c := range checks {
		if c.Needs != "" && !slices.ContainsFunc(checks, func(o *Check) bool { return o.Name == c.Needs && o != c }) {
			problems = append(problems, fmt.Errorf("%s:1: needs %q, which is no other check of this exercise", c.File, c.Needs))
			c.Needs = ""
		}
	}
	for _, c := range checks {
		if circular(c, checks) {
			problems = append(problems, fmt.Errorf("%s:1: needs %q, which in the end needs this check", c.File, c.Needs))
			c.Needs = ""
		}
	}
	if len(checks) == 0 && len(problems) == 0 {
		problems = append(problems, fmt.Errorf("%s: no checks there", ex.Checks()))
	}
	return checks, problems
}

// circular reports whether a check waits, by way of others, for itself.
func circular(c *Check, checks []*Check) bool {
	for next, steps := c.Needs, 0; next != "" && steps <= len(checks); steps++ {
		if next == c.Name {
			return true
		}
		i := slices.IndexFunc(checks, func(o *Check) bool { return o.Name == next })
		next = checks[i].Needs
	}
	return false
}

// A loader has what the checks of an exercise are held against.
type loader struct {
	root   string
	ex     *catalog.Exercise
	hidden map[string]*hiddenTests
}

func (l *loader) parse(file string, src []byte) (*Check, error) {
	m := checkFile.FindStringSubmatch(path.Base(file))
	if m == nil {
		return nil, fmt.Errorf("%s:1: a check's file is named NUMBER-WORDS.txtar, in lower case", file)
	}
	src = bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n"))
	ar := txtar.Parse(src)
	c := &Check{Name: m[1], File: file, source: src, sections: map[string]section{}}
	lines := strings.Split(string(ar.Comment), "\n")
	at, err := c.parseHeader(l.ex, lines)
	if err == nil {
		err = c.parseCommands(l, lines, at)
	}
	if err == nil {
		err = c.parseSections(ar, len(lines))
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// parseHeader reads the first comment and returns the index of the line behind it.
func (c *Check) parseHeader(ex *catalog.Exercise, lines []string) (int, error) {
	i := 0
	for ; i < len(lines) && strings.HasPrefix(lines[i], "#"); i++ {
		m := headerLine.FindStringSubmatch(lines[i])
		switch {
		case m == nil:
			c.Behaviour = strings.TrimSpace(c.Behaviour + " " + strings.TrimSpace(strings.TrimLeft(lines[i], "#")))
		case m[1] == "needs":
			c.Needs = m[2]
		default:
			for id := range strings.SplitSeq(m[2], ",") {
				s, ok := ex.Sentence(strings.TrimSpace(id))
				if !ok {
					return 0, fmt.Errorf("%s:%d: the contract of exercise %s has no sentence %q", c.File, i+1, ex.ID, strings.TrimSpace(id))
				}
				c.Contract = append(c.Contract, Clause{s.ID, s.Text})
			}
		}
	}
	if c.Behaviour == "" {
		return 0, fmt.Errorf("%s:1: the first comment must say what behaviour is wanted", c.File)
	}
	if len(c.Contract) == 0 {
		return 0, fmt.Errorf("%s:1: the first comment must name the contract's sentence: # contract: C1", c.File)
	}
	return i, nil
}

func (c *Check) parseCommands(l *loader, lines []string, from int) error {
	var script strings.Builder
	asserts, drawn := false, map[string]bool{}
	for i := from; i < len(lines); i++ {
		words := strings.Fields(lines[i])
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		if words[0] == "!" {
			words = words[1:]
		}
		cmd, ok := commands[strings.Join(words[:min(1, len(words))], "")]
		if !ok {
			return fmt.Errorf("%s:%d: unknown command %q", c.File, i+1, strings.Join(words, " "))
		}
		if words[0] == "draw" && len(words) > 1 {
			drawn[words[1]] = true
		}
		for _, ref := range drawnName.FindAllStringSubmatch(lines[i], -1) {
			if !drawn[ref[1]] {
				return fmt.Errorf("%s:%d: %s was not drawn before", c.File, i+1, ref[0])
			}
		}
		asserts = asserts || cmd.asserts
		if cmd.look != nil {
			if err := cmd.look(l, c, words[1:]); err != nil {
				return fmt.Errorf("%s:%d: %w", c.File, i+1, err)
			}
		}
		fmt.Fprintf(&script, "[line:%d] %s\n", i+1, lines[i])
	}
	if !asserts {
		return fmt.Errorf("%s:1: the check asserts nothing: it cannot fail", c.File)
	}
	c.script = []byte(script.String())
	return nil
}

// lookProgram notes the program that a command runs.
func lookProgram(l *loader, c *Check, words []string) error {
	p := ""
	if rest := operands(words); len(rest) > 0 {
		p = rest[0]
	}
	if !slices.Contains(l.ex.Programs, p) {
		return fmt.Errorf("%q is no program of exercise %s", p, l.ex.ID)
	}
	c.Programs = with(c.Programs, p)
	return nil
}

// operands are the words from the first that is neither an option nor an option's value.
func operands(words []string) []string {
	for len(words) > 0 && strings.HasPrefix(words[0], "-") {
		words = words[min(2, len(words)):]
	}
	return words
}

// with adds a name to a list that lacks it.
func with(names []string, name string) []string {
	if slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}

func (c *Check) parseSections(ar *txtar.Archive, line int) error {
	for _, f := range ar.Files {
		if _, twice := c.sections[f.Name]; twice {
			return fmt.Errorf("%s:%d: section %q stands twice", c.File, line, f.Name)
		}
		c.sections[f.Name] = section{data: f.Data, line: line + 1}
		line += 1 + bytes.Count(f.Data, []byte("\n"))
	}
	c.Hint = strings.TrimSpace(string(c.sections["hint"].data))
	if c.Hint == "" {
		return fmt.Errorf("%s:1: the section -- hint -- is missing or empty", c.File)
	}
	return nil
}
