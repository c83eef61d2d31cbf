package book

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Sync rewrites the fences that do not hold what their source or their commands give, and nothing else. With run nil it
// leaves output alone. Fences that it cannot mend are problems of the report.
func Sync(ctx context.Context, o Options, run Runner) (Report, error) {
	b, err := parse(o)
	if err != nil {
		return Report{}, err
	}
	files, err := b.files()
	if err != nil {
		return Report{}, err
	}
	j := &job{o: o, run: run, sources: newSources(o.Root), report: Report{Pages: len(files)}}
	for _, name := range files {
		p, err := j.read(ctx, name)
		if err != nil {
			return j.report, err
		}
		if err := j.mend(name, &p); err != nil {
			return j.report, err
		}
		j.add(name, p.wrong)
	}
	return j.report, nil
}

// mend rewrites a page's fences. What it cannot mend comes to what is wrong already, with the lines of the file as it is
// then.
func (j *job) mend(name string, p *judged) error {
	file, mended := p.file, map[int]bool{}
	for i := len(p.fences) - 1; i >= 0; i-- { // from below, so that the lines above keep their numbers
		f, v := p.fences[i], p.verdicts[i]
		if v.fixed == nil {
			p.wrong = append(p.wrong, v.wrong...)
			continue
		}
		changed := newPageFile(file.put(f, v.fixed))
		if !changed.holds(i, len(p.fences), v.fixed) {
			p.wrong = append(p.wrong, finding{f.line, "the fence cannot hold what belongs into it: give it a longer row of signs, " +
				"or leave out by … what looks like a fence or a command"})
			continue
		}
		file, mended[i] = changed, true
		for k := range p.wrong {
			if p.wrong[k].line > f.line {
				p.wrong[k].line += len(v.fixed) - len(f.lines)
			}
		}
	}
	if len(mended) == 0 {
		return nil
	}
	if err := replace(filepath.Join(j.o.Root, filepath.FromSlash(name)), p.file.raw, file.raw); err != nil {
		return fmt.Errorf("%s cannot be rewritten: %w", name, err)
	}
	now, _ := file.fences()
	for i, f := range now {
		if mended[i] {
			j.report.Written = append(j.report.Written, Place{name, f.line})
		}
	}
	return nil
}

// errChanged says that somebody wrote into a file meanwhile.
var errChanged = errors.New("the file has changed meanwhile; run the command again")

// replace puts other bytes into a file that still holds those before, by way of a temporary file.
func replace(path string, before, after []byte) error {
	now, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, before) {
		return errChanged
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	return replaceFile(path, after, info.Mode().Perm())
}
