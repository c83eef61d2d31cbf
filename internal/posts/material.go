package posts

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"agentcourse/internal/document"
	"agentcourse/internal/scrub"
)

// A Material is what a journal entry and its evidence give for a draft, without what is private.
type Material struct {
	Entry     string   // the entry, from the repository's folder, with slashes
	Exercises []string // ids such as "1.2"
	Candidate string   // the first sentence of the entry's post candidate; "" if it has none
	Notes     []string // what could not be carried over, and why

	known    []string // secrets, see scrub.Forms
	redacted bool     // something private stood in a text

	header   map[string]string // by the entry's names: Model, Provider, …
	day      time.Time         // of the entry; zero if it tells none
	rows     int               // filled ones in its table of runs
	evidence evidence
	excerpts map[string]excerpt // by name: hook, prediction, surprises, numbers, caveats
}

// entryFields are the fields of an entry's header that a draft asks for.
var entryFields = []string{"Model", "Provider", "Course version", "Go version", "Commit"}

// Gather reads an entry, which is a path below root with slashes, the traces that it cites and their run records. An entry
// that is not there is an error; whatever else is missing or broken becomes a note, and the rest is carried over. Known
// are secrets that stand in no text (see scrub.Forms).
func Gather(ctx context.Context, root, entry string, known ...string) (*Material, error) {
	m := &Material{Entry: entry, known: known, header: map[string]string{}, excerpts: map[string]excerpt{}}
	src, err := readEntry(filepath.Join(root, filepath.FromSlash(entry)), entry)
	if err != nil {
		return nil, err
	}
	d := document.Parse(src)
	for _, p := range d.Problems {
		m.note("%s:%d: %s", entry, p.Line, p.What)
	}
	m.fields(d)
	m.sections(d, src)
	if err := m.evidence.gather(ctx, m, root, d); err != nil {
		return nil, err
	}
	m.missing()
	return m, nil
}

// readEntry reads a file, or as much of it as shows that it is too long.
func readEntry(path, name string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, fmt.Errorf("the entry cannot be read: %w", err)
	case info.IsDir():
		return nil, fmt.Errorf("%s is a folder, and an entry is a file", name)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no regular file", name)
	case info.Size() > document.MaxSize:
		return make([]byte, document.MaxSize+1), nil // Parse says so
	}
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("the entry cannot be read: %w", err)
	}
	return src, nil
}

func (m *Material) note(format string, args ...any) {
	m.Notes = append(m.Notes, fmt.Sprintf(format, args...))
}

// clean is a text without what is private in it.
func (m *Material) clean(text string) string {
	clean, found := scrub.Private(text, m.known...)
	m.redacted = m.redacted || len(found) > 0
	for _, find := range []func(string) []scrub.Secret{scrub.Personal, scrub.Paths} {
		for _, s := range slices.Backward(find(clean)) {
			clean, m.redacted = clean[:s.From]+scrub.Redacted+clean[s.To:], true
		}
	}
	return clean
}

// fields reads the entry's header.
func (m *Material) fields(d *document.Document) {
	for _, name := range entryFields {
		if f, ok := d.Field(name); ok && !strings.Contains(f.Value, "{{") {
			m.header[name] = m.clean(strings.TrimSpace(f.Value))
		}
	}
	if f, ok := d.Field("Exercise"); ok {
		m.Exercises = exerciseID().FindAllString(f.Value, -1)
	}
	f, _ := d.Field("Date")
	for _, text := range []string{f.Value, filepath.Base(m.Entry)} {
		if len(text) < len(time.DateOnly) {
			continue
		}
		if day, err := time.Parse(time.DateOnly, text[:len(time.DateOnly)]); err == nil {
			m.day = day
			return
		}
	}
	m.note("%s names no day as in 2026-12-01", m.Entry)
}

// sections takes the excerpts out of the entry's sections.
func (m *Material) sections(d *document.Document, src []byte) {
	lines := strings.Split(string(document.Plain(src)), "\n")
	for name, titles := range map[string][]string{
		"hook": {"Post candidate", "Post candidates"}, "prediction": {"Prediction", "Predictions"}, "surprises": {"Surprises", "Surprise"},
		"numbers": {"Numbers"}, "caveats": {"Not verified"},
	} {
		for _, title := range titles {
			if s := sectionTitled(d, title); s != nil {
				m.excerpts[name] = m.excerpt(strings.ToLower(s.Title), lines, d, s.Blocks)
				break
			}
		}
	}
	m.rows = len(runRows(d))
	if hook := m.excerpts["hook"]; isNone(hook.text) {
		delete(m.excerpts, "hook")
	} else {
		m.Candidate = firstSentence(hook.text)
	}
}

func sectionTitled(d *document.Document, title string) *document.Section {
	for i, s := range d.Sections {
		if s.Level == 2 && strings.EqualFold(strings.Trim(s.Title, " :"), title) {
			return &d.Sections[i]
		}
	}
	return nil
}

// runRows are the filled rows of the table of runs: of the first one under Numbers.
func runRows(d *document.Document) []document.Row {
	if s := sectionTitled(d, "Numbers"); s != nil {
		for _, b := range s.Blocks {
			if b.Kind == document.Table {
				return b.Filled()
			}
		}
	}
	return nil
}

// missing notes what a draft would have from a complete entry and does not get.
func (m *Material) missing() {
	var parts []string
	for _, p := range []struct{ name, what string }{
		{"prediction", "prediction"}, {"surprises", "surprise"}, {"numbers", "row of numbers"}, {"caveats", "line under Not verified"},
	} {
		if m.excerpts[p.name].text == "" {
			parts = append(parts, p.what)
		}
	}
	if len(parts) > 0 {
		m.note("%s has no %s to carry over", m.Entry, strings.Join(parts, ", no "))
	}
	if named := m.header["Model"]; named != "" && len(m.evidence.models) > 0 && !strings.Contains(named, m.evidence.models[0]) {
		m.note("%s names the model %s; the traces say that %s answered, and the draft says so too", m.Entry, named, list(m.evidence.models))
	}
}

// none matches what says that there is no candidate: "none today".
var none = regexp.MustCompile(`(?i)^\W*(?:none|no|nothing|n/a|no (?:post|candidate|surprise)s?)(?: (?:today|yet|so far|this time|here))?\W*$`)

func isNone(text string) bool { return strings.TrimSpace(text) == "" || none.MatchString(text) }

const longestTitle = 100 // letters

// marks are those of emphasis, code and quotations; an underscore in a word is none.
var marks = regexp.MustCompile("(?m)[*`]|^[ \t]*>|(^|\\s)_|_(\\s|[.,;:!?]|$)")

var titleEnd = regexp.MustCompile(`[.!?…](?:\s|$)`)

// firstSentence is a text's first sentence in one line, without marks and its full stop, short enough for a title.
func firstSentence(text string) string {
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n\n")
	text = strings.Join(strings.Fields(marks.ReplaceAllString(text, "$1$2")), " ")
	text = strings.TrimLeft(text, "-+>#| ")
	if end := titleEnd.FindStringIndex(text); end != nil {
		text = text[:end[0]+1]
	}
	text = strings.TrimRight(text, ". ")
	letters := []rune(text)
	if len(letters) <= longestTitle {
		return text
	}
	text = string(letters[:longestTitle])
	if space := strings.LastIndexByte(text, ' '); space > longestTitle/2 {
		text = text[:space]
	}
	return text + " …"
}

// list is "a", "a and b", "a, b and c".
func list(items []string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	return strings.Join(items[:len(items)-1], ", ") + " and " + items[len(items)-1]
}
