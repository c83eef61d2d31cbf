package catalog

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// An Exercise is one file below exercises/.
type Exercise struct {
	Chapter int    `yaml:"-"` // 1
	Number  int    `yaml:"-"` // 2
	Key     string `yaml:"-"` // "01-foundations/2-no-memory": the same two path parts name it everywhere
	Path    string `yaml:"-"` // the Markdown file, from the repository's folder, with slashes

	ID       string   `yaml:"id"`       // "1.2"
	Title    string   `yaml:"title"`    //
	Read     []string `yaml:"read"`     // what to read first: links into lessons/
	Time     string   `yaml:"time"`     // how long it takes, for people
	Starter  []string `yaml:"starter"`  // folders of starter/ that `course start` copies: programs into the exercise's folder, shared packages beside the chapters
	Programs []string `yaml:"programs"` // the programs it asks for: folders in the exercise's folder, package main
	Packages []string `yaml:"packages"` // the packages it asks for: folders in the exercise's folder, not package main
	Race     bool     `yaml:"race"`     // the course's tests of the packages look for data races, where the machine can do that
	Files    []string `yaml:"files"`    // files of data/ that `course start` copies into the exercise's folder
	Record   []string `yaml:"record"`   // what belongs in the journal
	Journal  Journal  `yaml:"journal"`  // what is looked for there; the zero value where the exercise says nothing

	ContinuesID string    `yaml:"continues"` // the exercise whose work this one goes on with, "" for none
	Continues   *Exercise `yaml:"-"`         // that exercise

	Contract  []Sentence `yaml:"-"` // the sentences that checks may rest on
	Questions []Question `yaml:"-"` // to be answered in the journal
	Markdown  []byte     `yaml:"-"` // the page without its front matter
	Line      int        `yaml:"-"` // the line of the file on which Markdown starts
}

// A Sentence of an exercise's contract: an exact, short promise that a check may test.
type Sentence struct {
	ID   string // "C4"
	Text string
	Line int // in the exercise's file
}

// Sentence returns the contract's sentence with that id.
func (ex *Exercise) Sentence(id string) (Sentence, bool) {
	for _, s := range ex.Contract {
		if s.ID == id {
			return s, true
		}
	}
	return Sentence{}, false
}

// before reports whether ex has a smaller number than other.
func (ex *Exercise) before(other *Exercise) bool {
	return ex.Chapter < other.Chapter || ex.Chapter == other.Chapter && ex.Number < other.Number
}

// Checks is the folder of the exercise's checks, from the repository's folder.
func (ex *Exercise) Checks() string { return "checkers/" + ex.Key }

var programName = regexp.MustCompile(`^[a-z][a-z0-9]*$`)

func parseExercise(file string, src []byte) (*Exercise, error) {
	dir, base := path.Split(strings.TrimSuffix(file, ".md"))
	chapter := path.Base(dir)
	ex := &Exercise{}
	var err error
	ex.Markdown, ex.Line, err = splitFrontMatter(file, src, ex)
	if err != nil {
		return nil, err
	}
	ex.Path, ex.Key = file, chapter+"/"+base
	ex.Chapter, _ = strconv.Atoi(numbered.FindStringSubmatch(chapter)[1])
	ex.Number, _ = strconv.Atoi(numbered.FindStringSubmatch(base)[1])
	if err := ex.checkFrontMatter(src); err != nil {
		return nil, err
	}
	if ex.Contract, err = parseContract(file, ex.Line, ex.Markdown); err != nil {
		return nil, err
	}
	ex.Questions = parseQuestions(ex.Line, ex.Markdown)
	if err := ex.checkJournal(src); err != nil {
		return nil, err
	}
	return ex, nil
}

func (ex *Exercise) checkFrontMatter(src []byte) error {
	fail := func(key, format string, args ...any) error { return ex.fail(src, key, format, args...) }
	if want := fmt.Sprintf("%d.%d", ex.Chapter, ex.Number); ex.ID != want {
		return fail("id:", "id is %q, but the file's place makes it %q (write it in quotes)", ex.ID, want)
	}
	if ex.Title == "" {
		return fail("title:", "title is missing")
	}
	if key, err := ex.checkFolders(); err != nil {
		return fail(key, "%w", err)
	}
	for _, s := range ex.Starter {
		if !programName.MatchString(s) {
			return fail("starter:", "starter %q must be the name of a folder in starter/", s)
		}
	}
	for _, f := range ex.Files {
		if path.Clean(f) != f || !strings.HasPrefix(f, "data/") {
			return fail("files:", "file %q must lie below data/", f)
		}
	}
	return nil
}

// checkFolders checks what the exercise asks for. With the error comes the key that is at fault.
func (ex *Exercise) checkFolders() (key string, err error) {
	if len(ex.Programs)+len(ex.Packages) == 0 {
		return "programs:", fmt.Errorf("programs is missing: name at least one program, or one package under packages")
	}
	for _, p := range ex.Programs {
		if !programName.MatchString(p) {
			return "programs:", fmt.Errorf("program %q must be lower-case letters and digits", p)
		}
	}
	for _, p := range ex.Packages {
		switch {
		case !programName.MatchString(p):
			return "packages:", fmt.Errorf("package %q must be lower-case letters and digits", p)
		case slices.Contains(ex.Programs, p):
			return "packages:", fmt.Errorf("%q is named as a program and as a package", p)
		}
	}
	if ex.Race && len(ex.Packages) == 0 {
		return "race:", fmt.Errorf("race is about the tests of packages, and no package is named")
	}
	return "", nil
}

// fail is an error at the line of the front matter that starts with key, or else at line 1.
func (ex *Exercise) fail(src []byte, key, format string, args ...any) error {
	line := 1
	for i, l := range strings.Split(string(src), "\n")[:ex.Line-1] {
		if strings.HasPrefix(l, key) {
			line = i + 1
			break
		}
	}
	return fmt.Errorf("%s:%d: %w", ex.Path, line, fmt.Errorf(format, args...))
}

var (
	heading      = regexp.MustCompile(`^#{1,6}(\s|$)`)
	contractItem = regexp.MustCompile(`^- \*\*(C[0-9]+)\*\*\s+(.+)$`)
)

// parseContract finds the list items `- **C1** sentence` below the heading "Contract". An item goes on over indented
// lines. Code in a fence is neither heading nor item.
func parseContract(file string, first int, markdown []byte) ([]Sentence, error) {
	var found []Sentence
	inside, fenced, seen := false, false, map[string]bool{}
	for i, line := range strings.Split(string(markdown), "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			fenced = !fenced
		}
		if !fenced && heading.MatchString(line) {
			inside = strings.EqualFold(strings.TrimSpace(strings.TrimLeft(line, "#")), "contract")
			continue
		}
		if !inside {
			continue
		}
		if m := contractItem.FindStringSubmatch(line); m != nil && !fenced {
			if seen[m[1]] {
				return nil, fmt.Errorf("%s:%d: contract sentence %s stands twice", file, first+i, m[1])
			}
			seen[m[1]] = true
			found = append(found, Sentence{ID: m[1], Text: m[2], Line: first + i})
		} else if strings.HasPrefix(line, "  ") && len(found) > 0 {
			found[len(found)-1].Text += " " + strings.TrimSpace(line)
		}
	}
	return found, nil
}
