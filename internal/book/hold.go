package book

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// byHandOnly ends the message about a fence that a person has to mend.
const byHandOnly = "; it leaves something out by …, so mend it by hand"

// notClosed is the message about a fence without an end.
const notClosed = "the fence is not closed"

// A Report is what Check and Sync found.
type Report struct {
	Pages    int // Markdown files
	Code     int // fences that are held to a source
	Outputs  int // fences that are held to commands
	Problems Problems
	Written  []Place // the fences that Sync rewrote
}

// A Place is a fence in a file.
type Place struct {
	File string // from the repository's folder
	Line int    // on which the fence opens, in the file as it is now
}

// A verdict says what is wrong with a fence, and the lines that would mend it if there is only one way.
type verdict struct {
	wrong []finding
	fixed []string // nil if a person has to mend it
}

// lineOf is the line of the file on which a line of the fence stands, or the fence's last one.
func (f *fence) lineOf(i int) int { return f.line + 1 + min(i, len(f.lines)) }

// check compares a fence of code with its source.
func (f *fence) check(s *sources) verdict {
	if !f.closed {
		return verdict{wrong: []finding{{f.line, "the fence is not closed"}}}
	}
	if f.source.file == "" {
		return verdict{wrong: []finding{{f.source.line, "the fence lacks its source: write from FILE or from FILE#ANCHOR"}}}
	}
	want, err := s.code(f.source)
	if err != nil {
		return verdict{wrong: []finding{{f.source.line, err.Error()}}}
	}
	got := f.lines[f.from:]
	d := compareCode(want, got)
	if d == nil {
		return verdict{}
	}
	wrong := finding{f.lineOf(f.from + d.at), fmt.Sprintf("the code is not that of %s: %s", f.source, d)}
	if hasElision(got) {
		wrong.message += byHandOnly
		return verdict{wrong: []finding{wrong}}
	}
	return verdict{[]finding{wrong}, append(append([]string{}, f.lines[:f.from]...), want...)}
}

// judge compares a fence with what it is held to.
func (f *fence) judge(ctx context.Context, s *sources, run Runner) (verdict, error) {
	if f.output && f.closed {
		return f.checkOutput(ctx, run)
	}
	return f.check(s), nil
}

// A job goes through the pages' files and judges their fences.
type job struct {
	o       Options
	run     Runner
	sources *sources
	report  Report
}

// A judged page is its file, its fences with a verdict on each, and what else is wrong with them.
type judged struct {
	file     *pageFile // nil if it cannot be read
	fences   []*fence
	verdicts []verdict
	wrong    []finding
}

// read reads a page's file, finds its fences and judges each.
func (j *job) read(ctx context.Context, name string) (judged, error) {
	raw, err := readInside(j.o.Root, name)
	if err != nil {
		return judged{wrong: []finding{{1, fmt.Sprintf("the page cannot be read: %v", err)}}}, nil
	}
	p := judged{file: newPageFile(raw)}
	if wrong, parse := unsound(raw, 1); !parse {
		p.wrong = wrong
		return p, nil
	}
	p.fences, p.wrong = p.file.fences()
	for _, f := range p.fences {
		if f.output {
			j.report.Outputs++
		} else {
			j.report.Code++
		}
		v, err := f.judge(ctx, j.sources, j.run)
		if err != nil {
			return p, fmt.Errorf("%s:%d: %w", name, f.line, err)
		}
		p.verdicts = append(p.verdicts, v)
	}
	return p, nil
}

// Check finds every mistake in the pages: those that Build finds, fences that do not hold what their source or their
// commands give, and links that the glossary wants. With run nil no command is run, and no output is compared. It looks at
// all Markdown files below lessons/ and exercises/, also at those that are no page of the book. Mistakes are in the report.
func Check(ctx context.Context, o Options, run Runner) (Report, error) {
	b, err := parse(o)
	if err != nil {
		return Report{}, err
	}
	b.checkGlossary()
	if err := b.checkSpelling(); err != nil {
		return Report{}, err
	}
	for _, d := range b.docs {
		d.checkOutline()
		d.checkTexts()
		b.prepare(d)
	}
	files, err := b.files()
	if err != nil {
		return Report{}, err
	}
	j := &job{o: o, run: run, sources: newSources(o.Root), report: Report{Pages: len(files)}}
	pages := make([]judged, len(files))
	for i, name := range files {
		if pages[i], err = j.read(ctx, name); err != nil {
			return Report{}, err
		}
	}
	circles := circularQuotes(files, pages)
	for i, name := range files {
		p := pages[i]
		for _, v := range p.verdicts {
			p.wrong = append(p.wrong, v.wrong...)
		}
		p.wrong = append(p.wrong, circles[name]...)
		j.add(name, append(p.wrong, b.problemsIn(name)...))
	}
	for _, d := range b.docs { // a listing is no file
		if d.page.Kind == Listing {
			j.add(d.source, b.problemsIn(d.source))
		}
	}
	return j.report, nil
}

func (b *Book) problemsIn(name string) (wrong []finding) {
	for _, d := range b.docs {
		if d.source != name {
			continue
		}
		for _, p := range d.problems {
			wrong = append(wrong, finding{p.Line, p.Message})
		}
	}
	return wrong
}

// add puts a file's mistakes into the report, from top to bottom.
func (j *job) add(name string, wrong []finding) {
	slices.SortStableFunc(wrong, func(x, y finding) int { return cmp.Compare(x.line, y.line) })
	said := map[finding]bool{}
	for _, w := range wrong {
		if said[w] { // by the page and by its file
			continue
		}
		said[w] = true
		j.report.Problems = append(j.report.Problems, Problem{File: name, Line: w.line, Message: w.message})
	}
}

// files are the pages' files in the book's order, and then all others below lessons/ and exercises/.
func (b *Book) files() ([]string, error) {
	var names []string
	for _, d := range b.docs {
		if d.page.Kind != Listing && !slices.Contains(names, d.source) {
			names = append(names, d.source)
		}
	}
	for _, dir := range []string{"lessons", "exercises"} {
		err := filepath.WalkDir(filepath.Join(b.root, dir), func(path string, e fs.DirEntry, err error) error {
			if os.IsNotExist(err) {
				return nil
			}
			if err != nil || e.IsDir() || filepath.Ext(path) != ".md" {
				return err
			}
			if name := b.clean(path); !slices.Contains(names, name) {
				names = append(names, name)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return names, nil
}
