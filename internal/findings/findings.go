// Package findings holds what a check of a text has found, what its author accepts of it, and what only a person can
// judge.
package findings

import (
	"cmp"
	"fmt"
	"slices"
)

// A Finding is a fault at a place.
type Finding struct {
	File   string `json:"file"`             // from the repository's folder, with slashes
	Line   int    `json:"line"`             // from 1; 0: the file as a whole, as when something is missing
	Commit string `json:"commit,omitempty"` // the commit whose version of the file it is, "" for the file as it stands
	Rule   string `json:"rule"`             // "numbers"
	What   string `json:"what"`             // what is there, or is not
	Why    string `json:"why,omitempty"`    // why that is a fault
	Mend   string `json:"mend,omitempty"`   // what to do about it
}

// Where names the place: "posts/2026-12-01-memory.md:12".
func (f Finding) Where() string {
	if f.Line == 0 {
		return f.File
	}
	return fmt.Sprintf("%s:%d", f.File, f.Line)
}

// A Question is what a program cannot judge, for the author to answer.
type Question struct {
	File string `json:"file"`
	Line int    `json:"line"` // as in Finding
	Rule string `json:"rule"`
	Ask  string `json:"ask"`
}

// Sort puts findings in the order of the files, and in a file in the order of its lines.
func Sort(found []Finding) {
	slices.SortStableFunc(found, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Rule, b.Rule))
	})
}
