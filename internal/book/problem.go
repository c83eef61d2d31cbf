package book

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Problem is one mistake in a page.
type Problem struct {
	File    string // the page's source, from the repository's folder
	Line    int    // from 1
	Message string
}

func (p Problem) String() string { return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Message) }

// Problems are all mistakes found in the pages, in the order of pages and lines. As an error they read one to a line,
// "FILE:LINE: what is wrong".
type Problems []Problem

func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// problems gathers the mistakes of all documents; it is nil, not an empty list, when there are none.
func (b *Book) problems() error {
	var all Problems
	for _, d := range b.docs {
		slices.SortStableFunc(d.problems, func(x, y Problem) int { return cmp.Compare(x.Line, y.Line) })
		all = append(all, d.problems...)
	}
	if len(all) == 0 {
		return nil
	}
	return all
}
