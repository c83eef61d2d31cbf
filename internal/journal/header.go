package journal

import (
	"regexp"
	"slices"
	"strings"

	"agentcourse/internal/document"
)

// AddToField adds values to a field of an entry's header, such as the model that answered: an empty field gets them, one
// that has others gets them behind these. A field that is not there is not made, and one that holds them all stays.
func AddToField(src []byte, name string, values ...string) []byte {
	f, found := document.Parse(src).Field(name)
	if !found {
		return src
	}
	have := fieldValues(f.Value)
	var missing []string
	for _, v := range values {
		if v = fieldText(v); v != "" && !slices.Contains(have, v) && !slices.Contains(missing, v) {
			missing = append(missing, v)
		}
	}
	if len(missing) == 0 {
		return src
	}
	out, err := firstGood(src, func(before, after *document.Document) bool {
		g, _ := after.Field(name)
		return sameSections(before, after) && slices.Equal(fieldValues(g.Value), append(slices.Clone(have), missing...))
	}, func(t *text) { addToLine(t, f, missing) })
	if err != nil {
		return src // a header of a kind that is not known stays as it is
	}
	return out
}

// fieldValues are the values of a field that may hold several.
func fieldValues(value string) []string {
	var values []string
	for _, v := range strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' }) {
		if v = strings.Trim(v, "`\"'[]"); v != "" {
			values = append(values, v)
		}
	}
	return values
}

// fieldText makes a value fit for a header: one word.
func fieldText(value string) string {
	return strings.Trim(strings.Join(strings.FieldsFunc(cellText(value), func(r rune) bool { return r == ' ' || r == ',' }), "-"), "`\"'[]")
}

var (
	listedValue = regexp.MustCompile(`^[\s\-*|_>+]*\pL[\pL\pN /-]*?[\s*_]*[:|][*_]*(.*?)[\s|]*$`)
	frontValue  = regexp.MustCompile(`^[^:]*:(.*?)(?:["'\]]?\s*(?:\s#.*)?)$`)
	plainYAML   = regexp.MustCompile(`^[\pL\pN][\pL\pN._/:@-]*$`)
)

// addToLine puts values behind those on a field's line.
func addToLine(t *text, f document.Field, values []string) {
	line := t.line(f.Line)
	pattern := listedValue
	if f.Front {
		pattern = frontValue
	}
	m := pattern.FindStringSubmatchIndex(line)
	if m == nil {
		return
	}
	at, add := m[3], strings.Join(values, ", ")
	switch old := strings.TrimSpace(line[m[2]:m[3]]); {
	case old == "" && f.Front:
		at = m[2]
		if len(values) > 1 || !plainYAML.MatchString(add) {
			add = `"` + add + `"`
		}
		add = " " + add
	case old == "":
		at = m[2]
		add = " " + add
		if m[3] > m[2] || m[2] < len(line) && line[m[2]] == ' ' {
			at, add = m[2]+1, add[1:]
		}
	default:
		add = ", " + add
	}
	if at > len(line) {
		return
	}
	whole := t.lines[f.Line-1]
	t.lines[f.Line-1] = whole[:at] + add + whole[at:]
}
