package book_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A figure is what the tests look at in an SVG file.
type figure struct {
	name     string // of the file, without its ending
	children []string
	root     map[string]string // attributes of the svg element
	ids      []string
	refs     []string          // ids that the figure refers to
	classes  []string          // of all elements
	text     map[string]string // of title, desc and style
	problems []string
}

func (f *figure) report(format string, args ...any) {
	f.problems = append(f.problems, fmt.Sprintf(format, args...))
}

func readFigure(name, src string) *figure {
	f := &figure{name: name, root: map[string]string{}, text: map[string]string{}}
	decoder := xml.NewDecoder(strings.NewReader(src))
	var open []string
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return f
		}
		if err != nil {
			f.report("not well-formed: %v", err)
			return f
		}
		switch t := token.(type) {
		case xml.StartElement:
			if len(open) == 1 {
				f.children = append(f.children, t.Name.Local)
			}
			f.element(t, len(open) == 0)
			open = append(open, t.Name.Local)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				f.text[open[len(open)-1]] += string(t)
			}
		case xml.ProcInst, xml.Directive:
			f.report("only elements and text have a place in a figure")
		}
	}
}

var localURL = regexp.MustCompile(`^url\(#([^)]+)\)$`)

func (f *figure) element(e xml.StartElement, isRoot bool) {
	allowed := []string{"svg", "title", "desc", "style", "marker", "g", "rect", "path", "text"}
	if !slices.Contains(allowed, e.Name.Local) || e.Name.Space != "http://www.w3.org/2000/svg" {
		f.report("element %s in the namespace %q; a figure has %s", e.Name.Local, e.Name.Space, strings.Join(allowed, ", "))
	}
	before := len(f.classes)
	for _, a := range e.Attr {
		name, value := a.Name.Local, a.Value
		if isRoot {
			f.root[name] = value
		}
		local := localURL.FindStringSubmatch(value)
		switch {
		case name == "id":
			f.ids = append(f.ids, value)
		case name == "class":
			f.classes = append(f.classes, strings.Fields(value)...)
		case name == "aria-labelledby":
			f.refs = append(f.refs, strings.Fields(value)...)
		case local != nil:
			f.refs = append(f.refs, local[1])
		case name == "font-size":
			if size, err := strconv.ParseFloat(value, 64); err != nil || size < 15 {
				f.report("font-size %q is too small to read on a phone; 15 is the least", value)
			}
		case slices.Contains([]string{"href", "style", "fill", "stroke"}, name), strings.HasPrefix(name, "on"), strings.Contains(value, "url("):
			f.report("attribute %s=%q; a figure loads nothing, runs nothing and has its colours in classes", name, value)
		}
	}
	if isShape := e.Name.Local == "rect" || e.Name.Local == "path"; isShape && len(f.classes) == before {
		f.report("a %s without a class is black, on dark ground too", e.Name.Local)
	}
}

// check reports what the book and the code hosts need and the figure lacks.
func (f *figure) check(size int) []string {
	if size >= 10_000 {
		f.report("%d bytes; a figure has fewer than 10000", size)
	}
	if len(f.children) < 3 || !slices.Equal(f.children[:3], []string{"title", "desc", "style"}) {
		f.report("its first elements are not title, desc and style")
	}
	for _, element := range []string{"title", "desc", "style"} {
		if strings.TrimSpace(f.text[element]) == "" {
			f.report("no text in %s", element)
		}
	}
	want := map[string]string{
		"role":            "img",
		"viewBox":         fmt.Sprintf("0 0 600 %s", f.root["height"]),
		"width":           "600",
		"aria-labelledby": f.name + "-title " + f.name + "-desc",
	}
	for name := range want {
		if f.root[name] != want[name] {
			f.report("%s is %q, want %q", name, f.root[name], want[name])
		}
	}
	for i, id := range f.ids {
		if !strings.HasPrefix(id, f.name+"-") || slices.Contains(f.ids[:i], id) {
			f.report("id %q stands twice or does not start with %s-", id, f.name)
		}
	}
	for _, ref := range f.refs {
		if !slices.Contains(f.ids, ref) {
			f.report("there is no id %q", ref)
		}
	}
	for _, class := range f.classes {
		if !regexp.MustCompile(`\.` + regexp.QuoteMeta(class) + `\b`).MatchString(f.text["style"]) {
			f.report("class %q is not in the style", class)
		}
	}
	slices.Sort(f.problems)
	return f.problems
}

func TestFigures(t *testing.T) {
	files, err := filepath.Glob("../../lessons/figures/*.svg")
	if err != nil || len(files) == 0 {
		t.Fatalf("no figures: %v", err)
	}
	var first *figure
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		f := readFigure(strings.TrimSuffix(filepath.Base(file), ".svg"), string(src))
		for _, problem := range append(f.check(len(src)), styleProblems(f.text["style"])...) {
			t.Errorf("%s.svg: %s", f.name, problem)
		}
		if first == nil {
			first = f
		}
		if diff := cmp.Diff(first.text["style"], f.text["style"]); diff != "" {
			t.Errorf("all figures have one style; %s.svg differs (-%s +%s):\n%s", f.name, first.name, f.name, diff)
		}
	}
}

const goodFigure = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="90" viewBox="0 0 600 90" role="img" aria-labelledby="a-title a-desc">
<title id="a-title">A</title><desc id="a-desc">B</desc><style>.c{}</style>
<marker id="a-tip"/><path class="c" marker-end="url(#a-tip)"/><text font-size="16">t</text>
</svg>`

func TestFigureProblems(t *testing.T) {
	tests := []struct{ name, old, new, want string }{
		{"nothing", "", "", ""},
		{"not XML", "</svg>", "", "not well-formed: XML syntax error on line 4: unexpected EOF"},
		{"entity", ">t<", ">&nbsp;<", "not well-formed: XML syntax error on line 3: invalid character entity &nbsp;"},
		{"no namespace", ` xmlns="http://www.w3.org/2000/svg"`, "", `element svg in the namespace ""`},
		{"script", "<marker", "<script/><marker", "element script in the namespace"},
		{"foreign object", "<marker", "<foreignObject/><marker", "element foreignObject in the namespace"},
		{"doctype", "<svg", "<!DOCTYPE svg><svg", "only elements and text"},
		{"handler", "<text", `<text onclick="x"`, `attribute onclick="x"`},
		{"link", "<text", `<text href="x"`, `attribute href="x"`},
		{"old link", "<text", `<text xlink:href="x"`, `attribute href="x"`},
		{"colour outside the classes", "<text", `<text style="fill:red"`, `attribute style="fill:red"`},
		{"fill outside the classes", "<text", `<text fill="red"`, `attribute fill="red"`},
		{"shape without a class", "<text", "<rect/><text", "a rect without a class is black"},
		{"class that is not there", `class="c"`, `class="c d"`, `class "d" is not in the style`},
		{"address", `url(#a-tip)`, "url(https://example.com)", `attribute marker-end="url(https://example.com)"`},
		{"small text", `font-size="16"`, `font-size="14.9"`, `font-size "14.9" is too small`},
		{"size in words", `font-size="16"`, `font-size="small"`, `font-size "small" is too small`},
		{"no title", `<title id="a-title">A</title>`, "", "its first elements are not title, desc and style"},
		{"empty title", ">A<", "> <", "no text in title"},
		{"empty desc", ">B<", "><", "no text in desc"},
		{"no role", ` role="img"`, "", `role is "", want "img"`},
		{"no box", ` viewBox="0 0 600 90"`, "", `viewBox is "", want "0 0 600 90"`},
		{"another box", `0 0 600 90`, "0 0 600 80", `viewBox is "0 0 600 80", want "0 0 600 90"`},
		{"width", `width="600"`, `width="100%"`, `width is "100%", want "600"`},
		{"label", `"a-title a-desc"`, `"a-title"`, `aria-labelledby is "a-title", want "a-title a-desc"`},
		{"label of nothing", `id="a-desc"`, `id="a-des"`, `there is no id "a-desc"`},
		{"reference to nothing", `id="a-tip"`, `id="a-top"`, `there is no id "a-tip"`},
		{"id of another figure", "<text", `<text id="b-x"`, `id "b-x" stands twice or does not start with a-`},
		{"id twice", "<text", `<text id="a-tip"`, `id "a-tip" stands twice or does not start with a-`},
		{"too large", ">t<", ">" + strings.Repeat("t", 10_000) + "<", "bytes; a figure has fewer than 10000"},
	}
	for _, tt := range tests {
		src := strings.Replace(goodFigure, tt.old, tt.new, 1)
		got := strings.Join(readFigure("a", src).check(len(src)), "\n")
		if (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
