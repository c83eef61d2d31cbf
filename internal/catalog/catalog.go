// Package catalog reads what the course consists of: its lessons and exercises, their front matter, their order and
// their ids. It reads files and prints nothing; a file with a mistake becomes a problem with its file and line, and
// everything else still loads.
package catalog

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Catalog is the course as it stands on disk.
type Catalog struct {
	Root      string // the repository's folder
	Index     *Lesson
	Chapters  []*Chapter
	Simulator *Lesson // what can be seen without a model
	Starter   *Lesson // what the folders of the starter hold
	Glossary  *Lesson
	Problems  []error // one for each file that could not be used, worded "FILE:LINE: what is wrong"
}

// A Chapter is a numbered lesson with its exercises, in order. Lesson is nil while only the exercises are there.
type Chapter struct {
	Number    int    // 1 for chapter 01
	Name      string // "01-foundations", the name of its file and its folder
	Lesson    *Lesson
	Guide     *Lesson // how to work through its exercises, and its checkpoint
	Exercises []*Exercise
}

// Title is the lesson's title, or the folder's name while there is no lesson.
func (c *Chapter) Title() string {
	if c.Lesson != nil {
		return c.Lesson.Title
	}
	return c.Name
}

// A Lesson is a page of the course that teaches.
type Lesson struct {
	Path     string `yaml:"-"` // from the repository's folder, with slashes
	Title    string `yaml:"title"`
	Status   string `yaml:"status"`          // draft or verified
	Checked  string `yaml:"checked"`         // the date its facts were checked on, YYYY-MM-DD
	Against  string `yaml:"checked_against"` // what its facts were checked against
	Ages     string `yaml:"ages_fastest"`    // which facts are out of date first
	Order    []int  `yaml:"order"`           // of a guide: its exercises by number, as they are best worked through
	Markdown []byte `yaml:"-"`               // the page without its front matter
	Line     int    `yaml:"-"`               // the line of the file on which Markdown starts
}

var numbered = regexp.MustCompile(`^([0-9]+)-([a-z0-9-]+)$`)

// Load reads the course below root. It fails only when there is no course at all; mistakes in single files are in
// Problems.
func Load(root string) (*Catalog, error) {
	c := &Catalog{Root: root}
	if _, err := os.Stat(filepath.Join(root, "exercises")); err != nil {
		return nil, fmt.Errorf("no exercises in %s: %w", root, err)
	}
	c.Index = c.lesson("lessons/index.md")
	c.Simulator = c.lesson("lessons/simulator.md")
	c.Starter = c.lesson("lessons/starter.md")
	c.Glossary = c.lesson("lessons/glossary.md")
	c.loadLessons()
	c.loadExercises()
	slices.SortFunc(c.Chapters, func(a, b *Chapter) int { return a.Number - b.Number })
	return c, nil
}

func (c *Catalog) loadLessons() {
	for _, e := range c.entries("lessons") {
		m := numbered.FindStringSubmatch(strings.TrimSuffix(e.Name(), ".md"))
		if m == nil || e.IsDir() || !strings.HasSuffix(e.Name(), ".md") {
			continue
		}
		if l := c.lesson("lessons/" + e.Name()); l != nil {
			c.chapter(m[0]).Lesson = l
		}
	}
}

func (c *Catalog) loadExercises() {
	ids := map[string]string{}
	broken := map[string]bool{} // the ids of exercises that cannot be used, by their places: "1.2"
	for _, dir := range c.entries("exercises") {
		if !dir.IsDir() || numbered.FindStringSubmatch(dir.Name()) == nil {
			continue
		}
		if guide := c.lesson(path.Join("exercises", dir.Name(), "index.md")); guide != nil {
			c.chapter(dir.Name()).Guide = guide
		}
		for _, e := range c.entries("exercises/" + dir.Name()) {
			name, isMarkdown := strings.CutSuffix(e.Name(), ".md")
			if e.IsDir() || !isMarkdown || numbered.FindStringSubmatch(name) == nil {
				continue
			}
			file := path.Join("exercises", dir.Name(), e.Name())
			ex, err := c.exercise(file, ids)
			if err != nil {
				c.Problems = append(c.Problems, err)
				broken[placeID(dir.Name(), name)] = true
				continue
			}
			ids[ex.ID] = file
			ch := c.chapter(dir.Name())
			ch.Exercises = append(ch.Exercises, ex)
		}
	}
	c.linkContinued(broken)
	for _, ch := range c.Chapters {
		slices.SortFunc(ch.Exercises, func(a, b *Exercise) int { return a.Number - b.Number })
		if ch.Guide != nil && len(ch.Guide.Order) > 0 {
			c.checkOrder(ch, broken)
		}
	}
}

// placeID is the id that the places of a chapter's folder and an exercise's file give it.
func placeID(chapter, exercise string) string {
	ch, _ := strconv.Atoi(numbered.FindStringSubmatch(chapter)[1])
	ex, _ := strconv.Atoi(numbered.FindStringSubmatch(exercise)[1])
	return fmt.Sprintf("%d.%d", ch, ex)
}

// linkContinued finds the exercise that each `continues` names. An exercise can only go on with one that comes before it.
// One that is broken has its own problem.
func (c *Catalog) linkContinued(broken map[string]bool) {
	all := c.Exercises()
	for _, ex := range all {
		i := slices.IndexFunc(all, func(o *Exercise) bool { return o.ID == ex.ContinuesID })
		switch {
		case ex.ContinuesID == "", broken[ex.ContinuesID]:
		case i < 0 || !all[i].before(ex):
			c.Problems = append(c.Problems, fmt.Errorf("%s:1: continues %q, which is no exercise before this one", ex.Path, ex.ContinuesID))
		default:
			ex.Continues = all[i]
		}
	}
}

// checkOrder wants each of a chapter's exercises in its guide's order, once. Those that are broken count, but the order then
// leaves them out.
func (c *Catalog) checkOrder(ch *Chapter, broken map[string]bool) {
	isBroken := func(number int) bool { return broken[fmt.Sprintf("%d.%d", ch.Number, number)] }
	var numbers []int
	for _, ex := range ch.Exercises {
		numbers = append(numbers, ex.Number)
	}
	ch.Guide.Order = slices.DeleteFunc(ch.Guide.Order, func(n int) bool { return isBroken(n) && !slices.Contains(numbers, n) })
	if order := slices.Sorted(slices.Values(ch.Guide.Order)); !slices.Equal(order, numbers) {
		c.Problems = append(c.Problems, fmt.Errorf("%s:1: order names the exercises %v, and there are %v", ch.Guide.Path, order, numbers))
		ch.Guide.Order = nil
	}
}

// exercise reads one exercise; ids are the files of those read before, by id.
func (c *Catalog) exercise(file string, ids map[string]string) (*Exercise, error) {
	src, err := c.read(file)
	if err != nil {
		return nil, err
	}
	ex, err := parseExercise(file, src)
	if err == nil && ids[ex.ID] != "" {
		return nil, ex.fail(src, "id:", "id %s is also the id of %s", ex.ID, ids[ex.ID])
	}
	return ex, err
}

// read reads a file below the root.
func (c *Catalog) read(file string) ([]byte, error) {
	path := filepath.Join(c.Root, file)
	if info, err := os.Stat(path); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s:1: cannot be read: it is no ordinary file", file) // a pipe would be waited for without end
	}
	src, err := os.ReadFile(path)
	var failed *fs.PathError
	if errors.As(err, &failed) {
		err = fmt.Errorf("%s:1: cannot be read: %w", file, failed.Err)
	}
	return src, err
}

// entries lists a folder below the root; a folder that is not there is empty.
func (c *Catalog) entries(dir string) []fs.DirEntry {
	list, err := os.ReadDir(filepath.Join(c.Root, dir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		c.Problems = append(c.Problems, err)
	}
	return list
}

// chapter returns the chapter of that folder name, made if need be.
func (c *Catalog) chapter(name string) *Chapter {
	for _, ch := range c.Chapters {
		if ch.Name == name {
			return ch
		}
	}
	n, _ := strconv.Atoi(numbered.FindStringSubmatch(name)[1])
	ch := &Chapter{Number: n, Name: name}
	c.Chapters = append(c.Chapters, ch)
	return ch
}

// lesson reads one lesson; a missing file is nil without a problem.
func (c *Catalog) lesson(file string) *Lesson {
	src, err := c.read(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	l := &Lesson{}
	if err == nil {
		l.Markdown, l.Line, err = splitFrontMatter(file, src, l)
	}
	l.Path = file
	if err == nil && l.Title == "" {
		err = fmt.Errorf("%s:1: the front matter has no title", file)
	}
	if err != nil {
		c.Problems = append(c.Problems, err)
		return nil
	}
	return l
}

// StudyOrder returns all exercises in the order in which they are best worked through.
func (c *Catalog) StudyOrder() []*Exercise {
	var all []*Exercise
	for _, ch := range c.Chapters {
		if ch.Guide == nil || ch.Guide.Order == nil {
			all = append(all, ch.Exercises...)
			continue
		}
		for _, number := range ch.Guide.Order {
			i := slices.IndexFunc(ch.Exercises, func(ex *Exercise) bool { return ex.Number == number })
			all = append(all, ch.Exercises[i])
		}
	}
	return all
}

// Exercises returns all exercises in the order of their numbers.
func (c *Catalog) Exercises() []*Exercise {
	var all []*Exercise
	for _, ch := range c.Chapters {
		all = append(all, ch.Exercises...)
	}
	return all
}
