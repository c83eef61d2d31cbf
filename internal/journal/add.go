package journal

import (
	"strings"
	"time"
	"unicode"

	"agentcourse/internal/document"
)

// AddPrediction puts a prediction for an exercise into an entry: below what stands in the exercise's subsection of the
// section Prediction, or in that section. A section that is not there is made, above the Log if there is one.
func AddPrediction(src []byte, exercise, prediction string) ([]byte, error) {
	d := document.Parse(src)
	s := d.Section("Prediction")
	if sub := predictionOf(d, exercise); sub != nil {
		s = sub
	}
	good := func(before, after *document.Document) bool {
		old, _ := predictionText(before, exercise)
		now, _ := predictionText(after, exercise)
		return gained(old, now, prediction)
	}
	if s != nil {
		return addBelow(src, s, prediction, good)
	}
	return addSection(src, "Prediction", d.Section("Log"), prediction, good)
}

// predictionOf is the subsection for an exercise's prediction, nil if there is none.
func predictionOf(d *document.Document, exercise string) *document.Section {
	return d.Section(plainID(exercise) + "-predict")
}

// AddTo puts a text at the end of a section, above its subsections. A section that is not there is made at the end.
func AddTo(src []byte, section, addition string) ([]byte, error) {
	d := document.Parse(src)
	good := func(before, after *document.Document) bool {
		return gained(sectionText(before, section), sectionText(after, section), addition)
	}
	if s := d.Section(section); s != nil {
		return addBelow(src, s, addition, good)
	}
	return addSection(src, section, nil, addition, good)
}

func addBelow(src []byte, s *document.Section, addition string, good func(before, after *document.Document) bool) ([]byte, error) {
	var ways []func(*text)
	for _, line := range wordings(addition) {
		ways = append(ways,
			func(t *text) { t.insertBlock(t.lastFilled(s.Line, endOfOwn(s)), line) },
			func(t *text) { t.insertBlock(s.Line, line) })
	}
	return firstGood(src, func(before, after *document.Document) bool { return sameSections(before, after) && good(before, after) }, ways...)
}

func addSection(src []byte, title string, above *document.Section, addition string, good func(before, after *document.Document) bool) ([]byte, error) {
	var ways []func(*text)
	for _, line := range wordings(addition) {
		if above != nil {
			ways = append(ways, func(t *text) { t.insertBlock(above.Line-1, "## "+title, "", line) })
		}
		ways = append(ways, func(t *text) { t.insertBlock(t.lastFilled(1, len(t.lines)), "## "+title, "", line) })
	}
	return firstGood(src, func(before, after *document.Document) bool {
		return sameSections(before, after, title) && good(before, after)
	}, ways...)
}

// endOfOwn is the last line above a section's first subsection.
func endOfOwn(s *document.Section) int {
	for _, b := range s.Blocks {
		if b.Kind == document.Heading && !b.Quoted {
			return b.Line - 1
		}
	}
	return s.End
}

// wordings are ways to write a line that somebody typed: as it is; with its first sign, and signs that open something,
// as mere letters, where Markdown would take the line for something else than words.
func wordings(line string) []string {
	escaped := strings.NewReplacer("<", "&lt;", "`", "\\`", "|", `\|`).Replace(line)
	if escaped == "" {
		return nil
	}
	if first := rune(escaped[0]); first < unicode.MaxASCII && (unicode.IsPunct(first) || unicode.IsSymbol(first)) && first != '\\' && first != '&' {
		escaped = `\` + escaped
	}
	return []string{line, escaped, "> " + escaped}
}

// gained reports whether a text now says what it said before and, behind it, a line that was added.
func gained(old, now, added string) bool {
	plain := func(s string) string {
		return strings.Join(strings.Fields(strings.NewReplacer(`\`, "", "&lt;", "<").Replace(s)), " ")
	}
	return strings.Contains(plain(now), plain(added)) && len(plain(now)) >= len(plain(old))+len(plain(added))
}

// sectionText is what stands in a section above its subsections, "" if it says nothing.
func sectionText(d *document.Document, name string) string {
	s := d.Section(name)
	if s == nil || document.Empty(s.Own) {
		return ""
	}
	var texts []string
	for _, b := range s.Own {
		texts = append(texts, b.Text)
	}
	return strings.Join(texts, "\n")
}

// Close notes in an entry's header that its session was closed, at a time as the learner's clock shows it.
func Close(src []byte, at time.Time) ([]byte, error) {
	d := document.Parse(src)
	when := at.Format("2006-01-02 15:04")
	if f, found := d.Field("Closed"); found {
		return firstGood(src, closedAs(when), func(t *text) { fillClosed(t, f, when) })
	}
	var ways []func(*text)
	if n := len(d.Fields); n > 0 {
		last := d.Fields[n-1]
		for _, f := range d.Fields {
			if !f.Front && isOwnField(f.Name) { // a paragraph may look like a field: the course's own come first
				last = f
			}
		}
		ways = append(ways, func(t *text) { t.insert(last.Line, closedLine(t.line(last.Line), last.Front, when)) })
	}
	title := 0
	for _, b := range d.Blocks {
		if b.Kind == document.Heading && b.Level == 1 && !b.Quoted {
			title = b.End
			break
		}
	}
	ways = append(ways,
		func(t *text) { t.insertBlock(title, "- Closed: "+when) },
		func(t *text) { t.insertBlock(title+1, "- Closed: "+when) }, // a title that is underlined
		func(t *text) { t.insertBlock(0, "- Closed: "+when) })
	return firstGood(src, closedAs(when), ways...)
}

func closedAs(when string) func(before, after *document.Document) bool {
	return func(before, after *document.Document) bool {
		f, _ := after.Field("Closed")
		return f.Value == when && sameSections(before, after) && len(after.Fields) >= len(before.Fields)
	}
}

// isOwnField reports whether a field is one of the template's.
func isOwnField(name string) bool {
	for _, own := range []string{"Date", "Exercise", "Exercises", "Model", "Provider", "Course version", "Go version", "Commit"} {
		if strings.EqualFold(own, name) {
			return true
		}
	}
	return false
}

// closedLine is the field in the form of the one above it.
func closedLine(above string, front bool, when string) string {
	indent := above[:len(above)-len(strings.TrimLeft(above, " \t"))]
	rest := strings.TrimLeft(above, " \t")
	switch {
	case front:
		return `closed: "` + when + `"`
	case strings.HasPrefix(rest, "|"):
		return indent + "| Closed | " + when + " |"
	case rest != "" && strings.ContainsRune("-*+", rune(rest[0])) && !strings.HasPrefix(rest, "**"):
		return indent + rest[:1] + " Closed: " + when
	}
	return indent + "Closed: " + when
}

func fillClosed(t *text, f document.Field, when string) {
	if f.Front {
		when = `"` + when + `"`
	}
	line := strings.TrimRight(t.line(f.Line), " \t")
	switch {
	case strings.TrimSpace(f.Value) != "":
		return
	case strings.HasSuffix(line, "|"):
		line = strings.TrimRight(strings.TrimSuffix(line, "|"), " ") + " " + when + " |"
	default:
		line += " " + when
	}
	t.lines[f.Line-1] = line + t.lines[f.Line-1][len(t.line(f.Line)):]
}
