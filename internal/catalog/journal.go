package catalog

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml"
)

// A Journal is what an exercise wants to find in the journal beside an entry, numbers and answers.
type Journal struct {
	Prediction string         `yaml:"prediction"` // "number": one is wanted, in digits or as a word; "words" or "": anything
	Tables     []JournalTable `yaml:"tables"`
}

// A JournalTable is a table that an entry has to hold.
type JournalTable struct {
	ID      string   `yaml:"id"`    // its heading is the exercise's id, a hyphen and this: "1.2-turns"
	Title   string   `yaml:"title"` // the rest of the heading, for the template
	Columns []string `yaml:"columns"`
	Rows    int      `yaml:"rows"` // at least so many with something in each of the columns
}

// The values of Journal.Prediction.
const (
	PredictNumber = "number"
	PredictWords  = "words"
)

// A Question is one that the exercise asks under "Explain".
type Question struct {
	Number int    // from 1, in the order of the list
	Text   string // the whole, in one line, with links reduced to their words
	Line   int    // in the exercise's file
}

var (
	tableID  = regexp.MustCompile(`^[a-z][a-z0-9]*$`)
	reserved = regexp.MustCompile(`^(?:q[0-9]+|predict)$`) // the ids of answers and of the prediction
)

// checkJournal finds what is wrong with the key journal, if it is there.
func (ex *Exercise) checkJournal(src []byte) error {
	if !ex.hasKey(src, "journal:") {
		return nil
	}
	fail := func(path, format string, args ...any) error {
		return fmt.Errorf("%s:%d: journal: %s", ex.Path, ex.yamlLine(src, path), fmt.Sprintf(format, args...))
	}
	if p := ex.Journal.Prediction; p != "" && p != PredictNumber && p != PredictWords {
		return fail("$.journal.prediction", "prediction %q is neither %q nor %q", p, PredictNumber, PredictWords)
	}
	seen := map[string]bool{}
	for i, t := range ex.Journal.Tables {
		at := fmt.Sprintf("$.journal.tables[%d]", i)
		switch {
		case !tableID.MatchString(t.ID):
			return fail(at+".id", "the id %q of a table must be lower-case letters and digits and begin with a letter", t.ID)
		case reserved.MatchString(t.ID):
			return fail(at+".id", "the id %q of a table is that of an answer or of the prediction", t.ID)
		case seen[t.ID]:
			return fail(at+".id", "two tables have the id %q", t.ID)
		case len(t.Columns) == 0:
			return fail(at+".columns", "table %q has no columns", t.ID)
		case t.Rows < 1:
			return fail(at+".rows", "table %q wants %d rows: at least 1", t.ID, t.Rows)
		}
		for j, c := range t.Columns {
			if strings.TrimSpace(c) == "" || strings.ContainsAny(c, "|\n") {
				return fail(fmt.Sprintf("%s.columns[%d]", at, j), "table %q has a column %q, which is no heading", t.ID, c)
			}
		}
		seen[t.ID] = true
	}
	if len(ex.Questions) == 0 {
		return ex.fail(src, "journal:", "journal is given, and there is no ordered list of questions under \"## Explain\"")
	}
	return nil
}

// hasKey reports whether a line of the front matter starts with key.
func (ex *Exercise) hasKey(src []byte, key string) bool {
	for _, l := range strings.Split(string(plain(src)), "\n")[:ex.Line-1] {
		if strings.HasPrefix(l, key) {
			return true
		}
	}
	return false
}

// yamlLine is the line on which a value of the front matter stands; of one that is not there, that of what it would be in.
func (ex *Exercise) yamlLine(src []byte, path string) int {
	lines := strings.Split(string(plain(src)), "\n")
	head := []byte("\n" + strings.Join(lines[1:ex.Line-2], "\n"))
	for path != "$" {
		if p, err := yaml.PathString(path); err == nil {
			if node, err := p.ReadNode(bytes.NewReader(head)); err == nil && node.GetToken() != nil {
				return node.GetToken().Position.Line
			}
		}
		path = path[:strings.LastIndexAny(path, ".[")]
	}
	return 1
}

var (
	orderedItem = regexp.MustCompile(`^ {0,3}[0-9]{1,9}[.)][ \t]+(\S.*)$`)
	linkText    = regexp.MustCompile(`!?\[([^\[\]]*)\]\([^()]*\)`)
)

// parseQuestions finds the items of the ordered list below the heading "Explain". An item goes on over indented lines, and
// over those right below it. Code in a fence is neither heading nor item, and no part of a question.
func parseQuestions(first int, markdown []byte) []Question {
	var found []Question
	inside, fenced, open := false, false, false
	for i, line := range strings.Split(string(markdown), "\n") {
		fence := strings.HasPrefix(strings.TrimSpace(line), "```")
		if fence {
			fenced = !fenced
		}
		if fence || fenced {
			continue
		}
		if heading.MatchString(line) {
			inside, open = strings.EqualFold(strings.TrimSpace(strings.TrimLeft(line, "#")), "explain"), false
			continue
		}
		if !inside {
			continue
		}
		m := orderedItem.FindStringSubmatch(line)
		switch {
		case m != nil:
			found = append(found, Question{Number: len(found) + 1, Text: m[1], Line: first + i})
			open = true
		case strings.TrimSpace(line) == "":
			open = false
		case len(found) > 0 && (open || strings.HasPrefix(line, "  ")):
			found[len(found)-1].Text += " " + line
		}
	}
	for i, q := range found {
		found[i].Text = linkText.ReplaceAllString(strings.Join(strings.Fields(q.Text), " "), "$1")
	}
	return found
}
