package document

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/goccy/go-yaml"
)

// A Field is a line of the header: "- Model: sim-1" above the first section, or "model: sim-1" in a front matter.
type Field struct {
	Name  string // as it stands there
	Value string
	Line  int
	Front bool // it stands in a front matter
}

// Field finds a field of the header by name. Capital letters, spaces, hyphens and underscores do not count, nor does a
// plural s: "exercises" is "Exercise".
func (d *Document) Field(name string) (Field, bool) {
	want := PlainName(name)
	for _, f := range d.Fields {
		if PlainName(f.Name) == want {
			return f, true
		}
	}
	return Field{}, false
}

// PlainName is a name as names of fields, columns and the like are compared: its letters and digits in lower case, without a
// plural s.
func PlainName(name string) string {
	plain := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
	return strings.TrimSuffix(plain, "s")
}

// frontMatter reads the YAML between two lines --- on top, and returns the text with blank lines in its place.
func (d *Document) frontMatter(src []byte) []byte {
	lines := bytes.SplitAfter(src, []byte("\n"))
	if strings.TrimRight(string(lines[0]), " \t\n") != "---" {
		return src
	}
	end := 0
	for i := 1; i < len(lines) && end == 0; i++ {
		if l := strings.TrimRight(string(lines[i]), " \t\n"); l == "---" || l == "..." {
			end = i
		}
	}
	if end == 0 {
		d.problem(1, "the front matter is not closed by a line ---")
		return src
	}
	head := bytes.Join(lines[1:end], nil)
	d.decode(head)
	body := bytes.Repeat([]byte("\n"), end+1)
	return append(body, bytes.Join(lines[end+1:], nil)...)
}

// decode reads a front matter that begins on line 2. The decoder panics on some broken input.
func (d *Document) decode(head []byte) {
	defer func() {
		if r := recover(); r != nil {
			d.problem(1, "the front matter is not valid YAML: %v", r)
		}
	}()
	values := yaml.MapSlice{}
	if err := yaml.Unmarshal(head, &values); err != nil {
		line, what := 1, strings.ReplaceAll(err.Error(), "\n", " ")
		var ye yaml.Error
		if errors.As(err, &ye) && ye.GetToken() != nil {
			line, what = ye.GetToken().Position.Line+1, ye.GetMessage()
		}
		d.problem(line, "the front matter is not valid YAML: %s", what)
		return
	}
	for _, item := range values {
		name := fmt.Sprint(item.Key)
		value := strings.Trim(fmt.Sprint(item.Value), "[]")
		switch {
		case item.Value == nil:
			value = ""
		case holdsFraction(item.Value):
			value = asWritten(head, name, value)
		}
		line := 1
		for i, l := range strings.Split(string(head), "\n") {
			if strings.HasPrefix(strings.TrimLeft(l, `"'`), name) {
				line = i + 2
				break
			}
		}
		d.Fields = append(d.Fields, Field{Name: name, Value: value, Line: line, Front: true})
		if PlainName(name) == "title" {
			d.Title = value
		}
	}
}

// holdsFraction reports whether a value is or holds a number with a point: an exercise's id, of which 1.10 is another one
// than 1.1.
func holdsFraction(value any) bool {
	switch v := value.(type) {
	case float64:
		return true
	case []any:
		return slices.ContainsFunc(v, holdsFraction)
	}
	return false
}

// asWritten is the value of a key, a number or a list, with its numbers as they are written, or else the one given.
func asWritten(head []byte, name, value string) string {
	path, err := yaml.PathString("$." + name)
	if err != nil {
		return value
	}
	node, err := path.ReadNode(bytes.NewReader(head))
	if err != nil {
		return value
	}
	plain := strings.NewReplacer("[", " ", "]", " ", ",", " ", "- ", " ", `"`, " ", "'", " ").Replace(node.String())
	return strings.Join(strings.Fields(plain), " ")
}

// fieldLine is a line such as "- **Model:** sim-1" or "| Model | sim-1 |".
var fieldLine = regexp.MustCompile(`^[\s\-*|_>+]*(\pL[\pL\pN /-]*?)[\s*_]*[:|][\s*_]*(.*?)[\s|]*$`)

// header reads the fields of list items, tables and lines above the first heading that is not the title.
func (d *Document) header(r *reader) {
	title := false
	for _, b := range d.Blocks {
		if b.Kind == Heading && !b.Quoted {
			if b.Level > 1 || title {
				return
			}
			title = true
		}
		if b.Kind == Heading && b.Level == 1 && d.Title == "" {
			d.Title = b.Text
		}
		if b.Kind == Heading || b.Kind == Code || b.Quoted {
			continue
		}
		for line := b.Line; line <= b.End; line++ {
			if m := fieldLine.FindStringSubmatch(r.sourceLine(line)); m != nil {
				d.Fields = append(d.Fields, Field{Name: m[1], Value: strings.Trim(m[2], "`"), Line: line})
			}
		}
	}
}
