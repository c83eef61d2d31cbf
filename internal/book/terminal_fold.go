package book

import (
	"fmt"
	"html"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// A fold is a details element.
type fold struct {
	shut    bool // what it holds is not shown
	named   bool // its summary has been shown
	summary bool // its summary is being read
	line    int  // of the file, on which it begins
}

// folded reports whether what comes next stands in something that is folded.
func (t *terminal) folded() bool {
	for _, f := range t.folds {
		if f.shut {
			return true
		}
	}
	return false
}

// passOver follows the folds that begin and end in a node that is not shown.
func (t *terminal) passOver(root ast.Node) {
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering && htmlOf(n, t.d.text) != nil {
			t.html(n, rolePlain)
		}
		return ast.WalkContinue, nil
	})
}

// html is what is seen of HTML: its text, without comments. It follows the folds.
func (t *terminal) html(n ast.Node, role Role) []run {
	source := blankComments(htmlOf(n, t.d.text))
	first := t.d.lineOf(n)
	var runs []run
	text := func(part []byte) {
		seen := printable(html.UnescapeString(string(part)))
		switch {
		case t.inSummary():
			runs = append(runs, run{RoleStrong, seen})
		case !t.folded():
			runs = append(runs, run{role, seen})
		}
	}
	pos := 0
	for _, at := range htmlTag.FindAllSubmatchIndex(source, -1) {
		tag := source[at[0]:at[1]]
		if !htmlOpening.Match(tag) {
			continue
		}
		text(source[pos:at[0]])
		pos = at[1]
		name := string(source[at[2]:at[3]]) + group(source, at[4], at[5])
		line := first + strings.Count(string(source[:at[0]]), "\n")
		open := strings.TrimSpace(string(source[at[6]:at[7]])) == "open"
		runs = append(runs, t.tag(name, line, open, role)...)
	}
	text(source[pos:])
	return runs
}

// tag follows a tag and gives what stands for it.
func (t *terminal) tag(name string, line int, open bool, role Role) []run {
	var last *fold
	if n := len(t.folds); n > 0 {
		last = &t.folds[n-1]
	}
	switch {
	case name == "details":
		t.folds = append(t.folds, fold{shut: !open && !t.o.Unfold, line: line})
	case name == "summary" && last != nil && !last.named:
		last.named, last.summary = true, true
		if t.inSummary() {
			return []run{{role, "\n"}, {RoleStrong, last.sign()}}
		}
	case name == "/summary" && last != nil && last.summary:
		seen := t.inSummary()
		last.summary = false
		if seen {
			return t.whereFolded(*last)
		}
	case name == "/details" && last != nil:
		unnamed := *last
		t.folds = t.folds[:len(t.folds)-1]
		if !unnamed.named && !t.folded() {
			return append([]run{{role, "\n"}, {RoleStrong, unnamed.sign() + "Details"}}, t.whereFolded(unnamed)...)
		}
	case t.folded():
	case name == "br":
		return []run{{role, "\n"}}
	case name == "sup":
		return []run{{role, "^"}}
	case name == "sub":
		return []run{{role, "_"}}
	}
	return nil
}

// inSummary reports whether a summary is being read that is shown.
func (t *terminal) inSummary() bool {
	n := len(t.folds)
	if n == 0 || !t.folds[n-1].summary {
		return false
	}
	for _, f := range t.folds[:n-1] {
		if f.shut {
			return false
		}
	}
	return true
}

func (f fold) sign() string {
	if f.shut {
		return "▸ "
	}
	return "▾ "
}

// whereFolded says where to read what is folded.
func (t *terminal) whereFolded(f fold) []run {
	if !f.shut {
		return []run{{rolePlain, "\n"}}
	}
	return []run{{rolePlain, " "}, {RoleQuiet, fmt.Sprintf("(folded; in %s from line %d)", t.d.source, f.line)}, {rolePlain, "\n"}}
}
