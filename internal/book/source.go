package book

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// anchorLine is a line that is only the beginning or the end of an anchor. package workspace leaves the same lines out of
// what it copies.
var anchorLine = regexp.MustCompile(`^\s*(?://|#) (anchor|end): (\S+)\s*$`)

// sources are the repository's files that pages quote, each read once.
type sources struct {
	root  string
	files map[string]*sourceFile
}

func newSources(root string) *sources { return &sources{root: root, files: map[string]*sourceFile{}} }

// A sourceFile is a file that pages quote.
type sourceFile struct {
	lines []string          // without line ends
	spans map[string][]span // by anchor; more than one is a mistake
	wrong error             // the file is Go and cannot be parsed
}

// A span is some lines of a file, from 0, without the last.
type span struct {
	from, to int
	region   bool // between two anchor lines
	open     bool // a region that does not end
}

// line is where the span is named, from 1.
func (s span) line() int {
	if s.region {
		return s.from
	}
	return s.from + 1
}

// code is what stands at a reference, without anchor lines and common indentation.
func (s *sources) code(r *reference) ([]string, error) {
	file, err := s.file(r.file)
	if err != nil {
		return nil, err
	}
	if r.anchor == "" {
		return dedent(withoutAnchors(file.lines)), nil
	}
	spans := file.spans[r.anchor]
	switch {
	case len(spans) == 0 && file.wrong != nil:
		return nil, fmt.Errorf("%s has no region %q, and its declarations cannot be read: %w", r.file, r.anchor, file.wrong)
	case len(spans) == 0:
		return nil, fmt.Errorf("%s has no anchor %q", r.file, r.anchor)
	case len(spans) > 1:
		return nil, fmt.Errorf("%s has the anchor %q twice, on lines %d and %d", r.file, r.anchor, spans[0].line(), spans[1].line())
	case spans[0].open:
		return nil, fmt.Errorf("%s: the anchor %q on line %d has no end", r.file, r.anchor, spans[0].line())
	}
	lines := withoutAnchors(file.lines[spans[0].from:spans[0].to])
	if spans[0].region {
		lines = trimBlank(lines)
	}
	return dedent(lines), nil
}

func (s *sources) file(name string) (*sourceFile, error) {
	if file := s.files[name]; file != nil {
		return file, nil
	}
	if name == "" || name != path.Clean(name) || !fs.ValidPath(name) {
		return nil, fmt.Errorf("%q is not a file's path from the repository's folder", name)
	}
	src, err := readInside(s.root, name)
	if err != nil {
		return nil, err
	}
	src = bytes.ReplaceAll(bytes.TrimPrefix(src, []byte("\ufeff")), []byte("\r\n"), []byte("\n"))
	file := &sourceFile{spans: map[string][]span{}}
	if len(src) > 0 {
		file.lines = strings.Split(strings.TrimSuffix(string(src), "\n"), "\n")
	}
	file.findRegions()
	if path.Ext(name) == ".go" {
		file.findDeclarations(name, src)
	}
	for _, spans := range file.spans {
		slices.SortFunc(spans, func(x, y span) int { return x.from - y.from })
	}
	s.files[name] = file
	return file, nil
}

func (f *sourceFile) findRegions() {
	for i, line := range f.lines {
		m := anchorLine.FindStringSubmatch(line)
		if m == nil || m[1] != "anchor" {
			continue
		}
		s := span{from: i + 1, to: len(f.lines), region: true, open: true}
		for j, line := range f.lines[i+1:] {
			if m2 := anchorLine.FindStringSubmatch(line); m2 != nil && m2[1] == "end" && m2[2] == m[2] {
				s.to, s.open = i+1+j, false
				break
			}
		}
		f.spans[m[2]] = append(f.spans[m[2]], s)
	}
}

// findDeclarations finds what a Go file declares at its top level, each with its comment. A method is Type.Method.
func (f *sourceFile) findDeclarations(name string, src []byte) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
	if f.wrong = err; err != nil {
		return
	}
	add := func(name string, doc *ast.CommentGroup, n ast.Node) {
		from := n.Pos()
		if doc != nil {
			from = doc.Pos()
		}
		if name != "_" {
			f.spans[name] = append(f.spans[name], span{from: fset.PositionFor(from, false).Line - 1, to: fset.PositionFor(n.End(), false).Line})
		}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			add(functionName(d), d.Doc, d)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				names, doc := specNames(spec)
				var node ast.Node = spec
				if !d.Lparen.IsValid() { // the keyword belongs to it
					node, doc = d, d.Doc
				}
				for _, name := range names {
					add(name, doc, node)
				}
			}
		}
	}
}

func functionName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	receiver := d.Recv.List[0].Type
	for {
		switch t := receiver.(type) {
		case *ast.StarExpr:
			receiver = t.X
		case *ast.ParenExpr:
			receiver = t.X
		case *ast.IndexExpr:
			receiver = t.X
		case *ast.IndexListExpr:
			receiver = t.X
		case *ast.Ident:
			return t.Name + "." + d.Name.Name
		default:
			return d.Name.Name
		}
	}
}

func specNames(spec ast.Spec) (names []string, doc *ast.CommentGroup) {
	switch s := spec.(type) {
	case *ast.TypeSpec:
		return []string{s.Name.Name}, s.Doc
	case *ast.ValueSpec:
		for _, n := range s.Names {
			names = append(names, n.Name)
		}
		return names, s.Doc
	}
	return nil, nil
}

// withoutAnchors leaves out the lines that are only an anchor, and a blank line that would then follow another.
func withoutAnchors(lines []string) []string {
	var kept []string
	dropped := false
	for _, line := range lines {
		if anchorLine.MatchString(line) {
			dropped = true
			continue
		}
		if dropped && isBlank(line) && (len(kept) == 0 || isBlank(kept[len(kept)-1])) {
			continue
		}
		kept, dropped = append(kept, line), false
	}
	return kept
}

func isBlank(line string) bool { return strings.TrimSpace(line) == "" }

func trimBlank(lines []string) []string {
	for len(lines) > 0 && isBlank(lines[0]) {
		lines = lines[1:]
	}
	for len(lines) > 0 && isBlank(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// dedent takes away the white space that all lines begin with; blank lines have no say and become empty.
func dedent(lines []string) []string {
	common, first := "", true
	for _, line := range lines {
		indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		switch {
		case isBlank(line):
			continue
		case first:
			common, first = indent, false
		}
		for !strings.HasPrefix(indent, common) {
			common = common[:len(common)-1]
		}
	}
	lines = slices.Clone(lines)
	for i, line := range lines {
		if lines[i] = strings.TrimPrefix(line, common); isBlank(line) {
			lines[i] = ""
		}
	}
	return lines
}
